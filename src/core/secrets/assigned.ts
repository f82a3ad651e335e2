// Which values does the text give to names that promise a secret?
import { readAssignment } from './assignment.ts'
import type { Assignment } from './assignment.ts'
import { regexOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { couldBeSecret, isGenerated } from './generic.ts'
import { SORTS } from './model.ts'
import type { SecretBook } from './model.ts'
import { isForAll, promiseOf } from './names.ts'
import type { Promised } from './names.ts'
import { isHarmless, isPlaceholder, isUuid } from './placeholder.ts'
import { isRandom } from './randomness.ts'

const VALUE = SORTS.indexOf('value')
const SHORTEST = 6
const SHORTEST_COVERED = 4
const LONGEST_LEFT = 80
const LONGEST_RIGHT = 200
/** How far before a name its vendor may stand: `acme api key = …`. */
const VENDOR_REACH = 48
const MOST_VENDORS = 16
const MOST_TAILS = 4
/** A bare value of this length that was no secret is not read again for the names in it. */
const LONG_VALUE = 64
const MOST_NAMES = 2_000

/**
 * `named` holds triples: kind, start and end of a keyword, in order of the ends. Stops when `found` has as many as anybody wants. `loosely`: every
 * literal that is given to such a name counts, for what is only to be covered up.
 */
export function findAssigned(text: string, book: SecretBook, named: readonly number[], found: Candidate[], most: number, loosely = false): void {
  const scan: Scan = { text, book, named, generic: genericKinds(book), promises: null, loosely }
  let doneTo = 0
  for (let at = 0; at < named.length && found.length < most; at += 3) {
    const hit = named[at + 1] as number
    if (hit < doneTo) continue
    const run = nameRound(text, hit, named[at + 2] as number)
    doneTo = run.end
    const glued = inTail(scan, at, run)
    if (glued !== null) {
      found.push(glued)
      continue
    }
    const value = readAssignment(text, run.end)
    if (value === null || value.end - value.start < (loosely ? SHORTEST_COVERED : SHORTEST)) continue
    const candidate = inValue(scan, at, run, value)
    if (candidate !== null) {
      found.push(candidate)
      doneTo = candidate.end
    } else if (!value.quoted && value.end - value.start >= LONG_VALUE) doneTo = value.end
  }
}

interface Scan {
  readonly text: string
  readonly book: SecretBook
  readonly named: readonly number[]
  readonly generic: GenericKinds
  /** What each name promises: names repeat. */
  promises: Map<string, Promised | null> | null
  readonly loosely: boolean
}
interface Run {
  readonly start: number
  readonly end: number
}
type GenericKinds = Readonly<Record<Promised, number>>

const generics = new WeakMap<SecretBook, GenericKinds>()
function genericKinds(book: SecretBook): GenericKinds {
  let known = generics.get(book)
  if (known === undefined) {
    const of = (where: Promised): number => book.sorts.indexOf(SORTS.indexOf(where))
    generics.set(book, (known = { password: of('password'), secret: of('secret'), key: of('key') }))
  }
  return known
}

const isName = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 45 || code === 46

function nameRound(text: string, hit: number, hitEnd: number): Run {
  let start = hit
  while (start > 0 && hit - start < LONGEST_LEFT && isName(text.charCodeAt(start - 1))) start--
  let end = hitEnd
  while (end < text.length && end - hitEnd < LONGEST_RIGHT && isName(text.charCodeAt(end))) end++
  return { start, end }
}

/** The value may be glued to its name: `acme-SECRET-0f3a…`. */
function inTail({ text, book, named, generic }: Scan, first: number, run: Run): Candidate | null {
  for (let at = first, tried = 0; at < named.length && tried < MOST_TAILS && run.end - (named[at + 2] as number) > 16; at += 3) {
    const where = SORTS[book.sorts[named[at] as number] as number]
    const end = named[at + 2] as number
    if (where === 'value' || generic[where as Promised] < 0 || !/[-_.]/.test(text.charAt(end)) || !isGluing(text, named[at + 1] as number, end)) continue
    tried++
    if (isGluedValue(text.slice(end + 1, run.end))) return { kind: generic[where as Promised], rank: 3, start: end + 1, end: run.end }
  }
  return null
}

/** One long piece, or groups that are each letters with digits: words with a number at the end are a name. */
function isGluedValue(tail: string): boolean {
  // `key-0f3a…` of seventeen characters is how a cloud numbers its things.
  if (tail.length < 16 || /^[0-9a-f]{17}$/.test(tail) || !/\d\D{0,20}\d/.test(tail) || isPlaceholder(tail) || isHarmless(tail) || !isGenerated(tail, 16))
    return false
  const pieces = tail.split(/[-_.]/)
  const telling = pieces.some((piece) => piece.length >= 16) || pieces.every((piece) => piece.length >= 4 && /\d/.test(piece)) || isUuid(tail)
  return telling && (isRandom(tail, 'high') || /^[0-9a-f-]+$/i.test(tail))
}

/** Few words are glued to their value, and `key` only as a word of its own: `nvkey-…` is a name. */
function isGluing(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end)
  return /^(?:secret|token|tkn|password|private|access)$/i.test(word) || (/^key$/i.test(word) && !(/[a-z]/.test(text.charAt(start - 1)) && word === 'key'))
}

function inValue(scan: Scan, first: number, run: Run, value: Assignment): Candidate | null {
  const { text, book, generic } = scan
  const literal = text.slice(value.start, value.end)
  // Between two words of prose there is always a space: only what has digits can be a value then.
  if (value.sign === ' ' && !/\d/.test(literal) && text[run.start] !== '-') return null
  if (isForAll(text.slice(run.start, run.end))) return null
  const promise = promiseIn(scan, run)
  const vendors = value.open ? [] : vendorsNear(scan, first, run)
  for (const index of vendors) {
    if (literal.length < (book.least[index] as number)) continue
    const kind = book.kindAt(index)
    if (!kind.bare && promise === null && (value.sign === ' ' || !saysSecret(text, run))) continue
    if (regexOf(book, index).test(literal) && !isPlaceholder(literal) && isRandom(literal, kind.randomness))
      return { kind: index, rank: 2, start: value.start, end: value.end }
  }
  if (promise === null || generic[promise] < 0) return null
  if (scan.loosely && isGiven(promise, literal, value, text.slice(run.start, run.end)))
    return { kind: generic[promise], rank: 3, start: value.start, end: value.end }
  const isSecret = couldBeSecret(promise, literal, value, text.slice(run.start, run.end), lineBefore(text, run.start))
  return isSecret ? { kind: generic[promise], rank: 3, start: value.start, end: value.end } : null
}

/** `PASSWORD=Hunter2Zebra`, `--token x`, `"secret": "x"`: a literal, as commands and settings write it. */
const isGiven = (promise: Promised, literal: string, { sign, tight, quoted, open }: Assignment, name: string): boolean =>
  promise !== 'key' &&
  !/(?:session(?:_?id)?|^pwd)$/i.test(name) &&
  !open &&
  ((sign === '=' && tight) || (sign === ':' && quoted) || (sign === ' ' && name.startsWith('-'))) &&
  !/^[$%<{(@-]|^(?:true|false|null|none|undefined|\d{1,5})$/i.test(literal) &&
  // Nothing is told by what the name says already: `POSTGRES_PASSWORD=postgres`.
  !name.toLowerCase().split(/[-_.]/).includes(literal.toLowerCase()) &&
  !isPlaceholder(literal)

/** `secret key = …` is one name of two words. */
function promiseIn(scan: Scan, run: Run): Promised | null {
  const { text } = scan
  const promises = (scan.promises ??= new Map())
  const before = text[run.start - 1] === ' ' ? (/[A-Za-z]{2,20} $/.exec(text.slice(Math.max(0, run.start - 22), run.start))?.[0] ?? '') : ''
  const name = before + text.slice(run.start, run.end)
  const known = promises.get(name)
  if (known !== undefined) return known
  const promise = promiseOf(name)
  if (promises.size < MOST_NAMES) promises.set(name, promise)
  return promise
}

const lineBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 40), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

const saysSecret = (text: string, run: Run): boolean =>
  /token|secret|key|pass|auth|cred|access|private|pwd|api|login/i.test(text.slice(Math.max(0, run.start - VENDOR_REACH), run.end))

/** Vendors named in the name itself or shortly before it on the same line. */
function vendorsNear({ text, book, named }: Scan, first: number, run: Run): number[] {
  const vendors: number[] = []
  const note = (at: number): void => {
    const index = named[at] as number
    if (book.sorts[index] === VALUE && beginsWord(text, named[at + 1] as number) && !vendors.includes(index)) vendors.push(index)
  }
  for (let at = first, n = 0; at < named.length && n < MOST_VENDORS && (named[at + 1] as number) < run.end; at += 3, n++) note(at)
  const from = Math.max(0, run.start - VENDOR_REACH)
  const least = from + text.slice(from, run.start).lastIndexOf('\n') + 1
  for (let at = first - 3, n = 0; at >= 0 && n < MOST_VENDORS && (named[at + 1] as number) >= least; at -= 3, n++) note(at)
  return vendors
}

/** A vendor's name begins a word, also inside `acmeKey`; elsewhere the letters are chance. */
const beginsWord = (text: string, at: number): boolean => {
  const pair = text.slice(Math.max(0, at - 1), at + 1)
  return pair.length < 2 || !/^[A-Za-z]{2}$/.test(pair) || /^[a-z][A-Z]$/.test(pair)
}
