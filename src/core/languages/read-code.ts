// What would this inline code do?
import { languageNamed, UNDESCRIBED } from './_book/book.ts'
import type { LanguageBook, LanguageEntry } from './_book/book.ts'
import type { CodeEffect } from './_code/effects.ts'
import { CODE_READERS } from './code.gen.ts'
import { interpretCode } from './_code/interpret.ts'
import { givenTo } from './_code/hand-over.ts'
import type { Given } from './_code/given.ts'
import { languageOf } from './_code/language.ts'
import { parseLoosely } from './loose/parse.ts'
import type { LocalCode } from './_code/modules.ts'
import type { CodeParsers } from './_code/parsers.ts'
import type { Parsed } from './_code/syntax.ts'

/** What reading code looks things up in. */
interface CodeBooks {
  readonly languages: LanguageBook
  readonly parsers: CodeParsers
}

const MAX_LENGTH = 1_000_000

/** Lists the effects that running the text would have, in the order found. Never throws; ends in bounded time. */
export function readCode(
  language: string,
  text: string,
  { languages, parsers }: CodeBooks,
  local: LocalCode | null = null,
  given: Given | null = null,
): CodeEffect[] {
  const whole = { start: 0, end: text.length, takes: [] }
  if (text.length > MAX_LENGTH) return [{ does: 'unknown', because: 'too-large', could: 'high', detail: 'code over the size limit', ...whole }]
  try {
    const entry = spokenIn(languages, languageNamed(languages, language) ?? languages.entries[UNDESCRIBED]!, text)
    const modules = local === null ? null : { local, parse: (other: string) => parsed(entry, other, parsers) }
    return interpretCode(parsed(entry, text, parsers), givenTo(languageOf(languages, entry), entry, given), modules, text)
  } catch {
    return [{ does: 'unknown', because: 'too-deep', could: 'high', detail: 'code that could not be followed', ...whole }]
  }
}

/** AppleScript's interpreter runs JavaScript too. */
const spokenIn = ({ entries }: LanguageBook, entry: LanguageEntry, text: string): LanguageEntry =>
  entry.instead !== null && new RegExp(entry.instead.where).test(text) ? (entries[entry.instead.language] ?? entry) : entry

function parsed({ reader, syntax, lists }: LanguageEntry, text: string, parsers: CodeParsers): Parsed {
  const own = CODE_READERS.find(({ name }) => name === reader)
  const read = own?.parse(text, lists, parsers) ?? null
  if (read !== null && read.guessed !== true) return read
  const loosely = parseLoosely(text, syntax)
  if (read === null) return loosely
  const body = [read.code, loosely.code]
  return { code: { is: 'block', body, start: 0, end: text.length }, tooDeep: read.tooDeep || loosely.tooDeep }
}
