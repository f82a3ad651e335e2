// Which questions has a person answered before?
import type { CompiledRule } from '../rules/compiled.ts'
import { rankOfSeverity as rankOf } from '../rules/verdicts.ts'
import type { Finding, Grant } from '../model.ts'
import { canonicalJson, fingerprint } from '../text/canonical.ts'
import { hasShape, shapeIn } from './shape.ts'
import type { Call } from '../match/trial.ts'

/** A rule that was changed is another rule. */
export const revisionOf = (rule: CompiledRule): string => fingerprint(canonicalJson(rule))

/** What is critical or of the floor is asked about every time, whatever a preset makes of it; so is what no rule says, as settings that cannot be read. */
export const isGrantable = ({ verdict, severity, floor }: Finding): boolean => verdict === 'ask' && severity !== 'critical' && floor !== true

/** Findings that grants lift, each with the grant's id. All that ask or none: an answer was given to the call, not to half of it. */
export const liftingOf = (
  findings: readonly Finding[],
  grants: readonly Grant[],
  rules: ReadonlyMap<string, CompiledRule>,
  call: Call,
  { now, scopes, cwd = null }: { readonly now: string; readonly scopes: readonly string[]; readonly cwd?: string | null },
): ReadonlyMap<Finding, string> => {
  const lifting = new Map<Finding, string>()
  // Without a time nothing can be said to be still valid.
  const held = grants.filter((grant) => now !== '' && grant.expiresAt > now && scopes.includes(grant.scope))
  if (held.length === 0 || !findings.every((finding) => finding.verdict === 'allow' || isGrantable(finding))) return lifting
  const fitting = held.filter(({ shape }) => {
    const wanted = shapeIn(shape)
    return wanted !== null && hasShape(wanted, call, cwd)
  })
  for (const finding of findings) {
    if (finding.verdict !== 'ask') continue
    const rule = rules.get(finding.rule)
    const revision = rule === undefined ? null : revisionOf(rule)
    // A branch, a time of day or production may have made it worse than what was said yes to.
    const grant = fitting.find((one) => one.rule === finding.rule && one.revision === revision && rankOf(finding.severity) <= rankOf(one.severity))
    if (grant === undefined) return new Map()
    lifting.set(finding, grant.id)
  }
  return lifting
}
