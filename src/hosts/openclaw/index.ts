// How does OpenClaw's plugin tell us of a call, and how is it answered? An approval nobody gives is a denial.
import { eventOf, inputOf, objectAt, serverDouble, textAt } from '../_frame/frame.ts'
import { giveBack, reasonOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const WAIT_MS = 120_000

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (verdict === 'deny') return giveBack({ block: true, blockReason: reasonOf(answer) })
  if (verdict !== 'ask' || event.kind !== 'before-tool') return giveBack(null)
  const title = answer.title ?? 'Safety gate'
  return giveBack({
    requireApproval: { title, description: reasonOf(answer), severity: 'warning', timeoutMs: WAIT_MS, allowedDecisions: ['allow-once', 'deny'] },
  })
}

export const host: Host = {
  name: 'openclaw',
  title: 'OpenClaw',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: true,
  allows: 'none',
  deadlineMs: 15_000,
  afterDeadline: 'is-blocked',
  limits: [
    'whoever is missing from the context is unproven',
    'without `plugins.entries.prudent.enabled`, which init sets, `openclaw agent --local` does not load us and runs every call',
  ],
  marks: [],
  read: (payload, arrival) => {
    const event = objectAt(payload, 'event')
    const ctx = objectAt(payload, 'ctx')
    const tool = textAt(event, 'toolName')
    const input = inputOf(event['params'])
    if (tool === undefined) return null
    const named = input === null ? [] : [{ tool: serverDouble(tool), input }]
    const session = textAt(ctx, 'sessionId', 'sessionKey')
    const cwd = input === null ? undefined : textAt(input, 'workdir')
    const after = textAt(payload, 'hook') === 'after_tool_call'
    const error = textAt(event, 'error')
    return eventOf('openclaw', payload, arrival, {
      kind: after ? 'after-tool' : 'before-tool',
      name: after ? 'after_tool_call' : 'before_tool_call',
      via: 'in-process',
      session,
      chat: textAt(ctx, 'channelId'),
      toolUse: textAt(event, 'toolCallId'),
      cwd,
      named,
      ...(after ? { result: error === undefined ? null : { isError: true } } : {}),
    })
  },
  reply,
}
