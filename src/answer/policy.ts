// By which rules is this event judged: those the package ships, or what the person's settings made of them?
import path from 'node:path'
import { runningFiles } from '../config/own-files.ts'
import { differenceIn } from '../config/person.ts'
import { packageData, packageParsers } from '../config/package-files.ts'
import { readFresh } from '../config/packs-cache.ts'
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { anySettings, settingsFiles } from '../config/settings-files.ts'
import type { GateRule } from '../core/rules/compiled.ts'
import { fromParts } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import { gateOf } from '../gate/built-in.ts'
import type { Gate } from '../gate/gate.ts'
import type { PackageData } from '../gate/open.ts'
import type { HostEvent } from '../gate/seams.ts'
import { callName } from '../install/marks.ts'
import { tendSettings } from '../install/settings-watch.ts'
import type { Tended } from '../install/settings-watch.ts'
import { projectOf } from '../observe/project.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import type { SlowParts, Surroundings } from './given.ts'

export interface OpenedPolicy {
  readonly gate: Gate
  readonly conduct: Conduct
  readonly troubles: readonly GateRule[]
  readonly notes: readonly string[]
  readonly place: Place
  /** How the person's settings and what was installed were found; null in a rehearsal. */
  readonly tended: Tended | null
}
export interface Place {
  readonly cwd: string
  readonly home: string
  readonly project: string
  readonly platform?: 'linux' | 'macos' | 'windows'
}

const PLATFORMS: Readonly<Record<string, NonNullable<Place['platform']>>> = { linux: 'linux', darwin: 'macos', win32: 'windows' }

const CHANGED = 'the settings were changed by a call and could not be put back'

/** A bundle of its own: most calls need none of it. */
export const slowParts = ({ root }: Surroundings): string => path.join(root, 'dist/hook-slow.js')

/** `slow`: the file to import first, and to come back with. */
export function openPolicy(at: Surroundings, event: HostEvent, parts?: SlowParts, data = packageData(at.root)): OpenedPolicy | { readonly slow: string } {
  const place = placeOf(at, event)
  const files = settingsFiles(place.home, place.project, process.platform)
  // Nothing is judged by what a call made of the settings unseen.
  const tended = tendFirst(at, event)
  const opened = (made: Made): OpenedPolicy => openedWith(made, place, data, at, tended)
  if (!anySettings(files)) return opened({ policy: data.policy(), conduct: DEFAULT_CONDUCT })
  const slow = slowParts(at)
  const kept = readFresh(files, null, data)
  if (kept !== null) {
    if (kept.parts.index.userRegexes && parts === undefined) return { slow }
    return opened({ ...kept, policy: fromParts(kept.parts, parts?.compileUserRegex) })
  }
  if (parts === undefined) return { slow }
  const compiled = parts.compileSettings(files, null, new Date().toISOString(), data)
  return opened({ ...compiled, policy: fromParts(compiled.parts, parts.compileUserRegex) })
}

interface Made {
  readonly policy: Policy
  readonly conduct: Conduct
  readonly kinds?: SecretBookData
  readonly troubles?: readonly GateRule[]
  readonly notes?: readonly string[]
}

/** Before anything is judged by them. A result shows that its call ran until now. Throws where what a call changed could not be put back. */
export function tendFirst(at: Surroundings, event: HostEvent): Tended | null {
  if (at.rehearsal === true) return null
  const state = stateFolder(at.folders, process.platform, at.home)
  const tended = tendSettings({ home: at.home, state }, null, event.kind === 'after-tool' ? callName(event) : null)
  if (tended.stuck) throw Object.assign(new Error(CHANGED), { code: 'SETTINGS_CHANGED' })
  return tended
}

const openedWith = (
  { policy, conduct, kinds, troubles = [], notes = [] }: Made,
  place: Place,
  data: PackageData,
  at: Surroundings,
  tended: Tended | null,
): OpenedPolicy => ({
  gate: gateOf(data, policy, packageParsers(at.root), {
    approved: conduct.directories,
    own: runningFiles(process.execPath, at.root),
    ...(kinds === undefined ? {} : { kinds }),
    // Asked only where a secret was found: the log's own key.
    digest: (secret) => openJsonLines({ state: stateFolder(at.folders, process.platform, at.home) }).digest(secret),
  }),
  conduct,
  troubles,
  notes: [...notes, ...differenceIn(at.env, at.home), ...policy.warnings],
  place,
  tended,
})

export function placeOf(at: Surroundings, event: HostEvent): Place {
  const { home } = at
  const told = event.calls[0]?.cwd ?? ''
  const cwd = told !== '' ? told : event.cwd !== '' ? event.cwd : at.cwd
  const platform = PLATFORMS[process.platform]
  return { cwd, home, project: projectOf(cwd, home), ...(platform === undefined ? {} : { platform }) }
}
