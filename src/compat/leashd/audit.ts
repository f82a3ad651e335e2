// What was tried, answered and stopped, in leashd's three kinds of lines? Appended, never changed; secrets covered, long texts cut.
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../../core/model.ts'
import type { RiskLevel } from '../functions/analyze.ts'
import { mapTexts } from '../call.ts'
import type { Classification, PolicyDecision } from './policy.ts'

interface Every {
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly session_id: string
  readonly tool_name: string
}
export type AuditRecord =
  | (Every & {
      readonly event: 'tool_attempt'
      readonly tool_input: JsonObject
      readonly classification: string | null
      readonly risk_level: RiskLevel | 'unknown'
      readonly matched_rule: string | null
      readonly decision: PolicyDecision
    })
  | (Every & {
      readonly event: 'approval'
      readonly approved: boolean
      readonly user_id: string
      readonly approver_type: 'human' | 'auto_approve'
      readonly rejection_reason?: string
    })
  | (Every & { readonly event: 'security_violation'; readonly reason: string; readonly risk_level: RiskLevel })

const LONGEST = 500
const CUT = '...[truncated]'

export class AuditLogger {
  readonly file: string
  readonly #cover: (text: string) => string

  constructor(file: string, cover: (text: string) => string = (text) => text) {
    this.file = file
    this.#cover = cover
  }

  logToolAttempt(sessionId: string, toolName: string, toolInput: JsonObject, classification: Classification | null, decision: PolicyDecision): void {
    this.#append({
      ...this.#every(sessionId, toolName),
      event: 'tool_attempt',
      tool_input: mapTexts(toolInput, (text) => this.#short(text)) as JsonObject,
      classification: classification?.category ?? null,
      risk_level: classification?.riskLevel ?? 'unknown',
      matched_rule: classification?.matchedRule?.name ?? null,
      decision,
    })
  }

  logApproval(
    sessionId: string,
    toolName: string,
    approved: boolean,
    userId: string,
    more: { readonly approverType?: 'human' | 'auto_approve'; readonly reason?: string | null } = {},
  ): void {
    const { approverType = 'human', reason = null } = more
    this.#append({
      ...this.#every(sessionId, toolName),
      event: 'approval',
      approved,
      user_id: userId,
      approver_type: approverType,
      ...(reason === null ? {} : { rejection_reason: this.#short(reason) }),
    })
  }

  logSecurityViolation(sessionId: string, toolName: string, reason: string, riskLevel: RiskLevel): void {
    this.#append({ ...this.#every(sessionId, toolName), event: 'security_violation', reason: this.#short(reason), risk_level: riskLevel })
  }

  #every(sessionId: string, toolName: string): Every {
    return { timestamp: new Date().toISOString(), session_id: sessionId, tool_name: toolName }
  }

  /** Covered before it is cut: half a secret is not known for one. */
  #short(text: string): string {
    const covered = this.#cover(text)
    return covered.length > LONGEST ? covered.slice(0, LONGEST) + CUT : covered
  }

  /** What cannot be written stops no call: the decision stands without it. */
  #append(record: AuditRecord): void {
    try {
      mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 })
      appendFileSync(this.file, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    } catch {
      // As there: a log that is full must not decide.
    }
  }
}
