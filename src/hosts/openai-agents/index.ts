// How does the OpenAI Agents SDK tell us of a call, and how is it answered? `needsApproval` asks first, the input guardrail denies.
import { bare, eventOf, inputOf, objectAt, textAt } from '../_frame/frame.ts'
import { denied, giveBack, reasonOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const isApproval = (event: HostEvent): boolean => event.name.startsWith('needsApproval')

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  // Nobody may rely on the guardrail being there: what it would refuse needs approval too.
  if (isApproval(event)) return giveBack(answer.verdict === 'ask' || answer.verdict === 'deny')
  const said = denied(answer)
  return giveBack({ behavior: said.verdict === 'deny' ? { type: 'rejectContent', message: reasonOf(said) } : { type: 'allow' } })
}

export const host: Host = {
  name: 'openai-agents',
  title: 'OpenAI Agents SDK',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: isApproval,
  allows: 'no-veto',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['register both callbacks: `needsApproval` asks, the guardrail denies'],
  marks: [],
  read: (payload, arrival) => {
    const call = objectAt(payload, 'toolCall')
    const tool = textAt(call, 'name')
    const input = inputOf(call['arguments'])
    if (tool === undefined) return null
    const named = input === null ? [] : [{ tool: bare(tool), input }]
    return eventOf('openai-agents', payload, arrival, {
      kind: 'before-tool',
      name: arrival.event ?? 'inputGuardrail',
      via: 'in-process',
      toolUse: textAt(call, 'callId'),
      named,
    })
  },
  reply,
}
