// What does the desk's API take and answer? Types only: the page is built against them, and the OpenAPI document says the same.
import type { Similar } from '../ask/history.ts'
import type { Statistics } from '../audit/statistics.ts'
import type { KeptGrant } from '../gate/grants.ts'
import type { Mode } from '../gate/modes.ts'
import type { Preview } from '../gate/offers.ts'
import type { Approval, DecidedBy, JsonObject, Remember, Severity, Verdict } from '../core/model.ts'

export interface ApprovalView {
  readonly id: string
  readonly state: 'open' | 'allowed' | 'denied' | 'expired' | 'cancelled'
  /** As kept: secrets covered. */
  readonly card: Approval
  /** Verb first, resolved target, how much, in git or not: rendered by us. */
  readonly headline: string
  /** The one reason it asks, and which rule. */
  readonly why: string
  /** The only buttons there may be, `deny` aside. */
  readonly offers: readonly Offer[]
  readonly askedAt: string
  readonly openUntil: string
  /** Until when somebody waits for the answer; null: nobody does, a yes counts for the next identical call. */
  readonly waitsUntil: string | null
  /** `agent`: it is put through the host's own prompt, and shown here only. */
  readonly answerIn: 'desk' | 'agent'
  readonly ended: EndedView | null
  readonly similar: Similar
  /** For how long a yes counts that no call has used. */
  readonly usableSeconds: number
  /** The agent's own words for it. */
  readonly claim?: string
}
export interface Offer {
  readonly remember: Remember
  readonly label: string
  readonly until?: string
  /** `past`: of the calls that were asked about by the same rules in the last 30 days, so many would have passed; there once the log was read. */
  readonly preview?: Preview
  /** It counts only with this word typed. */
  readonly needsWord?: string
}
export interface EndedView {
  readonly how: 'allowed' | 'denied' | 'expired' | 'cancelled'
  readonly by: string
  readonly channel: string
  readonly at: string
  readonly reason?: string
}
export type { Similar } from '../ask/history.ts'

/** GET /api/approvals, and the data of the event `snapshot`. Open ones oldest first, then the last 20 that ended, latest first. */
export interface ApprovalsList {
  readonly approvals: readonly ApprovalView[]
  readonly cursor: string
}
/** POST /api/approvals/{id}/respond */
export interface Respond {
  readonly approved: boolean
  readonly reason?: string
  readonly remember?: Remember
  readonly word?: string
  /** With a no: deny what else this session asks, for a while. */
  readonly pause?: boolean
}
/** Every answer that is not 2xx. `approval`: with 409, how it was decided. `why`: what a person can do about it. */
export interface Refusal {
  readonly error: string
  readonly why?: string
  readonly approval?: ApprovalView
}
/** POST /api/session, the link's code as its bearer: gives the secret, once. */
export interface Session {
  readonly secret: string
}
/** GET /api/me */
export interface Me {
  readonly mayApprove: boolean
  readonly why?: string
  readonly version: string
  readonly containment: string
}

/** What `event:` of the stream may be; `data` is given by name. */
export interface DeskEvents {
  readonly snapshot: ApprovalsList
  readonly 'approval.requested': ApprovalView
  readonly 'approval.answered': ApprovalView
  readonly 'approval.expired': ApprovalView
  /** More is known about an open question: what was answered to its like, what a grant of its shape would have let through. */
  readonly 'approval.updated': ApprovalView
  /** A call was judged: `gated` always, the others where nobody is asked. */
  readonly 'call.gated': CallView
  readonly 'call.allowed': CallView
  readonly 'call.denied': CallView
  readonly 'mode.changed': Modes
  /** Other settings hold from now on, or a file of them must be corrected: `problems` says what, and `project` in which folder they hold. */
  readonly 'policy.reloaded': { readonly policy: string; readonly problems: readonly string[]; readonly project: string }
  /** What this page may do has changed. */
  readonly me: Me
  /** Too many pages are open (a browser opens six connections to one place): this one asks GET /api/approvals every two seconds from now on. */
  readonly displaced: Record<string, never>
}

/** One call as it was judged: GET /api/decisions, GET /api/audit, and the events of calls. */
export interface CallView {
  readonly id: string
  readonly at: string
  readonly host: string
  readonly session: string
  readonly call: string
  /** `server/tool` or `tool`. */
  readonly tool: string
  /** JSON text, secrets covered, cut as the settings say. */
  readonly input?: string
  readonly cwd?: string
  /** As answered in the end. */
  readonly verdict: Verdict
  readonly by: DecidedBy
  readonly reason: string
  readonly findings: readonly { readonly rule: string; readonly severity: Severity; readonly verdict: Verdict }[]
  readonly answer?: { readonly event: string; readonly verdict?: 'allow' | 'deny'; readonly by?: string; readonly channel?: string }
  readonly ran?: boolean
  readonly marked?: 'false-alarm' | 'harmful'
  readonly violations: readonly string[]
}
/** GET /api/decisions?limit&verdict&host&rule: latest first. */
export interface Decisions {
  readonly calls: readonly CallView[]
}
/** GET /api/audit?query&from&to&limit&verdict&host&rule: latest first. `more`: so many that fit are not given. */
export interface Audit {
  readonly calls: readonly CallView[]
  readonly more: number
  readonly verification: {
    readonly ok: boolean
    readonly problems: readonly unknown[]
    readonly sealed: { readonly days: number; readonly lines: number; readonly since: string | null; readonly at: string | null }
    readonly unsealed: { readonly lines: number }
  }
}
/** GET /api/stats?days */
export interface Stats extends Statistics {
  readonly since: string
}
/** GET /api/rules?query */
export interface Rules {
  readonly rules: readonly RuleLine[]
}
export interface RuleLine {
  readonly pack: string
  readonly own?: boolean
  readonly id: string
  readonly severity: Severity
  readonly status: string
  readonly title: string
}
/** GET /api/rules/{id} */
export interface RuleView {
  readonly pack: string
  readonly own?: boolean
  readonly floor?: boolean | 'ask'
  readonly id: string
  readonly severity: Severity
  readonly status?: string
  readonly title: string
  readonly why: string
  readonly instead?: string
  readonly match: unknown
  readonly hits: readonly unknown[]
  readonly misses: readonly unknown[]
  readonly verdicts: readonly { readonly preset: string; readonly outcome: string }[]
}
/** POST /api/try: a command, or a tool with its input. Nothing is run. */
export interface Try {
  readonly command?: string
  readonly tool?: string
  readonly input?: JsonObject
  readonly cwd?: string
}
export interface Tried {
  readonly verdict: Verdict
  readonly reason: string
  readonly findings: readonly TriedFinding[]
  /** What it would do, a line each. */
  readonly actions: readonly string[]
  readonly policy: string
}
export interface TriedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly confidence: number
  readonly verdict: Verdict
  readonly title: string
  readonly span: { readonly field: string; readonly start: number; readonly end: number }
}
/** GET /api/settings */
export interface SettingsView {
  readonly files: readonly { readonly layer: Layer; readonly file: string; readonly there: boolean }[]
  /** Every setting by its name in the files, and who said what holds. */
  readonly inForce: readonly { readonly key: string; readonly value: unknown; readonly from: Layer | 'preset' | 'built in' }[]
  /** What each file says, key by key, in the order in which the layers count. */
  readonly said: readonly { readonly layer: Layer; readonly key: string; readonly value: unknown }[]
  readonly problems: readonly { readonly layer: Layer; readonly file: string; readonly line: number; readonly column: number; readonly message: string }[]
}
type Layer = 'administrator' | 'user' | 'project'
/** GET /api/hosts: how each agent on this machine stands, and what the doctor found. */
export interface Hosts {
  readonly hosts: readonly HostView[]
  readonly findings: readonly { readonly about: string; readonly level: string; readonly says: string; readonly means?: string; readonly mend?: string }[]
}
export interface HostView {
  readonly host: string
  readonly state: 'protected' | 'set-up' | 'not-protected'
  /** The state in words. */
  readonly means: string
  readonly says: string
  /** What a person does about it. */
  readonly do?: string
  readonly setUp: boolean
}
/** GET /api/health */
export interface Health {
  readonly ok: boolean
  readonly version: string
  readonly open: number
  readonly streams: number
  readonly recorded: boolean
}
/** GET /api/grants, and what DELETE /api/grants/{id} leaves. */
export interface Grants {
  readonly grants: readonly KeptGrant[]
}
/** GET /api/modes, the event `mode.changed`, and what DELETE /api/modes/{id} leaves. */
export interface Modes {
  readonly modes: readonly ModeView[]
}
/** `banner`: in words, for every surface. */
export interface ModeView extends Mode {
  readonly banner: string
}
