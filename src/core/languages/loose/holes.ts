// Where does code stand in a text of a language (`"a #{b}"`), and where does it end?
import { unescaped } from '../_code/strings.ts'

export type Holes = 'dollar' | 'hash' | 'brace'
export interface Piece {
  readonly code: boolean
  readonly text: string
  readonly start: number
}

const OPENS: Readonly<Record<Holes, readonly string[]>> = { hash: ['#{'], brace: ['${'], dollar: ['${', '{$'] }
const opensAt = (text: string, at: number, holes: Holes): boolean => OPENS[holes].some((one) => text.startsWith(one, at))

/** Behind the brace that ends a hole, with all texts and braces in it; 0 where none begins here, -1 where it has no end. */
function afterHole(text: string, from: number, holes: Holes): number {
  if (!opensAt(text, from, holes)) return 0
  const open = ['}']
  for (let at = from + 2; at < text.length; at++) {
    const char = text[at]!
    const inside = open.at(-1)!
    if (char === '\\') at++
    else if (char === inside) {
      open.pop()
      if (open.length === 0) return at + 1
    } else if (inside === '}') {
      if (char === '{') open.push('}')
      else if (char === '"' || char === "'" || char === '`') open.push(char)
    } else if (inside !== "'" && opensAt(text, at, holes)) {
      open.push('}')
      at++
    }
  }
  return -1
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
export const closerOf = (open: string): string => CLOSING[open] ?? open

/** Where text that opened before `from` is closed, or the length of the source. */
export function closingOf(source: string, from: number, open: string): number {
  const close = closerOf(open)
  let depth = 1
  for (let at = from; at < source.length; at++) {
    const char = source[at]!
    if (char === '\\') at++
    else if (char === close && --depth === 0) return at
    else if (char === open && close !== open) depth++
  }
  return source.length
}

/** Where a text that may have holes is closed; its length where that is nowhere, -1 where a hole has no end. */
export function endOfText(source: string, from: number, quote: string, holes: Holes): number {
  for (let at = from; at < source.length; at++) {
    const char = source[at]!
    if (char === '\\') at++
    else if (char === quote) return at
    else {
      const after = afterHole(source, at, holes)
      if (after < 0) return -1
      at = Math.max(at, after - 1)
    }
  }
  return source.length
}

/** Behind the brace that ends what opened before `from`, whatever stands between. */
function afterBraces(text: string, from: number): number {
  let depth = 1
  let to = from
  while (to < text.length && depth > 0) {
    if (text[to] === '{') depth++
    else if (text[to] === '}') depth--
    to++
  }
  return to
}

/** What stands before such an escape is known; so is each hole, for what its code does. */
export function unknownEscapes(raw: string, start: number): Piece[] {
  const at = raw.search(/\\[ULQFulNc]|@\{/)
  const known = piecesOf(raw, start, 'dollar') ?? []
  const before = raw.slice(0, at)
  return [
    ...(before === '' || /[$@\\]/.test(before) ? [] : [{ code: false, text: before, start }]),
    { code: true, text: '()', start: start + at },
    ...known.filter(({ code }) => code),
    { code: true, text: '()', start: start + at },
  ]
}

/** Splits text at its holes; null when it has none. */
export function piecesOf(raw: string, start: number, holes: Holes): Piece[] | null {
  const pattern = holes === 'hash' ? /#\{/g : holes === 'brace' ? /\$\{|\$(?=[a-zA-Z_])/g : /\{\$|\$\{|\$(?=\w)|@(?=[a-zA-Z_])/g
  const pieces: Piece[] = []
  let position = 0
  let closes = true
  for (let found = pattern.exec(raw); found !== null; found = pattern.exec(raw)) {
    if (raw[found.index - 1] === '\\') continue
    if (found.index > position) pieces.push({ code: false, text: unescaped(raw.slice(position, found.index)), start: start + position })
    let from = found.index
    let to: number
    if (found[0].includes('{')) {
      to = closes ? afterHole(raw, found.index, holes) : -1
      closes &&= to >= 0
      if (to < 0) to = afterBraces(raw, found.index + 2)
      from = found.index + (found[0] === '{$' ? 1 : 2)
      const inner = raw.slice(from, to - 1)
      pieces.push({ code: true, text: holes === 'dollar' && found[0] === '${' ? `$${inner}` : inner, start: start + from })
    } else {
      const name = /^[$@]\w+(?:(?:->)?(?:\{[^{}]*\}|\[[^[\]]*\]))?/.exec(raw.slice(from, from + 200))![0]
      to = from + name.length
      pieces.push({ code: true, text: name, start: start + from })
    }
    position = to
    pattern.lastIndex = to
  }
  if (pieces.length === 0) return null
  if (position < raw.length) pieces.push({ code: false, text: unescaped(raw.slice(position)), start: start + position })
  return pieces
}
