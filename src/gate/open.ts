// How is a gate built from what the package ships and what the layers of settings say?
import { homedir } from 'node:os'
import { accountHome } from '../config/person.ts'
import { policyOf } from '../config/builtin.ts'
import { conductOf } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { movedFolders, runningFiles, wiredFiles } from '../config/own-files.ts'
import { packageData, packageFolder, packageParsers } from '../config/package-files.ts'
import { readFresh } from '../config/packs-cache.ts'
import { anySettings } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import type { GateRule, PolicyParts } from '../core/rules/compiled.ts'
import { describeSecrets } from '../core/secrets/compile.ts'
import { fromParts } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { CompileUserRegex } from '../core/text/regex.ts'
import { gateOf } from './built-in.ts'
import type { Around } from './built-in.ts'
import type { CompiledSettings } from './compile-settings.ts'
import type { Gate } from './gate.ts'

export type PackageData = ReturnType<typeof packageData>

export interface Opened {
  readonly gate: Gate
  /** How the gate is to act on what it decides. */
  readonly conduct: Conduct
  /** To be given with every check. */
  readonly troubles: readonly GateRule[]
  /** What the person should know about their settings, one line each. */
  readonly notes: readonly string[]
  /** False while something in the settings must be corrected: the last good ones hold, or every call is asked about. */
  readonly whole: boolean
}

/** The gate on embedded defaults. Throws when no preset has that name. */
export function loadBuiltin(preset = 'standard', data: PackageData = packageData()): Gate {
  const policy = preset === 'standard' ? data.policy() : policyOf(data, preset)
  if (policy === null) throw new Error(`no preset is called \`${preset}\`: write ${data.presets.map(({ name }) => name).join(', ')}`)
  const { kinds = [] } = data.presets.find(({ name }) => name === preset) ?? {}
  return gateWith(policy, data, { own: ownHere(), wired: wiredHere(), ...(kinds.length > 0 && { kinds: describeSecrets(kinds, { examples: false }) }) })
}

/** What is ours on this machine, besides what settings name. */
const ownHere = (): readonly string[] => [...movedFolders(process.env), ...runningFiles(process.execPath, packageFolder())]

/** Wherever the environment says that home is: what an embedding process was given must not hide them. */
const wiredHere = (): readonly string[] => [...new Set([homedir(), accountHome() ?? homedir()].flatMap(wiredFiles))]

const gateWith = (policy: Policy, data: PackageData, around: Around = {}): Gate => gateOf(data, policy, packageParsers(), around)

/** The gate with the layers of settings. A file that does not compile leaves the last good policy, or is left out and said. */
export async function openGate(files: SettingsFiles, preset: string | null, now: string, data: PackageData = packageData()): Promise<Opened> {
  if (!anySettings(files)) return withoutSettings(preset, data)
  const kept = readFresh(files, preset, data)
  if (kept !== null) return opened({ ...kept, troubles: [], notes: [], whole: true }, data, await engineFor(kept.parts))

  // YAML is read only there.
  const { compileSettings } = await import('./compile-settings.ts')
  const compiled = compileSettings(files, preset, now, data)
  return opened(compiled, data, await engineFor(compiled.parts))
}

export const withoutSettings = (preset: string | null, data: PackageData): Opened => ({
  gate: loadBuiltin(preset ?? 'standard', data),
  conduct: conductOf({}, {}, preset === null ? undefined : data.presets.find(({ name }) => name === preset)),
  troubles: [],
  notes: [],
  whole: true,
})

/** The engine for people's own patterns is large: read only where there is one. */
const engineFor = async ({ index }: PolicyParts): Promise<CompileUserRegex | undefined> =>
  index.userRegexes ? (await import('../config/user-regex.ts')).compileUserRegex : undefined

export type Made = Omit<CompiledSettings, 'sources'>

export function opened({ parts, conduct, kinds, notes, troubles, whole }: Made, data: PackageData, engine: CompileUserRegex | undefined): Opened {
  const policy = fromParts(parts, engine)
  const own = [...ownHere(), ...conduct.included]
  return {
    gate: gateWith(policy, data, { approved: conduct.directories, own, wired: wiredHere(), ...(kinds === undefined ? {} : { kinds }) }),
    conduct,
    troubles,
    notes: [...notes, ...policy.warnings],
    whole,
  }
}
