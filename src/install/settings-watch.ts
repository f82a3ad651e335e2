// What did the person's settings say before an agent's call, and what did that call change in them?
//
// Whatever changes them between the answer to a call and its result is put back, whether or not anybody could read that the call would, and never thrown
// away: settings-mend.ts. What changes when none runs is the person's, and said; so is what changes while nobody can tell whether one runs (a person is
// asked about it, or its session went on), until its result shows that it did.
import { signatureOf } from './ground-files.ts'
import type { CallName } from './marks.ts'
import { keptSettings } from './settings-kept.ts'
import type { KeptFile, KeptSettings, WatchPlace } from './settings-kept.ts'
import { forgotten, mended } from './settings-mend.ts'

/** Nobody takes that long to set hosts up. */
const EASED_MS = 60_000

export interface Tended {
  /** What was found, one line each. */
  readonly found: readonly string[]
  /** Something a call changed could not be put back: nothing may rely on it. */
  readonly stuck: boolean
  readonly kept: KeptSettings | null
  /** What was installed is not as it was, or that is not known any more. */
  readonly moved: boolean
  /** All that is kept is as it was. */
  readonly still?: true
}
const NOTHING_FOUND: Tended = { found: [], stuck: false, kept: null, moved: false }

/** `held`: as a process that stays remembers it, should the file be gone; `result`: the call whose result is heard now, so it ran until now. */
export function tendSettings(place: WatchPlace, held: KeptSettings | null = null, result: CallName | null = null): Tended {
  const read = keptSettings(place)
  // An older one that somebody put there says nothing.
  const kept = read === null || (held !== null && held.at > read.at) ? held : read
  if (kept === null) return forgotten(place)
  const moved = kept.ground?.some(([file, signature]) => signatureOf(file) !== signature) === true
  const isEased = kept.eased !== undefined && Date.now() - kept.eased < EASED_MS
  const isOpen = ({ file, signature, said, left }: KeptFile): boolean => said !== undefined || left !== undefined || signatureOf(file) !== signature
  if (isEased) return { ...NOTHING_FOUND, kept, moved }
  if (!kept.files.some(isOpen)) return moved ? { ...NOTHING_FOUND, kept, moved } : { ...NOTHING_FOUND, kept, still: true }
  return { ...mended(place, kept, result), moved }
}
