// Tells pages what other processes changed: modes switched on or off at a command line or by a program, settings that were edited.
import { settingsFiles } from '../config/settings-files.ts'
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

export function follow({ lifts, home, cwd, feed }: { readonly lifts: Lifts; readonly home: string; readonly cwd: string; readonly feed: Feed }): Followed {
  let isLooking = false
  let known: string | null = null
  let watched: WatchedGate | null = null
  const modes = async (): Promise<void> => {
    const on: readonly ModeView[] = (await lifts.modes.list(new Date())).map(modeView)
    const now = JSON.stringify(on.map(({ id }) => id))
    if (known !== null && known !== now) feed.say('mode.changed', { modes: on })
    known = now
  }
  const settings = async (): Promise<void> => {
    watched ??= await watchGate(settingsFiles(home, projectOf(cwd, home), process.platform), {
      onChange: ({ opened }) => feed.say('policy.reloaded', { policy: opened.gate.policy.fingerprint, problems: opened.notes }),
    })
    watched.current()
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
