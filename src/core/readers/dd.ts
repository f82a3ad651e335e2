// How much would dd write into a file, out of a device that never ends?
import type { Word } from '../model.ts'
import { valuesOf } from '../meaning/options.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

const ENDLESS = new Set(['/dev/zero', '/dev/urandom', '/dev/random', '/dev/full'])
/** As a person would call it: tens of gigabytes. Images and swap files are smaller. */
const MUCH = 20e9
const UNITS = 'KMGTPEZYRQ'

export function readDd({ shell, command, parsed, id }: ReaderLine): Word | null {
  const last = (name: string): string | null => valuesOf(parsed.options, name).at(-1)?.text ?? null
  const target = valuesOf(parsed.options, 'of').at(-1)
  const [source, count] = [last('if'), last('count')]
  if (target === undefined || count === null || !ENDLESS.has(source ?? '') || (target.text ?? '').startsWith('/dev/')) return null
  const inBytes = count.endsWith('B') || (last('iflag') ?? '').split(',').includes('count_bytes')
  const size = sizeOf(count) * (inBytes ? 1 : sizeOf(last('bs') ?? last('ibs') ?? '512'))
  if (size >= MUCH) act({ do: 'change', what: 'disk-fill', target, by: id }, shell, command.span)
  return null
}

/** `4k`, `1MB`, `2x512`; what is no size is nothing. */
export const sizeOf = (text: string): number =>
  text
    .split('x', 8)
    .map(oneSize)
    .reduce((product, size) => product * size, 1)

function oneSize(text: string): number {
  const [, digits, unit = '', how = ''] = /^(\d{1,300})([bcwkKmMgGtTPEZYRQ]?)(i?B)?$/.exec(text) ?? []
  if (digits === undefined) return 0
  const power = UNITS.indexOf(unit.toUpperCase()) + 1
  const each = unit === 'b' ? 512 : unit === 'w' ? 2 : unit === 'c' || unit === '' ? 1 : (how === 'B' ? 1000 : 1024) ** power
  return Number(digits) * each
}
