// How is a gate built from what the package ships and what the layers of settings say?
import { policyOf } from '../config/builtin.ts'
import { packageData, packageParsers } from '../config/package-files.ts'
import { isFresh, keepPolicy, readKept } from '../config/packs-cache.ts'
import { anySettings, keptFile } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { canonicalOption } from '../core/interpret/programs/compile.ts'
import { compileShards } from '../core/policy/compile.ts'
import type { GateRule, Shards } from '../core/policy/compiled.ts'
import { fromShards } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { Layer, PackSource } from '../core/policy/source.ts'
import { gateOf } from './built-in.ts'
import type { Gate } from './gate.ts'

export type PackageData = ReturnType<typeof packageData>

export interface Opened {
  readonly gate: Gate
  /** To be given with every check. */
  readonly troubles: readonly GateRule[]
  /** What the person should know about their settings, one line each. */
  readonly notes: readonly string[]
}

/** The gate on embedded defaults. Throws when no preset has that name. */
export function loadBuiltin(preset = 'standard', data: PackageData = packageData()): Gate {
  const policy = preset === 'standard' ? data.policy() : policyOf(data, preset)
  if (policy === null) throw new Error(`no preset is called \`${preset}\`: write ${data.presets.map(({ name }) => name).join(', ')}`)
  return gateWith(policy, data)
}

const gateWith = (policy: Policy, data: PackageData): Gate => gateOf(data, policy, packageParsers())

/** The gate with the layers of settings. A file that does not compile leaves the last good policy, or is left out and said. */
export async function openGate(files: SettingsFiles, preset: string | null, now: string, data: PackageData = packageData()): Promise<Opened> {
  if (!anySettings(files)) return { gate: loadBuiltin(preset ?? 'standard', data), troubles: [], notes: [] }
  const made = data.made()
  const cache = keptFile(files, preset)
  const kept = readKept(cache)
  if (kept !== null && isFresh(kept, made)) return await opened(kept.shards, data, [])

  // YAML is read only here.
  const { readSettings } = await import('../config/settings.ts')
  const names = data.presets.map(({ name }) => name)
  const settings = readSettings(files, names)
  const problems = settings.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
  if (problems.length > 0 && kept !== null && kept.made === made) {
    return await opened(kept.shards, data, [...problems, `until this is corrected, the last good settings hold (${kept.savedAt})`])
  }
  const name = preset ?? settings.preset ?? 'standard'
  const chosen = data.presets.find((one) => one.name === name)
  if (chosen === undefined) throw new Error(`no preset is called \`${name}\`: write ${names.join(', ')}`)
  const compile = (layers: readonly Layer[], packs: readonly PackSource[]): Shards =>
    compileShards({
      packs: [...data.packs, ...packs],
      preset: chosen,
      layers,
      canonical: (program, words, option) => canonicalOption(data.meaning, program, words, option),
    })
  let shards: Shards
  try {
    shards = compile(settings.layers, settings.packs)
  } catch {
    // Checked files always compile; should one not, the embedded rules do.
    return await opened(compile([], []), data, ['the settings could not be compiled: every call is asked about'], ['gate.settings-unreadable'])
  }
  if (problems.length > 0)
    return await opened(
      shards,
      data,
      [...problems, 'until this is corrected, that file does not count and every call is asked about'],
      ['gate.settings-unreadable'],
    )
  keepPolicy(cache, { made, savedAt: now, sources: settings.sources, shards })
  return await opened(shards, data, [])
}

async function opened(shards: Shards, data: PackageData, notes: readonly string[], troubles: readonly GateRule[] = []): Promise<Opened> {
  // The engine for people's own patterns is large: read only where there is one.
  const engine = shards.index.userRegexes ? (await import('../config/user-regex.ts')).compileUserRegex : undefined
  const policy = fromShards(
    shards.index,
    (name) => shards.shards[name] ?? {},
    (name) => shards.prose[name] ?? {},
    engine,
  )
  return { gate: gateWith(policy, data), troubles, notes: [...notes, ...policy.warnings] }
}
