// What else may a variable hold? Some values are kept, and more are one that is not known.
import type { Word } from '../model.ts'
import type { Value } from './shell.ts'

/** More values than these are one that is not known. */
export const MOST_VALUES = 6

/** Were there more values than these? */
export const isOverfull = (value: Value | undefined): boolean => value?.otherwise?.length === MOST_VALUES - 1 && value.otherwise.at(-1)?.words[0]?.text === null

export const isSameWord = (a: Word, b: Word | undefined): boolean => a === b || (b !== undefined && a.text !== null && a.text === b.text)
