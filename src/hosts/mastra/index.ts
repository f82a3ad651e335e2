// How does Mastra tell us of a call, and how is it answered? `requireToolApproval` asks first, `beforeToolCall` denies.
import { bare, eventOf, inputOf, textAt } from '../_frame/frame.ts'
import { denied, giveBack, reasonOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const isApproval = (event: HostEvent): boolean => event.name === 'requireToolApproval'

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  // Nobody may rely on `beforeToolCall` being there: what it would refuse needs approval too.
  if (isApproval(event)) return giveBack(answer.verdict === 'ask' || answer.verdict === 'deny')
  const said = denied(answer)
  return giveBack(said.verdict === 'deny' ? { proceed: false, output: { error: reasonOf(said) } } : null)
}

export const host: Host = {
  name: 'mastra',
  title: 'Mastra',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: isApproval,
  allows: 'no-veto',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['asking needs storage', 'register both callbacks: `requireToolApproval` asks, `beforeToolCall` denies'],
  marks: [],
  read: (payload, arrival) => {
    const tool = textAt(payload, 'toolName')
    // The two hooks spell the input differently.
    const input = inputOf(payload['args'] ?? payload['input'])
    if (tool === undefined) return null
    const named = input === null ? [] : [{ tool: bare(tool), input }]
    const name = arrival.event ?? (payload['args'] === undefined ? 'hooks.beforeToolCall' : 'requireToolApproval')
    return eventOf('mastra', payload, arrival, { kind: 'before-tool', name, via: 'in-process', toolUse: textAt(payload, 'toolCallId'), named })
  },
  reply,
}
