// Matches texts against globs: linear in the text, compiled once to a closure.
import { readBracket } from './bracket.ts'

export interface GlobOptions {
  /** True (default): `*`, `?` and `[…]` stay within a path component and only `**` crosses `/`. */
  readonly separators?: boolean
  readonly ignoreCase?: boolean
}
export type TextTest = (text: string) => boolean

/**
 * Compiles a glob: `*`, `**` (any depth, also none), `?`, `[a-z]`, `[!a]`, `[[:alpha:]]`, `{a,b}`; `\` makes the next character literal.
 * A last `/**` also matches the folder itself, and a first `**` followed by a slash matches at any depth.
 * @example compileGlob('~/.ssh/id_*')('~/.ssh/id_rsa') // true
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): TextTest {
  const separators = options.separators ?? true
  const source = options.ignoreCase ? pattern.toLowerCase() : pattern
  const tests = expandBraces(source).map((one) => compileOne(one, separators))
  const first = tests[0]
  const test: TextTest = tests.length === 1 && first ? first : (text) => tests.some((each) => each(text))
  return options.ignoreCase ? (text) => test(text.toLowerCase()) : test
}

/** True when the text holds a character that a glob reads specially. */
export function hasGlob(text: string): boolean {
  return SPECIAL.test(text)
}

const SPECIAL = /[*?[{\\]/

/** `a*[bc]d` → `a`, `*`, `[bc]`, `d`. A `[` past the last `]` begins nothing, and nobody need look for its end at each of them. */
export function globPieces(text: string): readonly string[] {
  const last = text.lastIndexOf(']')
  const pieces: string[] = []
  let from = 0
  const put = (to: number, next: number): void => {
    if (to > from) pieces.push(text.slice(from, to))
    pieces.push(text.slice(to, next))
    from = next
  }
  for (let i = 0; i < text.length; i = Math.max(i + 1, from)) {
    const c = text[i]
    if (c === '*' || c === '?') put(i, i + 1)
    else if (c === '[') put(i, (i < last ? (readBracket(text, i)?.end ?? i) : i) + 1)
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** Alternatives are data written by people; this bounds what one pattern may cost. */
const MOST_ALTERNATIVES = 512

/** `a{b,c}d` → `abd`, `acd`. Braces without a comma, or without an end, are literal. */
export function expandBraces(pattern: string): string[] {
  if (!pattern.includes('{')) return [pattern]
  let done: string[] = ['']
  let literal = ''
  let from = 0
  for (let i = nextBrace(pattern, 0); i < pattern.length; i = nextBrace(pattern, from)) {
    const group = pattern[i] === '{' ? braceGroup(pattern, i) : null
    const parts = group && (group.nested ? group.parts.flatMap((part) => expandBraces(part)) : group.parts)
    literal += pattern.slice(from, i)
    if (group && parts && done.length * parts.length <= MOST_ALTERNATIVES) {
      const before = literal
      done = done.flatMap((d) => parts.map((part) => d + before + part))
      literal = ''
      from = group.end + 1
    } else if (pattern[i] === '{') {
      literal += '\\{'
      from = i + 1
    } else {
      literal += pattern.slice(i, i + 2)
      from = i + 2
    }
  }
  literal += pattern.slice(from)
  return literal === '' ? done : done.map((d) => d + literal)
}

/** Spells out only the first group, so that the rest can wait: `a{b,c}/{d,e}` → `ab/{d,e}`, `ac/{d,e}`. */
export function expandFirstBraces(pattern: string): string[] {
  const start = pattern.indexOf('{')
  const group = start < 0 ? null : braceGroup(pattern, start)
  if (!group) return expandBraces(pattern)
  return group.parts.map((part) => pattern.slice(0, start) + part + pattern.slice(group.end + 1))
}

/** The next `{` or `\`, or the end. */
function nextBrace(pattern: string, from: number): number {
  const brace = pattern.indexOf('{', from)
  const escape = pattern.indexOf('\\', from)
  if (escape >= 0 && (brace < 0 || escape < brace)) return escape
  return brace < 0 ? pattern.length : brace
}

interface BraceGroup {
  readonly parts: string[]
  readonly end: number
  readonly nested: boolean
}

function braceGroup(pattern: string, start: number): BraceGroup | null {
  // Nearly all groups are plain lists, and native search reads those fastest.
  const close = pattern.indexOf('}', start)
  if (close < 0) return null
  const inside = pattern.slice(start + 1, close)
  if (!inside.includes('{') && !inside.includes('\\')) return inside.includes(',') ? { parts: inside.split(','), end: close, nested: false } : null
  const parts: string[] = []
  let depth = 0
  let from = start + 1
  for (let i = start; i < pattern.length; i++) {
    const c = pattern.charCodeAt(i)
    if (c === 92) i++
    else if (c === 123) depth++
    else if (c === 44 && depth === 1) {
      parts.push(pattern.slice(from, i))
      from = i + 1
    } else if (c === 125 && --depth === 0) {
      if (parts.length === 0) return null
      parts.push(pattern.slice(from, i))
      return { parts, end: i, nested: true }
    }
  }
  return null
}

type Token =
  | { readonly kind: 'text'; readonly code: number }
  | { readonly kind: 'one' | 'star' | 'deep' | 'folders' | 'tail' }
  | { readonly kind: 'set'; readonly has: (code: number) => boolean }

const SLASH = 47

function compileOne(pattern: string, separators: boolean): TextTest {
  const tokens = tokenise(pattern, separators)
  const plain = simple(tokens, separators)
  if (plain) return plain
  const whole = simulate(tokens, separators)
  // What has no wildcard must be there; most texts fail on that at once. Worked out with the first text: most patterns are never asked.
  let needed: Needed | null = null
  return (text) => {
    const { least, head, tail, middle } = (needed ??= neededOf(tokens))
    return text.length >= least && text.startsWith(head) && text.endsWith(tail) && text.includes(middle) && whole(text)
  }
}

interface Needed {
  readonly least: number
  readonly head: string
  readonly tail: string
  readonly middle: string
}
function neededOf(tokens: readonly Token[]): Needed {
  const first = tokens.findIndex(({ kind }) => kind !== 'text')
  const last = tokens.findLastIndex(({ kind }) => kind !== 'text')
  // Between the two: what it begins and ends with was looked at.
  return {
    least: shortest(tokens),
    head: textOf(tokens.slice(0, first)),
    tail: textOf(tokens.slice(last + 1)),
    middle: longestText(tokens.slice(first, last + 1)),
  }
}

/** How short a text may be: a long pattern costs nothing where short ones are asked about. */
function shortest(tokens: readonly Token[]): number {
  let least = 0
  for (const { kind } of tokens) if (kind === 'text' || kind === 'one' || kind === 'set') least++
  return least
}

function longestText(tokens: readonly Token[]): string {
  let longest = ''
  let run = ''
  for (const token of tokens) {
    run = token.kind === 'text' ? run + String.fromCharCode(token.code) : ''
    if (run.length > longest.length) longest = run
  }
  return longest
}

function tokenise(pattern: string, separators: boolean): Token[] {
  const tokens: Token[] = []
  let i = 0
  while (i < pattern.length) {
    const c = pattern[i] as string
    if (c === '*') {
      let end = i
      while (pattern[end] === '*') end++
      const deep = !separators || end - i > 1
      const atStart = i === 0 || pattern[i - 1] === '/'
      if (separators && deep && atStart && pattern[end] === '/') {
        // Any depth twice is any depth.
        if (tokens.at(-1)?.kind !== 'folders') tokens.push({ kind: 'folders' })
        end++
      } else if (separators && deep && atStart && end === pattern.length && i > 1) {
        tokens.pop()
        tokens.push({ kind: 'tail' }, { kind: 'deep' })
      } else tokens.push({ kind: deep ? 'deep' : 'star' })
      i = end
    } else if (c === '?') {
      tokens.push({ kind: 'one' })
      i++
    } else if (c === '[') {
      const set = readBracket(pattern, i)
      tokens.push(set ? { kind: 'set', has: set.has } : { kind: 'text', code: 91 })
      i = set ? set.end + 1 : i + 1
    } else {
      if (c === '\\' && i + 1 < pattern.length) i++
      tokens.push({ kind: 'text', code: pattern.charCodeAt(i) })
      i++
    }
  }
  return tokens
}

/** Nearly all patterns are texts with stars between them and need no simulation. */
function simple(tokens: readonly Token[], separators: boolean): TextTest | null {
  const pieces: string[] = []
  let from = 0
  let crossing = !separators
  for (let i = 0; i < tokens.length; i++) {
    const kind = (tokens[i] as Token).kind
    if (kind === 'text') continue
    if (kind !== 'star' && (kind !== 'deep' || (separators && tokens.length > 1))) return null
    if (kind === 'deep') crossing = true
    pieces.push(textOf(tokens.slice(from, i)))
    from = i + 1
  }
  const tail = textOf(tokens.slice(from))
  if (pieces.length === 0) return (text) => text === tail
  const head = pieces[0] as string
  const least = head.length + tail.length
  const middle = pieces.slice(1)
  const within: TextTest = (text) => {
    if (text.length < least || !text.startsWith(head) || !text.endsWith(tail)) return false
    let at = head.length
    for (const piece of middle) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - tail.length
  }
  if (crossing) return within
  // The first place for a piece is only right within one component.
  const whole = simulate(tokens, separators)
  return (text) => (text.includes('/') ? text.length >= least && text.startsWith(head) && text.endsWith(tail) && whole(text) : within(text))
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? String.fromCharCode(token.code) : '')).join('')
}

/** All positions in the pattern at once, so no text makes it backtrack. */
/** Of a text that begins as the pattern does before its first wildcard. */
function simulate(tokens: readonly Token[], separators: boolean): TextTest {
  const count = tokens.length
  const begin = Math.max(
    0,
    tokens.findIndex(({ kind }) => kind !== 'text'),
  )
  const enter = (set: Uint8Array, at: number): void => {
    let i = at
    set[i] = 1
    // These may match nothing, so what follows is possible at once.
    while (i < count) {
      const kind = (tokens[i] as Token).kind
      if (kind !== 'star' && kind !== 'deep' && kind !== 'folders') return
      set[++i] = 1
    }
  }
  // Made once: to make them costs more than most texts.
  let sets: readonly [Uint8Array, Uint8Array] | undefined
  return (text) => {
    sets ??= [new Uint8Array(count + 1), new Uint8Array(count + 1)]
    let now = sets[0].fill(0)
    let next = sets[1].fill(0)
    enter(now, begin)
    for (let p = begin; p < text.length; p++) {
      const code = text.charCodeAt(p)
      const free = !separators || code !== SLASH
      let alive = false
      for (let i = 0; i < count; i++) {
        if (now[i] === 0) continue
        const token = tokens[i] as Token
        if (token.kind === 'text' ? token.code === code : token.kind === 'one' ? free : token.kind === 'set' ? free && token.has(code) : false)
          enter(next, i + 1)
        else if (token.kind === 'deep' || (token.kind === 'star' && free)) enter(next, i)
        else if (token.kind === 'folders') {
          next[i] = 1
          if (code === SLASH) enter(next, i + 1)
        } else if (token.kind === 'tail' && code === SLASH) enter(next, i + 1)
        else continue
        alive = true
      }
      if (!alive) return false
      const spare = now
      now = next
      next = spare.fill(0)
    }
    return now[count] === 1 || (count > 1 && (tokens[count - 2] as Token).kind === 'tail' && now[count - 2] === 1)
  }
}
