// Reads the lists of files that tools take in by their names (`loads` of a family): many tools to a file, many files to a tool.
import { isTable, list, tables } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'
import { UNKNOWN_PROGRAM } from './entries.ts'
import type { Load, Program } from './entries.ts'

const LOAD_KEYS = ['code', 'from', 'maybe', 'now', 'when', 'unless']
type Canonical = (option: string) => string

export function compileLoads(value: unknown, path: readonly (string | number)[], problem: Report, canonical: Canonical): readonly Load[] {
  return tables(value, path, problem).flatMap((source, index) => {
    for (const key of Object.keys(source))
      if (!LOAD_KEYS.includes(key)) problem([...path, index, key], `unknown key \`${key}\`; known are ${LOAD_KEYS.join(', ')}`)
    const names = list(source['from'])
    if (typeof source['code'] === 'string' && names.length > 0)
      return [{ language: source['code'], names, ...flagsIn(source), ...conditions(source, canonical) }]
    problem([...path, index], 'name the language with `code` and the files with `from`')
    return []
  })
}

const flagsIn = (source: Table): Pick<Load, 'maybe' | 'now'> => ({
  ...(source['maybe'] === true ? { maybe: true as const } : {}),
  ...(source['now'] === true ? { now: true as const } : {}),
})

export function conditions(source: Table, canonical: (option: string) => string): { when?: readonly string[]; unless?: readonly string[] } {
  return {
    ...(source['when'] === undefined ? {} : { when: list(source['when']).map(canonical) }),
    ...(source['unless'] === undefined ? {} : { unless: list(source['unless']).map(canonical) }),
  }
}

/** Adds what each list says to the programs it names; `git commit` is a subcommand. What nobody described besides stays unknown. */
export function addLoads(source: unknown, programs: Record<string, Program>, aliases: Readonly<Record<string, string>>, problem: Report): void {
  if (source === undefined) return
  if (!Array.isArray(source)) return problem([], 'expected a list')
  for (const [at, one] of (source as readonly unknown[]).entries()) {
    const tools = isTable(one) ? list(one['tools']) : []
    if (!isTable(one) || tools.length === 0) {
      problem([at], 'name the tools with `tools`')
      continue
    }
    const { tools: _, ...load } = one
    const loads = compileLoads([load], [at], problem, (option) => option)
    for (const tool of tools) {
      const [name = '', ...below] = tool.split(' ')
      const own = aliases[name] ?? name
      programs[own] = withLoads(programs[own] ?? unsaid(own), below, loads)
    }
  }
}

const withLoads = (program: Program, [sub, ...below]: readonly string[], loads: readonly Load[]): Program =>
  sub === undefined
    ? { ...program, loads: [...(program.loads ?? []), ...loads] }
    : {
        ...program,
        subcommands: { ...program.subcommands, [sub]: withLoads(program.subcommands[sub] ?? { ...unsaid(sub), style: program.style }, below, loads) },
      }

const unsaid = (name: string): Program => ({ ...UNKNOWN_PROGRAM, name })
