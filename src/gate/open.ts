// How is a gate built from what the package ships and what the layers of settings say?
import { policyOf } from '../config/builtin.ts'
import type { Conduct } from '../config/conduct.ts'
import { packageData, packageParsers } from '../config/package-files.ts'
import { isFresh, readKept } from '../config/packs-cache.ts'
import { anySettings, keptFile } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import type { GateRule, PolicyParts } from '../core/policy/compiled.ts'
import { fromParts } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import { gateOf } from './built-in.ts'
import type { Around } from './built-in.ts'
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

const gateWith = (policy: Policy, data: PackageData, around: Around = {}): Gate => gateOf(data, policy, packageParsers(), around)

/** The gate with the layers of settings. A file that does not compile leaves the last good policy, or is left out and said. */
export async function openGate(files: SettingsFiles, preset: string | null, now: string, data: PackageData = packageData()): Promise<Opened> {
  if (!anySettings(files)) return { gate: loadBuiltin(preset ?? 'standard', data), troubles: [], notes: [] }
  const made = data.made()
  const cache = keptFile(files, preset)
  const kept = readKept(cache)
  if (kept !== null && isFresh(kept, made)) return await opened(kept, data, [])

  // YAML is read only there.
  const { compileSettings } = await import('./compile-settings.ts')
  const compiled = compileSettings(files, preset, now, data)
  return await opened(compiled, data, compiled.notes, compiled.troubles)
}

interface Made {
  readonly parts: PolicyParts
  readonly conduct: Conduct
  readonly kinds?: SecretBookData
}

async function opened({ parts, conduct, kinds }: Made, data: PackageData, notes: readonly string[], troubles: readonly GateRule[] = []): Promise<Opened> {
  // The engine for people's own patterns is large: read only where there is one.
  const engine = parts.index.userRegexes ? (await import('../config/user-regex.ts')).compileUserRegex : undefined
  const policy = fromParts(parts, engine)
  return {
    gate: gateWith(policy, data, { approved: conduct.directories, ...(kinds === undefined ? {} : { kinds }) }),
    troubles,
    notes: [...notes, ...policy.warnings],
  }
}
