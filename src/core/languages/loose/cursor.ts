// Where is the forgiving reader in its words, and what may follow there?
import type { Syntax } from '../_book/book.ts'
import { opaque } from '../_code/syntax.ts'
import type { Code } from '../_code/syntax.ts'
import type { Token } from './scan.ts'

export const MAX_DEPTH = 120

/** Words that end a statement, or begin what qualifies it. */
export const STATEMENT_ENDS = new Set('if unless while until for foreach do then end else elsif elseif rescue and or as return ensure when'.split(' '))

interface Extent {
  readonly start: number
  readonly end: number
}

export interface Cursor {
  readonly syntax: Syntax
  readonly tokens: readonly Token[]
  position: number
  depth: number
  readonly peek: (ahead?: number) => Token | undefined
  /** Nothing more belongs to the phrase that is being read. */
  readonly ended: () => boolean
  /** Nested too deeply: the rest is left unread, and that is said. */
  readonly overflow: () => void
  readonly at: (token: Token | undefined) => Extent
  readonly nothing: (token: Token | undefined) => Code
  readonly spanning: (from: Code, to: Code | undefined) => Extent
}

export const isMark = (token: Token | undefined, text: string): boolean => token?.is === 'mark' && token.text === text
export const isWord = (token: Token | undefined, text: string): boolean => token?.is === 'word' && token.text === text

/** `base` is where the first of these words begins in the whole text. */
export function createCursor(tokens: readonly Token[], syntax: Syntax, base: number, depth: number, overflow: () => void): Cursor {
  const at = (token: Token | undefined) => ({ start: token?.start ?? base, end: token?.end ?? base })
  const cursor: Cursor = {
    syntax,
    tokens,
    position: 0,
    depth,
    overflow,
    at,
    peek: (ahead = 0) => tokens[cursor.position + ahead],
    ended: () => {
      const token = tokens[cursor.position]
      if (token === undefined || token.is === 'break') return true
      return (token.is === 'mark' && /^[)\]},]$/.test(token.text)) || (token.is === 'word' && STATEMENT_ENDS.has(token.text))
    },
    nothing: (token) => opaque(at(token), []),
    spanning: (from, to) => ({ start: from.start, end: Math.max(from.end, to?.end ?? 0, tokens[cursor.position - 1]?.end ?? 0) }),
  }
  return cursor
}
