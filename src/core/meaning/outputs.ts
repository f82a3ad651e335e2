// Reads the lists of options that take a file to write (`outputs` of a family): many tools to an option, many options to a tool.
import { UNKNOWN_PROGRAM } from './entries.ts'
import type { Effect, OptionSpec, Program } from './entries.ts'
import { isTable, list } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'

type CompileOptions = (specs: readonly string[], style: Program['style']) => Record<string, OptionSpec>
/** Finds the program that a tool's name stands for, and puts another in its place. */
export interface Programs {
  readonly find: (name: string) => Program
  readonly put: (program: Program) => void
}

/** Adds what each list says to the programs it names: to all of one, or to a subcommand. What nobody described besides stays unknown. */
export function addOutputs(source: unknown, programs: Programs, compileOptions: CompileOptions, problem: Report): void {
  if (source === undefined) return
  if (!Array.isArray(source)) return problem([], 'expected a list')
  for (const [at, one] of (source as readonly unknown[]).entries()) {
    const tools = isTable(one) ? list(one['tools']) : []
    const options = isTable(one) ? list(one['options']) : []
    if (!isTable(one) || tools.length === 0 || options.length === 0) {
      problem([at], 'name the tools with `tools` and what they take with `options`')
      continue
    }
    for (const tool of tools) {
      const [name = '', ...below] = tool.split(' ')
      programs.put(withOutputs(programs.find(name), below, { source: one, options, known: {}, compileOptions }))
    }
  }
}

interface Outputs {
  readonly source: Table
  readonly options: readonly string[]
  /** Of the programs above. */
  readonly known: Readonly<Record<string, OptionSpec>>
  readonly compileOptions: CompileOptions
}

function withOutputs(program: Program, [sub, ...below]: readonly string[], outputs: Outputs): Program {
  const known = { ...outputs.known, ...program.options }
  if (sub !== undefined) {
    const { style, complete, prints } = program
    const inner = program.subcommands[sub] ?? { ...UNKNOWN_PROGRAM, name: sub, style, complete, prints }
    return { ...program, subcommands: { ...program.subcommands, [sub]: withOutputs(inner, below, { ...outputs, known }) } }
  }
  const added: Record<string, OptionSpec> = {}
  const does = outputs.options.map((spelled) => writeOf(spelled, program.style, { ...outputs, known }, added))
  const subcommands = Object.fromEntries(Object.entries(program.subcommands).map(([name, one]) => [name, withOutputs(one, [], { ...outputs, known })]))
  return { ...program, subcommands, options: { ...program.options, ...added }, does: [...program.does, ...does] }
}

/** The write of one option, under the name that the program's entry gives it. */
function writeOf(spelled: string, style: Program['style'], { source, known, compileOptions }: Outputs, added: Record<string, OptionSpec>): Effect {
  const how = typeof source['how'] === 'string' ? { how: source['how'] } : {}
  const [spec = '', ...filters] = spelled.split('|')
  if (spec.endsWith('*')) return { kind: 'write', on: [[spec, ...filters].join('|')], ...how }
  const options = compileOptions([spec], style)
  const same = Object.keys(options).find((name) => Object.hasOwn(known, name))
  const name = (same === undefined ? undefined : known[same]?.name) ?? Object.values(options)[0]?.name ?? spec
  for (const [spelling, { arity }] of Object.entries(options)) if (!Object.hasOwn(known, spelling)) added[spelling] = { name, arity }
  return { kind: 'write', on: [[name, ...filters].join('|')], when: [name], ...how }
}
