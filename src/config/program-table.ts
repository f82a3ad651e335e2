// How are programs stored so that `git status` does not read all of git?
import type { Program } from '../core/interpret/programs/meaning.ts'
import { lazyRecord, packTable, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

type Programs = Readonly<Record<string, Program>>
type Stored = Program & { readonly apart?: readonly string[] }

/** Programs with more than this about their subcommands keep each apart. */
const LARGE = 8 * 1024
const placeOf = (program: string, subcommand: string): string => `${program}\0${subcommand}`

export function packPrograms(programs: Programs): string {
  const table: Record<string, Stored> = {}
  for (const [name, program] of Object.entries(programs)) {
    if (JSON.stringify(program.subcommands).length <= LARGE) {
      table[name] = program
      continue
    }
    table[name] = { ...program, subcommands: {}, apart: Object.keys(program.subcommands) }
    for (const [word, subcommand] of Object.entries(program.subcommands)) table[placeOf(name, word)] = subcommand
  }
  return packTable(table)
}

export function readPrograms(from: Buffer | Slice): Programs {
  const table = readTable<Stored>(from)
  const kept = new Map<string, Program>()
  const has = (name: string): boolean => !name.includes('\0') && name in table
  const find = (name: string): Program | undefined => {
    if (!has(name)) return undefined
    let program = kept.get(name)
    if (program === undefined) kept.set(name, (program = whole(name, table[name] as Stored)))
    return program
  }
  const whole = (name: string, { apart, ...program }: Stored): Program => {
    if (apart === undefined) return program
    const words = new Set(apart)
    const subcommands = lazyRecord(
      (word) => (words.has(word) ? table[placeOf(name, word)] : undefined),
      (word) => words.has(word),
      () => [...words],
    )
    return { ...program, subcommands }
  }
  return lazyRecord(find, has, () => Object.keys(table).filter(has))
}
