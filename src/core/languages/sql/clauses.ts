// What does a piece of an SQL statement say: which name, which condition, always true or not?
import type { SqlToken } from '../_query/tokens.ts'

/** One statement, or one statement inside another: tokens `from` up to `to`, of which those at `depth` are its own. */
export interface Segment {
  readonly source: string
  readonly tokens: readonly SqlToken[]
  readonly from: number
  readonly to: number
  readonly depth: number
}

export const isWordAt = (segment: Segment, at: number, ...words: string[]): boolean => {
  const token = at < segment.to ? segment.tokens[at] : undefined
  return token !== undefined && token.kind === 'word' && words.includes(token.text)
}

/** The first own token from `at` on that is one of these words, or -1. */
export function findWord(segment: Segment, at: number, words: ReadonlySet<string>): number {
  for (let i = Math.max(at, segment.from); i < segment.to; i++) {
    const token = segment.tokens[i] as SqlToken
    if (token.kind === 'word' && token.depth === segment.depth && token.text.length > 1 && words.has(token.text)) return i
  }
  return -1
}

/** The first own token from `at` on that is this word, or -1. */
export function findOne(segment: Segment, at: number, word: string): number {
  for (let i = Math.max(at, segment.from); i < segment.to; i++) {
    const token = segment.tokens[i] as SqlToken
    if (token.text === word && token.kind === 'word' && token.depth === segment.depth) return i
  }
  return -1
}

/** Skips `IF EXISTS`, `IF NOT EXISTS`, `CONCURRENTLY`, `ONLY`, `LOW_PRIORITY` and their like. */
export function skipNoise(segment: Segment, at: number): number {
  let i = at
  while (i < segment.to && (segment.tokens[i] as SqlToken).kind === 'word' && NOISE.has((segment.tokens[i] as SqlToken).text)) i++
  return i
}
const NOISE = new Set(['IF', 'EXISTS', 'NOT', 'CONCURRENTLY', 'ONLY', 'LOW_PRIORITY', 'QUICK', 'IGNORE', 'HIGH_PRIORITY', 'DELAYED', 'ONLINE', 'OFFLINE'])

export interface Name {
  readonly name: string
  readonly next: number
}

/** `a.b."c d"` as one name without quotes, or null when something else stands there. */
export function readName(segment: Segment, at: number): Name | null {
  const { tokens, to, source } = segment
  const first = tokens[at]
  if (at >= to || first === undefined || (first.kind !== 'word' && first.kind !== 'name')) return null
  // a comment sign for one server, a temporary table for another: `#note⏎users` means users
  if (first.kind === 'word' && first.text.startsWith('#')) {
    const after = tokens[at + 1]
    if (
      at + 1 < to &&
      after !== undefined &&
      (after.kind === 'name' || (after.kind === 'word' && !AFTER_NAME.has(after.text))) &&
      source.slice(first.end, after.start).includes('\n')
    )
      return readName(segment, at + 1)
  }
  let name = ''
  let i = at
  for (let parts = 0; i < to && parts < 12; parts++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'word' && token.kind !== 'name') break
    name += token.kind === 'name' ? token.text : source.slice(token.start, token.end)
    i++
    let dots = 0
    while (i < to && dots < 3 && (tokens[i] as SqlToken).text === '.' && (tokens[i] as SqlToken).kind === 'punct') {
      name += '.'
      dots++
      i++
    }
    if (dots === 0) break
  }
  return { name: name.slice(0, 300), next: i }
}

const AFTER_NAME = new Set([
  'WHERE',
  'SET',
  'CASCADE',
  'RESTRICT',
  'DROP',
  'DELETE',
  'TRUNCATE',
  'SELECT',
  'INSERT',
  'UPDATE',
  'CREATE',
  'ALTER',
  'EXEC',
  'EXECUTE',
  'GO',
  'IF',
  'BEGIN',
  'END',
  'FROM',
  'JOIN',
  'INNER',
  'LEFT',
  'VALUES',
  'OUTPUT',
  'PRINT',
  'DECLARE',
  'ADD',
  'USE',
  'WITH',
  'MERGE',
  'COMMIT',
  'ROLLBACK',
  'ORDER',
  'GROUP',
  'ON',
  'AS',
])

/** `a, b, c`: at most fifty are told apart. */
export function readNames(segment: Segment, at: number): string[] {
  const names: string[] = []
  let i = at
  while (names.length < 50) {
    const found = readName(segment, skipNoise(segment, i))
    if (found === null) break
    names.push(found.name)
    i = found.next
    if (segment.tokens[i]?.text === '*') i++
    if (i >= segment.to || (segment.tokens[i] as SqlToken).text !== ',') break
    i++
  }
  return names
}

const ENDS_CONDITION = new Set(['RETURNING', 'ORDER', 'LIMIT', 'OPTION', 'OUTPUT', 'ALLOW', 'SETTINGS', 'END', 'GROUP', 'ELSE'])

/** Does the statement touch every row: no WHERE of its own, or one that is always true? */
export function touchesAll(segment: Segment, at: number): boolean {
  if (findWord(segment, at, LIMITS) >= 0) return false
  const where = findOne(segment, at, 'WHERE')
  if (where < 0) return true
  let end = where + 1
  while (end < segment.to) {
    const token = segment.tokens[end] as SqlToken
    if (token.depth === segment.depth && token.kind === 'word' && ENDS_CONDITION.has(token.text)) break
    end++
  }
  return alwaysTrue(segment, where + 1, end, 0)
}
const LIMITS = new Set(['LIMIT', 'TOP', 'FETCH', 'JOIN', 'ROWNUM'])

/** True for conditions such as `1=1`, `TRUE`, `id = id`, `id IS NOT NULL`, alone, OR-ed with others, or AND-ed together. */
function alwaysTrue(segment: Segment, from: number, to: number, nested: number): boolean {
  const { tokens } = segment
  if (from >= to || nested > 6) return false
  const depth = (tokens[from] as SqlToken).depth
  const terms = (word: string): [number, number][] => {
    const found: [number, number][] = []
    let start = from
    for (let i = from; i < to; i++) {
      const token = tokens[i] as SqlToken
      if (token.depth === depth && token.kind === 'word' && token.text === word) {
        found.push([start, i])
        start = i + 1
      }
    }
    found.push([start, to])
    return found
  }
  const either = terms('OR')
  if (either.length > 1) return either.some(([a, b]) => alwaysTrue(segment, a, b, nested + 1))
  const both = terms('AND')
  if (both.length > 1) return both.every(([a, b]) => alwaysTrue(segment, a, b, nested + 1))
  const first = tokens[from] as SqlToken
  const last = tokens[to - 1] as SqlToken
  if (first.text === '(' && last.text === ')' && last.depth === first.depth) {
    for (let i = from + 1; i < to - 1; i++) if ((tokens[i] as SqlToken).depth <= depth) return false
    return alwaysTrue(segment, from + 1, to - 1, nested + 1)
  }
  const size = to - from
  if (size > 8) return false
  const text = (at: number): string => segment.source.slice((tokens[at] as SqlToken).start, (tokens[at] as SqlToken).end)
  const words = Array.from({ length: size }, (_, i) =>
    text(from + i)
      .slice(0, 80)
      .toUpperCase(),
  )
  const said = words.join(' ')
  if (said === 'TRUE' || said === 'NOT FALSE' || (size === 1 && first.kind === 'number' && Number(first.text) !== 0)) return true
  if (/^\S{1,60} IS NOT NULL$/.test(said)) return /^["`[]?(?:\w{0,30}_)?(?:UU)?ID["`\]]?\b/.test(said)
  if (/^["`[]?\w{0,30}ID["`\]]? (?:> 0|> = 0|> - 1|! = (?:0|'')|< > (?:0|''))$/.test(said)) return true
  if (/^\S{1,60} I?LIKE '%+'$/.test(said)) return true
  const equals = words.indexOf('=')
  if (equals > 0) {
    const left = words.slice(0, equals).join(' ')
    const right = words.slice(equals + (words[equals + 1] === '=' ? 2 : 1)).join(' ')
    return left === right
  }
  const [a, sign, b, c] = words
  if (size >= 3 && first.kind === 'number' && last.kind === 'number') {
    const right = Number(size === 4 ? c : b)
    if (sign === '<' && b === '>') return Number(a) !== right
    if (sign === '!' && b === '=') return Number(a) !== right
    if (size === 3 && sign === '>') return Number(a) > right
    if (size === 3 && sign === '<') return Number(a) < right
  }
  return false
}
