// How is a compiled policy stored so that a call reads the few rules it touches?
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from '../core/policy/compiled.ts'
import { lazyRecord, packTable, partOf, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

const PARTS = { keys: 'k ', rules: 'r ', prose: 'p ', front: 'front' } as const

/** Read for every call: the index with the keys that every action has, and what the caller wants to know of the policy before it is used. */
interface Front {
  readonly index: CompiledIndex
  readonly about: unknown
}
/** The kind of an action alone, or any. */
const COMMON = new Set(['*', 'run', 'read', 'write', 'delete', 'change', 'signal', 'connect', 'query', 'execute', 'unknown', 'call'])
const isCommon = (key: string): boolean => COMMON.has(key)

export function packPolicy({ index, rules, prose }: CompiledPolicy, about: unknown = null): string {
  const keys = Object.entries(index.keys)
  const front: Front = { about, index: { ...index, keys: Object.fromEntries(keys.filter(([key]) => isCommon(key))) } }
  const table: Record<string, unknown> = { [PARTS.front]: front }
  for (const [key, numbers] of keys) if (!isCommon(key)) table[PARTS.keys + key] = numbers
  rules.forEach((rule, number) => (table[PARTS.rules + number] = rule))
  prose.forEach((words, number) => (table[PARTS.prose + number] = words))
  return packTable(table)
}

/** Throws when it is none. */
export function readPolicy(from: Uint8Array | Slice): PolicyParts & { readonly about: unknown } {
  const table = readTable<unknown>(from)
  const front = table[PARTS.front] as Front | undefined
  if (front?.index?.format !== 1) throw new Error('a compiled policy cannot be read')
  const { index, about } = front
  const others = partOf<readonly number[]>(table, PARTS.keys)
  const under = (key: string): readonly number[] | undefined => (isCommon(key) ? index.keys[key] : (table[PARTS.keys + key] as readonly number[] | undefined))
  const keys = lazyRecord<readonly number[]>(
    under,
    (key) => under(key) !== undefined,
    () => [...Object.keys(index.keys), ...Object.keys(others)],
  )
  return {
    about,
    index: { ...index, keys },
    under,
    rule: (rule) => table[PARTS.rules + rule] as CompiledRule | undefined,
    prose: (rule) => table[PARTS.prose + rule] as Prose | undefined,
  }
}
