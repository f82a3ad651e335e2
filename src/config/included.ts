// What does a file or folder hold that `include` names: a pack, kinds of secrets, or the patterns of another system as they are?
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { PackSource } from '../core/rules/source.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import type { CompileUserRegex } from '../core/text/regex.ts'
import { formatOf, importPatterns, packText } from './import-patterns.ts'
import { kindsText } from './import-rules.ts'
import { loadSecrets } from './load-secrets.ts'
import { loadPacks } from './packs.ts'
import type { FileProblem } from './packs.ts'

export interface Included {
  readonly packs: readonly PackSource[]
  readonly kinds: readonly SecretSpec[]
  readonly problems: readonly FileProblem[]
  /** What the person should know besides. */
  readonly notes: readonly string[]
}

/** More skills than anybody has. */
const MOST_FILES = 400
/** By their names in the folder of the library they are for. */
const TRIO = ['dangerous-patterns.jsonc', 'critical-paths.jsonc', 'secret-patterns.jsonc']

export function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory()
  } catch {
    return false
  }
}

/** The files of patterns in a folder: a skill of each folder in it, and the three of CPI-SI. */
export function patternFilesIn(folder: string): readonly string[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return []
  }
  const found = names.flatMap((name) => (TRIO.includes(name) || name === 'SKILL.md' ? [path.join(folder, name)] : [path.join(folder, name, 'SKILL.md')]))
  return found.filter(isFile).slice(0, MOST_FILES)
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** A file of kinds, as the package has them below `secrets` and `prudent rules import` writes them. */
const holdsKinds = (text: string): boolean => /^kinds\s*:/m.test(text)

/** What a pack is called that is made of this file: a skill has the name of its folder. */
export const nameFor = (file: string): string =>
  path.basename(file) === 'SKILL.md' ? path.basename(path.dirname(file)) : path.basename(file).replace(/\.[^.]*$/, '')

/** Never throws. */
export function loadIncluded(file: string, text: string, compileUserRegex: CompileUserRegex): Included {
  if (holdsKinds(text)) {
    const { specs, problems } = loadSecrets([{ name: file, text }], { examples: false })
    return { packs: [], kinds: problems.length === 0 ? specs : [], problems, notes: [] }
  }
  const format = /^pack\s*:/m.test(text) ? null : formatOf(text)
  if (format === null) return { ...loadPacks([{ name: file, text }], { compileUserRegex }), kinds: [], notes: [] }
  const imported = importPatterns(format, text, nameFor(file))
  const wrong = (message: string): FileProblem => {
    const [, line = '1', rest = message] = /^line (\d+): (.*)$/s.exec(message) ?? []
    return { file, line: Number(line), column: 1, message: rest }
  }
  if (!imported.ok) return { packs: [], kinds: [], problems: [wrong(imported.message)], notes: [] }
  const { pack, kinds, notes } = imported
  const loaded = pack === null ? { packs: [], problems: [] } : loadPacks([{ name: file, text: packText(pack) }], { compileUserRegex })
  const secrets = kinds.length === 0 ? null : loadSecrets([{ name: file, text: kindsText(kinds, nameFor(file)) }], { examples: false })
  const problems = [...loaded.problems, ...(secrets?.problems ?? [])].map(({ message }) => wrong(message))
  const left = notes.length === 1 ? 'one thing is' : `${notes.length} things are`
  return {
    packs: loaded.packs,
    kinds: secrets === null || secrets.problems.length > 0 ? [] : secrets.specs,
    problems,
    notes: notes.length === 0 ? [] : [`\`${file}\`: ${left} not taken over as it stands; \`prudent rules import\` tells which`],
  }
}
