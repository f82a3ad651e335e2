// What becomes of a decision where the settings only watch, or are switched off? Everything passes but what is of the floor: whole packs, self-protection among them.
import type { Conduct } from '../config/conduct.ts'
import type { Decision } from '../core/model.ts'
import type { Circumstance } from '../audit/record.ts'

export function heldBack(decision: Decision, { mode, enabled }: Conduct): { readonly decision: Decision; readonly circumstance?: Circumstance } {
  if (enabled && mode === 'enforce') return { decision }
  const watching = enabled ? 'observe' : 'disabled'
  const { verdict, findings } = decision
  if (verdict === 'allow') return { decision, circumstance: { mode: watching } }
  const held = findings.filter((finding) => finding.floor === true && finding.verdict !== 'allow')
  const worst = held.find((finding) => finding.verdict === 'deny') ?? held[0]
  // Of findings that say the same, one of the floor leads: the reason is its own.
  if (worst?.verdict === verdict) return { decision, circumstance: { mode: watching } }
  if (worst !== undefined)
    return { decision: { ...decision, verdict: worst.verdict, reason: `${worst.title} (${worst.rule})` }, circumstance: { mode: watching, would: verdict } }
  // What it would have said is only noted.
  const warnings = enabled ? [...decision.warnings, `observe mode: this would be \`${verdict}\`: ${decision.reason}`] : decision.warnings
  return { decision: { ...decision, verdict: 'allow', by: 'mode', warnings }, circumstance: { mode: watching, would: verdict } }
}
