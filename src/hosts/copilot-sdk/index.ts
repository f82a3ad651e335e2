// How does the Copilot SDK tell us of a call, and how is it answered?
import { readFrame, serverDash } from '../../gate/host-frame.ts'
import type { Frame } from '../../gate/host-frame.ts'
import { giveBack, reasonOf } from '../../gate/host-replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const frame: Frame = {
  host: 'copilot-sdk',
  fields: { name: [], session: ['sessionId'], cwd: ['workingDirectory', 'cwd'], tool: ['toolName'], input: ['toolArgs'], toolUse: ['toolCallId'] },
  kinds: { onPreToolUse: 'before-tool' },
  nameTool: serverDash,
  via: 'in-process',
}

function reply(event: HostEvent, { verdict, ...answer }: HostAnswer): HostReply {
  if (event.kind !== 'before-tool' || verdict === 'abstain') return giveBack(null)
  return giveBack(
    verdict === 'allow' ? { permissionDecision: 'allow' } : { permissionDecision: verdict, permissionDecisionReason: reasonOf({ verdict, ...answer }) },
  )
}

export const host: Host = {
  name: 'copilot-sdk',
  title: 'GitHub Copilot SDK',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: true,
  allows: 'grant',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: [],
  marks: [],
  read: (payload, arrival) => readFrame(frame, payload, { event: 'onPreToolUse', ...arrival }),
  reply,
}
