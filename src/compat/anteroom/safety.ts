// Anteroom's check of a tool call by its names: its lists, the config's own, then a person where one is needed; nobody there means no.
import { askPeopleThrough } from '../../ask/asking-gate.ts'
import { importPatterns } from '../../config/import-patterns.ts'
import type { Decision, JsonObject, Scene } from '../../core/model.ts'
import { decide } from '../../gate/decide.ts'
import type { Gate } from '../../gate/gate.ts'
import type { SafetyVerdict } from '../functions/check.ts'
import { openMemoryLifts } from '../../stores/memory/lifts.ts'
import { callOf, coverBy, mapTexts } from '../call.ts'
import { gateFrom } from '../gate-of.ts'
import { lift } from '../lifting.ts'
import type { PendingApprovals } from './approvals.ts'

/** The section `safety` of its config.yaml. */
export interface SafetyConfig {
  readonly enabled?: boolean
  readonly custom_patterns?: readonly string[]
  readonly sensitive_paths?: readonly string[]
  /** Never run. */
  readonly denied_tools?: readonly string[]
  /** Not asked about, but for what is critical. */
  readonly allowed_tools?: readonly string[]
  /** `enabled: false`: this tool is not checked, but for the floor and the gate's own protection. */
  readonly bash?: { readonly enabled?: boolean }
  readonly write_file?: { readonly enabled?: boolean }
}
export interface SafetyOptions {
  readonly config?: SafetyConfig
  /** None: nobody can be asked, so what asks is blocked. */
  readonly approvals?: PendingApprovals
  readonly cwd: string
  readonly home?: string
}
export interface Checked {
  readonly allowed: boolean
  readonly decision: 'auto' | 'allowed_once' | 'denied' | 'hard_denied'
  /** Why not; empty where it may run. */
  readonly reason: string
}

/** Of any tool. */
export type ToolVerdict = Omit<SafetyVerdict, 'tool'> & { readonly tool: string }

export class ToolSafety {
  /** What of the config could not be taken over. */
  readonly notes: readonly string[]
  readonly #gate: Gate
  readonly #floor: Gate
  readonly #config: SafetyConfig
  readonly #approvals: PendingApprovals | null
  readonly #scene: Partial<Scene> & Pick<Scene, 'cwd'>
  readonly #lifts = openMemoryLifts()
  readonly #lifted: Promise<unknown>

  constructor({ config = {}, approvals, cwd, home }: SafetyOptions) {
    const { enabled, bash, write_file: write, allowed_tools: allowed = [], ...rules } = config
    const hasRules = Object.values(rules).some((one) => Array.isArray(one) && one.length > 0)
    // JSON is YAML.
    const imported = hasRules ? importPatterns('anteroom', JSON.stringify({ safety: rules }), 'config') : null
    if (imported?.ok === false) throw new TypeError(imported.message)
    this.notes = imported?.notes ?? []
    this.#config = { enabled: enabled ?? true, bash: bash ?? {}, write_file: write ?? {} }
    this.#gate = gateFrom({ preset: 'anteroom', packs: imported === null || imported.pack === null ? [] : [imported.pack] })
    this.#floor = gateFrom({})
    this.#approvals = approvals ?? null
    this.#scene = { cwd, project: cwd, ...(home === undefined ? {} : { home }) }
    this.#lifted = Promise.all(allowed.map((tool) => lift(this.#lifts, tool, 'config')))
  }

  /** The verdict alone: nobody is asked. */
  verdict(toolName: string, args: JsonObject): ToolVerdict {
    const call = callOf('anteroom', toolName, args, { session: '', cwd: this.#scene.cwd })
    return verdictOf(decide(this.#gateFor(toolName), call, this.#scene).decision, toolName, this.#covered(args))
  }

  /** Never throws: what cannot be judged or asked is blocked. */
  async check(toolName: string, args: JsonObject, conversationId: string): Promise<Checked> {
    try {
      return await this.#check(toolName, args, conversationId)
    } catch {
      return { allowed: false, decision: 'hard_denied', reason: 'the call could not be judged' }
    }
  }

  async #check(toolName: string, args: JsonObject, conversationId: string): Promise<Checked> {
    await this.#lifted
    const approvals = this.#approvals
    const ask = async ({ description }: { readonly description: string }): Promise<boolean> =>
      (await approvals?.request({ tool_name: toolName, reason: description, details: this.#covered(args), conversation_id: conversationId })) ?? false
    const asking = askPeopleThrough(this.#gateFor(toolName), {
      ...(approvals === null ? {} : { ask, timeoutMs: approvals.timeoutSeconds * 1000 + 1000 }),
      lifts: this.#lifts,
    })
    const call = callOf('anteroom', toolName, args, { session: conversationId, cwd: this.#scene.cwd })
    const { verdict, by, reason } = (await asking.pass(call, this.#scene)).decision
    if (verdict === 'allow') return { allowed: true, decision: by === 'person' ? 'allowed_once' : 'auto', reason: '' }
    return { allowed: false, decision: by === 'policy' || by === 'failure' ? 'hard_denied' : 'denied', reason: reason.replace(/^stopped: /, '') }
  }

  /** Whether the config leaves this tool unchecked. */
  #gateFor(toolName: string): Gate {
    const { enabled, bash, write_file: write } = this.#config
    const isSkipped = enabled === false || (toolName === 'bash' && bash?.enabled === false) || (toolName === 'write_file' && write?.enabled === false)
    return isSkipped ? this.#floor : this.#gate
  }

  #covered(args: JsonObject): JsonObject {
    return mapTexts(args, coverBy(this.#gate)) as JsonObject
  }
}

function verdictOf({ verdict, reason }: Decision, toolName: string, args: JsonObject): ToolVerdict {
  return {
    verdict,
    needsApproval: verdict !== 'allow',
    hardDenied: verdict === 'deny',
    reason: verdict === 'allow' ? '' : reason.replace(/^(?:stopped|waiting for a person): /, ''),
    tool: toolName,
    details: Object.fromEntries(Object.entries(args).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 500)]] : []))),
  }
}
