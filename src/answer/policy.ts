// By which rules is this event judged, and where? Before anything is, what a call made of the settings unseen is put back.
import path from 'node:path'
import { runningFiles } from '../config/own-files.ts'
import { differenceIn } from '../config/person.ts'
import { packageData } from '../config/package-files.ts'
import { readFresh } from '../config/packs-cache.ts'
import { settingsFiles } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { orWait } from '../config/turns.ts'
import type { Platform } from '../core/model.ts'
import { openPolicyFor } from '../gate/policy-source.ts'
import type { Here, Opened, PackageData } from '../gate/policy-source.ts'
import type { HostEvent } from '../gate/seams.ts'
import { callName } from '../install/marks.ts'
import { tendSettings } from '../install/settings-watch.ts'
import type { Tended } from '../install/settings-watch.ts'
import { projectOf } from '../observe/project.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { openBelow } from './below.ts'
import type { EventScene, SlowParts, Surroundings } from './given.ts'
import { stateFolderOf } from './state.ts'

export interface OpenedPolicy extends Opened {
  readonly scene: EventScene
  /** How the person's settings and what was installed were found; null in a rehearsal. */
  readonly tended: Tended | null
}

const PLATFORMS: Readonly<Record<string, Platform>> = { linux: 'linux', darwin: 'macos', win32: 'windows' }

const CHANGED = 'the settings were changed by a call and could not be put back'

/** A bundle of its own: most calls need none of it. */
export const slowParts = ({ root }: Surroundings): string => path.join(root, 'dist/hook-slow.js')

type OpenedOrSlow = OpenedPolicy | { readonly slow: string }

/** `slow`: the file to import first, and to come back with. */
export const openPolicy = (at: Surroundings, event: HostEvent, parts?: SlowParts, data = packageData(at.root)): OpenedOrSlow =>
  openWith(at, event, (files, here) => openPolicyFor(files, data, here, parts))

/** For this event alone, by a process that ends with it: what was kept below an administrator's file counts for some events and not for others. */
export const openForEvent = (at: Surroundings, event: HostEvent, parts: SlowParts | undefined, data: PackageData): OpenedOrSlow =>
  openWith(at, event, (files, here, scene) => {
    const look = (): Opened | null => openPolicyFor(files, data, here, parts)
    const opened = look() ?? openBelow(at, event, scene, { files, data, here })
    if (opened !== null || parts !== undefined || at.rehearsal === true || readFresh(files, null, data) !== null) return opened
    return orWait({ files, preset: null, made: data.made() }, look)
  })

function openWith(at: Surroundings, event: HostEvent, find: (files: SettingsFiles, here: Here, scene: EventScene) => Opened | null): OpenedOrSlow {
  const scene = sceneOf(at, event)
  // Nothing is judged by what a call made of the settings unseen.
  const tended = tendFirst(at, event)
  const opened = find(settingsFiles(scene.home, scene.project, process.platform), hereOf(at), scene)
  if (opened === null) return { slow: slowParts(at) }
  return { ...opened, scene, tended }
}

const hereOf = (at: Surroundings): Here => ({
  root: at.root,
  own: runningFiles(process.execPath, at.root),
  notes: differenceIn(at.env, at.home),
  // Asked only where a secret was found: the log's own key.
  digest: (secret) => openJsonLines({ state: stateFolderOf(at) }).digest(secret),
})

/** Before anything is judged by them. A result shows that its call ran until now. Throws where what a call changed could not be put back. */
export function tendFirst(at: Surroundings, event: HostEvent): Tended | null {
  if (at.rehearsal === true) return null
  const tended = tendSettings({ home: at.home, state: stateFolderOf(at) }, null, event.kind === 'after-tool' ? callName(event) : null)
  if (tended.stuck) throw Object.assign(new Error(CHANGED), { code: 'SETTINGS_CHANGED' })
  return tended
}

export function sceneOf(at: Surroundings, event: HostEvent): EventScene {
  const { home } = at
  const told = event.calls[0]?.cwd ?? ''
  const cwd = told !== '' ? told : event.cwd !== '' ? event.cwd : at.cwd
  const platform = PLATFORMS[process.platform]
  return { cwd, home, project: projectOf(cwd, home), ...(platform === undefined ? {} : { platform }) }
}
