// What tools that cut, join and choose lines make of a text. Null is for what is not computed.
import { posixRegex } from './posix-regex.ts'

const LONGEST = 20_000
const MOST_RANGES = 40

const linesOf = (text: string): { readonly lines: readonly string[]; readonly end: string } =>
  text.endsWith('\n') ? { lines: text.slice(0, -1).split('\n'), end: '\n' } : { lines: text.split('\n'), end: '' }

/** `1,3-5,7-`: places from one on; null for what is no such list. */
function inList(list: string): ((place: number) => boolean) | null {
  const ranges = list.split(/[, ]/).map((range) => /^(\d{1,6})?(-)?(\d{1,6})?$/.exec(range))
  if (ranges.length > MOST_RANGES || ranges.some((range) => range === null || (range[1] === undefined && range[3] === undefined))) return null
  return (place) =>
    ranges.some((range) => {
      const from = Number(range?.[1] ?? 1)
      return place >= from && (range?.[2] === undefined ? place === from : place <= Number(range[3] ?? Infinity))
    })
}

/** `cut -c` */
export function charactersOf(text: string, list: string): string | null {
  const isIn = inList(list)
  if (isIn === null || text.length > LONGEST) return null
  const { lines, end } = linesOf(text)
  return lines.map((line) => [...line].filter((_, at) => isIn(at + 1)).join('')).join('\n') + end
}

/** `cut -f`; a line without the delimiter is handed on whole, unless `strict`. */
export function fieldsOf(text: string, list: string, delimiter: string, between: string, strict: boolean): string | null {
  const isIn = inList(list)
  if (isIn === null || text.length > LONGEST || delimiter.length !== 1) return null
  const { lines, end } = linesOf(text)
  // Some print the delimiter of a field that is not there.
  const last = Math.max(...(list.match(/\d+/g) ?? []).map(Number))
  if (list.length > 1 && lines.some((line) => line.includes(delimiter) && line.split(delimiter).length < last)) return null
  const kept = strict ? lines.filter((line) => line.includes(delimiter)) : lines
  return (
    kept
      .map((line) =>
        line.includes(delimiter)
          ? line
              .split(delimiter)
              .filter((_, at) => isIn(at + 1))
              .join(between)
          : line,
      )
      .join('\n') + end
  )
}

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\0': '', '\\\\': '\\' }

/** `paste -s`: the lines of one file, with each of the delimiters in turn. */
export function pasted(text: string, delimiters: string): string | null {
  const each = (delimiters.match(/\\[nt0\\]|[^]/g) ?? []).map((one) => ESCAPES[one] ?? one)
  if (text.length > LONGEST) return null
  return (
    linesOf(text).lines.reduce((all, line, at) => (at === 0 ? line : all + (each.length === 0 ? '' : (each[(at - 1) % each.length] ?? '')) + line), '') + '\n'
  )
}

/** `fold -w` */
export function folded(text: string, width: string): string | null {
  const { lines, end } = linesOf(text)
  if (!/^[1-9]\d{0,4}$/.test(width) || text.length > LONGEST) return null
  const wide = new RegExp(`[^]{1,${width}}`, 'g')
  return lines.map((line) => (line.match(wide) ?? ['']).join('\n')).join('\n') + end
}

interface Grepped {
  readonly extended: boolean
  readonly anyCase: boolean
  readonly inverted: boolean
  readonly parts: boolean
}

/** The lines in which a pattern matches, or the parts that it matches. */
export function greppedParts(text: string, pattern: string, { extended, anyCase, inverted, parts }: Grepped): string | null {
  const regex = text.length > LONGEST || (inverted && parts) ? null : posixRegex(pattern, extended, anyCase)
  if (regex === null) return null
  const { lines } = linesOf(text)
  const found = parts
    ? lines.flatMap((line) =>
        (line.match(new RegExp(regex.source, regex.flags.includes('g') ? regex.flags : `${regex.flags}g`)) ?? []).filter((one) => one !== ''),
      )
    : lines.filter((line) => new RegExp(regex.source, regex.flags.replace('g', '')).test(line) !== inverted)
  return found.map((line) => `${line}\n`).join('')
}
