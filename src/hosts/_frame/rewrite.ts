// Can this host take another input in place of the call's, and what is said with it? Never more leave than the host would have asked for.
import type { Decision, Json, JsonObject } from '../../core/model.ts'
import { isObject, parseBounded, textAt } from './frame.ts'
import type { Host, HostAnswer, HostEvent, Rewrites } from '../../gate/seams.ts'

/** One answer changes one call, and only one that we read as it was sent: else the change would have another shape. */
export function rewritesOf(host: Host, event: HostEvent): Rewrites {
  const { rewrites = 'no' } = host
  const [call] = event.calls
  if (call === undefined || event.calls.length > 1 || rewrites === 'no' || !holds(event.payload, JSON.stringify(call.input), DEEPEST)) return 'no'
  return typeof rewrites === 'string' ? rewrites : rewrites(event)
}

const DEEPEST = 3
/** Some hosts send the input as text. */
function holds(value: Json, input: string, depth: number): boolean {
  if (typeof value === 'string') return value.startsWith('{') && JSON.stringify(parseBounded(value)) === input
  if (!isObject(value)) return false
  return JSON.stringify(value) === input || (depth > 0 && Object.values(value).some((inner) => holds(inner, input, depth - 1)))
}

/**
 * What is decided about a changed call. Where the change goes only with our leave, leave would skip the host's own question:
 * so a person is asked, unless they said that our allow is enough, or the host asks about nothing.
 */
export const withChange = (host: Host, event: HostEvent, decision: Decision, approves: boolean): Decision =>
  decision.verdict !== 'allow' || approves || asksNothing(event) || rewritesOf(host, event) !== 'with-leave'
    ? decision
    : { ...decision, verdict: 'ask', reason: COVERED }

/** The answer with the input that goes on in the call's place. */
export function withInput(host: Host, event: HostEvent, answer: HostAnswer, input: JsonObject): HostAnswer {
  if (answer.verdict === 'deny') return answer
  if (answer.verdict !== 'abstain' || rewritesOf(host, event) !== 'with-leave') return { ...answer, input }
  return { ...answer, verdict: asksNothing(event) ? 'allow' : 'ask', reason: COVERED, input }
}

const COVERED = 'the call held a secret, which is covered up in what would run now'
const asksNothing = (event: HostEvent): boolean => textAt(event.payload, 'permission_mode', 'permissionMode') === 'bypassPermissions'

/** What the person is told where the host takes no changed call. */
export const notRewritten = (host: Host, reason: string): string => `${reason}; it would be covered up, but ${host.title} takes no changed call here`
