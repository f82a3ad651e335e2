// Which rules count here: those of the package, and those that the settings include or stand for?
import { homedir } from 'node:os'
import { packageData } from '../config/package-files.ts'
import { anySettings, settingsFiles } from '../config/settings-files.ts'
import { customPack } from '../core/policy/custom.ts'
import type { PackSource, PresetSource, RuleSource } from '../core/rules/source.ts'
import { sceneOf } from './scene.ts'

export interface RulesHere {
  readonly rules: readonly { readonly pack: PackSource; readonly rule: RuleSource; /** It comes from the settings. */ readonly own: boolean }[]
  readonly packs: readonly string[]
  readonly presets: readonly PresetSource[]
  /** What in the settings keeps rules out, one line each. */
  readonly problems: readonly string[]
}

export async function rulesHere(): Promise<RulesHere> {
  const { packs, presets } = packageData()
  const { own, problems } = await ownPacks(presets)
  return {
    rules: [...packs.map((pack) => ({ pack, own: false })), ...own.map((pack) => ({ pack, own: true }))].flatMap(({ pack, own: isOwn }) =>
      pack.rules.map((rule) => ({ pack, rule, own: isOwn })),
    ),
    packs: [...packs, ...own].map(({ pack }) => pack),
    presets,
    problems,
  }
}

async function ownPacks(presets: readonly PresetSource[]): Promise<{ readonly own: readonly PackSource[]; readonly problems: readonly string[] }> {
  const files = settingsFiles(homedir(), sceneOf({ operands: [], options: {} }).project, process.platform)
  if (!anySettings(files)) return { own: [], problems: [] }
  const { readSettings } = await import('../config/settings.ts')
  const { packs, layers, problems } = readSettings(
    files,
    presets.map(({ name }) => name),
  )
  const custom = customPack(layers)
  return {
    own: custom === null ? packs : [...packs, custom],
    problems: problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  }
}
