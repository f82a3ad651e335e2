// What does the log say about a question? Which calls a grant would have let through, as far as it holds them whole, and what people answered to its like.
import { deedsOf } from '../audit/record.ts'
import type { Story } from '../audit/stories.ts'
import type { ApprovalEntry } from '../audit/entry.ts'
import type { Approval, JsonObject, Scene, ToolCall } from '../core/model.ts'
import type { Gate } from '../gate/gate.ts'
import { textOf } from '../gate/scene.ts'
import { grantsOf } from '../gate/grants.ts'
import type { KeptGrant } from '../gate/grants.ts'
import type { PastCalls, Similar } from './history.ts'

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
  sceneOf: (call: ToolCall) => Partial<Scene>,
  digest: (text: string) => string | null,
  now: string,
): Past {
  const rules = new Set(grant.findings.map(({ rule }) => rule))
  const asked = stories.filter(({ decision }) => decision?.findings.some(({ rule, verdict }) => verdict === 'ask' && rules.has(rule)) === true)
  const calls = asked
    .slice(-MOST)
    .toReversed()
    .flatMap((story) => callOfStory(story, digest) ?? [])
  const passes = (call: ToolCall): boolean => gate.check(call, sceneOf(call), { grants: grantsOf([grant]), scopes: [grant.scope], now }).decision.by === 'grant'
  const matching = calls.filter(passes)
  return { wouldMatch: matching, wouldNot: calls.filter((call) => !matching.includes(call)) }
}

const SHOWN = 6
const LONGEST = 200

/** In lines for people, each once. What was covered in the log is not in it: `pastOf` takes whole calls alone. */
export const linesOfPast = ({ wouldMatch, wouldNot }: Past): PastCalls => ({
  asked: wouldMatch.length + wouldNot.length,
  matched: wouldMatch.length,
  wouldMatch: linesOf(wouldMatch),
  wouldNot: linesOf(wouldNot),
})
const linesOf = (calls: readonly ToolCall[]): readonly string[] =>
  [...new Set(calls.map((one) => textOf(one).replaceAll(/\s+/g, ' ').slice(0, LONGEST)))].slice(0, SHOWN)

/** By tool and rules: what people answered to questions of this kind, the question itself left out. One answer to several calls is one. */
export function similarIn(stories: readonly Story[], { calls, findings, id }: Approval): Similar {
  const [call, ...others] = calls
  if (call === undefined || others.length > 0) return { answered: 0, allowed: 0 }
  const kind = kindOf(call.tool, findings)
  const answers = new Map<string, NonNullable<Similar['last']>>()
  for (const { attempt, decision, entries, approval } of stories) {
    if (attempt === undefined || decision === undefined) continue
    if (
      kindOf(
        attempt.tool,
        decision.findings.filter(({ verdict }) => verdict !== 'allow'),
      ) !== kind
    )
      continue
    for (const entry of [...entries, ...(approval?.because === 'ran' ? [approval] : [])])
      if (entry.kind === 'approval' && isAnswer(entry) && entry.approval !== id)
        answers.set(entry.approval ?? entry.id, { verdict: entry.verdict ?? 'deny', at: entry.at, by: entry.by ?? '' })
  }
  const all = [...answers.values()]
  const last = all.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  return { answered: all.length, allowed: all.filter(({ verdict }) => verdict === 'allow').length, ...(last === undefined ? {} : { last }) }
}

/** What a person said: when it was asked, for its next try, or in the agent. That it was used, or said again, is no other answer. */
const isAnswer = ({ event, verdict, because }: ApprovalEntry): boolean =>
  verdict !== undefined && (event === 'answered' ? because === undefined || because === 'ran' : event === 'late' && because === 'ticket')

const kindOf = ({ server, name }: ToolCall['tool'], findings: readonly { readonly rule: string }[]): string =>
  JSON.stringify([server, name, [...new Set(findings.map(({ rule }) => rule))].toSorted()])
