// Which packs do these files hold, and what in them must be corrected?
import { checkPack, checkPreset } from '../core/policy/rule.ts'
import type { Known, Problem } from '../core/policy/rule.ts'
import type { PackSource, PresetSource } from '../core/rules/source.ts'
import { readYaml } from './yaml.ts'
import type { YamlFile } from './yaml.ts'

export interface PolicyFile {
  readonly name: string
  readonly text: string
}
export interface FileProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/**
 * Packs without their wrong rules, and every problem of these: what is right protects all the same. Left out whole is a file that is wrong elsewhere, and
 * a pack in which the first match decides: without a rule before them the others say something else.
 */
export const loadPacks = (
  files: readonly PolicyFile[],
  known: Known = {},
): { readonly packs: readonly PackSource[]; readonly problems: readonly FileProblem[] } => {
  const { values, problems } = load(files, (value) => checkPack(value, known), withoutWrongRules)
  const owners = new Map<string, string>()
  const packs: PackSource[] = []
  for (const { file, yaml, value } of values) {
    const pack = value as PackSource
    const written = (yaml.value as PackSource).rules
    const own = pack.rules.filter((rule) => {
      const owner = owners.get(rule.id)
      if (owner === undefined) return owners.set(rule.id, file)
      const at = yaml.at(['rules', written.indexOf(rule), 'id'])
      problems.push({ file, ...at, message: `\`${rule.id}\` is already a rule in ${owner}: give it an id of its own` })
      return false
    })
    if (own.length === pack.rules.length) packs.push(pack)
    else if (own.length > 0 && pack.ordered !== true) packs.push({ ...pack, rules: own })
  }
  return { packs, problems }
}

export const loadPresets = (files: readonly PolicyFile[]): { readonly presets: readonly PresetSource[]; readonly problems: readonly FileProblem[] } => {
  const { values, problems } = load(files, checkPreset)
  return { presets: values.map(({ value }) => value as PresetSource), problems }
}

interface Loaded {
  readonly file: string
  readonly yaml: YamlFile
  readonly value: unknown
}
/** Null where the rest says nothing by itself. */
const withoutWrongRules = (value: unknown, problems: readonly Problem[]): unknown => {
  const wrong = new Set(problems.map(({ path: [list, rule] }) => (list === 'rules' && typeof rule === 'number' ? rule : -1)))
  const pack = value as PackSource
  if (wrong.has(-1) || pack.ordered === true) return null
  const rules = pack.rules.filter((_rule, i) => !wrong.has(i))
  return rules.length === 0 ? null : { ...pack, rules }
}

/** `rest`: what counts of a value with problems. */
const load = (
  files: readonly PolicyFile[],
  check: (value: unknown) => readonly Problem[],
  rest: (value: unknown, problems: readonly Problem[]) => unknown = () => null,
): { values: Loaded[]; problems: FileProblem[] } => {
  const values: Loaded[] = []
  const problems: FileProblem[] = []
  for (const { name: file, text } of files) {
    const yaml = readYaml(text)
    const found = yaml.problems.length > 0 ? [] : check(yaml.value)
    const wrong = yaml.problems.length > 0 ? yaml.problems : found.map((problem) => ({ ...yaml.at(problem.path, problem.key), message: problem.message }))
    problems.push(...wrong.map(({ line, column, message }) => ({ file, line, column, message })))
    const value = wrong.length === 0 ? yaml.value : found.length === 0 ? null : rest(yaml.value, found)
    if (value !== null) values.push({ file, yaml, value })
  }
  return { values, problems }
}
