// What do the layers of settings make of the shipped rules? The slow way, with YAML; what comes out is kept for the next time.
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { keepPolicy, readKept } from '../config/packs-cache.ts'
import { keptFile } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { readSettings } from '../config/settings.ts'
import { canonicalOption } from '../core/interpret/programs/compile.ts'
import { compileRules, partsOf } from '../core/policy/compile.ts'
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { GateRule, PolicyParts } from '../core/policy/compiled.ts'
import type { Layer, PackSource } from '../core/policy/source.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { PackageData } from './open.ts'

export interface CompiledSettings {
  readonly parts: PolicyParts
  readonly conduct: Conduct
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
  /** To be given with every check. */
  readonly troubles: readonly GateRule[]
  /** What the person should know about their settings, one line each. */
  readonly notes: readonly string[]
}

/** A file that does not compile leaves the last good policy, or is left out and said. Throws when no preset has that name. */
export function compileSettings(files: SettingsFiles, preset: string | null, now: string, data: PackageData): CompiledSettings {
  const made = data.made()
  const cache = keptFile(files, preset)
  const kept = readKept(cache)
  const names = data.presets.map(({ name }) => name)
  const settings = readSettings(files, names)
  const problems = settings.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
  if (problems.length > 0 && kept !== null && kept.made === made) {
    const notes = [...problems, `until this is corrected, the last good settings hold (${kept.savedAt})`]
    return { ...kindsOf(kept.kinds), parts: kept.parts, conduct: kept.conduct, troubles: [], notes }
  }
  const name = preset ?? settings.preset ?? 'standard'
  const chosen = data.presets.find((one) => one.name === name)
  if (chosen === undefined) throw new Error(`no preset is called \`${name}\`: write ${names.join(', ')}`)
  const compile = (layers: readonly Layer[], packs: readonly PackSource[]): CompiledPolicy =>
    compileRules({
      packs: [...data.packs, ...packs],
      preset: chosen,
      layers,
      canonical: (program, words, option) => canonicalOption(data.meaning, program, words, option),
    })
  const { conduct } = settings
  const kinds = kindsOf(settings.kinds)
  let policy: CompiledPolicy
  try {
    policy = compile(settings.layers, settings.packs)
  } catch {
    // Checked files always compile; should one not, the embedded rules do.
    const notes = ['the settings could not be compiled: every call is asked about']
    return { parts: partsOf(compile([], [])), conduct: DEFAULT_CONDUCT, troubles: ['gate.settings-unreadable'], notes }
  }
  if (problems.length > 0) {
    const notes = [...problems, 'until this is corrected, that file does not count and every call is asked about']
    return { ...kinds, parts: partsOf(policy), conduct: { ...conduct, autoApprove: false }, troubles: ['gate.settings-unreadable'], notes }
  }
  keepPolicy(cache, policy, { made, savedAt: now, sources: settings.sources, conduct, ...kinds })
  return { ...kinds, parts: partsOf(policy), conduct, troubles: [], notes: [] }
}

const kindsOf = (kinds: SecretBookData | null | undefined): { readonly kinds?: SecretBookData } => (kinds == null ? {} : { kinds })
