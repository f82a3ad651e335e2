// How does Amp tell us of a call, and how is it answered? A permissions delegate, told by environment and exit code, and the in-process plugin.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, inputOf, mcpDouble, objectAt, textAt } from '../_frame/frame.ts'
import { block, giveBack, print, reasonOf, silence, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { isDelegate, known } from './known.ts'

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const { env } = arrival
  if (isDelegate(env)) {
    // What is sent is the tool's input, and nothing else.
    const named = [{ tool: mcpDouble(env['AGENT_TOOL_NAME'] ?? ''), input: payload }]
    const cwd = textAt(payload, 'cwd', 'workdir')
    return eventOf('amp', payload, arrival, {
      kind: 'before-tool',
      name: 'delegate',
      session: env['AMP_THREAD_ID'],
      toolUse: env['AGENT_TOOL_USE_ID'],
      cwd,
      named,
    })
  }
  const event = objectAt(payload, 'event')
  const tool = textAt(event, 'tool')
  const input = inputOf(event['input'])
  if (tool === undefined) return null
  const named = input === null ? [] : [{ tool: mcpDouble(tool), input }]
  const session = textAt(objectAt(event, 'thread'), 'id')
  return eventOf('amp', payload, arrival, { kind: 'before-tool', name: 'tool.call', via: 'in-process', session, toolUse: textAt(event, 'toolUseID'), named })
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (event.via !== 'in-process') return verdict === 'deny' ? block(answer) : verdict === 'ask' ? print(null, warningsOf(answer), 1) : silence(answer)
  const reject = (message: string): JsonObject => ({ action: 'reject-and-continue', message })
  if (verdict === 'deny') return giveBack(reject(reasonOf(answer)))
  const go: JsonObject = answer.input === undefined ? { action: 'allow' } : { action: 'modify', input: answer.input }
  if (verdict !== 'ask') return giveBack(go)
  return {
    kind: 'ui',
    message: reasonOf(answer),
    onApprove: go,
    onReject: reject('The user declined.'),
    otherwise: giveBack(reject(reasonOf(answer))),
  }
}

export const host: Host = {
  name: 'amp',
  title: 'Amp',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: true,
  allows: 'grant',
  rewrites: (event) => (event.via === 'in-process' ? 'beside' : 'no'),
  deadlineMs: 10_000,
  afterDeadline: 'is-blocked',
  limits: ['a delegate cannot abstain: no objection is exit code 0, which allows', 'permissions are off until `amp.permissions` names the delegate'],
  marks: known.marks,
  read,
  reply,
}
