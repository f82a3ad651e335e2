// What do the administrator, the person and the project say, and what in their files must be corrected?
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { didYouMean, shorten } from '../core/policy/description.ts'
import type { Problem } from '../core/policy/description.ts'
import { checkSettings } from '../core/policy/rule.ts'
import { settingsShape } from '../core/policy/shapes.ts'
import type { Layer, LayerName, PackSource, PresetSource, SettingsSource } from '../core/rules/source.ts'
import { describeSecrets } from '../core/secrets/compile.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import { checkConduct, CONDUCT_KEYS, conductOf } from './conduct.ts'
import type { Conduct } from './conduct.ts'
import { ADJUST_KEYS, checkAdjust } from './context.ts'
import { isFolder, loadIncluded, patternFilesIn } from './included.ts'
import type { FileProblem } from './packs.ts'
import { markOf, readRegularFile, readSource } from './packs-cache.ts'
import type { SourceMark } from './packs-cache.ts'
import { isThere } from './settings-files.ts'
import type { SettingsFiles } from './settings-files.ts'
import type { CompileUserRegex } from '../core/text/regex.ts'
import { compileTogether } from './user-regex.ts'
import { readYaml } from './yaml.ts'

export interface ReadSettings {
  /** Layers without problems; a file with one is left out whole. */
  readonly layers: readonly Layer[]
  readonly packs: readonly PackSource[]
  /** Kinds of secrets from included files; null when there are none. */
  readonly kinds: SecretBookData | null
  /** What the layers choose; null when none does. */
  readonly preset: string | null
  readonly conduct: Conduct
  readonly sources: readonly SourceMark[]
  readonly problems: readonly SettingsProblem[]
  /** What of included files could not be taken over, one line a file. */
  readonly notes: readonly string[]
}
export interface SettingsProblem extends FileProblem {
  readonly layer: LayerName
  /** It is about an included file: the person may have said to go on without. */
  readonly included?: true
}

const MOST_INCLUDED = 50
const OTHER_KEYS = ['include', ...CONDUCT_KEYS, ...ADJUST_KEYS]
const KEYS = [...(settingsShape.is === 'object' ? Object.keys(settingsShape.keys) : []), ...OTHER_KEYS]

/** `preset`: what was chosen elsewhere than in the files; `sources`: what presets say. */
interface Given {
  readonly preset?: string | null
  readonly sources?: readonly PresetSource[]
}

/** Never throws. `presets` are the names that `preset` may have. */
export function readSettings(files: SettingsFiles, presets: readonly string[], given: Given = {}): ReadSettings {
  const layers: Layer[] = []
  const packs: PackSource[] = []
  const kinds: SecretSpec[] = []
  const sources: SourceMark[] = []
  const problems: SettingsProblem[] = []
  const notes: string[] = []
  const included = new Set<string>()
  const compileUserRegex = compileTogether()
  for (const name of ['administrator', 'user', 'project'] as const) {
    const file = files[name]
    if (file === null) continue
    const content = readRegularFile(file)
    sources.push(markOf(file, content))
    if (content.kind === 'absent') {
      if (isThere(file)) problems.push({ layer: name, file, line: 1, column: 1, message: 'it leads nowhere: put back what it leads to, or remove the link' })
      continue
    }
    const distrust = name === 'administrator' ? notTrusted(file) : null
    const at = (message: string, line = 1, column = 1): SettingsProblem => ({ layer: name, file, line, column, message })
    if (content.kind === 'unreadable' || distrust !== null) {
      problems.push(at(content.kind === 'unreadable' ? content.message : (distrust ?? '')))
      continue
    }
    const yaml = readYaml(content.text)
    const value = yaml.value ?? {}
    const wrong =
      yaml.problems.length > 0
        ? [...yaml.problems]
        : problemsIn(value, name, compileUserRegex).map((one) => ({ ...yaml.at(one.path, one.key), message: one.message }))
    const settings = value as SettingsSource & { readonly include?: unknown }
    if (typeof settings.preset === 'string' && !presets.includes(settings.preset)) {
      wrong.push({
        ...yaml.at(['preset']),
        message: `no preset is called \`${settings.preset.slice(0, 40)}\`: write ${presets.join(', ')}${didYouMean(settings.preset, presets)}`,
      })
    }
    if (wrong.length === 0 && yaml.unended && isFree(value)) {
      const { line, column } = endOf(content.text)
      wrong.push({ line, column, message: 'the last line has no end, so it may be cut off: end it with a newline' })
    }
    const paths = includesOf(settings.include, name, file, files)
    if (typeof paths === 'string') wrong.push({ ...yaml.at(['include']), message: paths })
    problems.push(...wrong.map((one) => at(one.message, one.line, one.column)))
    if (wrong.length > 0 || typeof paths === 'string') continue
    const { include: _include, ...own } = settings
    layers.push({ layer: name, settings: own })
    const take = (one: string): void => {
      if (included.has(one)) return
      included.add(one)
      const text = readRegularFile(one)
      sources.push(markOf(one, text))
      if (text.kind !== 'text') {
        const message = `\`${one}\`: ${text.kind === 'absent' ? 'there is no such file' : text.message}`
        problems.push({ ...yaml.at(['include']), layer: name, file, message, included: true })
        return
      }
      const found = loadIncluded(one, text.text, compileUserRegex)
      kinds.push(...found.kinds)
      packs.push(...found.packs.map((pack) => ({ ...pack, own: true as const })))
      problems.push(...found.problems.map((problem) => ({ ...problem, layer: name, included: true as const })))
      notes.push(...found.notes)
    }
    for (const one of paths) {
      if (!isFolder(one)) {
        take(one)
        continue
      }
      // What is put into the folder later counts from then on.
      const listed = `${one.replace(/[/\\]+$/, '')}/`
      sources.push(markOf(listed, readSource(listed)))
      for (const inside of patternFilesIn(one)) take(inside)
    }
  }
  const of = (name: LayerName): SettingsSource | undefined => layers.find(({ layer }) => layer === name)?.settings
  const name = given.preset ?? presetOf(layers)
  const chosen = given.sources?.find((one) => one.name === name)
  kinds.push(...(chosen?.kinds ?? []))
  return {
    layers,
    packs,
    kinds: kinds.length === 0 ? null : describeSecrets(kinds, { examples: false }),
    preset: presetOf(layers),
    conduct: {
      ...conductOf(of('administrator'), of('user'), chosen),
      included: [...included],
    },
    sources,
    problems,
    notes,
  }
}

/** A key that nobody knows is told with all that there are, whoever reads them. */
function problemsIn(value: unknown, layer: LayerName, compileUserRegex: CompileUserRegex): readonly Problem[] {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  const strangers = given.filter((name) => !KEYS.includes(name))
  const known = KEYS.filter((name) => name !== 'lock' || layer === 'administrator')
  const named = known.map((name) => `\`${name}\``).join(', ')
  return [
    ...strangers.map((name) => ({ path: [name], message: `unknown key \`${shorten(name)}\`: write one of ${named}${didYouMean(name, known)}`, key: true })),
    ...checkSettings(value, layer, [...OTHER_KEYS, ...strangers], { compileUserRegex }),
    ...checkConduct(value, layer),
    ...checkAdjust(value),
  ]
}

/** Keys whose values are no words we know: of these a part is a value too. */
const FREE_TEXT = ['include', 'directories', 'resolve_names', 'sensitive_paths', 'custom_patterns', 'profile', 'lock', 'context']

/** Of the last value a part would be a value too: `- /srv` of `- /srv/shared`. */
function isFree(value: unknown): boolean {
  let [last, first]: [unknown, string | undefined] = [value, undefined]
  while (typeof last === 'object' && last !== null) {
    const [name, inner] = Object.entries(last).at(-1) ?? []
    first ??= name
    last = inner
  }
  return typeof last === 'number' || (typeof last === 'string' && FREE_TEXT.includes(first ?? ''))
}

const endOf = (text: string): { readonly line: number; readonly column: number } => {
  const lines = text.split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** The administrator's where that key is locked, else the person's. The project's file chooses none. */
function presetOf(layers: readonly Layer[]): string | null {
  const of = (name: LayerName): SettingsSource | undefined => layers.find(({ layer }) => layer === name)?.settings
  const administrator = of('administrator')
  const locked = administrator?.lock === true || (Array.isArray(administrator?.lock) && administrator.lock.includes('preset'))
  return (locked ? administrator?.preset : (of('user')?.preset ?? administrator?.preset)) ?? null
}

function includesOf(value: unknown, layer: LayerName, file: string, files: SettingsFiles): readonly string[] | string {
  if (value === undefined || value === null) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!list.every((one) => typeof one === 'string' && one !== '')) return '`include` is a list of pack files: write paths'
  if (list.length > MOST_INCLUDED) return `${list.length} files are too many: include at most ${MOST_INCLUDED}`
  const paths = (list as readonly string[]).map((one) => (one.startsWith('~/') ? path.join(files.home, one.slice(2)) : path.resolve(path.dirname(file), one)))
  // The agent can write the project's file: it must not make us read elsewhere.
  const outside = layer === 'project' ? paths.find((one) => !one.startsWith(`${path.dirname(path.dirname(file))}${path.sep}`)) : undefined
  return outside === undefined ? paths : `\`${outside}\` lies outside the project: keep the pack in it`
}

/** Why the administrator's file does not count: anybody else could have written it. */
function notTrusted(file: string): string | null {
  for (const one of [path.dirname(file), file]) {
    const about = lstatSync(one, { throwIfNoEntry: false })
    if (about === undefined || about.isSymbolicLink() || about.uid !== 0 || (about.mode & 0o022) !== 0) {
      return 'it counts only when root owns it and its folder, and nobody else may write there: correct owner and mode'
    }
  }
  return null
}
