// The words that code is handed on the command line, as its language shows them to it.
import type { Word } from '../../model.ts'
import type { LanguageEntry } from '../_book/book.ts'

export interface Given {
  readonly words: readonly Word[]
  /** The code stands on the command line itself. */
  readonly inline: boolean
}

/** More are not told apart. */
const MOST = 64
const heldIn = ({ values }: LanguageEntry): readonly string[] => Object.keys(values).filter((name) => isArguments(values[name]))
export const isArguments = (held: LanguageEntry['values'][string] | undefined): held is { readonly arguments: number; readonly inline?: number } =>
  typeof held === 'object' && 'arguments' in held

/** What is given to code that asks for it; null where it does not, or where nobody knows. */
export function givenWords(entry: LanguageEntry | null, code: string, words: readonly Word[] | null, inline: boolean): Given | null {
  if (entry === null || words === null || words.length === 0 || words.length > MOST) return null
  return heldIn(entry).some((name) => code.includes(name.slice(name.lastIndexOf('.') + 1).replace(/^[$@]/, ''))) ? { words, inline } : null
}
