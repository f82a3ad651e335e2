// Would a host still ask us if it took one of its files as it is now?
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Edit, InstallPlace } from '../hosts/_frame/install.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
import { wiringOf } from './edit.ts'
import { readText } from './files.ts'
import { editsFor } from './plan.ts'
import { readRecord } from './record.ts'

/** Null when it would, or when the file never named us and switches nothing off. Never throws. */
export function undoneBy(host: string, file: string, place: InstallPlace): string | null {
  const install = INSTALLS.find((one) => one.host === host)
  if (install === undefined || !path.isAbsolute(file)) return null
  const same = (other: string): boolean => real(other) === real(file)
  const edits = (['user', 'project'] as const).flatMap((scope): readonly Edit[] => editsFor(install, scope, place) ?? [])
  const read = readText(file)
  const recorded = readRecord(place.home).some((one) => one.host === host && same(one.file))
  if (!read.ok) return recorded ? `\`${file}\`: ${read.message}` : null
  // What switches hooks off does so in every file that the host reads.
  for (const edit of edits) {
    const [off] = edit.kind === 'json' ? wiringOf({ ...edit, file }, read.text).off : []
    if (off !== undefined) return `\`${file}\`: ${off}`
  }
  const own = recorded ? edits.find((edit) => same(edit.file)) : undefined
  if (own === undefined) return null
  const { state, differences } = wiringOf(own, read.text)
  if (state === 'wired') return null
  return `\`${file}\`: ${state === 'differs' ? (differences[0]?.says ?? 'our entry was changed') : state === 'absent' ? 'our entry is gone' : 'it can no longer be read'}`
}

function real(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return path.resolve(file)
  }
}
