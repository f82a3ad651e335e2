// Which commands is a Tcl script made of, and which words are they? (Braces hold text as it is; quotes and bare words hold variables and commands.)

export type Piece =
  | { readonly is: 'text'; readonly text: string }
  /** `$name` or `$name(key)`. */
  | { readonly is: 'variable'; readonly name: string; readonly key: readonly Piece[] | null }
  /** `[command]`, and where its text begins. */
  | { readonly is: 'command'; readonly text: string; readonly start: number }

export interface TclWord {
  readonly pieces: readonly Piece[]
  /** It stood in braces: nothing is replaced in it, and it may be a script. */
  readonly braced: boolean
  /** `{*}`: its members are words each. */
  readonly spread: boolean
  readonly start: number
  readonly end: number
}
export type Command = readonly TclWord[]

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const NAME = /^(?:::)?\w+(?:::\w+)*/

/** Every command of the text; `base` is where it begins in the whole. */
export function commandsOf(source: string, base: number): readonly Command[] {
  const commands: Command[] = []
  let words: TclWord[] = []
  let at = 0

  /** Where braces or brackets that open here close: the index behind them. */
  const closing = (open: string, close: string): number => {
    let depth = 0
    for (let j = at; j < source.length; j++) {
      if (source[j] === '\\') j++
      else if (source[j] === open) depth++
      else if (source[j] === close && --depth === 0) return j + 1
    }
    return source.length + 1
  }
  /** Pieces up to one of these characters. */
  const pieces = (ends: RegExp): Piece[] => {
    const found: Piece[] = []
    let text = ''
    const push = (piece: Piece): void => {
      if (text !== '') found.push({ is: 'text', text })
      text = ''
      found.push(piece)
    }
    while (at < source.length && !ends.test(source[at]!)) {
      const char = source[at]!
      if (char === '\\') {
        const next = source[at + 1] ?? ''
        if (next === '\n') break
        text += ESCAPES[next] ?? next
        at += 2
      } else if (char === '[') {
        const end = closing('[', ']')
        push({ is: 'command', text: source.slice(at + 1, end - 1), start: base + at + 1 })
        at = end
      } else if (char === '$') variable(push, () => (text += '$'))
      else {
        text += char
        at++
      }
    }
    if (text !== '') found.push({ is: 'text', text })
    return found
  }
  const variable = (push: (piece: Piece) => void, none: () => void): void => {
    const inBraces = /^\{([^}]{0,200})\}/.exec(source.slice(at + 1, at + 210))
    const name = inBraces?.[1] ?? NAME.exec(source.slice(at + 1, at + 200))?.[0]
    at++
    if (name === undefined) return none()
    at += inBraces === null ? name.length : inBraces[0].length
    if (source[at] !== '(' || inBraces !== null) return push({ is: 'variable', name: name.replace(/^::/, ''), key: null })
    at++
    const key = pieces(/[)\s]/)
    if (source[at] === ')') at++
    push({ is: 'variable', name: name.replace(/^::/, ''), key })
  }
  const word = (): TclWord => {
    const start = base + at
    const spread = source.startsWith('{*}', at) && /\S/.test(source[at + 3] ?? '')
    if (spread) at += 3
    if (source[at] === '{') {
      const end = closing('{', '}')
      const text = source.slice(at + 1, end - 1)
      at = Math.min(end, source.length)
      return { pieces: [{ is: 'text', text }], braced: true, spread, start, end: base + at }
    }
    const quoted = source[at] === '"'
    if (quoted) at++
    const found = pieces(quoted ? /"/ : /[\s;]/)
    if (quoted) at++
    return { pieces: found, braced: false, spread, start, end: base + Math.min(at, source.length) }
  }

  while (at < source.length) {
    const char = source[at]!
    if (char === '\n' || char === ';') {
      if (words.length > 0) commands.push(words)
      words = []
      at++
    } else if (/\s/.test(char)) at++
    else if (char === '\\' && /^\\\r?\n/.test(source.slice(at, at + 3))) at += source[at + 1] === '\r' ? 3 : 2
    else if (char === '#' && words.length === 0) while (at < source.length && (source[at] !== '\n' || source[at - 1] === '\\')) at++
    else words.push(word())
  }
  if (words.length > 0) commands.push(words)
  return commands
}

/** What the word says, where all of it is said. */
export const textOf = (word: TclWord | undefined): string | null =>
  word === undefined || word.pieces.some((piece) => piece.is !== 'text') ? null : word.pieces.map((piece) => (piece.is === 'text' ? piece.text : '')).join('')
