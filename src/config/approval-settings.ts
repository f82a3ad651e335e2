// What may a person say about questions under `approvals`, and what holds where they say nothing?
import { either, flag, key, number, object, word } from '../core/policy/description.ts'

export interface ApprovalSettings {
  /** How long a person who is asked outside the agent is waited for, where the agent waits that long; 0: as long as it does. */
  readonly waitSeconds: number
  /** How long a question stays open, whoever asked it, and how long a yes counts that nobody has used. */
  readonly openSeconds: number
  readonly validSeconds: number
  /** Questions open at once, and of one session among them. */
  readonly maxPending: number
  readonly perSession: number
  /** Who asks where the agent can: its own prompt, or we. */
  readonly prefer: 'host' | 'desk'
  /** So soon after a person's no the very same call is denied without asking. */
  readonly breakerSeconds: number
}
export const APPROVAL_DEFAULTS: ApprovalSettings = {
  waitSeconds: 120,
  openSeconds: 3600,
  validSeconds: 600,
  maxPending: 100,
  perSession: 20,
  prefer: 'host',
  breakerSeconds: 30,
}

type Timeout = number | 'none'
export interface ApprovalSource {
  readonly auto?: boolean
  readonly timeout?: Timeout
  readonly open?: number
  readonly valid?: number
  readonly max_pending?: number
  readonly per_session?: number
  readonly prefer?: 'host' | 'desk'
  readonly breaker?: number
}

const DAY = 86_400
export const approvalsShape = object({
  auto: key('`true`: our allow skips the question of the agent', flag),
  timeout: key(
    'seconds that a person is waited for, where the agent waits that long; `0` or `none`: as long as it does; then it is denied',
    either(number(0, 3600), word('none')),
  ),
  open: key('seconds that a question stays open, so that a yes lets the same call pass when it is tried again', number(60, DAY)),
  valid: key('seconds that a yes counts which no call has used', number(10, DAY)),
  max_pending: key('questions open at once; more are denied', number(1, 10_000)),
  per_session: key('questions of one session open at once; the same call is one question', number(1, 10_000)),
  prefer: key('where the agent can ask: `host` leaves it to its own prompt, `desk` asks in `prudent watch` and `prudent desk`', word('host', 'desk')),
  breaker: key('seconds after your no in which the very same call is denied without asking', number(0, 3600)),
})

/** `preset`: what the preset says about waiting, unless the person does. */
export const approvalsOf = (given: ApprovalSource | undefined, preset?: Timeout): ApprovalSettings => ({
  waitSeconds: secondsIn(given?.timeout ?? preset ?? APPROVAL_DEFAULTS.waitSeconds),
  openSeconds: given?.open ?? APPROVAL_DEFAULTS.openSeconds,
  validSeconds: given?.valid ?? APPROVAL_DEFAULTS.validSeconds,
  maxPending: given?.max_pending ?? APPROVAL_DEFAULTS.maxPending,
  perSession: given?.per_session ?? APPROVAL_DEFAULTS.perSession,
  prefer: given?.prefer ?? APPROVAL_DEFAULTS.prefer,
  breakerSeconds: given?.breaker ?? APPROVAL_DEFAULTS.breakerSeconds,
})

const secondsIn = (timeout: Timeout): number => (timeout === 'none' ? 0 : timeout)
