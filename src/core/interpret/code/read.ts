// What would this inline code do?
import { languageNamed, UNDESCRIBED } from '../../languages/book.ts'
import type { LanguageBook, LanguageEntry } from '../../languages/book.ts'
import type { CodeEffect } from './effects.ts'
import { interpretCode } from './interpret.ts'
import { parseJavascript } from './javascript.ts'
import { languageOf } from './languages.ts'
import { parseLoosely } from './loose.ts'
import type { LocalCode } from './modules.ts'
import { parsePython } from './python.ts'
import type { Parsed, SyntaxTree } from './syntax.ts'

export type { CodeEffect } from './effects.ts'
export type { LocalCode, LocalFile } from './modules.ts'
export type { SyntaxTree } from './syntax.ts'

/** Full parsers, given by the caller: they are loaded only where such code appears. Null: given up, too much work. */
export interface CodeParsers {
  readonly python?: (text: string) => SyntaxTree | null
  readonly javascript?: (text: string) => SyntaxTree | null
  /** A new call: what they may cost is counted from here. */
  readonly begin?: () => void
}

/** What reading code looks things up in. */
interface CodeBooks {
  readonly languages: LanguageBook
  readonly parsers: CodeParsers
}

const MAX_LENGTH = 1_000_000

/** Lists the effects that running the text would have, in the order found. Never throws; ends in bounded time. */
export function readCode(language: string, text: string, { languages, parsers }: CodeBooks, local: LocalCode | null = null): CodeEffect[] {
  const whole = { start: 0, end: text.length, takes: [] }
  if (text.length > MAX_LENGTH) return [{ does: 'unknown', because: 'too-large', could: 'high', detail: 'code over the size limit', ...whole }]
  try {
    const entry = spokenIn(languages, languageNamed(languages, language) ?? languages.entries[UNDESCRIBED]!, text)
    const modules = local === null ? null : { local, parse: (other: string) => parsed(entry, other, parsers) }
    return interpretCode(parsed(entry, text, parsers), languageOf(languages, entry), modules)
  } catch {
    return [{ does: 'unknown', because: 'too-deep', could: 'high', detail: 'code that could not be followed', ...whole }]
  }
}

/** AppleScript's interpreter runs JavaScript too. */
const spokenIn = ({ entries }: LanguageBook, entry: LanguageEntry, text: string): LanguageEntry =>
  entry.instead !== null && new RegExp(entry.instead.where).test(text) ? (entries[entry.instead.language] ?? entry) : entry

function parsed({ reader, syntax }: LanguageEntry, text: string, parsers: CodeParsers): Parsed {
  const tree = reader === 'python' ? parsers.python?.(text) : reader === 'javascript' ? parsers.javascript?.(text) : null
  if (tree === undefined || tree === null) return parseLoosely(text, syntax)
  return reader === 'python' ? parsePython(tree, text) : parseJavascript(tree, text)
}
