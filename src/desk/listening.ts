// When do agents wait for the desk? While a page is open that may approve: then whoever asks hears that somebody is there; else it has its denial at once.
import { listen } from '../channels/resident/listen.ts'
import type { Listening } from '../channels/resident/listen.ts'
import type { ChannelPlace } from '../gate/seams.ts'

export interface Attending {
  readonly look: () => Promise<void>
  readonly close: () => void
}

/** A page that is loaded again is gone for a moment: for so long, agents that wait are not told that nobody is there. */
const AWAY_MS = 8000

/** `isThere`: whether a person may answer here right now. Where a terminal listens already, that is enough, until it goes. */
export function attend(at: ChannelPlace, isThere: () => boolean, now: () => number = Date.now): Attending {
  let listening: Listening | null = null
  let lastThere = 0
  let isLooking = false
  let isOver = false
  const close = (): void => {
    listening?.close()
    listening = null
  }
  return {
    look: async () => {
      if (isLooking || isOver) return
      isLooking = true
      try {
        const there = isThere()
        if (there) lastThere = now()
        if (listening !== null && (now() - lastThere > AWAY_MS || !listening.isOurs())) close()
        if (listening !== null || !there) return
        // What is asked is in the store, which is looked at: this is only where they knock.
        const listened = await listen(at, { channel: 'desk', asked: () => {}, left: () => {} })
        if (!listened.ok) return
        listening = listened.listening
        if (isOver) close()
      } finally {
        isLooking = false
      }
    },
    close: () => {
      isOver = true
      close()
    },
  }
}
