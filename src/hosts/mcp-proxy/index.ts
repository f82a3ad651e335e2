// How does an MCP client's call look to a proxy, and how is it answered? Two eras of the protocol ask in two ways.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, has, inputOf, objectAt, textAt } from '../_frame/frame.ts'
import { reasonOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const name = textAt(payload, 'method')
  // Without a method it is an answer to a request of ours: the proxy's own business.
  if (name === undefined) return has(payload, 'id') ? eventOf('mcp-proxy', payload, arrival, { kind: 'other', name: 'response' }) : null
  if (name !== 'tools/call') return eventOf('mcp-proxy', payload, arrival, { kind: 'other', name })
  const params = objectAt(payload, 'params')
  const tool = textAt(params, 'name')
  const input = has(params, 'arguments') ? inputOf(params['arguments']) : {}
  const named = tool === undefined || input === null ? [] : [{ tool: { server: arrival.server ?? '', name: tool }, input }]
  return eventOf('mcp-proxy', payload, arrival, { kind: 'before-tool', name, named })
}

const isStateless = (event: HostEvent): boolean => has(objectAt(objectAt(event.payload, 'params'), '_meta'), VERSION)

const question = (message: string, title: JsonObject): JsonObject => ({
  mode: 'form',
  message,
  requestedSchema: {
    type: 'object',
    properties: {
      decision: {
        type: 'string',
        ...title,
        oneOf: [
          { const: 'allow', title: 'Allow once' },
          { const: 'deny', title: 'Deny' },
        ],
      },
    },
    required: ['decision'],
  },
})

/** The newer era's answer still needs a `requestState`, which only the proxy can sign. */
function reply(event: HostEvent, answer: HostAnswer): HostReply {
  if (event.kind !== 'before-tool' || answer.verdict === 'allow' || answer.verdict === 'abstain') return { kind: 'forward' }
  const id = event.payload['id'] ?? null
  const stateless = isStateless(event)
  const result = (body: JsonObject): HostReply => ({ kind: 'jsonrpc', message: { jsonrpc: '2.0', id, result: body } })
  if (answer.verdict === 'deny')
    return result({ ...(stateless ? { resultType: 'complete' } : {}), content: [{ type: 'text', text: reasonOf(answer) }], isError: true })
  const params = question(reasonOf(answer), stateless ? {} : { title: 'Decision' })
  if (stateless) return result({ resultType: 'input_required', inputRequests: { gate: { method: 'elicitation/create', params } } })
  return { kind: 'jsonrpc', message: { jsonrpc: '2.0', id: 'gate-1', method: 'elicitation/create', params } }
}

export const host: Host = {
  name: 'mcp-proxy',
  title: 'any MCP client, through a proxy',
  evidence: 'first-hand',
  runs: 'proxy',
  canAsk: true,
  allows: 'no-veto',
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['only the tools of servers are seen', 'the answer to a question comes from the client, perhaps from the agent itself'],
  marks: [],
  read,
  reply,
}
