// How does LangChain tell us of a call, and how is it answered? Middleware around the tool; the human-in-the-loop interrupt asks.
import { bare, eventOf, inputOf, objectAt, textAt } from '../_frame/frame.ts'
import { giveBack, reasonOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  const [call] = event.calls
  if (verdict === 'deny') return giveBack({ type: 'tool', content: reasonOf(answer), tool_call_id: event.toolUse ?? '', status: 'error' })
  if (verdict !== 'ask') return { kind: 'call' }
  const name = call?.tool.name ?? ''
  return {
    kind: 'interrupt',
    value: {
      actionRequests: [{ name, args: call?.input ?? {}, description: reasonOf(answer) }],
      reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
    },
    resumeApprove: { decisions: [{ type: 'approve' }] },
    resumeReject: { decisions: [{ type: 'reject', message: 'The user declined.' }] },
  }
}

export const host: Host = {
  name: 'langchain',
  title: 'LangChain',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: true,
  allows: 'no-veto',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['`interruptOn` names each tool; asking needs a checkpointer'],
  marks: [],
  read: (payload, arrival) => {
    const call = objectAt(payload, 'toolCall')
    const tool = textAt(call, 'name')
    const input = inputOf(call['args'])
    if (tool === undefined) return null
    const named = input === null ? [] : [{ tool: bare(tool), input }]
    return eventOf('langchain', payload, arrival, { kind: 'before-tool', name: 'wrapToolCall', via: 'in-process', toolUse: textAt(call, 'id'), named })
  },
  reply,
}
