// Compiles patterns for V8, refuses those that could take long, and finds where they match.
import { slowToCompile } from './regex-cost.ts'

export interface RegexMatch {
  readonly start: number
  readonly end: number
}
export type Regex = (text: string) => RegexMatch | null
export type RegexResult = { readonly ok: true; readonly find: Regex } | { readonly ok: false; readonly message: string }
/** How a pattern that is not ours is compiled: in linear time, by an engine that is handed in. `around`: it looks around itself, which no such engine can. */
export type CompileUserRegex = (source: string, anyCase: boolean, around?: boolean) => RegexResult

// Text is looked at piece by piece, so that the cost of one pattern stays bounded however long the text is.
interface Pieces {
  readonly size: number
  readonly overlap: number
  readonly most: number
}
const OURS: Pieces = { size: 4096, overlap: 1024, most: 96 }
// Where two repeats overlap the cost of a piece is the square of its length.
const CAREFUL: Pieces = { size: 1024, overlap: 256, most: 128 }

/** Compiles a pattern. A leading `(?i)` means any case. Refuses what can take more than linear time on a bounded piece; `isKnown`: it was compiled before, and not refused. */
export const compileRegex = (source: string, isKnown = false): RegexResult => {
  const anyCase = source.startsWith('(?i)')
  const body = anyCase ? source.slice(4) : source
  const danger = isKnown ? null : (slowToCompile(body) ?? backtracks(body))
  if (danger !== null) return { ok: false, message: danger }
  let regex: RegExp
  try {
    regex = new RegExp(body, anyCase ? 'giu' : 'gu')
  } catch (error) {
    return { ok: false, message: `\`${source}\` is not a regular expression: ${reasonOf(error)}` }
  }
  const pieces = BEGINS_REPEATING.test(body) ? CAREFUL : OURS
  return { ok: true, find: (text) => findIn(regex, text, pieces) }
}

// A pattern that begins with a repeat is tried from each of the characters it repeats over.
const BEGINS_REPEATING = /^(?:\((?:\?:)?)*(?:\[[^\]]+\]|\\[a-zA-Z]|\.)(?:[*+]|\{\d+,\})/

/**
 * Compiles a pattern that looks around itself, which no linear engine can. Two repeats may overlap once: then the pieces are smaller.
 * A pattern may match across the gap in a very long text: what it sees are the pieces.
 */
export const compileLookAround = (source: string, anyCase: boolean): RegexResult => {
  const given = source.startsWith('(?i)') ? source.slice(4) : source
  const slow = slowToCompile(given)
  if (slow !== null) return { ok: false, message: slow }
  const insensitive = anyCase || given !== source
  const clear = backtracks(given)
  const danger = clear === null ? null : backtracks(given, 1)
  if (danger !== null) return { ok: false, message: danger }
  for (const flags of ['gu', 'g']) {
    try {
      const regex = new RegExp(given, insensitive ? `${flags}i` : flags)
      return { ok: true, find: (text) => findIn(regex, text, clear === null && !BEGINS_REPEATING.test(given) ? OURS : CAREFUL) }
    } catch (error) {
      if (flags === 'g') return { ok: false, message: `\`${source}\` is not a regular expression: ${reasonOf(error)}` }
    }
  }
  return { ok: false, message: `\`${source}\` is not a regular expression` }
}

/** A pattern for lines that are short: two repeats may overlap once. Null where it may take longer, or is none. */
export function compileBounded(source: string, flags: string): RegExp | null {
  if (slowToCompile(source) !== null || backtracks(source, 1) !== null) return null
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}

const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ''
  const colon = message.lastIndexOf(': ')
  return (colon < 0 ? message : message.slice(colon + 2)).toLowerCase() || 'check brackets and escapes'
}

const findIn = (regex: RegExp, text: string, { size, overlap, most }: Pieces): RegexMatch | null => {
  if (text.length <= size) return findInPiece(regex, text, 0)
  const step = size - overlap
  const count = Math.ceil((text.length - overlap) / step)
  for (let i = 0; i < count; i++) {
    // Over the budget, the middle is skipped: the two ends are where people and attackers put things.
    if (count > most && i >= most / 2 && i < count - most / 2) continue
    const found = findInPiece(regex, text.slice(i * step, i * step + size), i * step)
    if (found !== null) return found
  }
  return null
}

const findInPiece = (regex: RegExp, piece: string, offset: number): RegexMatch | null => {
  regex.lastIndex = 0
  const found = regex.exec(piece)
  return found === null ? null : { start: offset + found.index, end: offset + found.index + found[0].length }
}

/** Says why a pattern could backtrack badly: repeated groups that repeat inside, more neighbours that overlap than bearable, backreferences. */
const backtracks = (source: string, bearable = 0): string | null => {
  let overlapping = 0
  // One flag a group: does it hold an unbounded repeat? And what the previous item of the current group repeats.
  const groups: { holds: boolean; previous: string | null }[] = [{ holds: false, previous: null }]
  let i = 0
  while (i < source.length) {
    const group = groups[groups.length - 1] as { holds: boolean; previous: string | null }
    const char = source[i] as string
    let atom: string
    let inner = false
    if (char === '(') {
      groups.push({ holds: false, previous: null })
      i += 1
      if (source[i] === '?') {
        const name = source.startsWith('?<', i) && source[i + 2] !== '=' && source[i + 2] !== '!'
        i = name ? source.indexOf('>', i) + 1 || source.length : i + (source[i + 1] === '<' ? 3 : 2)
      }
      continue
    }
    if (char === '|') {
      group.previous = null
      i += 1
      continue
    }
    if (char === '^' || char === '$') {
      i += 1
      continue
    }
    if (char === ')') {
      if (groups.length === 1) return null // unbalanced: the compiler says it better
      const closed = groups.pop() as { holds: boolean; previous: string | null }
      inner = closed.holds
      if (inner) (groups[groups.length - 1] as { holds: boolean }).holds = true
      atom = '()'
      i += 1
    } else if (char === '[') {
      const end = classEnd(source, i)
      atom = source.slice(i, end)
      i = end
    } else if (char === '\\') {
      const next = source[i + 1] ?? ''
      if ((next >= '1' && next <= '9') || (next === 'k' && source[i + 2] === '<')) return 'a backreference can take very long: spell the repetition out'
      atom = source.slice(i, i + 2)
      i += 2
      if (next === 'b' || next === 'B') continue
      if ((next === 'p' || next === 'P' || next === 'u') && source[i] === '{') {
        const end = source.indexOf('}', i)
        if (end < 0) return null
        atom += source.slice(i, end + 1)
        i = end + 1
      }
    } else {
      atom = char
      i += 1
    }
    const quantifier = quantifierAt(source, i)
    if (quantifier !== null) i += quantifier.length
    const outer = groups[groups.length - 1] as { holds: boolean; previous: string | null }
    if (quantifier !== null && quantifier.unbounded) {
      if (inner) return `a repeated group that repeats inside can take very long: bound one of them, as in \`{0,20}\``
      if (outer.previous !== null && overlaps(outer.previous, atom) && ++overlapping > bearable)
        return `\`${outer.previous}\` and \`${atom}\` repeat side by side and overlap: keep one of them`
      outer.holds = true
      outer.previous = atom
    } else if (quantifier === null || !quantifier.optional) {
      outer.previous = null
    }
  }
  return null
}

const classEnd = (source: string, start: number): number => {
  let i = start + 1
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
  return Math.min(i + 1, source.length)
}

const quantifierAt = (source: string, at: number): { length: number; unbounded: boolean; optional: boolean } | null => {
  const char = source[at]
  const lazy = (length: number): number => (source[at + length] === '?' ? length + 1 : length)
  if (char === '*' || char === '+') return { length: lazy(1), unbounded: true, optional: char === '*' }
  if (char === '?') return { length: lazy(1), unbounded: false, optional: true }
  if (char !== '{') return null
  const end = source.indexOf('}', at)
  const match = end < 0 ? null : /^\{(\d{1,6})(,?)(\d{0,6})$/.exec(source.slice(at, end))
  if (match === null) return null
  const open = match[2] === ',' && match[3] === ''
  return { length: lazy(end + 1 - at), unbounded: open || Number(match[3] || match[1]) > 2000, optional: Number(match[1]) === 0 }
}

// Every ASCII character and a few beyond: two repeats overlap when one character suits both.
const samples = (): readonly string[] => [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '\u00e9', '\u0416', '\u4e2d', '\u202e']
const overlaps = (a: string, b: string): boolean => {
  if (a === '()' || b === '()') return true
  try {
    const [first, second] = [new RegExp(`^${a}$`, 'u'), new RegExp(`^${b}$`, 'u')]
    return samples().some((char) => first.test(char) && second.test(char))
  } catch {
    return true
  }
}
