// Hands code the words of the command line: they are what the names hold under which its language shows them.
import type { Word } from '../../model.ts'
import type { LanguageEntry } from '../_book/book.ts'
import type { Language } from './call.ts'
import { isArguments } from './given.ts'
import type { Given } from './given.ts'
import { list, NOTHING, text } from './values.ts'
import type { Value } from './values.ts'

export function givenTo(language: Language, entry: LanguageEntry, given: Given | null): Language {
  if (given === null) return language
  const values = given.words.map(valueOf)
  return {
    ...language,
    value: (name) => {
      const held = Object.hasOwn(entry.values, name) ? entry.values[name] : undefined
      if (!isArguments(held)) return language.value(name)
      const before = (given.inline ? held.inline : undefined) ?? held.arguments
      return list([...Array.from({ length: before }, () => NOTHING), ...values])
    },
  }
}

const valueOf = ({ text: known, parts, deep }: Word): Value =>
  known !== null && parts === undefined ? text(known) : { is: 'text', parts: parts ?? [], from: [], decoded: false, deep: deep !== undefined }
