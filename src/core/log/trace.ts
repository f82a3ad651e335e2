// What is being gathered while one call is read: the log, the budget, what was noticed on the way, and the books to look things up in.
import type { Action, Because, Facts, Need, Scene, Severity, Word } from '../model.ts'
import type { SecretBook } from '../secrets/model.ts'
import type { CodeParsers } from '../languages/_code/parsers.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import type { LanguageBook } from '../languages/_book/book.ts'
import type { Meaning } from '../meaning/entries.ts'
import { Budget } from './budget.ts'
import { Log } from './log.ts'
import type { Doer, Rest } from './log.ts'

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

/** Mutable only while `interpret` runs; nothing of it leaves but what the log holds. */
export interface Trace {
  readonly books: Books
  readonly scene: Scene
  readonly field: string
  readonly log: Log
  readonly budget: Budget
  /** What the log holds so far. */
  readonly actions: readonly Action[]
  readonly needs: readonly Need[]
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
  /** What reading a text gave, by language and text: the same file may be run a thousand times. */
  readonly known: Map<string, Map<string, unknown>>
}

/** Field by field: engines keep objects apart whose fields came in another order. */
export function newTrace(books: Books, scene: Scene, field: string, facts: Facts): Trace {
  const log = new Log()
  return {
    books,
    scene,
    field,
    log,
    budget: new Budget(log),
    actions: log.actions,
    needs: log.needs,
    hosts: facts.hosts,
    extents: facts.extents,
    unset: facts.unset === undefined ? NO_NAMES : new Set(facts.unset),
    lay: facts.files,
    decoders: new Set(),
    arrivals: [],
    loose: false,
    handed: [],
    codes: [],
    listed: new Map(),
    subscripts: false,
    again: false,
    sourced: new Map(),
    scratch: 0,
    known: new Map(),
  }
}
const NO_NAMES: ReadonlySet<string> = new Set()

/** One more action, which costs a step; without one left, the last there was. */
export function add({ log, budget }: Trace, doer: Doer, rest: Rest<Action>): number {
  return rest.does === 'unknown' || budget.spend(1, doer) ? log.add(doer, rest) : Math.max(0, log.actions.length - 1)
}

export const addUnknown = ({ log }: Trace, doer: Doer, because: Because, could: Severity, detail: string, takes?: readonly number[]): number =>
  log.unknown(doer, because, could, detail, takes)

export const addNeed = ({ log }: Trace, need: Need & { readonly path: string }): void => log.need(need)

/** Reads a text once, however often it is run. */
export function readOnce<T>({ known }: Trace, kind: string, text: string, read: () => T): T {
  let same = known.get(kind)
  if (same === undefined) known.set(kind, (same = new Map()))
  if (!same.has(text)) same.set(text, read())
  return same.get(text) as T
}
