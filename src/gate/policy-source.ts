// By which rules is a call judged: those the package ships, or what the layers of settings made of them? The one place where a gate is built from either.
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { packageParsers } from '../config/package-files.ts'
import type { packageData } from '../config/package-files.ts'
import { readFresh } from '../config/packs-cache.ts'
import type { KeptPolicy } from '../config/packs-cache.ts'
import { anySettings } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import type { compileUserRegex } from '../config/user-regex.ts'
import type { GateRule } from '../core/rules/compiled.ts'
import { fromParts } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { CompiledSettings, compileSettings } from './compile-settings.ts'
import { gateOf } from './gate.ts'
import type { Around, Gate } from './gate.ts'

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

/** Where a gate stands: the package's folder, and what is its own there. */
export interface Here extends Pick<Around, 'digest' | 'wired'> {
  readonly root: string
  readonly own: readonly string[]
  /** What the person should know besides. */
  readonly notes?: readonly string[]
}

/** Settings that are read anew and people's own patterns need what most calls do not load. */
export interface Compilers {
  readonly compileSettings: typeof compileSettings
  readonly compileUserRegex: typeof compileUserRegex
}

/** What a gate is built from. */
interface Rules extends Partial<Pick<Opened, 'conduct' | 'troubles' | 'notes' | 'whole'>> {
  readonly policy: Policy
  readonly kinds?: SecretBookData | undefined
}

export function open({ policy, conduct = DEFAULT_CONDUCT, kinds, troubles = [], notes = [], whole = true }: Rules, data: PackageData, here: Here): Opened {
  const { root, notes: besides = [], ...standing } = here
  const around = { ...standing, own: [...here.own, ...conduct.included], approved: conduct.directories, kinds }
  return { gate: gateOf(data, policy, packageParsers(root), around), conduct, troubles, notes: [...notes, ...besides, ...policy.warnings], whole }
}

/** By what was compiled, now or before. */
export const openCompiled = (made: Omit<CompiledSettings, 'sources'>, data: PackageData, here: Here, engine?: typeof compileUserRegex): Opened =>
  open({ ...made, policy: fromParts(made.parts, engine) }, data, here)

/** Null where patterns of the person's own need an engine that is not there. */
export function openKept({ parts, conduct, kinds }: KeptPolicy, data: PackageData, here: Here, compilers?: Compilers): Opened | null {
  if (parts.index.userRegexes && compilers === undefined) return null
  return open({ conduct, ...(kinds == null ? {} : { kinds }), policy: fromParts(parts, compilers?.compileUserRegex) }, data, here)
}

/** Null: come back with the compilers. A file that does not compile leaves the last good policy, or is left out and said. */
export function openSettings(files: SettingsFiles, preset: string | null, data: PackageData, here: Here, compilers?: Compilers): Opened | null {
  const kept = readFresh(files, preset, data)
  if (kept !== null) return openKept(kept, data, here, compilers)
  if (compilers === undefined) return null
  return openCompiled(compilers.compileSettings(files, preset, new Date().toISOString(), data), data, here, compilers.compileUserRegex)
}

/** As `openSettings`; where there are none, what ships counts as it is. */
export const openPolicyFor = (files: SettingsFiles, data: PackageData, here: Here, compilers?: Compilers): Opened | null =>
  anySettings(files) ? openSettings(files, null, data, here, compilers) : open({ policy: data.policy() }, data, here)
