// Works out what `tr` makes of a text, and what translating it character by character does.

const ASCII = /^[\x00-\x7f]*$/

export interface TrOptions {
  readonly remove: boolean
  readonly squeeze: boolean
  readonly complement: boolean
}

/** `tr`, where its sets are of single characters, ranges and classes. */
export function tr(text: string, { remove, squeeze, complement }: TrOptions, from: string, to: string | null): string | null {
  const a = expandSet(from)
  if (a === null || !ASCII.test(text)) return null
  const listed = new Set(a)
  const isIn = (char: string): boolean => listed.has(char) !== complement
  if (remove || to === null) {
    if (remove && squeeze) return null
    if (to !== null || (!remove && !squeeze)) return null
    let last = ''
    return Array.from(text, (char) => {
      const gone = isIn(char) && (remove || char === last)
      last = char
      return gone ? '' : char
    }).join('')
  }
  if (squeeze || complement || listed.size < a.length) return null
  const isCased = CASES.test(from) && CASES.test(to)
  const b = !isCased && to.includes('[:') ? null : expandSet(to)
  if (b === null || b.length === 0) return null
  const become = new Map(a.map((char, at) => [char, b[Math.min(at, b.length - 1)] ?? char] as const))
  return Array.from(text, (char) => become.get(char) ?? char).join('')
}

const CASES = /^\[:(?:upper|lower):\]$/
const range = (first: string, last: string): string[] =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, at) => String.fromCharCode(first.charCodeAt(0) + at))
const CLASSES: Readonly<Record<string, () => readonly string[]>> = {
  upper: () => range('A', 'Z'),
  lower: () => range('a', 'z'),
  digit: () => range('0', '9'),
  alpha: () => [...range('A', 'Z'), ...range('a', 'z')],
  alnum: () => [...range('0', '9'), ...range('A', 'Z'), ...range('a', 'z')],
  space: () => ['\t', '\n', '\v', '\f', '\r', ' '],
  blank: () => ['\t', ' '],
}
const OF_SET = /\[:([a-z]+):\]|\\([0-7]{1,3}|[^])|([^\\])/g
const SET_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** Null for what tools read in different ways. */
function expandSet(set: string): readonly string[] | null {
  if (set.length > 300 || !ASCII.test(set) || set.replace(/\[:[a-z]+:\]/g, '').includes('[')) return null
  const out: string[] = []
  /** Whether the last one may begin a range. */
  let opens = false
  let isRange = false
  for (const [, name, escape, plain] of set.matchAll(OF_SET)) {
    if (name !== undefined) {
      const all = Object.hasOwn(CLASSES, name) ? CLASSES[name]?.() : undefined
      if (all === undefined || isRange) return null
      out.push(...all)
      opens = false
      continue
    }
    const code = escape !== undefined && /^[0-7]/.test(escape) ? Number.parseInt(escape, 8) : null
    const char = plain ?? (code === null ? SET_ESCAPES[escape ?? ''] : code > 127 ? undefined : String.fromCharCode(code))
    if (char === undefined) return null
    if (isRange) {
      const first = out.pop() ?? ''
      if (char < first) return null
      out.push(...range(first, char))
      isRange = opens = false
    } else if (plain === '-' && opens) isRange = true
    else {
      out.push(char)
      opens = true
    }
  }
  return isRange ? [...out, '-'] : out
}

/** Each character of the first text becomes the one at its place in the second. */
export const translated = (text: string, from: string, to: string): string => {
  const become = new Map([...from].map((char, at) => [char, to.charAt(at)] as const))
  return Array.from(text, (char) => become.get(char) ?? char).join('')
}
