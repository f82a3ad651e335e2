// Our own rules, programs, places and presets: from the YAML folders to the JSON the package ships.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { canonicalOption } from '../core/meaning/canonical-option.ts'
import { compileMeaning } from '../core/meaning/compile.ts'
import type { CompiledMeaning, FamilySource } from '../core/meaning/compile.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import { makeTakers } from '../core/meaning/takers.ts'
import { compilePlaces, storePlaces } from '../core/disk/places/places.ts'
import type { PlaceBook, PlaceSpec } from '../core/disk/places/places.ts'
import { compileLanguages } from '../core/languages/_source/compile.ts'
import type { CompiledLanguages } from '../core/languages/_source/compile.ts'
import type { LanguageBook } from '../core/languages/_book/book.ts'
import { compileRules, pieceOf, shortPiece } from '../core/policy/compile.ts'
import type { Canonical } from '../core/policy/compile.ts'
import type { PackSource, PresetSource, RuleSource } from '../core/rules/source.ts'
import { compileSecrets, readBook } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import { secretsData } from './load-secrets.ts'
import { packLanguages } from './language-table.ts'
import { packTable } from './lazy-table.ts'
import { packMeaning } from './meaning-table.ts'
import { loadPacks, loadPresets } from './packs.ts'
import { packKeywords, packSecrets } from './secret-table.ts'
import { packPolicy } from './policy-table.ts'
import { readYaml } from './yaml.ts'

export interface YamlFile {
  readonly name: string
  readonly text: string
}

/** The YAML files of one folder, in name order. */
export async function readFolder(folder: string): Promise<readonly YamlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return Promise.all(names.map(async (name) => ({ name: `${path.basename(folder)}/${name}`, text: await readFile(path.join(folder, name), 'utf8') })))
}

export async function loadMeaning(root: string): Promise<CompiledMeaning> {
  const files = await readFolder(path.join(root, 'programs'))
  const families: FamilySource[] = files.map(({ name, text }) => ({ file: name, content: readYaml(text).value }))
  return compileMeaning(families)
}

async function loadLanguages(root: string): Promise<CompiledLanguages> {
  const files = await readFolder(path.join(root, 'languages'))
  return compileLanguages(files.map(({ name, text }) => ({ file: name, content: readYaml(text).value })))
}

export async function loadPlaces(root: string): Promise<readonly PlaceSpec[]> {
  const files = await readFolder(path.join(root, 'places'))
  return files.flatMap(({ text }) => (readYaml(text).value as { places?: readonly PlaceSpec[] } | null)?.places ?? [])
}

/** Everything in the YAML folders, checked. Problems are returned, never thrown. */
export async function loadSources(root: string): Promise<Sources> {
  const meaning = await loadMeaning(root)
  const languages = await loadLanguages(root)
  const places = await loadPlaces(root)
  const { packs, problems: packProblems } = loadPacks(await readFolder(path.join(root, 'packs')))
  const { presets, problems: presetProblems } = loadPresets(await readFolder(path.join(root, 'presets')))
  const problems = [
    ...[...meaning.problems, ...languages.problems].map(({ file, path: at, message }) => `${file}: ${at.join('.')}: ${message}`),
    ...presets.flatMap(({ name, kinds = [] }) => compileSecrets(kinds).problems.map(({ id, message }) => `presets/${name}.yaml: \`${id}\`: ${message}`)),
    ...[...packProblems, ...presetProblems].map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  ]
  const kinds = await secretsData(root)
  let book: SecretBook | undefined
  const secrets = (): SecretBook => (book ??= readBook(kinds))
  return {
    meaning: { ...meaning.meaning, takers: makeTakers(meaning.meaning, dangersOf(packs)) },
    programExamples: meaning.examples,
    languages: languages.languages,
    languageExamples: languages.examples,
    placeSpecs: places,
    places: compilePlaces(places),
    packs,
    presets,
    problems,
    secrets,
  }
}
export interface Sources {
  readonly meaning: Meaning
  readonly programExamples: CompiledMeaning['examples']
  readonly languages: LanguageBook
  readonly languageExamples: CompiledLanguages['examples']
  readonly placeSpecs: readonly PlaceSpec[]
  readonly places: PlaceBook
  readonly packs: readonly PackSource[]
  readonly presets: readonly PresetSource[]
  readonly problems: readonly string[]
  readonly secrets: () => SecretBook
}

/** What the package ships under dist/data. Throws on any problem: a package with a broken rule is not built. */
export async function compileData(root: string): Promise<{ readonly files: Readonly<Record<string, string | Uint8Array>> }> {
  const sources = await loadSources(root)
  if (sources.problems.length > 0) throw new Error(sources.problems.join('\n'))
  const { meaning, placeSpecs, packs, presets, programExamples } = sources
  const bare = packs.map((pack) => ({ ...pack, rules: pack.rules.map(({ hits: _hits, misses: _misses, ...rule }) => rule) }))
  const standard = presets.find((preset) => preset.name === 'standard')
  const secrets = await secretsData(root)
  const files: Record<string, string | Uint8Array> = {
    'meaning.txt': packMeaning(meaning),
    'languages.txt': packLanguages(sources.languages),
    'servers.json': JSON.stringify(meaning.servers ?? []),
    'places.txt': packTable(storePlaces(placeSpecs)),
    'packs.json': JSON.stringify(bare),
    'presets.json': JSON.stringify(presets),
    'secrets.txt': packSecrets(secrets),
    'secret-keywords.bin': packKeywords(secrets),
    'examples.json': JSON.stringify({ rules: examplesOf(packs), programs: programExamples }),
  }
  const canonical: Canonical = (program, words, option) => canonicalOption(meaning, program, words, option)
  files['pieces.json'] = JSON.stringify(bare.map(({ rules }) => rules.map((rule) => shortPiece(rule, pieceOf(rule, canonical)))))
  if (standard !== undefined) {
    const policy = compileRules({ packs, preset: standard, canonical })
    files['policy.txt'] = packPolicy(policy)
    files['policy-lines.json'] = JSON.stringify(policy.lines)
  }
  return { files }
}

/** Command lines that rules object to, of those that are not only told of. */
const dangersOf = (packs: readonly PackSource[]): readonly string[] =>
  packs.flatMap((pack) =>
    pack.rules
      .filter(({ severity }) => severity === 'critical' || severity === 'high')
      .flatMap(({ hits = [] }) => hits.filter((hit): hit is string => typeof hit === 'string')),
  )

const examplesOf = (packs: readonly PackSource[]): Record<string, Pick<RuleSource, 'hits' | 'misses'>> =>
  Object.fromEntries(packs.flatMap((pack) => pack.rules.map(({ id, hits = [], misses = [] }) => [id, { hits, misses }])))
