// What does the desk's API take and answer? Types only: the page is built against them, and the OpenAPI document says the same.
import type { Approval, Remember } from '../core/model.ts'

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
  /** The agent's own words for it. */
  readonly claim?: string
}
export interface Offer {
  readonly remember: Remember
  readonly label: string
  readonly until?: string
  readonly preview?: { readonly wouldMatch: readonly string[]; readonly wouldNot: readonly string[] }
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
export interface Similar {
  readonly answered: number
  readonly allowed: number
  readonly last?: { readonly verdict: 'allow' | 'deny'; readonly at: string; readonly by: string }
}

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
  /** What this page may do has changed. */
  readonly me: Me
  /** Too many pages are open (a browser opens six connections to one place): this one asks GET /api/approvals every two seconds from now on. */
  readonly displaced: Record<string, never>
}
