// How does Pi's extension tell us of a call, and how is it answered?
import type { JsonObject } from '../../core/model.ts'
import { eventOf, inputOf, mcpDouble, textAt } from '../_frame/frame.ts'
import { giveBack, reasonOf, rewritesWhereTold } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const name = textAt(payload, 'type') ?? arrival.event
  if (name === undefined) return null
  const tool = textAt(payload, 'toolName')
  const input = inputOf(payload['input'])
  const via = 'in-process'
  const named = tool === undefined || input === null ? [] : [{ tool: mcpDouble(tool), input }]
  // A script's inner calls come one by one, each with its own id.
  const parts = { name, via, session: textAt(payload, 'sessionId'), toolUse: textAt(payload, 'toolCallId'), cwd: textAt(payload, 'cwd'), named } as const
  if (name === 'tool_call') return eventOf('pi', payload, arrival, { ...parts, kind: 'before-tool' })
  if (name === 'tool_result')
    return eventOf('pi', payload, arrival, {
      ...parts,
      kind: 'after-tool',
      result: payload['isError'] === true ? { isError: true } : (textAt(payload, 'text') ?? null),
    })
  if (name === 'input') return eventOf('pi', payload, arrival, { ...parts, kind: 'prompt', text: textAt(payload, 'text', 'input') })
  // What the user types after `!` is the user's own.
  return name === 'user_bash' ? eventOf('pi', payload, arrival, { ...parts, kind: 'other' }) : null
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const stop = (reason: string): JsonObject => ({ block: true, reason })
  // What is handled goes no further; why is said by a notice.
  if (event.kind === 'prompt') return giveBack(answer.verdict === 'deny' ? { action: 'handled' } : null)
  if (answer.verdict === 'deny') return giveBack(stop(reasonOf(answer)))
  // Our plugin puts it in the place of the event's.
  const changed: JsonObject | null = answer.input === undefined || event.kind !== 'before-tool' ? null : { input: answer.input }
  if (answer.verdict !== 'ask' || event.kind !== 'before-tool') return giveBack(changed)
  return { kind: 'ui', message: reasonOf(answer), onApprove: changed, onReject: stop('The user declined.'), otherwise: giveBack(stop(reasonOf(answer))) }
}

export const host: Host = {
  name: 'pi',
  title: 'Pi',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: (event) => event.payload['hasUI'] !== false,
  allows: 'none',
  rewrites: rewritesWhereTold,
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['without a screen a question is a denial'],
  marks: [],
  read,
  reply,
}
