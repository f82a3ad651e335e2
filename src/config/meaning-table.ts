// How are programs and tools stored so that `git status` does not read all of git?
import { UNKNOWN_PROGRAM } from '../core/meaning/entries.ts'
import type { Meaning, Program, ServerSpec } from '../core/meaning/entries.ts'
import { lazyRecord, packTable, partOf, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

/** What is as with any program is left out; `apart` are the words whose entries stand on their own. */
type Stored = Partial<Program> & { readonly apart?: readonly string[] }

/** Programs with more than this about their subcommands keep each apart. */
const LARGE = 2 * 1024
const PARTS = { programs: 'p ', words: 'w ', aliases: 'a ', variables: 'v ', roles: 'r ', owners: 'o ', tools: 't ', takers: 'k ' } as const
const placeOf = (program: string, subcommand: string): string => `${PARTS.words}${program}\0${subcommand}`

/** All but the servers: they are few, large and seldom asked for. */
export function packMeaning({ programs, aliases, variables, roles = {}, owners = {}, tools, takers = {} }: Meaning): string {
  const table: Record<string, unknown> = {}
  for (const [name, program] of Object.entries(programs)) {
    const stored = sparse(program)
    if (JSON.stringify(stored.subcommands ?? {}).length <= LARGE) {
      table[PARTS.programs + name] = stored
      continue
    }
    table[PARTS.programs + name] = { ...stored, subcommands: {}, apart: Object.keys(program.subcommands) }
    for (const [word, subcommand] of Object.entries(program.subcommands)) table[placeOf(name, word)] = sparse(subcommand)
  }
  for (const [name, value] of Object.entries(aliases)) table[PARTS.aliases + name] = value
  for (const [name, value] of Object.entries(variables)) table[PARTS.variables + name] = value
  for (const [name, value] of Object.entries(roles)) table[PARTS.roles + name] = value
  for (const [name, value] of Object.entries(owners)) table[PARTS.owners + name] = value
  for (const [name, value] of Object.entries(tools)) table[PARTS.tools + name] = value
  for (const [name, value] of Object.entries(takers)) table[PARTS.takers + name] = value
  return packTable(table)
}

export function readMeaning(from: Uint8Array | Slice, servers: () => readonly ServerSpec[]): Meaning {
  const table = readTable<unknown>(from)
  const stored = partOf<Stored>(table, PARTS.programs)
  const kept = new Map<string, Program>()
  const find = (name: string): Program | undefined => {
    let program = kept.get(name)
    if (program === undefined) {
      const found = stored[name]
      if (found === undefined) return undefined
      kept.set(name, (program = whole(found, name, table)))
    }
    return program
  }
  return {
    programs: lazyRecord(
      find,
      (name) => name in stored,
      () => Object.keys(stored),
    ),
    aliases: partOf(table, PARTS.aliases),
    variables: partOf(table, PARTS.variables),
    roles: partOf(table, PARTS.roles),
    owners: partOf(table, PARTS.owners),
    tools: partOf(table, PARTS.tools),
    takers: partOf(table, PARTS.takers),
    get servers() {
      return servers()
    },
  }
}

const DEFAULTS = Object.entries(UNKNOWN_PROGRAM).map(([field, value]) => [field, JSON.stringify(value)] as const)

/** `known` is what sets a program we describe apart: it is the other way round here. */
function sparse(program: Program): Stored {
  const stored: Record<string, unknown> = { ...program }
  for (const [field, value] of DEFAULTS) if (field !== 'known' && JSON.stringify(stored[field]) === value) delete stored[field]
  if (program.known) delete stored['known']
  if (stored['subcommands'] !== undefined)
    stored['subcommands'] = Object.fromEntries(Object.entries(program.subcommands).map(([word, one]) => [word, sparse(one)]))
  return stored
}

const KNOWN: Program = { ...UNKNOWN_PROGRAM, known: true }

function whole({ apart, ...stored }: Stored, name: string, table: Readonly<Record<string, unknown>>): Program {
  if (apart !== undefined) return { ...KNOWN, ...stored, subcommands: apartFrom(name, apart, table) }
  const { subcommands } = stored
  if (subcommands === undefined) return { ...KNOWN, ...stored }
  return { ...KNOWN, ...stored, subcommands: Object.fromEntries(Object.entries(subcommands).map(([word, one]) => [word, whole(one, '', table)])) }
}

function apartFrom(name: string, apart: readonly string[], table: Readonly<Record<string, unknown>>): Readonly<Record<string, Program>> {
  const words = new Set(apart)
  const kept = new Map<string, Program>()
  return lazyRecord(
    (word) => {
      if (!words.has(word)) return undefined
      let program = kept.get(word)
      if (program === undefined) kept.set(word, (program = whole(table[placeOf(name, word)] as Stored, '', table)))
      return program
    },
    (word) => words.has(word),
    () => apart.slice(),
  )
}
