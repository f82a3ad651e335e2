// What may go on in a call's place, where the settings say that secrets in it are to be covered up? Judged again before it does.
import type { Decision, Finding, Reading, ToolCall } from '../core/model.ts'
import { rankOfOutcome } from '../core/rules/verdicts.ts'
import { redactInput } from '../core/secrets/redact-input.ts'
import type { RedactedSecret } from '../core/secrets/redact-input.ts'
import type { SecretBook } from '../core/secrets/model.ts'

export interface Redacted {
  /** What to call instead: the same tool with another input. */
  readonly call: ToolCall
  /** What is said to that: never less than everything else about the call deserves. */
  readonly decision: Decision
  readonly reading: Reading
  /** What was covered up, never the text. */
  readonly secrets: readonly RedactedSecret[]
}

/** A person may have said yes to the secret itself. */
const wants = ({ redact, verdict }: Finding): boolean => redact === true && verdict === 'ask'

/** Null where nothing is to be covered, where it cannot be, or where the call is denied anyway. `again` judges another input of the same call, once; null where it may not be read any more. */
export function redactedCall(
  call: ToolCall,
  first: Decision,
  book: (() => SecretBook | null) | undefined,
  again: (call: ToolCall) => { readonly decision: Decision; readonly reading: Reading } | null,
): Redacted | null {
  if (first.verdict !== 'ask' || !first.findings.some(wants)) return null
  const kinds = book?.() ?? null
  const changed = kinds === null ? null : redactInput(call.input, kinds)
  if (changed === null || changed.secrets.length === 0) return null
  const other = { ...call, input: changed.input }
  const judged = again(other)
  if (judged === null) return null
  const { decision: second, reading } = judged
  // What could not be covered up is not let go; nor is a call that became worse.
  if (second.verdict === 'deny' || second.findings.some(wants)) return null
  return { call: other, decision: joined(first, second, changed.secrets), reading, secrets: changed.secrets }
}

/** Covering a secret excuses nothing else: what was asked about before is asked about still. */
function joined(first: Decision, second: Decision, secrets: readonly RedactedSecret[]): Decision {
  const others = first.findings.filter((finding) => !wants(finding))
  const strictest = others.reduce<Finding | null>((kept, one) => (kept === null || rankOfOutcome(one.verdict) > rankOfOutcome(kept.verdict) ? one : kept), null)
  const isStricter = strictest !== null && rankOfOutcome(strictest.verdict) > rankOfOutcome(second.verdict)
  const kept = isStricter ? { ...second, verdict: strictest.verdict, reason: strictest.title, findings: others } : second
  const covered = first.findings.filter(wants).map((finding): Finding => ({ ...finding, verdict: 'allow' }))
  return { ...kept, findings: [...kept.findings, ...covered], warnings: [...kept.warnings, `covered up before it goes on: ${listOf(secrets)}`] }
}

const MOST_SHOWN = 5
const listOf = (secrets: readonly RedactedSecret[]): string => {
  const all = [...new Set(secrets.map(({ kind, length }) => `${kind}, ${length} characters`))]
  return [...all.slice(0, MOST_SHOWN), ...(all.length > MOST_SHOWN ? [`and ${all.length - MOST_SHOWN} more`] : [])].join('; ')
}
