// What a reader of queries is, and which words it is told.
import type { Lists } from '../_book/lists.ts'
import { QUERY_CLASSES } from './classes.ts'
import type { QueryClass, QueryEffect } from './classes.ts'

/** As its file in `languages/` says them, in capitals: what they do to a database. */
export interface QueryWords {
  /** One word, or two, that a command begins with; procedures that need no brackets. */
  readonly statements: Readonly<Record<string, string>>
  readonly functions: Readonly<Record<string, string>>
  readonly lists: Lists
}

export interface QueryReader {
  /** As files of `languages/` say it: the name of its folder. */
  readonly name: string
  /** `engine`: what the database is called, where dialects differ. Time grows with the text's length. */
  readonly read: (text: string, engine: string, words: QueryWords) => QueryEffect[]
}

export const isClass = (name: string): name is QueryClass => Object.hasOwn(QUERY_CLASSES, name)

export function classOf(words: QueryWords['statements'], word: string): QueryClass | undefined {
  const name = Object.hasOwn(words, word) ? words[word] : undefined
  return name !== undefined && isClass(name) ? name : undefined
}
