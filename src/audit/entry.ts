// What does the audit log hold? One entry a step of a call, linked by the call's id. Types only.
import type { DecidedBy, Severity, ToolName, Verdict } from '../core/model.ts'

interface Common {
  /** ISO 8601, UTC. */
  readonly at: string
  /** Ours, short: what `prudent log mark` takes. */
  readonly id: string
  /** Links the steps of one call; empty for what belongs to none. With `~` before it: made from what the call does, for hosts that name none. */
  readonly call: string
  readonly host: string
  readonly session: string
  readonly chat?: string
}
/** An agent wants to do something. Written before or with the decision. */
export interface AttemptEntry extends Common {
  readonly kind: 'attempt'
  readonly tool: ToolName
  readonly cwd: string
  /** The input as JSON text, secrets masked, cut as `audit.content` says; absent with `none`. */
  readonly input?: string
  /** Keyed digest of tool and raw input: the same call can be recognised, never guessed. Null where no key could be made or the input is nested beyond measure. */
  readonly digest: string | null
  /** UTF-16 length of the raw input as canonical JSON. */
  readonly size: number
}
export interface DecisionEntry extends Common {
  readonly kind: 'decision'
  readonly verdict: Verdict
  readonly by: DecidedBy
  readonly reason: string
  readonly findings: readonly RecordedFinding[]
  /** Fingerprint of the policy that judged. */
  readonly policy: string
  /** The grants or the mode by which it passes. */
  readonly grants?: readonly string[]
  /** The gate only watched, or was switched off: what it would have said is `would`. */
  readonly mode?: 'observe' | 'disabled'
  readonly would?: Verdict
  /** Kind, length and keyed digest of the secrets in the call. */
  readonly secrets?: readonly RecordedSecret[]
  /** What was covered up before the call went on: how many of which kind. */
  readonly redacted?: readonly RecordedRedaction[]
  /** Of the host, where its event says it. */
  readonly hostVersion?: string
}
export interface RecordedRedaction {
  readonly kind: string
  readonly count: number
}
export interface RecordedSecret {
  readonly kind: string
  readonly length: number
  readonly digest?: string
}
export interface RecordedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly verdict: Verdict
}
/** A security violation: somebody tried what no setting permits, or tried to carry data out. */
export interface ViolationEntry extends Common {
  readonly kind: 'violation'
  readonly of: Violation
  readonly rules: readonly string[]
  readonly verdict: Verdict
}
/** `contradiction`: the host ran a call that was denied, or that nobody had answered yet. */
export type Violation = 'floor' | 'self-protection' | 'exfiltration' | 'sandbox' | 'contradiction'
export interface ApprovalEntry extends Common {
  readonly kind: 'approval'
  /** `unseen`: the host was left to ask, and no answer was seen. */
  readonly event: 'asked' | 'answered' | 'expired' | 'late' | 'unseen'
  /** Id of the question. */
  readonly approval?: string
  readonly verdict?: 'allow' | 'deny'
  /** Who, as the channel knows them. */
  readonly by?: string
  readonly channel?: string
  /** Of what expired: why there is no answer that counts. `ran`: nobody told us the answer, the host ran the call. */
  readonly because?: string
  /** For how long the answer counts, as it was offered. */
  readonly remember?: string
}
export interface OutcomeEntry extends Common {
  readonly kind: 'outcome'
  readonly ok: boolean
  readonly text?: string
  /** As of the attempt, where the host says again what it ran: tells apart calls that share an id. */
  readonly digest?: string
  /** No call of this id, or of these words, was judged in this session: it counts for none. */
  readonly unmatched?: true
}
/** What a person thinks of a decision afterwards. `call` names the call. */
export interface MarkEntry extends Common {
  readonly kind: 'mark'
  readonly as: Opinion
}
export type Opinion = 'false-alarm' | 'harmful'
/** Something about the gate itself: settings changed, switched off, a doctor's finding. */
export interface NoticeEntry extends Common {
  readonly kind: 'notice'
  readonly event: string
  readonly text: string
}

export type AuditEntry = AttemptEntry | DecisionEntry | ViolationEntry | ApprovalEntry | OutcomeEntry | MarkEntry | NoticeEntry

export interface EntryFilter {
  /** ISO 8601: entries at or after it. */
  readonly since?: string
  readonly host?: string
  readonly session?: string
  readonly call?: string
}

/** Why something could not be recorded. */
export type StoreTrouble =
  | 'no-space' // the disk or a quota is full, or the file may not grow
  | 'not-writable' // read-only, no permission, or something else lies in the file's place
  | 'failed' // anything else

/** Who must record before allowing must not allow when this is not ok. */
export type Appended = { readonly ok: true } | { readonly ok: false; readonly code: StoreTrouble; readonly message: string }
