// What is a reader of queries?
import type { QueryEffect } from './classes.ts'

export interface QueryReader {
  /** As files of `languages/` say it: the name of its folder. */
  readonly name: string
  /** `engine`: what the database is called, where dialects differ. Time grows with the text's length. */
  readonly read: (text: string, engine: string) => QueryEffect[]
}
