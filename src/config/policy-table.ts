// How is a compiled policy stored so that a call reads the few rules it touches?
import type { CompiledPolicy, RuleLine } from '../core/policy/compile.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from '../core/rules/compiled.ts'
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

/** By name, as stored. */
export type PolicyTable = Readonly<Record<string, unknown>>

/** What is the same for all: read whole only where the rules are others. */
export interface Base {
  readonly lines: readonly RuleLine[]
  readonly whole: () => ReadonlyMap<string, unknown>
}
const NO_BASE: Base = { lines: [], whole: () => new Map() }

/** `base`: what is the same there is left out, and what is there only is said to be nothing. */
export function packPolicy({ index, rules, prose, lines }: CompiledPolicy, about: unknown = null, base = NO_BASE): string {
  const keys = Object.entries(index.keys)
  const front: Front = { about, index: { ...index, keys: Object.fromEntries(keys.filter(([key]) => isCommon(key))) } }
  const table: Record<string, unknown> = { [PARTS.front]: front }
  // As a rule settings change what rules say, and neither which there are nor what they look for.
  if (lines.length === base.lines.length && lines.every(([, same], number) => same === base.lines[number]?.[1])) {
    for (const [number, [own]] of lines.entries()) if (own !== base.lines[number]?.[0]) table[PARTS.rules + number] = rules[number]
    return packTable(table)
  }
  const whole = base.whole()
  for (const [key, numbers] of keys) if (!isCommon(key)) table[PARTS.keys + key] = numbers
  rules.forEach((rule, number) => (table[PARTS.rules + number] = rule))
  prose.forEach((words, number) => (table[PARTS.prose + number] = words))
  for (const name of whole.keys()) table[name] ??= null
  for (const [name, value] of Object.entries(table))
    if (name !== PARTS.front && whole.has(name) && JSON.stringify(value) === JSON.stringify(whole.get(name))) delete table[name]
  return packTable(table)
}

const tableOver = (table: PolicyTable, base: PolicyTable): PolicyTable => {
  const find = (name: string): unknown => {
    const own = table[name]
    return own === undefined ? base[name] : (own ?? undefined)
  }
  return lazyRecord(
    find,
    (name) => find(name) !== undefined,
    () => [...new Set([...Object.keys(table), ...Object.keys(base)])].filter((name) => find(name) !== undefined),
  )
}

/** `base`: as it was packed with. Throws when it is none. */
export function readPolicy(from: Uint8Array | Slice | PolicyTable, base?: PolicyTable): PolicyParts & { readonly about: unknown } {
  const own = from instanceof Uint8Array || typeof from === 'function' ? readTable<unknown>(from) : from
  const table = base === undefined ? own : tableOver(own, base)
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
