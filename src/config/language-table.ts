// How are languages stored so that Python's calls are read where there is Python, and nothing where there is no code?
import type { LanguageBook } from '../core/languages/_book/book.ts'
import { packTable, partOf, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

const PARTS = { entries: 'l ', names: 'n ', calls: 'c ', endings: 'e ' } as const
const FIRST_LINES = 'first lines'

export function packLanguages(book: LanguageBook): string {
  const table: Record<string, unknown> = { [FIRST_LINES]: book.firstLines }
  for (const part of ['entries', 'names', 'calls', 'endings'] as const)
    for (const [name, value] of Object.entries<unknown>(book[part])) table[PARTS[part] + name] = value
  return packTable(table)
}

export function readLanguages(from: Uint8Array | Slice): LanguageBook {
  const table = readTable<unknown>(from)
  return {
    entries: partOf(table, PARTS.entries),
    names: partOf(table, PARTS.names),
    calls: partOf(table, PARTS.calls),
    endings: partOf(table, PARTS.endings),
    get firstLines() {
      return (table[FIRST_LINES] ?? []) as LanguageBook['firstLines']
    },
  }
}
