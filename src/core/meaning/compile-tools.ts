// From the YAML of `tools` and `servers` to what their calls mean, with every mistake named.
import type { ServerSpec, ToolSpec } from './entries.ts'
import { isTable, list } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'

/** The first kind that claims a name has it. */
export function compileTool(kind: string, source: Table, tools: Record<string, ToolSpec>): void {
  const fields = Object.fromEntries(
    Object.entries(source)
      .filter(([role]) => role !== 'names')
      .map(([role, names]) => [role, list(names)]),
  )
  for (const name of list(source['names'])) tools[name.toLowerCase()] ??= { kind, fields }
}

/** `kind role=field,field role=field`, or `run PROGRAM words`: see docs/tools.md. */
export function compileServer(name: string, source: Table, problem: Report): ServerSpec {
  for (const key of Object.keys(source)) if (!['names', 'remote', 'program', 'tools', 'note'].includes(key)) problem([key], `unknown key \`${key}\``)
  const tools: Record<string, ToolSpec> = {}
  for (const [spellings, line] of Object.entries(isTable(source['tools']) ? source['tools'] : {})) {
    const [kind = '', ...rest] = String(line).trim().split(/\s+/)
    const fields =
      kind === 'run'
        ? { words: rest }
        : Object.fromEntries(rest.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1).split(',')]))
    if (kind === '' || (kind !== 'run' && rest.some((part) => !/^[a-z]+=\S+$/.test(part))))
      problem(['tools', spellings], 'expected `kind role=field,field`, or `run PROGRAM words`')
    for (const spelling of spellings.split('|')) tools[spelling.trim()] = { kind, fields }
  }
  const { program } = source
  return { names: [name, ...list(source['names'])], remote: source['remote'] === true, ...(typeof program === 'string' ? { program } : {}), tools }
}
