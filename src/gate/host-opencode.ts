// How do OpenCode and its fork tell us of a call, and how are they answered?
import type { JsonObject } from '../core/model.ts'
import { eventOf, inputOf, objectAt, serverSingle, textAt } from './host-frame.ts'
import { denied, giveBack, reasonOf } from './host-replies.ts'
import type { Arrival, HostAnswer, HostEvent, HostReply } from './seams.ts'

const OWN =
  'apply_patch todo_write todo_read plan_enter plan_exit lsp_hover lsp_diagnostics code_search web_fetch web_search multi_edit external_directory'.split(' ')
const nameTool = serverSingle(OWN)

export function opencodeRead(host: string): (payload: JsonObject, arrival: Arrival) => HostEvent | null {
  return (payload, arrival) => {
    const hook = textAt(payload, 'hook') ?? arrival.event
    const directory = textAt(payload, 'directory')
    const via = 'in-process'
    if (hook === 'event') {
      const event = objectAt(payload, 'event')
      const name = textAt(event, 'type')
      const asked = objectAt(event, 'properties')
      if (name !== 'permission.asked')
        return name === undefined ? null : eventOf(host, payload, arrival, { kind: 'other', name, via, session: textAt(asked, 'sessionID'), cwd: directory })
      const tool = textAt(asked, 'permission')
      const named = tool === undefined ? [] : [{ tool: nameTool(tool), input: objectAt(asked, 'metadata') }]
      return eventOf(host, payload, arrival, {
        kind: 'permission',
        name,
        via,
        session: textAt(asked, 'sessionID'),
        toolUse: textAt(objectAt(asked, 'tool'), 'callID'),
        cwd: directory,
        named,
      })
    }
    const kind = hook === 'tool.execute.before' ? 'before-tool' : hook === 'tool.execute.after' ? 'after-tool' : null
    if (kind === null || hook === undefined) return null
    const about = objectAt(payload, 'input')
    const output = objectAt(payload, 'output')
    const input = inputOf(kind === 'before-tool' ? output['args'] : (about['args'] ?? {}))
    const tool = textAt(about, 'tool')
    const named = tool === undefined || input === null ? [] : [{ tool: nameTool(tool), input }]
    const result = kind === 'after-tool' ? (textAt(output, 'output') ?? null) : undefined
    return eventOf(host, payload, arrival, {
      kind,
      name: hook,
      via,
      session: textAt(about, 'sessionID'),
      toolUse: textAt(about, 'callID'),
      cwd: directory,
      named,
      result,
    })
  }
}

export function opencodeReply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (event.kind === 'permission') {
    const id = textAt(objectAt(objectAt(event.payload, 'event'), 'properties'), 'id') ?? ''
    const path = `/permission/${id.replaceAll(/[^\w-]/g, '')}/reply`
    if (verdict === 'deny') return { kind: 'request', method: 'POST', path, body: { reply: 'reject', message: reasonOf(answer) } }
    return verdict === 'allow' ? { kind: 'request', method: 'POST', path, body: { reply: 'once' } } : giveBack(null)
  }
  if (verdict === 'deny') return { kind: 'throw', message: reasonOf(answer) }
  // Our plugin puts them in the place of the call's.
  const changed: JsonObject | null = answer.input === undefined || event.kind !== 'before-tool' ? null : { args: answer.input }
  if (verdict !== 'ask' || event.kind !== 'before-tool') return giveBack(changed)
  // Returning hands the call to the host's permissions: good only where they ask.
  const otherwise: HostReply = { kind: 'throw', message: reasonOf(denied(answer)) }
  return { kind: 'ui', message: reasonOf(answer), config: { permission: { '*': 'ask' } }, onApprove: changed, onReject: null, otherwise }
}
