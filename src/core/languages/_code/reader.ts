// What is a reader of code, for a language that the forgiving one does not suffice for?
import type { Lists } from '../_book/lists.ts'
import type { CodeParsers } from './parsers.ts'
import type { Parsed } from './syntax.ts'

export interface CodeReader {
  /** As files of `languages/` say it: the name of its folder. */
  readonly name: string
  /** The small tree that the interpreter of code walks. Null: it cannot, and the forgiving reader does it. */
  readonly parse: (text: string, lists: Lists, parsers: CodeParsers) => Parsed | null
}
