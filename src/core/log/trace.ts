// What is being gathered while one call is read: the log, the budget, what was noticed on the way, and the books to look things up in.
import type { Action, Facts, Need, Scene } from '../model.ts'
import type { SecretBook } from '../secrets/model.ts'
import type { CodeParsers } from '../languages/_code/parsers.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import type { LanguageBook } from '../languages/_book/book.ts'
import type { Meaning } from '../meaning/entries.ts'
import { Budget } from './budget.ts'
import { Log } from './log.ts'
import { Notes } from './notes.ts'

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

/** Each part of it is changed by its own module, and only while `interpret` runs; nothing of it leaves but what the log holds. */
export interface Trace {
  readonly books: Books
  readonly scene: Scene
  readonly field: string
  readonly log: Log
  readonly budget: Budget
  readonly notes: Notes
  /** What the log holds so far. */
  readonly actions: readonly Action[]
  readonly needs: readonly Need[]
  /** Addresses of names, where somebody asked. */
  readonly hosts: Facts['hosts']
  /** How much lies where, where it was counted. */
  readonly extents: Facts['extents']
  /** Variables that nobody has set, where somebody looked. */
  readonly unset: ReadonlySet<string>
  /** Texts of files as they lay there before. */
  readonly lay: Facts['files']
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
    notes: new Notes(),
    actions: log.actions,
    needs: log.needs,
    hosts: facts.hosts,
    extents: facts.extents,
    unset: facts.unset === undefined ? NO_NAMES : new Set(facts.unset),
    lay: facts.files,
  }
}
const NO_NAMES: ReadonlySet<string> = new Set()

export const addNeed = ({ log }: Trace, need: Need & { readonly path: string }): void => log.need(need)

/** Reads a text once, however often it is run. */
export const readOnce = <T>({ notes }: Trace, kind: string, text: string, read: () => T): T => notes.once(kind, text, read)
