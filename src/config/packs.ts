// Which packs do these files hold, and what in them must be corrected?
import { checkPack, checkPreset } from '../core/policy/rule.ts'
import type { Known, Problem } from '../core/policy/rule.ts'
import type { PackSource, PresetSource } from '../core/policy/source.ts'
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

/** Packs without problems, and every problem of the others. A file with a problem is left out whole: half a pack protects nobody. */
export const loadPacks = (
  files: readonly PolicyFile[],
  known: Known = {},
): { readonly packs: readonly PackSource[]; readonly problems: readonly FileProblem[] } => {
  const { values, problems } = load(files, (value) => checkPack(value, known))
  const owners = new Map<string, string>()
  const packs: PackSource[] = []
  for (const { file, yaml, value } of values) {
    const pack = value as PackSource
    let unique = true
    pack.rules.forEach((rule, i) => {
      const owner = owners.get(rule.id)
      if (owner === undefined) owners.set(rule.id, file)
      else {
        unique = false
        problems.push({ file, ...yaml.at(['rules', i, 'id']), message: `\`${rule.id}\` is already a rule in ${owner}: give it an id of its own` })
      }
    })
    if (unique) packs.push(pack)
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
const load = (files: readonly PolicyFile[], check: (value: unknown) => readonly Problem[]): { values: Loaded[]; problems: FileProblem[] } => {
  const values: Loaded[] = []
  const problems: FileProblem[] = []
  for (const { name: file, text } of files) {
    const yaml = readYaml(text)
    const wrong =
      yaml.problems.length > 0 ? yaml.problems : check(yaml.value).map((problem) => ({ ...yaml.at(problem.path, problem.key), message: problem.message }))
    problems.push(...wrong.map(({ line, column, message }) => ({ file, line, column, message })))
    if (wrong.length === 0) values.push({ file, yaml, value: yaml.value })
  }
  return { values, problems }
}
