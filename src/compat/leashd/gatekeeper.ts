// What becomes of one tool call: the fence, the policy, then a person where one is needed; told at each step?
import { askPeopleThrough } from '../../ask/asking-gate.ts'
import type { JsonObject } from '../../core/model.ts'
import type { Lifts } from '../../gate/records.ts'
import { openMemoryLifts } from '../../stores/memory/lifts.ts'
import { callOf, mapTexts, toolNamed } from '../call.ts'
import { makeEmitter } from '../emitter.ts'
import type { Emitter } from '../emitter.ts'
import { lift } from '../lifting.ts'
import type { ApprovalCoordinator } from './approvals.ts'
import type { AuditLogger } from './audit.ts'
import type { Classification, PolicyEngine } from './policy.ts'
import { DEFAULT_PATH_TOOLS, pathOf } from './sandbox.ts'
import type { SandboxEnforcer } from './sandbox.ts'

export interface PermissionResultAllow {
  readonly behavior: 'allow'
  /** As it was given. */
  readonly updatedInput: JsonObject
}
export interface PermissionResultDeny {
  readonly behavior: 'deny'
  /** Why, for the agent. */
  readonly message: string
}
export type PermissionResult = PermissionResultAllow | PermissionResultDeny

export const TOOL_GATED = 'tool.gated'
export const TOOL_ALLOWED = 'tool.allowed'
export const TOOL_DENIED = 'tool.denied'
interface About {
  readonly session_id: string
  readonly tool_name: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
}
export interface GatekeeperEvents {
  readonly 'tool.gated': About & { readonly tool_input: JsonObject }
  readonly 'tool.allowed': About & { readonly via?: 'approval' | 'auto_approve' }
  readonly 'tool.denied': About & { readonly reason: string; readonly violation_type?: 'sandbox' }
}
export interface Parts {
  readonly sandbox: SandboxEnforcer
  readonly policy: PolicyEngine
  readonly audit: AuditLogger
  /** None: nobody can be asked, so what asks is denied. */
  readonly approvals?: ApprovalCoordinator
  readonly pathTools?: ReadonlySet<string>
  readonly cover?: (text: string) => string
}
interface Asked {
  readonly toolName: string
  readonly toolInput: JsonObject
  readonly sessionId: string
  readonly chatId: string
}

export class ToolGatekeeper {
  readonly events: Emitter<GatekeeperEvents> = makeEmitter()
  readonly #parts: Parts
  /** What is lifted for a chat. */
  readonly #lifts = new Map<string, Lifts>()
  readonly #auto = new Map<string, { blanket: boolean; readonly tools: Set<string> }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Never throws, and never allows what could not be judged. */
  async check(toolName: string, toolInput: JsonObject, sessionId: string, chatId: string): Promise<PermissionResult> {
    const asked: Asked = { toolName, toolInput, sessionId, chatId }
    try {
      return await this.#check(asked)
    } catch {
      return this.#deny(asked, 'the call could not be judged')
    }
  }

  /** Every tool of this chat passes where it would be asked about. */
  async enableAutoApprove(chatId: string): Promise<void> {
    this.#autoOf(chatId).blanket = true
    await lift(this.#liftsOf(chatId), null, chatId)
  }

  async enableToolAutoApprove(chatId: string, toolName: string): Promise<void> {
    this.#autoOf(chatId).tools.add(toolName)
    await lift(this.#liftsOf(chatId), toolName, chatId)
  }

  disableAutoApprove(chatId: string): void {
    this.#auto.delete(chatId)
    this.#lifts.delete(chatId)
  }

  getAutoApproveStatus(chatId: string): readonly [blanket: boolean, tools: ReadonlySet<string>] {
    const { blanket = false, tools = [] } = this.#auto.get(chatId) ?? {}
    return [blanket, new Set(tools)]
  }

  async #check(asked: Asked): Promise<PermissionResult> {
    const { toolName, toolInput, sessionId, chatId } = asked
    const { sandbox, policy, audit, approvals, pathTools = DEFAULT_PATH_TOOLS } = this.#parts
    this.events.emit(TOOL_GATED, { ...about(asked), tool_input: this.#covered(toolInput) })
    const path = pathTools.has(toolNamed(toolName).name) ? pathOf(toolInput) : null
    const [inside, outside] = path === null ? [true, ''] : sandbox.validatePath(path)
    if (!inside) {
      audit.logSecurityViolation(sessionId, toolName, outside, 'critical')
      return this.#deny(asked, outside, 'sandbox')
    }
    const classification = policy.classify(toolName, toolInput)
    const decision = policy.evaluate(classification)
    audit.logToolAttempt(sessionId, toolName, toolInput, classification, decision)
    if (decision === 'REQUIRE_APPROVAL' && isAllowed(classification) && !this.#isAutoApproved(asked)) {
      const no = await this.#askFirst(asked, classification)
      if (no !== null) return no
    }
    const place = sandbox.place()
    const call = callOf('leashd', toolName, toolInput, { session: sessionId, chat: chatId, cwd: place.cwd })
    const ask = async (): Promise<{ readonly approved: boolean; readonly reason?: string }> => {
      const result = (await approvals?.ask(chatId, toolName, toolInput, classification)) ?? { approved: false, reason: null }
      audit.logApproval(sessionId, toolName, result.approved, chatId, { reason: result.reason })
      return { approved: result.approved, ...(result.reason === null ? {} : { reason: result.reason }) }
    }
    const asking = askPeopleThrough(policy.source, {
      ...(approvals === undefined ? {} : { ask, timeoutMs: approvals.timeoutSeconds * 1000 + 1000 }),
      lifts: this.#lifts.get(chatId) ?? openMemoryLifts(),
    })
    const passed = (await asking.pass(call, place)).decision
    if (passed.verdict !== 'allow') return this.#deny(asked, passed.reason.replace(/^stopped: /, ''))
    const auto = passed.by === 'mode'
    if (auto) audit.logApproval(sessionId, toolName, true, chatId, { approverType: 'auto_approve' })
    const via = auto ? 'auto_approve' : passed.by === 'person' || decision === 'REQUIRE_APPROVAL' ? 'approval' : null
    this.events.emit(TOOL_ALLOWED, { ...about(asked), ...(via === null ? {} : { via }) })
    return { behavior: 'allow', updatedInput: toolInput }
  }

  /** What only the analyzers raise is asked about before the gate lets it pass. */
  async #askFirst(asked: Asked, classification: Classification): Promise<PermissionResultDeny | null> {
    const { toolName, toolInput, sessionId, chatId } = asked
    const { approvals, audit } = this.#parts
    if (approvals === undefined) return this.#deny(asked, `its risk is ${classification.riskLevel}, and nobody could be asked`)
    const { approved, reason } = await approvals.ask(chatId, toolName, toolInput, classification)
    audit.logApproval(sessionId, toolName, approved, chatId, { reason })
    return approved ? null : this.#deny(asked, reason ?? 'a person said no')
  }

  #deny(asked: Asked, reason: string, violation?: 'sandbox'): PermissionResultDeny {
    this.events.emit(TOOL_DENIED, { ...about(asked), reason, ...(violation === undefined ? {} : { violation_type: violation }) })
    return { behavior: 'deny', message: reason }
  }

  #covered(input: JsonObject): JsonObject {
    const { cover } = this.#parts
    return cover === undefined ? input : (mapTexts(input, cover) as JsonObject)
  }

  #isAutoApproved({ chatId, toolName }: Asked): boolean {
    const [blanket, tools] = this.getAutoApproveStatus(chatId)
    return blanket || tools.has(toolName) || tools.has(toolNamed(toolName).name)
  }

  #autoOf(chatId: string): { blanket: boolean; readonly tools: Set<string> } {
    const auto = this.#auto.get(chatId) ?? { blanket: false, tools: new Set<string>() }
    this.#auto.set(chatId, auto)
    return auto
  }

  #liftsOf(chatId: string): Lifts {
    const lifts = this.#lifts.get(chatId) ?? openMemoryLifts()
    this.#lifts.set(chatId, lifts)
    return lifts
  }
}

/** Of itself, the policy lets it pass. */
const isAllowed = ({ category, matchedRule }: Classification): boolean => category === 'allowed' || matchedRule?.action === 'allow'
const about = ({ sessionId, toolName }: Asked): About => ({ session_id: sessionId, tool_name: toolName, timestamp: new Date().toISOString() })
