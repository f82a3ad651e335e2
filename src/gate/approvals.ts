// What is a question that outlives whoever asked it, and what must every store of such questions do? The seam that the folders of src/stores fill.
import type { Approval, Remember } from '../core/model.ts'
import type { KeptDraft } from './grants.ts'

/** What is kept of a question: the card as people see it, secrets covered; never the call itself. */
export interface Question {
  /** Random, so that nobody can guess which question is open. */
  readonly id: string
  /** Keyed digest of the exact call, without the host's id for it: who tries again asks the same. */
  readonly call: string
  readonly session: string
  readonly card: Approval
  /** What may be answered besides a no. */
  readonly offers: readonly Remember[]
  /** What an answer that is remembered would let through. */
  readonly draft?: KeptDraft
  readonly policy: string
  /** `agent`: put through the host's own prompt, where alone it is answered; kept so that it can be seen. */
  readonly answerIn: 'desk' | 'agent'
  /** As the log names the call. */
  readonly log: LoggedCall
  /** ISO 8601, as all times here. */
  readonly askedAt: string
  readonly openUntil: string
  /** Until then whoever asked waits; afterwards, or null: nobody does, and the call has to be tried again. */
  readonly waitsUntil: string | null
  /** For how long a yes counts that nobody has used. */
  readonly usableMillis: number
}
export interface LoggedCall {
  readonly call: string
  readonly host: string
  readonly session: string
  readonly chat?: string
}
/** How a question ended: by a person, by the clock, or because the agent stopped waiting. */
export interface Ended {
  readonly how: 'allowed' | 'denied' | 'expired' | 'cancelled'
  readonly by: string
  readonly channel: string
  readonly at: string
  /** What the person wants the agent to know. */
  readonly reason?: string
  readonly remember?: Remember
  /** A yes that nobody used by then counts for nothing. */
  readonly usableUntil?: string
}
export interface Kept {
  readonly question: Question
  readonly ended: Ended | null
  /** The yes was taken: it passes one call, once. */
  readonly used: boolean
}

export interface Limits {
  /** Questions open at once, and of one session among them. */
  readonly most: number
  readonly mostOfSession: number
}
export type Raised =
  /** `joined`: the same call was being asked about already; one yes still passes one call. */
  | { readonly ok: true; readonly kept: Kept; readonly joined: boolean }
  | { readonly ok: false; readonly because: 'too-many' | 'too-many-of-session' | 'unwritable' }
export type Ending =
  | { readonly won: true; readonly kept: Kept }
  /** Somebody was first: `kept` says who, when and how. Null: no such question. */
  | { readonly won: false; readonly kept: Kept | null }

/** Every method may be called by any process at any moment; what was acknowledged outlives a crash where the store outlives its process. None rejects. */
export interface Approvals {
  readonly name: string
  /** Joins an open question about the same call. */
  readonly raise: (question: Question, limits: Limits) => Promise<Raised>
  readonly find: (id: string) => Promise<Kept | null>
  /** Oldest first. What cannot be read is passed over: it is no approval. */
  readonly list: () => Promise<readonly Kept[]>
  /** Of those, what is open. */
  readonly open: (now: Date) => Promise<readonly Kept[]>
  /** The last question about this very call. */
  readonly last: (call: string) => Promise<Kept | null>
  /** Exactly one of all who try wins. */
  readonly end: (id: string, ended: Ended) => Promise<Ending>
  /**
   * Takes a yes to this very call that nobody used and that still counts. Of all who try, one gets it.
   * `run`: the host's own id for this run of the call. Several hooks may judge one run: who names the same a moment later gets the same yes.
   */
  readonly use: (call: string, now: Date, run?: string) => Promise<Kept | null>
  /** Ends what is open beyond its time; returns what this caller ended. */
  readonly expire: (now: Date) => Promise<readonly Kept[]>
  /** Ended, but nobody has said that it stands in the log: whoever died between the two left it so. */
  readonly unsaid: () => Promise<readonly Kept[]>
  readonly said: (id: string) => Promise<void>
  /** Removes what ended before then and stands in the log. */
  readonly forget: (before: Date) => Promise<void>
  /** A hint that something may have changed, now and then for nothing; it may fail to come: whoever must know looks by itself too. Returns what ends it. */
  readonly watch: (changed: () => void) => () => void
}

export interface ApprovalsOpening {
  readonly state?: string
}

/** Hooks that judge the same run of a call do so at once, or one right after the other. */
const SAME_RUN_MS = 15_000

export interface Use {
  readonly at: string
  readonly run?: string
}
export const isSameRun = (used: Use | null | undefined, now: Date, run: string | undefined): boolean =>
  used !== null && used !== undefined && run !== undefined && run !== '' && used.run === run && Math.abs(now.getTime() - Date.parse(used.at)) <= SAME_RUN_MS

export const isOpen = ({ ended, question }: Kept, now: Date): boolean => ended === null && Date.parse(question.openUntil) > now.getTime()

export const isUsable = ({ ended, used }: Kept, now: Date): boolean =>
  ended?.how === 'allowed' && !used && ended.usableUntil !== undefined && Date.parse(ended.usableUntil) > now.getTime()
