// Which secrets stand in a text? Keywords first, then patterns round them, then what names promise.
import { walkKeywords } from './automaton.ts'
import { findAssigned } from './assigned.ts'
import { regexOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { isSampleLogin, isStandIn } from './generic.ts'
import { stretchesIn } from './encoded.ts'
import { joinedText } from './joined.ts'
import { isJwt } from './jwt.ts'
import { SORTS } from './model.ts'
import type { ScanOptions, SecretBook, SecretFinding, SecretKind } from './model.ts'
import { isMask } from './placeholder.ts'
import { findRandom } from './random.ts'
import { isRandom } from './randomness.ts'

const BEFORE = 256
const AFTER = 1024
const PIECE = 8192
const NEARBY = 200
const MOST_FINDINGS = 10_000
/** Candidates that may turn out to be one secret. */
const SEVERAL = 10
const SHORTEST_REPEAT = 8
const MOST_REPEATED = 64

/** Kind, place and length of each secret, in order. Never its text. */
export function findSecrets(text: string, book: SecretBook, options: ScanOptions = {}): SecretFinding[] {
  const { most = MOST_FINDINGS, pieces = false } = options
  const { found } = candidatesIn(text, book, Math.min(most * SEVERAL, MOST_FINDINGS))
  const split = pieces ? (inPieces(text, book) ?? []) : []
  return found.length === 0 && split.length === 0 ? [] : findingsOf([...found, ...split], book).slice(0, most)
}

/** True also for text made so that it cannot be looked at whole. */
export function containsLikelySecret(text: string, book: SecretBook): boolean {
  const { found, whole } = candidatesIn(text, book)
  return found.length > 0 || !whole
}

/** The same text with `[kind, N characters]` in place of each secret and of its repeats, also of those in pieces or encoded, and of what is given to names that promise one. What cannot be looked at whole is replaced whole. */
export const redactSecrets = (text: string, book: SecretBook): string =>
  coverSecrets(text, book, ({ kind, length }) => `[${kind}, ${length} characters]`, hidden, true)?.text ?? `[text, ${text.length} characters]`

export interface Covered {
  readonly text: string
  readonly secrets: readonly SecretFinding[]
}

/** Null when the text cannot be looked at whole. `loosely`: whatever is given to a name that promises a secret counts as one. */
export function coverSecrets(
  text: string,
  book: SecretBook,
  cover: (secret: SecretFinding) => string,
  besides: Besides = nothing,
  loosely = false,
): Covered | null {
  const { found, whole } = candidatesIn(text, book, MOST_FINDINGS, loosely)
  const others = whole ? besides(text, book) : null
  if (others === null) return null
  const secrets = findingsOf([...found, ...repeatsOf(text, found), ...others], book)
  let out = ''
  let at = 0
  for (const secret of secrets) {
    out += text.slice(at, secret.start) + cover(secret)
    at = secret.end
  }
  return { text: out + text.slice(at), secrets }
}

type Besides = (text: string, book: SecretBook) => readonly Candidate[] | null
const nothing: Besides = () => []

/** What is a secret only once its pieces are put together: by its own looks, since names before a value read otherwise then. */
const inPieces: Besides = (text, book) => {
  const joined = joinedText(text)
  if (joined === null) return []
  const { found, whole } = candidatesIn(joined.text, book, 0)
  if (!whole) return null
  return found.flatMap((candidate) => {
    const [start, end] = joined.rawSpan(candidate.start, candidate.end)
    return end - start > candidate.end - candidate.start ? [{ ...candidate, start, end }] : []
  })
}

const hidden: Besides = (text, book) => {
  const pieces = inPieces(text, book)
  return pieces === null ? null : [...pieces, ...inStretches(text, book)]
}

/** What is encoded may be encoded again. */
const MOST_LAYERS = 3

/** The stretch as a whole: where in it the secret begins is not seen in what encodes it. */
const inStretches = (text: string, book: SecretBook, layers = 1): Candidate[] =>
  stretchesIn(text).flatMap(({ start, end, decoded }) => {
    const { found } = candidatesIn(decoded, book, MOST_FINDINGS, true)
    const [first] = found.length > 0 || layers >= MOST_LAYERS ? found.toSorted((a, b) => a.rank - b.rank) : inStretches(decoded, book, layers + 1)
    return first === undefined ? [] : [{ kind: first.kind, rank: first.rank, start, end }]
  })

/** A secret known from one place (`TOKEN=…`) is one everywhere else in the text too. */
function repeatsOf(text: string, found: readonly Candidate[]): Candidate[] {
  const repeats: Candidate[] = []
  const seen = new Set<string>()
  for (const { kind, start, end } of found) {
    const value = text.slice(start, end)
    if (value.length < SHORTEST_REPEAT || seen.size >= MOST_REPEATED || seen.has(value)) continue
    seen.add(value)
    for (let at = text.indexOf(value); at >= 0 && repeats.length < MOST_FINDINGS; at = text.indexOf(value, at + value.length)) {
      repeats.push({ kind, rank: 4, start: at, end: at + value.length })
    }
  }
  return repeats
}

const findingsOf = (found: Candidate[], book: SecretBook): SecretFinding[] =>
  withoutOverlaps(found).map(({ kind, start, end }) => {
    const { id, title } = book.kindAt(kind)
    return { kind: id, title, start, end, length: end - start }
  })

const LED = SORTS.indexOf('led')
const ROUND = SORTS.indexOf('round')

/** `most` of those that names promise; with none, only what shows by its own looks. */
function candidatesIn(text: string, book: SecretBook, most = MOST_FINDINGS, loosely = false): { readonly found: Candidate[]; readonly whole: boolean } {
  const found: Candidate[] = []
  // By kind; most texts wake none or few.
  const looked = new Map<number, { times: number; doneTo: number }>()
  const windows: number[][] = []
  const named: number[] = []
  let whole = true
  const { automaton, sorts, least, wakes, wakesFrom } = book
  walkKeywords(automaton, text, (keyword, end) => {
    const start = end - (automaton.lengths[keyword] as number)
    for (let at = wakesFrom[keyword] as number; at < (wakesFrom[keyword + 1] as number); at++) {
      const index = wakes[at] as number
      const sort = sorts[index]
      if (sort === ROUND) {
        if (text.length >= (least[index] as number)) noteWindow(windows, index, start, end, text.length)
      } else if (sort !== LED) {
        if (most > 0) named.push(index, start, end)
      } else if (text.length - start >= (least[index] as number) && isEdge(text, start)) {
        let look = looked.get(index)
        if (look === undefined) looked.set(index, (look = { times: 0, doneTo: 0 }))
        if (start < look.doneTo) continue
        if (look.times >= book.kindAt(index).looks) {
          whole = false
          continue
        }
        look.times++
        const candidate = lookAt(text, book, index, start)
        if (candidate === null) continue
        found.push(candidate)
        look.doneTo = candidate.end
        look.times = 0
      }
    }
    return found.length < MOST_FINDINGS
  })
  windows.forEach((spans, index) => lookThrough(text, book, index, spans, found))
  if (named.length > 0) findAssigned(text, book, named, found, found.length + most, loosely)
  if (most > 0) findRandom(text, book, found, found.length + most)
  return { found, whole: whole && found.length < MOST_FINDINGS }
}

function lookAt(text: string, book: SecretBook, index: number, start: number): Candidate | null {
  const regex = regexOf(book, index)
  regex.lastIndex = start
  const match = regex.exec(text)
  return match === null ? null : candidateOf(text, book, index, match, 0, text.length)
}

/** Windows that touch are one, so that however many hits there are, each character is looked at a bounded number of times. */
function noteWindow(windows: number[][], index: number, start: number, end: number, length: number): void {
  const from = Math.max(0, start - BEFORE)
  const to = Math.min(length, end + AFTER)
  const spans = windows[index]
  if (spans === undefined) windows[index] = [from, to]
  else if (from <= (spans[spans.length - 1] as number)) spans[spans.length - 1] = to
  else spans.push(from, to)
}

function lookThrough(text: string, book: SecretBook, index: number, spans: readonly number[], found: Candidate[]): void {
  const regex = regexOf(book, index)
  for (let i = 0; i < spans.length; i += 2) {
    const to = spans[i + 1] as number
    for (let from = spans[i] as number; from < to; from += PIECE) {
      const piece = text.slice(from, Math.min(to, from + PIECE + BEFORE + AFTER))
      regex.lastIndex = 0
      for (let match = regex.exec(piece); match !== null && found.length < MOST_FINDINGS; match = regex.exec(piece)) {
        if (match[0] === '') regex.lastIndex++
        else if (isEdge(text, from + match.index)) {
          const candidate = candidateOf(text, book, index, match, from, from + piece.length)
          if (candidate !== null) found.push(candidate)
        }
      }
    }
  }
}

function candidateOf(text: string, book: SecretBook, index: number, match: RegExpExecArray, offset: number, seenTo: number): Candidate | null {
  const kind = book.kindAt(index)
  const matchEnd = offset + match.index + match[0].length
  // A token cut by the window goes on to its end.
  const cut = matchEnd === seenTo && seenTo < text.length
  if (!cut && isWord(text.charCodeAt(matchEnd - 1)) && isWord(text.charCodeAt(matchEnd))) return null
  const [from, to] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length]
  const start = offset + from
  const end = cut && to === match.index + match[0].length ? endOfToken(text, matchEnd) : offset + to
  const value = text.slice(start, end)
  if (isMask(value) || !isRandom(value, kind.randomness)) return null
  if (!passes(kind.check, value)) return null
  if (kind.context.length > 0 && !isNear(text, start, end, kind.context)) return null
  return { kind: index, rank: kind.check !== null ? 2 : kind.context.length > 0 ? 0 : 1, start, end }
}

const passes = (check: SecretKind['check'], value: string): boolean =>
  check === 'jwt' ? isJwt(value) : check === 'login' ? !isSampleLogin(value) : check === null || !isStandIn(value)

const isNear = (text: string, start: number, end: number, words: readonly string[]): boolean => {
  const nearby = text.slice(Math.max(0, start - NEARBY), end + NEARBY).toLowerCase()
  return words.some((word) => nearby.includes(word))
}

const isWord = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95

function endOfToken(text: string, from: number): number {
  let end = from
  while (end - from < PIECE && /[\w+/=.-]/.test(text.charAt(end))) end++
  return end
}

const BACKSLASH = 92
const PERCENT = 37

/** A token does not begin in the middle of a word; an escape (`\n`, `%3D`) before it is no word. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true
  const before = text.charCodeAt(at - 1)
  if (before === 95 || !isWord(before) || !isWord(text.charCodeAt(at))) return true
  if (at > 1 && text.charCodeAt(at - 2) === BACKSLASH) return /[nrt]/.test(text.charAt(at - 1))
  return at > 2 && text.charCodeAt(at - 3) === PERCENT && /^[0-9A-F]{2}$/i.test(text.slice(at - 2, at))
}

/** Overlapping candidates are one secret: named after the most telling of them, then the longest, and as long as all together. */
function withoutOverlaps(candidates: Candidate[]): Candidate[] {
  candidates.sort((a, b) => a.start - b.start || a.rank - b.rank || b.end - a.end)
  const kept: Candidate[] = []
  for (const next of candidates) {
    const last = kept[kept.length - 1]
    if (last === undefined || next.start >= last.end) {
      kept.push(next)
      continue
    }
    const better = next.rank < last.rank || (next.rank === last.rank && next.end - next.start > last.end - last.start) ? next : last
    kept[kept.length - 1] = { ...better, start: last.start, end: Math.max(last.end, next.end) }
  }
  return kept
}
