// How does the Copilot SDK tell us of a call, and how is it answered?
import type { JsonObject } from '../../core/model.ts'
import { readFrame, serverDash } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { giveBack, reasonOf, rewritesWithLeave } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const frame: Frame = {
  host: 'copilot-sdk',
  fields: { name: [], session: ['sessionId'], cwd: ['workingDirectory', 'cwd'], tool: ['toolName'], input: ['toolArgs'], toolUse: ['toolCallId'] },
  kinds: { onPreToolUse: 'before-tool' },
  nameTool: serverDash,
  via: 'in-process',
}

function reply(event: HostEvent, { verdict, input, ...answer }: HostAnswer): HostReply {
  if (event.kind !== 'before-tool' || verdict === 'abstain') return giveBack(null)
  const changed: JsonObject = input === undefined || verdict === 'deny' ? {} : { modifiedArgs: input }
  const decision: JsonObject =
    verdict === 'allow' ? { permissionDecision: 'allow' } : { permissionDecision: verdict, permissionDecisionReason: reasonOf({ verdict, ...answer }) }
  return giveBack({ ...decision, ...changed })
}

export const host: Host = {
  name: 'copilot-sdk',
  title: 'GitHub Copilot SDK',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: true,
  allows: 'grant',
  rewrites: rewritesWithLeave,
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: [],
  marks: [],
  read: (payload, arrival) => readFrame(frame, payload, { event: 'onPreToolUse', ...arrival }),
  reply,
}
