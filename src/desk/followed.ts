// Tells pages what other processes changed: modes switched on or off at a command line or by a program, settings that were edited, those of the projects that agents work in among them.
import { isThere, settingsFiles } from '../config/settings-files.ts'
import { watchGate } from '../gate/watch.ts'
import type { WatchedGate } from '../gate/watch.ts'
import type { Lifts } from '../gate/records.ts'
import { projectOf } from '../observe/project.ts'
import type { ModeView } from './api.ts'
import type { Feed } from './events.ts'
import { modeView } from './lifts.ts'

export interface Followed {
  /** For every now and then, while a page is open. */
  readonly look: () => Promise<void>
}
export interface Following {
  readonly lifts: Lifts
  readonly home: string
  readonly cwd: string
  /** Where agents work, latest first. */
  readonly folders: () => Promise<readonly string[]>
  readonly feed: Feed
}

/** Of the projects that agents work in, so many are followed. */
const MOST_PROJECTS = 16

export function follow({ lifts, home, cwd, folders, feed }: Following): Followed {
  let isLooking = false
  let known: string | null = null
  const own = projectOf(cwd, home)
  /** Null: it has no settings of its own, so the rest is told by ours. */
  const watched = new Map<string, WatchedGate | null>()
  const modes = async (): Promise<void> => {
    const on: readonly ModeView[] = (await lifts.modes.list(new Date())).map(modeView)
    const now = JSON.stringify(on.map(({ id }) => id))
    if (known !== null && known !== now) feed.say('mode.changed', { modes: on })
    known = now
  }
  const watchIn = (project: string): Promise<WatchedGate> =>
    watchGate(settingsFiles(home, project, process.platform), {
      onChange: ({ opened }) => feed.say('policy.reloaded', { policy: opened.gate.policy.fingerprint, problems: opened.notes, project }),
    })
  const settingsOf = async (project: string): Promise<void> => {
    const before = watched.get(project)
    const { project: file } = settingsFiles(home, project, process.platform)
    const gate = before ?? (project === own || (file !== null && isThere(file)) ? await watchIn(project) : null)
    watched.set(project, gate)
    // It was looked at before, and had none then.
    if (before === null && gate !== null) {
      const { gate: opened, notes } = gate.current()
      feed.say('policy.reloaded', { policy: opened.policy.fingerprint, problems: notes, project })
    }
    gate?.current()
  }
  const settings = async (): Promise<void> => {
    const projects = new Set([own, ...(await folders()).map((folder) => projectOf(folder, home))])
    const wanted = [...projects].slice(0, MOST_PROJECTS + 1)
    for (const project of watched.keys()) if (!wanted.includes(project)) watched.delete(project)
    for (const project of wanted) await settingsOf(project)
  }
  // What is on from the beginning is no change.
  const begun = modes().catch(() => {})
  return {
    look: async () => {
      if (isLooking) return
      isLooking = true
      try {
        await begun
        await modes()
        await settings()
      } catch {
        // What cannot be looked at now is looked at again.
      } finally {
        isLooking = false
      }
    },
  }
}
