// Compiles the YAML of programs/ to entries, with every mistake named.
import { compileActs, compileBesides, compileGoes, compileLists, compileVary } from './compile-circumstances.ts'
import { compileTasks } from './tasks.ts'
import { compileServer, compileTool } from './compile-tools.ts'
import { commonOptions, withCommon } from './common.ts'
import { nameClashes } from './name-clashes.ts'
import { isTable, list, tables } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'
import { readRoles, readTraits } from './traits.ts'
import { addOutputs } from './outputs.ts'
import type { Programs } from './outputs.ts'
import { addLoads, compileLoads, conditions } from './loaded-files.ts'
import { readOwners } from './owners.ts'
import { UNKNOWN_PROGRAM } from './entries.ts'
import type { Carrier, Effect, Meaning, OptionSpec, Program, ServerSpec, Style, ToolSpec } from './entries.ts'

export interface MeaningProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}
export interface ProgramExample {
  readonly program: string
  readonly command: string
  readonly actions: readonly string[]
}
export interface FamilySource {
  readonly file: string
  readonly content: unknown
}
export interface CompiledMeaning {
  readonly meaning: Meaning
  readonly examples: readonly ProgramExample[]
  readonly problems: readonly (MeaningProblem & { readonly file: string })[]
}

const STYLES: readonly Style[] = ['gnu', 'single', 'powershell', 'slash', 'keyvalue', 'bundle']
const PROGRAM_KEYS = new Set([
  'also',
  'like',
  'style',
  'options',
  'complete',
  'stops',
  'abbreviates',
  'chains',
  'assignments',
  'dry',
  'acts',
  'login',
  'goes',
  'besides',
  'lists',
  'vary',
  'subcommands',
  'does',
  'runs',
  'loads',
  'tasks',
  'traits',
  'variable',
  'at',
  'as',
  'folder',
  'prints',
  'reader',
  'examples',
  'note',
])
const EFFECT_KINDS = ['read', 'write', 'delete', 'connect', 'change', 'signal', 'query', 'dump'] as const
const EFFECT_KEYS = new Set<string>([
  ...EFFECT_KINDS,
  'when',
  'unless',
  'how',
  'recursive',
  'brings',
  'exact',
  'slash',
  'sends',
  'told',
  'method',
  'target',
  'value',
  'broad',
  'text',
  'host',
])
const CARRIER_KINDS = ['words', 'shell', 'joined', 'code', 'script', 'dialect'] as const
const CARRIER_KEYS = new Set<string>([...CARRIER_KINDS, 'from', 'language', 'when', 'unless'])
/** What says nothing of what its words mean. */
const BESIDE_WORDS = new Set(['loads', 'tasks', 'lists', 'traits', 'vary', 'also', 'like', 'examples', 'note'])

export function compileMeaning(families: readonly FamilySource[]): CompiledMeaning {
  const programs: Record<string, Program> = {}
  const aliases: Record<string, string> = {}
  const likes: Record<string, Program> = {}
  const variables: Record<string, string> = {}
  const roles: Record<string, string[]> = {}
  const owners: Record<string, readonly string[]> = {}
  const tools: Record<string, ToolSpec> = {}
  const servers: ServerSpec[] = []
  const examples: ProgramExample[] = []
  const problems: (MeaningProblem & { file: string })[] = []
  const common = commonOptions(families)
  for (const { file, content } of families) {
    const problem = (path: readonly (string | number)[], message: string): void => void problems.push({ file, path, message })
    if (!isTable(content)) {
      problem([], 'expected a mapping with `family` and `programs`')
      continue
    }
    for (const key of Object.keys(content))
      if (!['family', 'title', 'programs', 'variables', 'roles', 'owners', 'tools', 'servers', 'common', 'loads', 'outputs', 'note'].includes(key))
        problem([key], `unknown key \`${key}\``)
    for (const [name, value] of Object.entries(isTable(content['variables']) ? content['variables'] : {})) variables[name] = String(value)
    readRoles(content['roles'], roles, problem)
    readOwners(content['owners'], owners, problem)
    for (const [kind, source] of Object.entries(isTable(content['tools']) ? content['tools'] : {})) {
      if (!isTable(source)) problem(['tools', kind], 'expected a mapping')
      else compileTool(kind, source, tools)
    }
    for (const [name, source] of Object.entries(isTable(content['servers']) ? content['servers'] : {})) {
      if (isTable(source)) servers.push(compileServer(name, source, (path, message) => problem(['servers', name, ...path], message)))
      else problem(['servers', name], 'expected a mapping')
    }
    const entries = isTable(content['programs']) ? content['programs'] : {}
    for (const [name, source] of Object.entries(entries)) {
      const path = ['programs', name]
      const compiled = compileProgram(name, withCommon(name, source ?? {}, common), path, problem, name, examples)
      programs[name] = isKindOnly(compiled) ? alike(likes[name] ?? compiled, compiled) : compiled
      for (const other of list(isTable(source) ? source['also'] : undefined)) aliases[other] = name
      for (const other of list(isTable(source) ? source['like'] : undefined)) {
        likes[other] ??= compiled
        const own = programs[other]
        if (own === undefined || isKindOnly(own)) programs[other] = alike(compiled, { name: other, ...own })
      }
    }
  }
  const found: Programs = {
    find: (name) => programs[aliases[name] ?? name] ?? { ...UNKNOWN_PROGRAM, name },
    put: (program) => void (programs[program.name] = program),
  }
  for (const { file, content } of families) {
    const problem: Report = (path, message) => void problems.push({ file, path: ['outputs', ...path], message })
    if (isTable(content)) addOutputs(content['outputs'], found, (specs, style) => compileOptions(specs, style, [], problem), problem)
  }
  for (const { file, content } of families)
    if (isTable(content)) addLoads(content['loads'], programs, aliases, (path, message) => void problems.push({ file, path: ['loads', ...path], message }))
  return { meaning: { programs, aliases, variables, roles, owners, tools, servers }, examples, problems: [...problems, ...nameClashes(families)] }
}

/** Nothing is said of it but its traits and tasks. */
const isKindOnly = ({ known, loads }: Program): boolean => !known && loads === undefined

/** A program as another is, with its own traits besides, and its own tasks instead. */
function alike(other: Program, { name, traits = [], tasks }: Pick<Program, 'name' | 'traits' | 'tasks'>): Program {
  const all = [...new Set([...(other.traits ?? []), ...traits])]
  return { ...other, name, ...(all.length > 0 && { traits: all }), ...(tasks !== undefined && { tasks }) }
}

function compileProgram(
  name: string,
  value: unknown,
  path: readonly (string | number)[],
  problem: Report,
  program: string,
  examples: ProgramExample[],
  parentStyle: Style = 'gnu',
): Program {
  const source: Table = isTable(value) ? value : {}
  if (!isTable(value)) problem(path, 'expected a mapping')
  for (const key of Object.keys(source))
    if (!PROGRAM_KEYS.has(key)) problem([...path, key], `unknown key \`${key}\`; known are ${[...PROGRAM_KEYS].join(', ')}`)
  const style = (source['style'] ?? parentStyle) as Style
  if (!STYLES.includes(style)) problem([...path, 'style'], `unknown style \`${style}\`; write one of ${STYLES.join(', ')}`)
  const options = compileOptions(list(source['options']), style, [...path, 'options'], problem)
  const canonical = (option: string): string => (Object.hasOwn(options, option) ? (options[option]?.name ?? option) : option)
  const subcommands: Record<string, Program> = {}
  for (const [sub, entry] of Object.entries(isTable(source['subcommands']) ? source['subcommands'] : {})) {
    for (const spelling of sub.split('|'))
      subcommands[spelling] = compileProgram(spelling, entry ?? {}, [...path, 'subcommands', sub], problem, program, examples, style)
  }
  for (const [command, actions] of Object.entries(isTable(source['examples']) ? source['examples'] : {}))
    examples.push({ program, command, actions: list(actions) })
  const at = source['at']
  return {
    name,
    style,
    options,
    complete: source['complete'] === true,
    stops: source['stops'] === true,
    abbreviates: source['abbreviates'] === true,
    ...(typeof source['chains'] === 'string' ? { chains: source['chains'] } : {}),
    assignments: source['assignments'] === true,
    dry: list(source['dry']).map(canonical),
    ...(isTable(source['acts']) ? { acts: compileActs(source['acts'], [...path, 'acts'], problem, canonical) } : {}),
    ...(source['login'] === undefined ? {} : { login: list(source['login']).map(canonical) }),
    ...(source['goes'] === undefined ? {} : { goes: compileGoes(source['goes'], [...path, 'goes'], problem, canonical) }),
    ...(source['besides'] === undefined ? {} : { besides: compileBesides(source['besides'], [...path, 'besides'], problem) }),
    ...(source['lists'] === undefined ? {} : { lists: compileLists(source['lists'], [...path, 'lists'], problem) }),
    ...(source['vary'] === undefined ? {} : { vary: compileVary(source, [...path, 'vary'], problem, canonical) }),
    subcommands,
    does: tables(source['does'], [...path, 'does'], problem)
      .map((effect, index) => compileEffect(effect, [...path, 'does', index], problem, canonical))
      .filter((effect) => effect !== null),
    runs: tables(source['runs'], [...path, 'runs'], problem)
      .map((carrier, index) => compileCarrier(carrier, [...path, 'runs', index], problem, canonical))
      .filter((carrier) => carrier !== null),
    ...(source['loads'] === undefined ? {} : { loads: compileLoads(source['loads'], [...path, 'loads'], problem, canonical) }),
    ...(source['tasks'] === undefined ? {} : { tasks: compileTasks(source['tasks'], [...path, 'tasks'], problem, canonical) }),
    ...(source['traits'] === undefined ? {} : { traits: readTraits(list(source['traits']), (message) => problem([...path, 'traits'], message)) }),
    ...(typeof source['variable'] === 'string' ? { variable: source['variable'] } : {}),
    ...(at === 'container' || at === 'remote' ? { at } : {}),
    ...(source['as'] === 'root' ? { as: 'root' as const } : {}),
    ...(typeof source['folder'] === 'string' ? { folder: canonical(source['folder']) } : {}),
    prints: typeof source['prints'] === 'string' ? source['prints'] : 'passes',
    ...(typeof source['reader'] === 'string' ? { reader: source['reader'] } : {}),
    // Whose words nobody described is a stranger still, whatever it takes in.
    known: ['loads', 'tasks', 'traits'].every((key) => source[key] === undefined) || Object.keys(source).some((key) => !BESIDE_WORDS.has(key)),
  }
}

/** `'-f --force'`, `'-m --message='`, `'--color?'`. */
function compileOptions(specs: readonly string[], style: Style, path: readonly (string | number)[], problem: Report): Record<string, OptionSpec> {
  const out: Record<string, OptionSpec> = {}
  for (const spec of specs) {
    const arity = spec.endsWith('=') ? 1 : spec.endsWith('?') ? 2 : 0
    const spellings = spec
      .replace(/[=?]$/, '')
      .trim()
      .split(/\s+/)
      .map((spelling) => (style === 'powershell' || style === 'slash' ? spelling.toLowerCase() : style === 'single' ? spelling.replace(/^--/, '-') : spelling))
    const name = spellings.at(-1)
    if (name === undefined || name === '') {
      problem(path, `empty option in \`${spec}\``)
      continue
    }
    // `-?` would be a lone dash that may have a value, and standard input is meant by that.
    if (arity > 0 && spellings.some((spelling) => spelling === '-' || spelling === '--'))
      problem(path, `\`${spec}\` names no option: a \`?\` at the end is no part of a name`)
    for (const spelling of spellings) out[spelling] = { name, arity }
  }
  return out
}

/** Selectors may name an option by any spelling. */
const selectors = (value: unknown, canonical: (option: string) => string): readonly string[] =>
  list(value).map((selector) => {
    const [head = '', ...filters] = selector.split('|')
    return [canonical(head), ...filters].join('|')
  })

function compileEffect(source: Table, path: readonly (string | number)[], problem: Report, canonical: (option: string) => string): Effect | null {
  const kinds = EFFECT_KINDS.filter((kind) => source[kind] !== undefined)
  const [kind] = kinds
  for (const key of Object.keys(source)) if (!EFFECT_KEYS.has(key)) problem([...path, key], `unknown key \`${key}\``)
  if (kind === undefined || kinds.length > 1) {
    problem(path, `expected exactly one of ${EFFECT_KINDS.join(', ')}`)
    return null
  }
  const asWhat = kind === 'change' || kind === 'query' || kind === 'dump'
  const flags = (key: string): true | readonly string[] | undefined =>
    source[key] === undefined ? undefined : source[key] === true ? true : list(source[key]).map(canonical)
  const recursive = flags('recursive')
  const broad = flags('broad')
  const brings = source['brings'] === 'contents' || source['brings'] === 'versions' ? source['brings'] : flags('brings')
  const sends = source['sends'] === undefined ? undefined : source['sends'] === true ? (true as const) : selectors(source['sends'], canonical)
  return {
    kind,
    on: asWhat ? [] : selectors(source[kind], canonical),
    ...(asWhat ? { what: String(source[kind]) } : {}),
    ...conditions(source, canonical),
    ...(typeof source['how'] === 'string' ? { how: source['how'] } : {}),
    ...(recursive === undefined ? {} : { recursive }),
    ...(brings === undefined ? {} : { brings }),
    ...(source['exact'] === undefined ? {} : { exact: list(source['exact']).map(canonical) }),
    ...(source['slash'] === 'contents' ? { slash: 'contents' as const } : {}),
    ...(broad === undefined ? {} : { broad }),
    ...(sends === undefined ? {} : { sends }),
    ...(source['told'] === true ? { told: true as const } : {}),
    ...(typeof source['method'] === 'string' ? { method: canonical(source['method']) } : {}),
    ...(source['target'] === undefined ? {} : { target: selectors(source['target'], canonical) }),
    ...(source['value'] === undefined ? {} : { value: selectors(source['value'], canonical) }),
    ...(source['text'] === undefined ? {} : { text: selectors(source['text'], canonical) }),
    ...(source['host'] === undefined ? {} : { host: selectors(source['host'], canonical) }),
  }
}

function compileCarrier(source: Table, path: readonly (string | number)[], problem: Report, canonical: (option: string) => string): Carrier | null {
  const kinds = CARRIER_KINDS.filter((kind) => source[kind] !== undefined)
  const [kind] = kinds
  for (const key of Object.keys(source)) if (!CARRIER_KEYS.has(key)) problem([...path, key], `unknown key \`${key}\``)
  if (kind === undefined || kinds.length > 1) {
    problem(path, `expected exactly one of ${CARRIER_KINDS.join(', ')}`)
    return null
  }
  const hasLanguage = kind === 'code' || kind === 'dialect'
  const language = hasLanguage ? String(source[kind]) : typeof source['language'] === 'string' ? source['language'] : undefined
  return {
    kind,
    from: selectors(hasLanguage ? source['from'] : source[kind], canonical),
    ...(language === undefined ? {} : { language }),
    ...conditions(source, canonical),
  }
}
