// Keeps Anteroom's pending approvals: at most a hundred, each answered at most once; silence is a no.
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../core/model.ts'
import { makeEmitter } from '../emitter.ts'
import type { Emitter } from '../emitter.ts'

export interface ApprovalRequired {
  /** Cannot be guessed. */
  readonly approval_id: string
  readonly tool_name: string
  readonly reason: string
  /** Secrets covered. */
  readonly details: JsonObject
  readonly conversation_id: string
}
export interface ApprovalResolved {
  readonly approval_id: string
  readonly approved: boolean
  readonly reason?: 'timed_out' | 'too_many'
}
export interface ApprovalEvents {
  readonly approval_required: ApprovalRequired
  readonly approval_resolved: ApprovalResolved
}
export interface PendingOptions {
  /** How many may wait at once. */
  readonly cap?: number
  readonly timeoutSeconds?: number
}

const CAP = 100
const TIMEOUT_SECONDS = 120

export class PendingApprovals {
  readonly events: Emitter<ApprovalEvents> = makeEmitter()
  readonly timeoutSeconds: number
  readonly #cap: number
  readonly #waiting = new Map<string, { readonly asked: ApprovalRequired; readonly end: (approved: boolean, reason?: 'timed_out') => void }>()

  constructor({ cap = CAP, timeoutSeconds = TIMEOUT_SECONDS }: PendingOptions = {}) {
    this.#cap = cap
    this.timeoutSeconds = timeoutSeconds
  }

  get size(): number {
    return this.#waiting.size
  }

  pending(): readonly ApprovalRequired[] {
    return [...this.#waiting.values()].map(({ asked }) => asked)
  }

  /** Waits for the answer. False at once where as many wait as may, and after the time. */
  request(about: Omit<ApprovalRequired, 'approval_id'>): Promise<boolean> {
    const id = randomBytes(16).toString('base64url')
    if (this.#waiting.size >= this.#cap) {
      this.events.emit('approval_resolved', { approval_id: id, approved: false, reason: 'too_many' })
      return Promise.resolve(false)
    }
    return new Promise((resolve) => {
      const end = (approved: boolean, reason?: 'timed_out'): void => {
        if (!this.#waiting.delete(id)) return
        clearTimeout(timer)
        this.events.emit('approval_resolved', { approval_id: id, approved, ...(reason === undefined ? {} : { reason }) })
        resolve(approved)
      }
      const timer = setTimeout(() => end(false, 'timed_out'), this.timeoutSeconds * 1000)
      const asked: ApprovalRequired = { approval_id: id, ...about }
      this.#waiting.set(id, { asked, end })
      this.events.emit('approval_required', asked)
    })
  }

  /** False where no such question waits any more: the first answer counted, and this one changes nothing. */
  respond(id: string, approved: boolean): boolean {
    const waiting = this.#waiting.get(id)
    waiting?.end((approved as unknown) === true)
    return waiting !== undefined
  }
}
