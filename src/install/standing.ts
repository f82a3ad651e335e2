// Tells how each agent stands: protected, set up and not yet seen, or not protected and what to do. Only what was seen counts as protection.
import { statSync } from 'node:fs'
import path from 'node:path'
import type { HostActivity, SeenCall } from '../audit/activity.ts'
import type { HostInstall, InstallPlace, Scope } from '../hosts/_frame/install.ts'
import { HOST_GUARANTEES } from '../hosts/guarantees.gen.ts'
import { LIVES } from '../hosts/live.gen.ts'
import { findHosts } from './find.ts'
import { unreadBy } from './fitted.ts'
import { holdingOf } from './guarantees.ts'
import { isFatal, wiredHosts } from './host-findings.ts'
import type { WiredHost } from './host-findings.ts'
import { configurationOf, obstaclesOf } from './obstacles.ts'
import { editsFor } from './plan.ts'
import { readRecord } from './record.ts'
import { noteSeen, readSeen, stateOf } from './seen.ts'
import type { Protection, Seen } from './seen.ts'
import { installationsOf, versionsOf } from './versions.ts'
import type { Installation } from './versions.ts'

export interface Standing {
  readonly host: string
  readonly state: Protection
  /** One line: why it is so. */
  readonly says: string
  /** What tells it: files of the host, the gate's settings, the log, the version, or what was seen. */
  readonly told: 'files' | 'settings' | 'log' | 'version' | 'seen'
  /** What to do about it; empty where nothing is to be done. */
  readonly mend: string
  /** Whether one of its files names us. */
  readonly setUp: boolean
  readonly installations: readonly Installation[]
  /** Of our entry and the host's settings that steer it. */
  readonly configuration: string
  /** The last call that it asked us about. */
  readonly last: SeenCall | null
}

/** What a standing is found from, besides the host's files. */
export interface Sight {
  /** The folder of our state: what was seen is kept there. */
  readonly state: string
  readonly activity: ReadonlyMap<string, HostActivity>
  /** How the gate acts. */
  readonly mode: 'enforce' | 'observe' | 'off'
  /** Programs may be started with `--version`: only for commands that a person started. */
  readonly ask: boolean
}

/** Of each agent that is here or set up, in the order of the registry. */
export function standings(where: { readonly installs: readonly HostInstall[]; readonly place: InstallPlace }, sight: Sight): readonly Standing[] {
  const wired = wiredHosts(where)
  const found = findHosts(where.installs, where.place)
  return found.flatMap(({ install, by }) => {
    const own = wired.filter((one) => one.install === install)
    return by === null && own.length === 0 ? [] : [standingOf(install, own, where.place, sight)]
  })
}

function standingOf(install: HostInstall, wired: readonly WiredHost[], place: InstallPlace, sight: Sight): Standing {
  const { host } = install
  // What is set up for the person counts before what is set up for the project.
  const [chosen] = wired
  const scope: Scope = chosen?.scope ?? 'user'
  const installations = installationsOf(install, place, sight.ask)
  const activity = sight.activity.get(host)
  const common = { host, setUp: chosen !== undefined, installations, configuration: configurationOf(install, place, scope), last: activity?.last ?? null }
  const not = (told: Standing['told'], says: string, mend: string): Standing => ({ ...common, state: 'not-protected', told, says, mend })
  if (chosen === undefined) return not('files', 'not set up', `prudent init --host ${host}`)
  const again = `prudent init --host ${host}${scope === 'project' ? ' --project' : ''}`
  const broken = brokenIn(chosen)
  if (broken !== null) return not('files', broken, chosen.files.some(({ wiring }) => wiring.state === 'unreadable') ? 'correct that line' : again)
  const [obstacle] = obstaclesOf(install, scope, place)
  if (obstacle !== undefined)
    return not('files', obstacle.kind === 'approval' ? `needs your approval: ${obstacle.says}` : `${obstacle.says} (${obstacle.file})`, obstacle.mend)
  if (sight.mode !== 'enforce')
    return not(
      'settings',
      sight.mode === 'off' ? 'the gate is switched off (`enabled: false`)' : 'observe mode is on (`mode: observe`): nothing is stopped',
      'change that line of your settings',
    )
  const ran = activity?.contradictions.findLast(({ at }) => activity.held === null || activity.held.at < at)
  if (ran !== undefined)
    return not(
      'log',
      `it ran a call that was ${ran.answered === 'deny' ? 'denied' : 'not answered yet'} (${ran.tool}, ${ran.at})`,
      `prudent doctor --live ${host}`,
    )
  const without = versionsOf(installations).find((version) => version !== '' && factsOf(host, version)?.runs.is === 'no')
  if (without !== undefined) return not('version', `version ${without}: ${factsOf(host, without)?.runs.says ?? 'it does not ask us'}`, 'update it')
  const unread = unreadBy(editsFor(install, scope, place) ?? [], versionsOf(installations))
  if (unread !== null) return not('version', unread, again)
  noteHeld(sight.state, { install, chosen, activity, installations, configuration: common.configuration, place })
  return { ...common, told: 'seen', ...seenStanding(host, versionsOf(installations), common.configuration, readSeen(sight.state)) }
}

const factsOf = (host: string, version: string): ReturnType<typeof holdingOf>['facts'] | undefined => {
  const guarantees = HOST_GUARANTEES.find((one) => one.host === host)
  return guarantees === undefined ? undefined : holdingOf(guarantees, version).facts
}

/** Why what stands in the host's files does not make it ask us; null where it should. */
function brokenIn({ files }: WiredHost): string | null {
  for (const { file, wiring } of files) {
    if (wiring.state === 'absent') return `${file} does not start prudent any more`
    if (wiring.state === 'unreadable') return `${file}:${wiring.problem?.line}: ${wiring.problem?.message}`
    const [fatal] = wiring.differences.filter(isFatal)
    if (fatal !== undefined) return `${file}: ${fatal.says}`
  }
  return null
}

/** Every installed version must have been seen; the worst of them counts. */
function seenStanding(host: string, versions: readonly string[], configuration: string, seen: readonly Seen[]): Pick<Standing, 'state' | 'says' | 'mend'> {
  const all = versions.map((version) => ({ version, state: stateOf(seen, { host, version, configuration }) }))
  const lastOf = (version: string): Seen | undefined =>
    seen.findLast((one) => one.host === host && one.version === version && one.configuration === configuration)
  const failed = all.find(({ state }) => state === 'not-protected')
  if (failed !== undefined)
    return {
      state: 'not-protected',
      says: `${lastOf(failed.version)?.says ?? 'a denial did not hold'}${named(failed.version)}`,
      mend: shownBy(host),
    }
  const missing = all.find(({ state }) => state === 'set-up')
  if (missing !== undefined) {
    const unseen = all.find(({ version, state }) => state === 'set-up' && isUnknown(host, version))
    if (unseen !== undefined) {
      const { from, ask } = knownFrom(host)
      return {
        state: 'set-up',
        says: `no denied call has been observed yet, and nobody looked at version ${unseen.version}`,
        mend: `update it${from === null ? '' : ` to ${from} or later`}, then ${ask}`,
      }
    }
    const part = all.some(({ state }) => state === 'protected') ? named(missing.version) : ''
    return { state: 'set-up', says: `no denied call has been observed yet${part}`, mend: shownBy(host) }
  }
  const last = lastOf(versions[0] ?? '')
  return { state: 'protected', says: `${last?.how === 'live' ? 'tried live' : 'a denial held'} ${last?.at.slice(0, 10) ?? ''}`, mend: '' }
}
/** Hosts whose model's address can be set are started for a trial; the others only show in use. */
const shownBy = (host: string): string =>
  LIVES.some((live) => live.host === host) ? `prudent doctor --live ${host}` : 'use it: the first denied call that is stopped counts'
/** Whether it asks us in this version is not known. */
const isUnknown = (host: string, version: string): boolean => version !== '' && factsOf(host, version)?.runs.is === 'not known'
/** From which version on it is, and what shows it. */
function knownFrom(host: string): { readonly from: string | null; readonly ask: string } {
  const ranges = HOST_GUARANTEES.find((one) => one.host === host)?.ranges ?? []
  return { from: ranges.find(({ runs }) => runs.is === 'yes')?.from ?? null, ask: shownBy(host) }
}
const named = (version: string): string => (version === '' ? '' : ` with ${version}`)

interface Held {
  readonly install: HostInstall
  readonly chosen: WiredHost
  readonly activity: HostActivity | undefined
  readonly installations: readonly Installation[]
  readonly configuration: string
  readonly place: InstallPlace
}

/** A denial in the log that held counts for the version and the files that were there then: none may have changed since. */
function noteHeld(state: string, { install: { host }, chosen, activity, installations, configuration, place }: Held): void {
  const held = activity?.held
  if (held === null || held === undefined) return
  const versions = versionsOf(installations)
  const version = held.hostVersion ?? (versions.length === 1 ? versions[0] : undefined)
  if (version === undefined || !versions.includes(version)) return
  const files = chosen.files.map(({ file }) => file)
  const recorded = readRecord(place.home).filter((one) => files.includes(one.file))
  const programs = installations.flatMap((one) => (one.version === version ? [one.file, path.join(one.file, 'package.json')] : []))
  const since = Math.max(...recorded.map(({ at }) => Date.parse(at)), ...[...files, ...programs].map(changedAt))
  const known = readSeen(state).findLast((one) => one.host === host && one.version === version && one.configuration === configuration)
  if (Date.parse(held.at) <= since || (known !== undefined && known.at >= held.at)) return
  try {
    noteSeen(state, { host, version, configuration, at: held.at, how: 'call', held: true, says: `a denied call was not run (${held.tool})` })
  } catch {
    // Said anew next time.
  }
}

/** What is not there, or lies below something that is no folder, did not change. */
function changedAt(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0
  } catch {
    return 0
  }
}
