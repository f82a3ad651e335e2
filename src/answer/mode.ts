// What becomes of a decision where the settings only watch, or are switched off? Everything passes but floor and self-protection.
import type { Conduct } from '../config/conduct.ts'
import type { Decision } from '../core/model.ts'
import type { Circumstance } from '../audit/record.ts'

export interface Acted {
  readonly decision: Decision
  readonly circumstance?: Circumstance
}

/** Denied in every mode, by the family of the rule. */
const ALWAYS = /^(?:floor|self)\./

export function heldBack(decision: Decision, { mode, enabled }: Conduct): Acted {
  if (enabled && mode === 'enforce') return { decision }
  const watching = enabled ? 'observe' : 'disabled'
  const { verdict, findings } = decision
  if (verdict === 'allow') return { decision, circumstance: { mode: watching } }
  if (findings.some((finding) => finding.verdict === 'deny' && ALWAYS.test(finding.rule))) return { decision, circumstance: { mode: watching } }
  // With a deny of these the reason would be the floor's; without, what it would have said is only noted.
  const warnings = enabled ? [...decision.warnings, `prudent only watches: this would be \`${verdict}\`: ${decision.reason}`] : decision.warnings
  return { decision: { ...decision, verdict: 'allow', by: 'mode', warnings }, circumstance: { mode: watching, would: verdict } }
}
