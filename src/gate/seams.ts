// What must a host, a channel and a store be able to do? The interfaces that the folders of src/hosts, src/channels and src/stores fill.
import type { Appended, AuditEntry, EntryFilter } from '../audit/entry.ts'
import type { Finding, Json, JsonObject, ToolCall } from '../core/model.ts'
import type { Approvals, ApprovalsOpening } from './approvals.ts'
import type { Lifts } from './records.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** How an event reached us, besides its text. What the payload says itself counts more. */
export interface Arrival {
  readonly env: Environment
  /** The event's name as registered, for hosts that do not send it. */
  readonly event?: string
  readonly via?: Via
  /** The server behind a proxy. */
  readonly server?: string
  /** Where the process stands, for hosts that do not say. */
  readonly cwd?: string
  /** The command lines of those who started us, nearest first, where they can be read: a mode that is said nowhere else may stand there. */
  readonly startedBy?: () => readonly (readonly string[])[]
  /** Whether each of them reads from a terminal, in the same order; undefined where it cannot be told. */
  readonly terminals?: () => readonly (boolean | undefined)[]
}
export type Via = 'command' | 'http' | 'in-process' | 'mcp-tool'

export type EventKind = 'before-tool' | 'after-tool' | 'prompt' | 'permission' | 'session' | 'config' | 'other'

/** An event of a host, in our words. */
export interface HostEvent {
  readonly kind: EventKind
  readonly host: string
  /** The host's own name for the event. */
  readonly name: string
  readonly via: Via
  readonly session: string
  readonly chat?: string
  readonly toolUse?: string
  /** What is about to run, or ran: several where one event carries several, the strictest verdict counts. Empty before a tool: unreadable, so deny. */
  readonly calls: readonly ToolCall[]
  /** The prompt; for `config`, the file that changes. */
  readonly text?: string
  readonly outcome?: Outcome
  /** Empty when nobody says. */
  readonly cwd: string
  /** Of the host, where it says so. */
  readonly version?: string
  /** A question would reach no person: none is there, or the host answers its own questions. */
  readonly unattended?: true
  readonly payload: JsonObject
}
interface Outcome {
  readonly ok: boolean
  readonly text?: string
}

/** What we say, before it is put into the host's words. `abstain` leaves the call to the host; `allow` may skip its prompt. */
export interface HostAnswer {
  readonly verdict: 'allow' | 'ask' | 'deny' | 'abstain'
  readonly reason: string
  readonly warnings: readonly string[]
  /** A few words over a question. */
  readonly title?: string
  /** What the model should know, where the host can tell it. */
  readonly advice?: string
  readonly findings?: readonly Finding[]
  /** We could not judge: denied by the plainest means the host has. */
  readonly failure?: boolean
  /** What the tool is to be called with instead. Given only where the host `rewrites`. */
  readonly input?: JsonObject
}
/** Whether an answer may carry another input: not at all, beside whatever lets the call go on, or only together with our allow or ask. */
export type Rewrites = 'no' | 'beside' | 'with-leave'

/** What the process does to answer. */
export type HostReply =
  | { readonly kind: 'command'; readonly exitCode: number; readonly stdout: JsonObject | string | null; readonly stderr: string }
  | { readonly kind: 'http'; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: JsonObject | null }
  /** A request to the host's own server. */
  | { readonly kind: 'request'; readonly method: 'POST'; readonly path: string; readonly body: JsonObject }
  /** The callback's result; null is `undefined`. */
  | { readonly kind: 'return'; readonly value: Json }
  | { readonly kind: 'throw'; readonly message: string }
  /** Put the question through the host, then return one of two values; where nobody can be asked, do `otherwise`. */
  | {
      readonly kind: 'ui'
      readonly message: string
      readonly onApprove: Json
      readonly onReject: Json
      readonly otherwise: HostReply
      readonly config?: JsonObject
    }
  | { readonly kind: 'jsonrpc'; readonly message: JsonObject }
  | { readonly kind: 'forward' }
  /** Call the handler that was given. */
  | { readonly kind: 'call' }
  | { readonly kind: 'interrupt'; readonly value: JsonObject; readonly resumeApprove: JsonObject; readonly resumeReject: JsonObject }
  | { readonly kind: 'mcp-tool-result'; readonly value: JsonObject }

/** A sign that an event is this host's. Tried over all hosts in `order`, lowest first. */
export interface Mark {
  readonly order: number
  /** Several hosts share this shape: whoever the command line names wins. */
  readonly shared?: true
  readonly holds: (payload: JsonObject, env: Environment) => boolean
}

/** As much of a host as tells whose an event is. */
export interface Known {
  readonly name: string
  readonly marks: readonly Mark[]
  /** Not said: a hook. */
  readonly runs?: Host['runs']
}

export interface Host {
  /** The folder's name, and what `--host` takes. */
  readonly name: string
  readonly title: string
  /** Read in the vendor's own code or documentation, or only reported by others. */
  readonly evidence: 'first-hand' | 'third-party'
  /** Who starts us: a `hook` names its host by what it sends, the others know whom they serve. */
  readonly runs: 'hook' | 'in-process' | 'proxy'
  /** Whether our `ask` makes the host ask a person, in the mode it is in; where not, it is a denial that says how to approve. */
  readonly canAsk: boolean | ((event: HostEvent) => boolean)
  /** What our `allow` means there: skips the host's own prompt, is merely no veto, or cannot be said. */
  readonly allows: 'grant' | 'no-veto' | 'none'
  /** Whether our answer may carry another input in place of the call's, and is sure to be heeded; `no` unless said. Pure. */
  readonly rewrites?: Rewrites | ((event: HostEvent) => Rewrites)
  /** How long the host waits by default; null when it waits for ever, or nobody knows. */
  readonly deadlineMs: number | null
  /** It can send its events over HTTP too, and `reply` then answers so. */
  readonly http?: true
  /** What becomes of the call when we do not answer in time. */
  readonly afterDeadline: 'runs' | 'is-blocked' | 'waits'
  /** What somebody who relies on it should know, a line each. */
  readonly limits: readonly string[]
  readonly marks: readonly Mark[]
  /** Null when the event is not one of this host's: deny. Never throws. */
  readonly read: (payload: JsonObject, arrival: Arrival) => HostEvent | null
  /** Pure, total. */
  readonly reply: (event: HostEvent, answer: HostAnswer) => HostReply
}

/** A way to reach those who show questions to people: the interface each member of src/channels fills. */
export interface Channel {
  /** The folder's name. */
  readonly name: string
  /** Whether somebody may be there: one look at the disk, true where unsure. Never throws. */
  readonly isOpen: (at: ChannelPlace) => boolean
  /** Tells whoever listens that this question is in the store. A hint: answers are never given this way. Ends soon, whatever the other side does. Never rejects. */
  readonly announce: (id: string, at: ChannelPlace) => Promise<Announced>
}
export interface ChannelPlace {
  /** Where our state is kept. */
  readonly state: string
  readonly platform: string
}
export type Announced =
  /** `gone`: whoever listened has left. */
  | { readonly ok: true; readonly channel: string; readonly pid: number; readonly gone: Promise<void>; readonly close: () => void }
  | { readonly ok: false; readonly because: Unanswered }
export type Unanswered =
  | 'nobody' // nothing listens
  | 'no-person' // what listens is no terminal of the person's
  | 'silent' // it listens and says nothing
  | 'gone' // it left
  | 'garbled' // it said something else

export type { Appended, AuditEntry, EntryFilter } from '../audit/entry.ts'

/** Where the log lies: the interface each member of src/stores fills. */
export interface Store {
  readonly name: string
  /** In one write, ok only when all of it was written; `durable` returns when the disk has it. Never throws, never waits for another writer or for sealing. */
  readonly append: (entries: readonly AuditEntry[], durable?: boolean) => Appended
  /** Oldest day first; what cannot be read is passed over. */
  readonly entries: (filter?: EntryFilter) => Iterable<AuditEntry>
  /** Keyed, so that nobody without our key can try guesses against it; null where no key can be had. */
  readonly digest: (text: string) => string | null
  /** Seals what is unsealed and removes what is too old, when due and nobody else is at it. For after the answer. Never throws. */
  readonly tend: (now?: Date) => void
}

/** What each folder of src/stores exports: how one of its kind is opened. What does not concern it, it ignores. */
export interface StoreKind {
  /** The folder's name. */
  readonly name: string
  readonly open: (opening?: { readonly state?: string; readonly now?: () => Date }) => Store
  /** Questions that outlive whoever asked them. */
  readonly approvals: (opening?: ApprovalsOpening) => Approvals
  /** What people let pass without being asked: for calls like one they saw, or for a while. */
  readonly lifts: (opening?: ApprovalsOpening) => Lifts
}
