// What would a query do to a database?
import { languageNamed } from './_book/book.ts'
import type { LanguageBook } from './_book/book.ts'
import type { QueryEffect } from './_query/classes.ts'
import type { QueryWords } from './_query/reader.ts'
import { QUERY_READERS } from './query.gen.ts'
import { looksLikeStatement } from './sql/looks.ts'

export { QUERY_CLASSES } from './_query/classes.ts'

/** What nobody described is asked in. */
const USUAL = 'sql'

/**
 * Reads a query as the effects it would have. Never throws over a text; time grows with the text's length. An engine that nobody described is read as SQL of that dialect.
 * @example readQuery(languages, 'sql', 'DELETE FROM users') // [{ class: 'delete-all', target: 'users', start: 0, end: 17 }]
 */
export function readQuery(languages: LanguageBook, engine: string, text: string): QueryEffect[] {
  // Outside: a table that cannot be read is a fault of the gate, and no query.
  const usual = languages.entries[USUAL]
  const language = languageNamed(languages, engine) ?? usual
  try {
    const reader = QUERY_READERS.find(({ name }) => name === language?.reader) ?? QUERY_READERS.find(({ name }) => name === USUAL)
    return reader?.read(text, engine.toLowerCase(), language?.reader === reader.name ? language : (usual ?? NO_WORDS)) ?? unread(text)
  } catch {
    return unread(text)
  }
}
const NO_WORDS: QueryWords = { statements: {}, functions: {}, lists: {} }
const unread = (text: string): QueryEffect[] => [{ class: 'other', target: null, start: 0, end: text.length }]

/** Does the text begin with an SQL statement (and not with prose that shares a word with one)? */
export function looksLikeSql(text: string): boolean {
  try {
    return looksLikeStatement(text)
  } catch {
    return false
  }
}
