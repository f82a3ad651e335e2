// How does the Agent Client Protocol tell us of a call, and how is it answered? The agent asks its client; we answer in between.
import type { JsonObject, ToolName } from '../../core/model.ts'
import { bare, eventOf, has, inputOf, isObject, mcpDouble, objectAt, textAt } from '../_frame/frame.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const METHOD = 'session/request_permission'

/** The protocol has kinds, not names; what the agent puts into the input is its own affair. */
function nameOf(call: JsonObject, input: JsonObject): ToolName {
  const title = textAt(call, 'title') ?? ''
  if (title.startsWith('mcp__')) return mcpDouble(title)
  const kind = textAt(call, 'kind') ?? ''
  if (kind === 'execute') return bare('execute_command')
  if (kind === 'edit') return bare(has(input, 'content') ? 'write_file' : 'edit_file')
  const known: Readonly<Record<string, string>> = { read: 'read_file', delete: 'delete_file', move: 'move_file', fetch: 'fetch', search: 'search_files' }
  return bare(Object.hasOwn(known, kind) ? (known[kind] ?? kind) : title === '' ? 'tool' : title)
}

/** Where the agent shows no input, the paths it says it touches. */
function inputOfCall(call: JsonObject): JsonObject | null {
  const input = inputOf(call['rawInput'])
  if (input !== null) return input
  const [first] = Array.isArray(call['locations']) ? (call['locations'] as readonly unknown[]) : []
  return isObject(first) && has(first, 'path') ? { path: first['path'] ?? '' } : null
}

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const name = textAt(payload, 'method')
  if (name === undefined) return null
  const params = objectAt(payload, 'params')
  const session = textAt(params, 'sessionId')
  if (name !== METHOD) return eventOf('acp', payload, arrival, { kind: 'other', name, session })
  const call = has(params, 'toolCall') ? objectAt(params, 'toolCall') : objectAt(objectAt(params, 'subject'), 'toolCall')
  const input = inputOfCall(call)
  const named = input === null ? [] : [{ tool: nameOf(call, input), input }]
  return eventOf('acp', payload, arrival, { kind: 'permission', name, session, toolUse: textAt(call, 'toolCallId'), named })
}

/** Never `always`: a choice is for this call. */
function reply(event: HostEvent, answer: HostAnswer): HostReply {
  if (event.kind === 'other' || answer.verdict === 'ask' || answer.verdict === 'abstain') return { kind: 'forward' }
  const kind = answer.verdict === 'allow' ? 'allow_once' : 'reject_once'
  const options = objectAt(event.payload, 'params')['options']
  const option = (Array.isArray(options) ? (options as readonly unknown[]) : []).find((one) => isObject(one) && one['kind'] === kind)
  const optionId = isObject(option) ? textAt(option, 'optionId') : undefined
  if (optionId === undefined && answer.verdict === 'allow') return { kind: 'forward' }
  const outcome: JsonObject = optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId }
  return { kind: 'jsonrpc', message: { jsonrpc: '2.0', id: event.payload['id'] ?? null, result: { outcome } } }
}

export const host: Host = {
  name: 'acp',
  title: 'Agent Client Protocol',
  evidence: 'first-hand',
  runs: 'proxy',
  canAsk: true,
  allows: 'grant',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['the agent decides which calls it sends: others are not seen', 'a denial cannot carry its reason'],
  marks: [],
  read,
  reply,
}
