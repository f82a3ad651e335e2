// How does the Claude Agent SDK tell us of a call, and how is it answered? `canUseTool`, which is the prompt itself, and hook callbacks.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, inModeOfItsOwn, inputOf, KINDS, mcpDouble, objectAt, readFrame, textAt } from '../_frame/frame.ts'
import { claudeReply, giveBack, reasonOf, rewritesWithLeave } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const CAN_USE = 'canUseTool'
const hook = claudeReply({ asks: true, allows: true, own: true, input: 'updatedInput' })

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  if (textAt(payload, 'hook_event_name') !== undefined) return readFrame({ host: 'claude-agent-sdk', kinds: KINDS, via: 'in-process' }, payload, arrival)
  const tool = textAt(payload, 'toolName')
  const input = inputOf(payload['input'])
  const options = objectAt(payload, 'options')
  if (tool === undefined) return null
  const named = input === null ? [] : [{ tool: mcpDouble(tool, options), input }]
  return eventOf('claude-agent-sdk', payload, arrival, {
    kind: 'permission',
    name: CAN_USE,
    via: 'in-process',
    chat: textAt(options, 'agentID'),
    toolUse: textAt(options, 'toolUseID'),
    named,
  })
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  if (event.name !== CAN_USE) {
    const said = hook(event, { ...answer, failure: false })
    return giveBack(said.kind === 'command' && typeof said.stdout === 'object' ? said.stdout : null)
  }
  const updatedInput = answer.input ?? event.calls[0]?.input ?? {}
  if (answer.verdict === 'allow') return giveBack({ behavior: 'allow', updatedInput })
  const no: JsonObject = { behavior: 'deny', message: reasonOf(answer) }
  if (answer.verdict === 'deny') return giveBack({ ...no, interrupt: false })
  // The call came here because somebody is to be asked.
  return {
    kind: 'ui',
    message: reasonOf(answer),
    onApprove: { behavior: 'allow', updatedInput, decisionClassification: 'user_temporary' },
    onReject: { ...no, decisionClassification: 'user_reject' },
    otherwise: giveBack({ ...no, interrupt: false }),
  }
}

export const host: Host = {
  name: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: (event) => !inModeOfItsOwn(event),
  allows: 'grant',
  rewrites: (event) => (event.name === CAN_USE ? 'beside' : rewritesWithLeave(event)),
  deadlineMs: null,
  afterDeadline: 'runs',
  limits: [
    '`canUseTool` is called only when somebody would be asked: register the hook too',
    'a hook that throws lets the call run unless `onFailure` is `block`',
  ],
  marks: [],
  read,
  reply,
}
