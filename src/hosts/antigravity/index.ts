// How does Antigravity tell us of a call, and how is it answered? Anything printed that is no decision is a denial; silence is not.
import { eventOf, firstAt, has, inputOf, mcpSingle, objectAt, startedWith, textAt } from '../_frame/frame.ts'
import { print, reasonOf, silence, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

/** There some versions take a question for leave. */
const answersItself = (arrival: Arrival): boolean => startedWith(arrival, ['agy'], ['--dangerously-skip-permissions'])

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (verdict === 'abstain' || event.kind !== 'before-tool') return silence(answer)
  return print({ decision: verdict === 'ask' ? 'force_ask' : verdict, reason: reasonOf(answer) }, warningsOf(answer))
}

export const host: Host = {
  name: 'antigravity',
  title: 'Antigravity CLI',
  evidence: 'third-party',
  runs: 'hook',
  canAsk: true,
  allows: 'grant',
  deadlineMs: 30_000,
  afterDeadline: 'is-blocked',
  limits: ['versions differ in what silence, allow and ask mean: try yours', 'no event for prompts is known'],
  marks: known.marks,
  read: (payload, arrival) => {
    const call = objectAt(payload, 'toolCall')
    const tool = textAt(call, 'name')
    const input = inputOf(call['args'])
    if (!has(payload, 'toolCall')) return null
    // Some versions do not name the event.
    const name = textAt(payload, 'hookEventName', 'eventName') ?? arrival.event ?? 'PreToolUse'
    const kind = name === 'PostToolUse' ? 'after-tool' : 'before-tool'
    const named = tool === undefined || input === null ? [] : [{ tool: mcpSingle(tool), input }]
    const cwd = (input === null ? undefined : textAt(input, 'Cwd')) ?? firstAt(payload, 'workspacePaths')
    return eventOf('antigravity', payload, arrival, {
      kind,
      name,
      session: textAt(payload, 'conversationId'),
      cwd,
      named,
      answersItself,
      ...(kind === 'after-tool' ? { result: null } : {}),
    })
  },
  reply,
}
