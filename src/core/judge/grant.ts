// Which questions has a person answered before, and what would be kept of an answer now?
import type { CompiledRule } from '../policy/compiled.ts'
import type { Finding, Grant } from '../model.ts'
import { canonicalJson, fingerprint } from '../text/canonical.ts'
import { shapeIn } from './shape.ts'
import type { Call } from './trial.ts'

/** A rule that was changed is another rule. */
export const revisionOf = (rule: CompiledRule): string => fingerprint(canonicalJson(rule))

/** What is critical is asked about every time, whatever a preset makes of it; so is what no rule says, as settings that cannot be read. */
const isGrantable = ({ verdict, severity }: Finding): boolean => verdict === 'ask' && severity !== 'critical'

/** Findings that grants lift, each with the grant's id. All that ask or none: an answer was given to the call, not to half of it. */
export const liftingOf = (
  findings: readonly Finding[],
  grants: readonly Grant[],
  rules: ReadonlyMap<string, CompiledRule>,
  call: Call,
  { now, scopes }: { readonly now: string; readonly scopes: readonly string[] },
): ReadonlyMap<Finding, string> => {
  const lifting = new Map<Finding, string>()
  // Without a time nothing can be said to be still valid.
  const held = grants.filter((grant) => now !== '' && grant.expiresAt > now && scopes.includes(grant.scope))
  if (held.length === 0) return lifting
  for (const finding of findings) {
    if (finding.verdict !== 'ask') continue
    const rule = rules.get(finding.rule)
    const fitting = isGrantable(finding) && rule !== undefined ? held.filter((grant) => grant.rule === finding.rule && grant.revision === revisionOf(rule)) : []
    const shape = fitting.length === 0 ? '' : shapeIn(finding, call)
    const grant = fitting.find((one) => one.shape === shape)
    if (grant === undefined) return new Map()
    lifting.set(finding, grant.id)
  }
  return lifting
}

export type GrantDraft = Pick<Grant, 'rule' | 'revision' | 'shape'>

/** One for each finding that asks; null where an answer can count only once: something in it is critical, or denied, or no rule's. */
export const draftsOf = (findings: readonly Finding[], rules: ReadonlyMap<string, CompiledRule>, call: Call): readonly GrantDraft[] | null => {
  const asking = findings.filter(({ verdict }) => verdict !== 'allow')
  const drafts = asking.flatMap((finding): readonly GrantDraft[] => {
    const rule = rules.get(finding.rule)
    return rule !== undefined && isGrantable(finding) ? [{ rule: rule.id, revision: revisionOf(rule), shape: shapeIn(finding, call) }] : []
  })
  return drafts.length > 0 && drafts.length === asking.length ? drafts : null
}
