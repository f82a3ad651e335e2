// What is being gathered while one call is read: the actions so far, the budget, and the books to look things up in.
import type { Action, Because, Facts, Need, Scene, Severity, Span, Where, Word } from '../model.ts'
import type { SecretBook } from '../secrets/model.ts'
import type { CodeParsers } from '../languages/_code/parsers.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import type { LanguageBook } from '../languages/_book/book.ts'
import type { Meaning } from '../meaning/entries.ts'
import { NONE } from '../value/text.ts'

export interface Books {
  readonly meaning: Meaning
  readonly languages: LanguageBook
  readonly places: PlaceBook
  readonly parsers: CodeParsers
  /** Kinds of secrets; loaded on first use, absent where nothing is scanned. */
  readonly secrets?: () => SecretBook | null
  /** A keyed digest of a secret; null or absent where there is no key. */
  readonly digest?: (secret: string) => string | null
}

/** Mutable only while `interpret` runs; nothing of it leaves but `actions` and `needs`. */
export interface Trace {
  readonly books: Books
  readonly scene: Scene
  readonly field: string
  readonly actions: Action[]
  readonly needs: Need[]
  /** Addresses of names, where somebody asked. */
  readonly hosts: Facts['hosts']
  /** How much lies where, where it was counted. */
  readonly extents: Facts['extents']
  /** Variables that nobody has set, where somebody looked. */
  readonly unset: ReadonlySet<string>
  /** Runs whose output is decoded from something (base64, xxd …). */
  readonly decoders: Set<number>
  /** Where files came to lie that nobody could read before: below a folder, or null for anywhere; the run that brought them, and those that it was asked for. */
  readonly arrivals: { readonly folder: string | null; readonly by: number; readonly named: readonly string[] }[]
  /** Code has run that nobody has committed: it may have written more than was seen. */
  loose: boolean
  /** Programs nobody described that were handed a word that is not known: they may have changed what that names. */
  readonly handed: number[]
  /** Code that was read, by the run that was given it: not what is committed, built or installed. */
  readonly codes: { readonly by: number | null; readonly text: string }[]
  /** What programs printed that list names, by their run, and where they stood. */
  readonly listed: Map<number, { readonly items: readonly Word[]; readonly cwd: string }>
  /** Steps left before we stop reading and say so. */
  budget: number
  /** The same for what lies in files: a long script must not hide what follows it. */
  fileBudget: number
  inFile: boolean
  /** Somewhere a substitution stands in brackets, and somewhere values are taken for numbers: that would run it. */
  subscripts: boolean
  /** A loop is being read a second time: those in it are not. */
  again: boolean
  /** Texts of files as they lay there before. */
  readonly lay: Facts['files']
  /** Secrets that a file of the environment set in this shell, by name. */
  readonly sourced: Map<string, string>
  /** How many `mktemp` folders were made so far. */
  scratch: number
  /** Characters of inline code left to read, and of code in files. */
  code: number
  fileCode: number
  /** What reading a text gave, by language and text: the same file may be run a thousand times. */
  readonly known: Map<string, Map<string, unknown>>
}

/** Who does something, and where: what every action of one command has in common. */
export interface Doer {
  readonly by: number | null
  readonly at: Where
  readonly as: 'user' | 'root'
  readonly certain: boolean
  readonly span: Span
  readonly later?: true
  /** The text that says so was committed, built or installed: it need not be readable. */
  readonly familiar?: Familiar
}
/** `long`: it may be long, not more. */
export type Familiar = boolean | 'long'

/** Everything an action of one kind still needs once `Doer` has given its share. */
export type Rest<A> = A extends Action
  ? Omit<A, 'id' | 'by' | 'at' | 'as' | 'certain' | 'span' | 'takes' | 'later'> & { readonly takes?: readonly number[] }
  : never

export function add(trace: Trace, doer: Doer, rest: Rest<Action>): number {
  if (rest.does !== 'unknown' && !step(trace, doer)) return Math.max(0, trace.actions.length - 1)
  const id = trace.actions.length
  const { by, at, as, certain, span, later } = doer
  const base = later === undefined ? { takes: NONE, id, by, at, as, certain, span } : { takes: NONE, id, by, at, as, certain, span, later }
  // Spreading things of many makes costs five times as much.
  trace.actions.push(Object.assign(base, rest))
  return id
}

export function addUnknown(trace: Trace, doer: Doer, because: Because, could: Severity, detail: string, takes: readonly number[] = NONE): number {
  // What was committed, built or installed may be long and clever.
  const expected = doer.familiar === true ? because !== 'control-character' : doer.familiar === 'long' && LONG.has(because)
  return add(trace, doer, { does: 'unknown', because, could: expected ? 'low' : could, detail, takes })
}

const LONG: ReadonlySet<Because> = new Set(['too-large', 'too-much', 'too-deep'])
const MOST_NEEDS = 128

/** Something that would be good to know; each is asked for once. */
export function addNeed(trace: Trace, need: Need & { readonly path: string }): void {
  const { needs } = trace
  if (needs.length < MOST_NEEDS && !needs.some((known) => known.kind === need.kind && 'path' in known && known.path === need.path)) needs.push(need)
}

/** Takes one step off the budget where that does not spend it: then nobody need know whose step it is. */
export function hasStep(trace: Trace): boolean {
  if (trace.budget <= 1) return false
  trace.budget--
  return true
}

/** Takes one step off the budget; false when it is spent. */
export function step(trace: Trace, doer: Doer, cost = 1): boolean {
  if (trace.budget <= 0) return false
  trace.budget -= cost
  if (trace.budget > 0) return true
  // What is not read of a file that is being written may be the worst in it, so it weighs no less.
  const { later: _, ...now } = doer
  addUnknown(trace, now, 'too-much', 'high', 'more to read than the budget allows')
  return false
}

/** Reads a text once, however often it is run. */
export function readOnce<T>({ known }: Trace, kind: string, text: string, read: () => T): T {
  let same = known.get(kind)
  if (same === undefined) known.set(kind, (same = new Map()))
  if (!same.has(text)) same.set(text, read())
  return same.get(text) as T
}

/** Takes a piece of code in another language off what may be read; false when that is spent. */
export function stepCode(trace: Trace, length: number): boolean {
  const left = (trace.inFile ? trace.fileCode : trace.code) - Math.max(length, LEAST_CODE)
  if (trace.inFile) trace.fileCode = left
  else trace.code = left
  return left >= 0
}
/** Even a short piece is some work. */
const LEAST_CODE = 400

/** Reads what lies in a file, on the files' own budget. */
export function readingFile<T>(trace: Trace, doer: Doer, read: () => T, otherwise: T): T {
  if (trace.inFile) return read()
  if (trace.fileBudget <= 0) {
    addUnknown(trace, doer, 'too-much', 'high', 'more scripts to read than the budget allows')
    return otherwise
  }
  const kept = trace.budget
  trace.budget = trace.fileBudget
  trace.inFile = true
  try {
    return read()
  } finally {
    trace.fileBudget = trace.budget
    trace.budget = kept
    trace.inFile = false
  }
}
