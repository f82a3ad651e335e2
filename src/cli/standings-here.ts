// Finds how the agents on this machine stand, with what the log and our state folder tell.
import { activityOf } from '../audit/activity.ts'
import type { HostActivity } from '../audit/activity.ts'
import { storiesOf } from '../audit/stories.ts'
import type { Here } from '../install/here.ts'
import { standings } from '../install/standing.ts'
import type { Sight, Standing } from '../install/standing.ts'
import type { SettingsState } from '../install/doctor.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'

/** How far back the log is looked at. */
export const SEEN_MS = 30 * 86_400_000

export function activityHere(): ReadonlyMap<string, HostActivity> {
  try {
    return activityOf(storiesOf(openJsonLines().entries({ since: new Date(Date.now() - SEEN_MS).toISOString() })))
  } catch {
    return new Map()
  }
}

export const sightHere = (home: string, { enabled, mode }: Pick<SettingsState, 'enabled' | 'mode'>, activity = activityHere()): Sight => ({
  state: stateFolder(process.env, process.platform, home),
  activity,
  mode: enabled ? mode : 'off',
  ask: true,
})

export const standingsHere = (where: Here, settings: Pick<SettingsState, 'enabled' | 'mode'>, activity = activityHere()): readonly Standing[] =>
  standings(where, sightHere(where.place.home, settings, activity))
