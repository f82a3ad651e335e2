// Spells out `{a,b}` and `{1..3}` in a raw word: textual, as in bash, before everything else.

/** More words than this of one are not spelled out. */
const MOST = 512
/** Of longer ranges of numbers the first and the last stand for all: what lies between is one more number. */
const FIRST = 256
const LAST = 8
/** So many braces of one word are tried, and so many inside or after one another. */
const TRIES = 40
const DEEPEST = 40
/** Characters looked at for one word. */
const MOST_WORK = 200_000

export interface Expansion {
  readonly words: readonly string[]
  /** Something other than one more number of a range was left out. */
  readonly cut: boolean
  /** Characters looked at. */
  readonly work: number
}

/** All raw words a raw word expands to; the word itself when it has no live braces. */
export function expandBraces(raw: string): Expansion {
  const all = expandWith(raw, FIRST, LAST)
  // Where ranges multiply, their ends stand for them, so that no item of a list is lost to numbers.
  const found = all.cut ? expandWith(raw, 2, 2) : all
  return found.words.length > 0 ? found : { ...found, words: [raw] }
}

function expandWith(raw: string, first: number, last: number): Expansion {
  const words: string[] = []
  const search: Search = { first, last, work: 0, cut: false }
  const expand = (text: string, depth: number): void => {
    if (words.length >= MOST || search.work > MOST_WORK) {
      search.cut = true
      return
    }
    const brace = findBrace(text, search)
    if (brace !== null && depth > DEEPEST) search.cut = true
    if (brace === null || depth > DEEPEST) {
      words.push(text)
      return
    }
    const before = text.slice(0, brace.open)
    const after = text.slice(brace.close + 1)
    for (const item of brace.items) {
      if (search.cut && (words.length >= MOST || search.work > MOST_WORK)) return
      expand(before + item + after, depth + 1)
    }
  }
  expand(raw, 0)
  return { words, cut: search.cut, work: search.work }
}

/** How many numbers of a range are kept, and how the search went. */
interface Search {
  readonly first: number
  readonly last: number
  work: number
  cut: boolean
}

interface Brace {
  readonly open: number
  readonly close: number
  readonly items: readonly string[]
}

function findBrace(raw: string, search: Search): Brace | null {
  let tries = 0
  search.work += raw.length
  const closings = closingsOf(raw)
  for (let open = 0; open < raw.length; open = skipQuoted(raw, open, closings) + 1) {
    if (raw[open] !== '{' || raw[open - 1] === '$') continue
    if (++tries > TRIES) {
      search.cut = true
      return null
    }
    search.work += raw.length - open
    const brace = readBrace(raw, open, closings, search)
    if (brace !== null) return brace
  }
  return null
}

function readBrace(raw: string, open: number, closings: Closings, { first, last }: Search): Brace | null {
  const commas: number[] = []
  let depth = 0
  for (let at = open; at < raw.length; at = skipQuoted(raw, at, closings) + 1) {
    const char = raw[at]
    if (char === '{') depth++
    else if (char === '}') {
      depth--
      if (depth > 0) continue
      const items = commas.length > 0 ? cut(raw, open, commas, at) : range(raw.slice(open + 1, at), first, last)
      if (items !== null) return { open, close: at, items }
      // `{a}` is no list; bash goes on to a later comma and brace.
      depth++
    } else if (char === ',' && depth === 1) commas.push(at)
  }
  return null
}

function cut(raw: string, open: number, commas: readonly number[], close: number): string[] {
  const ends = [...commas, close]
  return ends.map((end, at) => raw.slice((at === 0 ? open : (ends[at - 1] ?? open)) + 1, end))
}

function range(body: string, first: number, last: number): string[] | null {
  const match = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,6}))?$/.exec(body)
  if (match === null) return null
  const [, a = '', b = '', by] = match
  const letters = /[A-Za-z]/.test(a)
  if (letters !== /[A-Za-z]/.test(b)) return null
  const from = letters ? a.charCodeAt(0) : Number(a)
  const to = letters ? b.charCodeAt(0) : Number(b)
  const stride = Math.max(1, Math.abs(Number(by ?? 1))) * (from <= to ? 1 : -1)
  const count = Math.floor((to - from) / stride) + 1
  // A zero in front makes all as wide as the widest.
  const width = !letters && [a, b].some((end) => /^-?0\d/.test(end)) ? Math.max(a.length, b.length) : 0
  const items: string[] = []
  for (let at = 0; at < count; at++) {
    // Letters are few, and each may be an option or a name.
    if (!letters && at === first && count > first + last) at = count - last
    items.push(letters ? String.fromCharCode(from + at * stride) : widened(from + at * stride, width))
  }
  return items
}

const widened = (number: number, width: number): string => (number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0'))

/** Where each `(` and `{` is closed. Found in one pass: looking from each opener on would be quadratic where none is closed. */
type Closings = ReadonlyMap<number, number>
const NONE: Closings = new Map()

function closingsOf(raw: string): Closings {
  if (!raw.includes('$(') && !raw.includes('${')) return NONE
  const closings = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at]
    if (char === '(' || char === '{') open.push(at)
    else if (char === ')' || char === '}') {
      const from = open.pop()
      if (from !== undefined) closings.set(from, at)
    }
  }
  return closings
}

/** The offset of the last character of what starts at `at`: itself, or the end of a quoted or `$(…)` stretch. */
function skipQuoted(raw: string, at: number, closings: Closings): number {
  const char = raw[at]
  if (char === '\\') return at + 1
  if (char === "'" || char === '"' || char === '`') {
    // In $'…' a backslash escapes; in '…' it is itself.
    const escapes = char !== "'" || raw[at - 1] === '$'
    for (let end = at + 1; end < raw.length; end++) {
      if (raw[end] === '\\' && escapes) end++
      else if (raw[end] === char) return end
    }
    return raw.length
  }
  return char === '$' && (raw[at + 1] === '(' || raw[at + 1] === '{') ? (closings.get(at + 1) ?? at) : at
}
