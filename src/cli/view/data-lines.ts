// How is data shown to a person? As YAML would write it: on one line where that fits, else indented.
import { fold } from '../../core/text/visible.ts'
import { safe, widthOf } from './safe-text.ts'

/** Lines of at most so many cells; a value that is longer goes on below itself. */
export function dataLines(value: unknown, cells: number): string[] {
  const flat = flow(value, true)
  if (widthOf(flat) <= Math.min(cells, WIDEST)) return [flat]
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap((one) => indented(dataLines(one, cells - 2), '- '))
  if (typeof value !== 'object' || value === null) return Number.isFinite(cells) ? fold(flat, cells) : [flat]
  return Object.entries(value).flatMap(([name, one]) => {
    const head = `${safe(name)}:`
    const beside = flow(one)
    if (widthOf(head) + 1 + widthOf(beside) <= Math.min(cells, WIDEST)) return [`${head} ${beside}`]
    return [head, ...indented(dataLines(one, cells - 2), '  ')]
  })
}

/** More in one line is hard to read, even where nothing limits it. */
const WIDEST = 100

const indented = (lines: readonly string[], first: string): string[] => lines.map((line, at) => `${at === 0 ? first : '  '}${line}`)

function flow(value: unknown, isOuter = false): string {
  if (Array.isArray(value)) return `[${(value as readonly unknown[]).map((one) => flow(one)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const inside = Object.entries(value).map(([name, one]) => `${safe(name)}: ${flow(one)}`)
  return isOuter && inside.length === 1 && !inside[0]?.includes(', ') ? (inside[0] ?? '') : `{ ${inside.join(', ')} }`
}

/** Text as it is where nothing in it means something to YAML. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^-{0,2}[A-Za-z_/.$][\w/~.$@+|=-]*(?: [\w/~.$@+|=-]+)*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|~)$/i.test(value)) return value
  return /[\n\t]/.test(value) ? JSON.stringify(value) : `'${safe(value).replaceAll("'", "''")}'`
}
