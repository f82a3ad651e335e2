// Which calls of the log would a grant have let through, and which that are like it not? As far as the log holds them whole.
import { deedsOf } from '../audit/record.ts'
import type { Story } from '../audit/stories.ts'
import type { JsonObject, Scene, ToolCall } from '../core/model.ts'
import type { Gate } from '../gate/gate.ts'
import { grantsOf } from '../gate/grants.ts'
import type { KeptGrant } from '../gate/grants.ts'

/** Null where the log does not hold the call as it was: something was covered or cut. */
export function callOfStory({ attempt, call, host, session }: Story, digest: (text: string) => string | null): ToolCall | null {
  if (attempt?.input === undefined || attempt.digest === null) return null
  try {
    const input = JSON.parse(attempt.input) as JsonObject
    const whole: ToolCall = {
      id: call,
      host,
      session,
      tool: attempt.tool,
      input,
      cwd: attempt.cwd,
      ...(attempt.chat === undefined ? {} : { chat: attempt.chat }),
    }
    const deeds = deedsOf([whole])
    return deeds !== null && digest(deeds) === attempt.digest ? whole : null
  } catch {
    return null
  }
}

export interface Past {
  readonly wouldMatch: readonly ToolCall[]
  readonly wouldNot: readonly ToolCall[]
}
const MOST = 200

/** Of the calls that were asked about by one of its rules, the latest first. Its scope is not looked at: it is the shape that is shown. */
export function pastOf(
  grant: KeptGrant,
  stories: readonly Story[],
  gate: Gate,
  placeOf: (call: ToolCall) => Partial<Scene>,
  digest: (text: string) => string | null,
  now: string,
): Past {
  const rules = new Set(grant.findings.map(({ rule }) => rule))
  const asked = stories.filter(({ decision }) => decision?.findings.some(({ rule, verdict }) => verdict === 'ask' && rules.has(rule)) === true)
  const calls = asked
    .slice(-MOST)
    .toReversed()
    .flatMap((story) => callOfStory(story, digest) ?? [])
  const passes = (call: ToolCall): boolean => gate.check(call, placeOf(call), { grants: grantsOf([grant]), scopes: [grant.scope], now }).decision.by === 'grant'
  const matching = calls.filter(passes)
  return { wouldMatch: matching, wouldNot: calls.filter((call) => !matching.includes(call)) }
}
