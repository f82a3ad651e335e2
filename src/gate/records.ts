// What is kept until a date, or until somebody takes it back? The seam for grants, modes and pauses that the folders of src/stores fill.
import type { KeptGrant } from './grants.ts'
import type { Mode } from './modes.ts'

export interface Dated {
  /** Random. */
  readonly id: string
  /** ISO 8601, as all times here. */
  readonly madeAt: string
  readonly expiresAt: string
}

/** Any process may call any method at any moment. None rejects. */
export interface Records<T extends Dated> {
  readonly name: string
  /** Whole or not at all: false where it could not be written, or there is one of this id. Takes away what is over. */
  readonly add: (record: T, now: Date) => Promise<boolean>
  /** Those that still count, oldest first. What cannot be read, or is not ours, counts for nothing. */
  readonly list: (now: Date) => Promise<readonly T[]>
  /** True for the one who took it away. */
  readonly remove: (id: string) => Promise<boolean>
}
/** What a session asks until then is denied: its person wants to be left alone. */
export interface Pause extends Dated {
  readonly host: string
  /** As the log and the questions name it. */
  readonly session: string
  readonly by: string
  readonly channel: string
}
export interface Lifts {
  readonly grants: Records<KeptGrant>
  readonly modes: Records<Mode>
  readonly pauses: Records<Pause>
}

/** What the agent is told meanwhile. */
export const PAUSED = 'the user has paused this session: wait to be told to go on'

export const isDue = ({ expiresAt }: Dated, now: Date): boolean => !(Date.parse(expiresAt) > now.getTime())
export const byAge = (a: Dated, b: Dated): number => (a.madeAt < b.madeAt ? -1 : a.madeAt > b.madeAt ? 1 : a.id < b.id ? -1 : 1)
