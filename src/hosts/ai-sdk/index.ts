// How does Vercel's AI SDK tell us of a call, and how is it answered? `toolApproval`.
import { bare, eventOf, inputOf, objectAt, textAt } from '../_frame/frame.ts'
import { giveBack, reasonOf } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'

const STATUS = { allow: 'approved', ask: 'user-approval', deny: 'denied' } as const

export const host: Host = {
  name: 'ai-sdk',
  title: 'Vercel AI SDK',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: true,
  allows: 'grant',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['approvals come back from the client and can be forged: set `experimental_toolApprovalSecret`'],
  marks: [],
  read: (payload, arrival) => {
    const call = objectAt(payload, 'toolCall')
    const tool = textAt(call, 'toolName')
    const input = inputOf(call['input'])
    if (tool === undefined) return null
    const named = input === null ? [] : [{ tool: bare(tool), input }]
    return eventOf('ai-sdk', payload, arrival, { kind: 'before-tool', name: 'toolApproval', via: 'in-process', toolUse: textAt(call, 'toolCallId'), named })
  },
  reply: (_event, answer) => giveBack(answer.verdict === 'abstain' ? 'not-applicable' : { type: STATUS[answer.verdict], reason: reasonOf(answer) }),
}
