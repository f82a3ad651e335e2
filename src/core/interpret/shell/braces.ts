// What does `{a,b}` or `{1..3}` in a raw word stand for? Textual, as in bash, before everything else.

const MOST = 64
/** A brace that is not closed within this many characters is text. */
const WIDEST = 1000
/** So many braces of one word are tried. */
const TRIES = 40

/** All raw words a raw word expands to; the word itself when it has no live braces. */
export function expandBraces(raw: string): string[] {
  const out: string[] = []
  expand(raw, out, 0)
  return out.length > 0 ? out : [raw]
}

function expand(raw: string, out: string[], depth: number): void {
  if (out.length >= MOST) return
  const brace = depth > 16 ? null : findBrace(raw)
  if (brace === null) {
    out.push(raw)
    return
  }
  const before = raw.slice(0, brace.open)
  const after = raw.slice(brace.close + 1)
  for (const item of brace.items) expand(before + item + after, out, depth + 1)
}

interface Brace {
  readonly open: number
  readonly close: number
  readonly items: readonly string[]
}

function findBrace(raw: string): Brace | null {
  let tries = 0
  for (let open = 0; open < raw.length; open = skipQuoted(raw, open) + 1) {
    if (raw[open] !== '{' || raw[open - 1] === '$') continue
    if (++tries > TRIES) return null
    const brace = readBrace(raw, open)
    if (brace !== null) return brace
  }
  return null
}

function readBrace(raw: string, open: number): Brace | null {
  const commas: number[] = []
  let depth = 0
  const last = Math.min(raw.length, open + WIDEST)
  for (let at = open; at < last; at = skipQuoted(raw, at) + 1) {
    const char = raw[at]
    if (char === '{') depth++
    else if (char === '}') {
      depth--
      if (depth > 0) continue
      const items = commas.length > 0 ? cut(raw, open, commas, at) : range(raw.slice(open + 1, at))
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

function range(body: string): string[] | null {
  const match = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,6}))?$/.exec(body)
  if (match === null) return null
  const [, a = '', b = '', by] = match
  const letters = /[A-Za-z]/.test(a)
  if (letters !== /[A-Za-z]/.test(b)) return null
  const from = letters ? a.charCodeAt(0) : Number(a)
  const to = letters ? b.charCodeAt(0) : Number(b)
  const stride = Math.max(1, Math.abs(Number(by ?? 1)))
  const items: string[] = []
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? stride : -stride) {
    if (items.length >= MOST) break
    items.push(letters ? String.fromCharCode(at) : String(at))
  }
  return items
}

/** The offset of the last character of what starts at `at`: itself, or the end of a quoted or `$(…)` stretch. */
function skipQuoted(raw: string, at: number): number {
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
  if (char === '$' && (raw[at + 1] === '(' || raw[at + 1] === '{')) {
    let depth = 0
    for (let end = at + 1; end < raw.length; end++) {
      if (raw[end] === '(' || raw[end] === '{') depth++
      else if ((raw[end] === ')' || raw[end] === '}') && --depth === 0) return end
    }
  }
  return at
}
