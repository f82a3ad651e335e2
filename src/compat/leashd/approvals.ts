// How does a question reach people through a connector, and their answer come back? The third layer: silence is a no.
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../core/model.ts'
import type { Classification } from './policy.ts'

export interface Connector {
  /** Shows the question; what people say comes back by `resolveApproval`. */
  readonly requestApproval: (chatId: string, approvalId: string, description: string) => void | Promise<void>
}
export interface PendingApproval {
  readonly approvalId: string
  readonly chatId: string
  readonly toolName: string
  readonly toolInput: JsonObject
  /** Null while nobody has answered. */
  readonly decision: boolean | null
  /** Ends when it is decided. */
  readonly event: Promise<void>
}
export interface ApprovalResult {
  readonly approved: boolean
  /** For the agent. */
  readonly reason: string | null
}
interface Waiting {
  readonly pending: PendingApproval
  readonly end: (result: ApprovalResult) => void
}

const LONGEST_COMMAND = 200
const TIMEOUT_SECONDS = 300

/** From the environment of this very process, as leashd reads it; what is no number of seconds is 300. */
function timeoutSeconds(environment: Readonly<Record<string, string | undefined>> = process.env): number {
  const given = Number(environment['LEASHD_APPROVAL_TIMEOUT_SECONDS'])
  return Number.isFinite(given) && given > 0 && given <= 86_400 ? given : TIMEOUT_SECONDS
}

export class ApprovalCoordinator {
  readonly timeoutSeconds: number
  readonly #connector: Connector
  readonly #cover: (text: string) => string
  readonly #waiting = new Map<string, Waiting>()

  /** `cover` takes secrets out of what people are shown. */
  constructor(connector: Connector, options: { readonly timeoutSeconds?: number; readonly cover?: (text: string) => string } = {}) {
    this.#connector = connector
    this.timeoutSeconds = options.timeoutSeconds ?? timeoutSeconds()
    this.#cover = options.cover ?? ((text) => text)
  }

  /** True for a yes in time. Everything else is a no: silence, a connector that fails, what is no `true`. */
  async requestApproval(chatId: string, toolName: string, toolInput: JsonObject, classification: Classification): Promise<boolean> {
    return (await this.ask(chatId, toolName, toolInput, classification)).approved
  }

  /** The same, with what the person said. */
  ask(chatId: string, toolName: string, toolInput: JsonObject, classification: Classification): Promise<ApprovalResult> {
    const approvalId = randomUUID()
    return new Promise((resolve) => {
      let decision: boolean | null = null
      let happened = (): void => {}
      const event = new Promise<void>((done) => (happened = done))
      const end: Waiting['end'] = (result) => {
        if (!this.#waiting.delete(approvalId)) return
        clearTimeout(timer)
        decision = result.approved
        happened()
        resolve(result)
      }
      const timer = setTimeout(() => end({ approved: false, reason: 'nobody answered in time' }), this.timeoutSeconds * 1000)
      const pending: PendingApproval = {
        approvalId,
        chatId,
        toolName,
        toolInput,
        event,
        get decision() {
          return decision
        },
      }
      this.#waiting.set(approvalId, { pending, end })
      const show = async (): Promise<void> => this.#connector.requestApproval(chatId, approvalId, this.#cover(describe(toolName, toolInput, classification)))
      show().catch(() => end({ approved: false, reason: 'nobody could be asked' }))
    })
  }

  /** False for a question that is unknown or over: the first answer counted. */
  resolveApproval(approvalId: string, approved: boolean): boolean {
    const waiting = this.#waiting.get(approvalId)
    waiting?.end({ approved: (approved as unknown) === true, reason: null })
    return waiting !== undefined
  }

  /** A reply in words is a no, and the words go to the agent. */
  rejectWithReason(chatId: string, reason: string): boolean {
    const waiting = this.#of(chatId)[0]
    waiting?.end({ approved: false, reason })
    return waiting !== undefined
  }

  /** How many of this chat were denied by it. */
  cancelPending(chatId: string): number {
    const waiting = this.#of(chatId)
    for (const one of waiting) one.end({ approved: false, reason: 'it was called off' })
    return waiting.length
  }

  pending(): readonly PendingApproval[] {
    return [...this.#waiting.values()].map(({ pending }) => pending)
  }

  #of(chatId: string): readonly Waiting[] {
    return [...this.#waiting.values()].filter(({ pending }) => pending.chatId === chatId)
  }
}

/** A line each: tool, what is asked about and why, the risk, and what the call is about. */
function describe(toolName: string, { command, file_path: file, path, pattern }: JsonObject, { description, riskLevel }: Classification): string {
  const about = [command, file, path, pattern].find((one) => typeof one === 'string' && one !== '')
  const shown = typeof about === 'string' ? (about.length > LONGEST_COMMAND ? `${about.slice(0, LONGEST_COMMAND)}...` : about) : null
  return [
    `tool: ${toolName}`,
    ...(description === '' ? [] : [`asked because it ${description}`]),
    `risk: ${riskLevel}`,
    ...(shown === null ? [] : [shown]),
  ].join('\n')
}
