// How is a compiled policy stored so that a call reads the few rules it touches?
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from '../core/policy/compiled.ts'
import { packTable, partOf, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

const PARTS = { keys: 'k ', rules: 'r ', prose: 'p ', about: 'about', index: 'index' } as const

/** `about` is whatever the caller wants to know of it before it is used. */
export function packPolicy({ index, rules, prose }: CompiledPolicy, about: unknown = null): string {
  const table: Record<string, unknown> = { [PARTS.about]: about, [PARTS.index]: { ...index, keys: {} } }
  for (const [key, numbers] of Object.entries(index.keys)) table[PARTS.keys + key] = numbers
  rules.forEach((rule, number) => (table[PARTS.rules + number] = rule))
  prose.forEach((words, number) => (table[PARTS.prose + number] = words))
  return packTable(table)
}

/** Throws when it is none. */
export function readPolicy(from: Buffer | Slice): PolicyParts & { readonly about: unknown } {
  const table = readTable<unknown>(from)
  const index = table[PARTS.index] as CompiledIndex | undefined
  if (index?.format !== 1) throw new Error('a compiled policy cannot be read')
  return {
    about: table[PARTS.about],
    index: { ...index, keys: partOf(table, PARTS.keys) },
    rule: (rule) => table[PARTS.rules + rule] as CompiledRule | undefined,
    prose: (rule) => table[PARTS.prose + rule] as Prose | undefined,
  }
}
