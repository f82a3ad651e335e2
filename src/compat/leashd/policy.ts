// What does the policy say of a call: which rule, how risky, and whether it runs, waits or is denied? The second layer.
import type { Decision, Finding, JsonObject, Scene, Verdict } from '../../core/model.ts'
import { rankOfSeverity } from '../../core/rules/verdicts.ts'
import { decide } from '../../gate/decide.ts'
import type { RiskLevel } from '../functions/analyze.ts'
import { callOf, gateNow } from '../call.ts'
import type { GateSource } from '../call.ts'
import { riskOf } from './analyzers.ts'
import { POLICY, policyGate } from './policy-files.ts'

export const PolicyDecision = { ALLOW: 'ALLOW', DENY: 'DENY', REQUIRE_APPROVAL: 'REQUIRE_APPROVAL' } as const
export type PolicyDecision = keyof typeof PolicyDecision
export interface PolicyRule {
  readonly name: string
  readonly action: 'allow' | 'deny' | 'require_approval'
  readonly riskLevel: RiskLevel
  readonly description: string
  readonly reason: string
}
export interface Classification {
  /** The name of the rule, `unmatched` where none speaks of the call, `allowed` where none objects. */
  readonly category: string
  readonly toolName: string
  readonly toolInput: JsonObject
  /** The rule's, or what the analyzers say where that is more. */
  readonly riskLevel: RiskLevel
  readonly description: string
  readonly denyReason: string | null
  readonly matchedRule: PolicyRule | null
}
export interface PolicyOptions {
  /** Where calls happen. */
  readonly place: () => Scene
  /** What the analyzers score so high is asked about although a rule allows it; null: never. */
  readonly askFrom?: RiskLevel | null
}

const ACTIONS = { allow: 'allow', deny: 'deny', ask: 'require_approval' } as const satisfies Record<Verdict, PolicyRule['action']>
const DECISIONS = { allow: 'ALLOW', deny: 'DENY', ask: 'REQUIRE_APPROVAL' } as const satisfies Record<Verdict, PolicyDecision>

export class PolicyEngine {
  readonly source: GateSource
  readonly #place: PolicyOptions['place']
  readonly #askFrom: RiskLevel | null

  /** `policies`: files in leashd's format, or a gate of yours; none: the preset `leashd`. Throws where a file holds a mistake. */
  constructor(policies: readonly string[] | GateSource, { place, askFrom = 'critical' }: PolicyOptions) {
    this.source = isFiles(policies) ? policyGate(policies) : policies
    this.#place = place
    this.#askFrom = askFrom
  }

  /** The same call, the same answer: nothing is kept. */
  classify(toolName: string, toolInput: JsonObject): Classification {
    const { verdict, findings, reason } = this.#judge(toolName, toolInput)
    const finding = findings.find((one) => one.verdict === verdict) ?? findings[0]
    const scored = riskOf(toolName, toolInput)
    const riskLevel = finding === undefined ? (scored ?? 'medium') : worse(finding.severity, scored)
    return Object.freeze({
      category: finding === undefined ? 'allowed' : categoryOf(finding.rule),
      toolName,
      toolInput,
      riskLevel,
      description: finding?.title ?? '',
      denyReason: verdict === 'deny' ? reason.replace(/^stopped: /, '') : null,
      matchedRule: finding === undefined || categoryOf(finding.rule) === 'unmatched' ? null : ruleOf(finding),
    })
  }

  /** Judges the call anew: what a classification claims counts for nothing. */
  evaluate({ toolName, toolInput }: Pick<Classification, 'toolName' | 'toolInput'>): PolicyDecision {
    const { verdict } = this.#judge(toolName, toolInput)
    return verdict === 'allow' && this.#raises(toolName, toolInput) ? 'REQUIRE_APPROVAL' : DECISIONS[verdict]
  }

  #raises(toolName: string, toolInput: JsonObject): boolean {
    const scored = riskOf(toolName, toolInput)
    return this.#askFrom !== null && scored !== null && rankOfSeverity(scored) >= rankOfSeverity(this.#askFrom)
  }

  #judge(toolName: string, toolInput: JsonObject): Decision {
    const place = this.#place()
    const { gate, troubles } = gateNow(this.source)
    return decide(gate, callOf('leashd', toolName, toolInput, { session: '', cwd: place.cwd }), place, { troubles }).decision
  }
}

const isFiles = (given: readonly string[] | GateSource): given is readonly string[] => Array.isArray(given)
const worse = (a: RiskLevel, b: RiskLevel | null): RiskLevel => (b !== null && rankOfSeverity(b) > rankOfSeverity(a) ? b : a)
const categoryOf = (rule: string): string =>
  rule.startsWith('unlisted.') || rule === `${POLICY}.unmatched` ? 'unmatched' : rule.startsWith(`${POLICY}.`) ? rule.slice(POLICY.length + 1) : rule
const ruleOf = ({ rule, verdict, severity, title, why }: Finding): PolicyRule => ({
  name: categoryOf(rule),
  action: ACTIONS[verdict],
  riskLevel: severity,
  description: title,
  reason: why ?? title,
})
