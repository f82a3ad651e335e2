// How do agents and their models talk, as far as a model needs that asks for one call after the other? Four protocols and one vendor's own, whole and in pieces.
import type { Json, JsonObject } from '../core/model.ts'

/** A tool that the agent offers its model. */
export interface OfferedTool {
  readonly name: string
  readonly schema: JsonObject
  /** What it says of itself. */
  readonly about?: string
  /** The group it stands in, where the protocol has groups. */
  readonly group?: string
  /** It takes a text, not an object. */
  readonly takesText?: true
}
/** What the model wants called. */
export interface WantedCall {
  readonly id: string
  readonly name: string
  readonly group?: string
  readonly input: JsonObject | string
}
export type Protocol = 'messages' | 'responses' | 'chat' | 'gemini' | 'augment'

type Loose = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.filter(isObject) : [])
const objectOf = (value: unknown): Loose => (isObject(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function protocolOf(path: string): Protocol | null {
  if (path.endsWith('/messages')) return 'messages'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/chat-stream')) return 'augment'
  return /:(?:stream)?generateContent$/i.test(path) ? 'gemini' : null
}

/** Every tool of a request, whatever the protocol. */
export function toolsIn(body: Loose): readonly OfferedTool[] {
  return [...listOf(body['tools']), ...listOf(body['tool_definitions'])].flatMap((tool) => {
    const declared = listOf(tool['functionDeclarations'] ?? tool['function_declarations'])
    if (declared.length > 0) return declared.map((one) => offered(one))
    const grouped = listOf(tool['tools'])
    return grouped.length > 0 ? grouped.map((one) => offered(one, textOf(tool['name']))) : [offered(tool)]
  })
}

function offered(given: Loose, group?: string): OfferedTool {
  const tool = isObject(given['function']) ? given['function'] : given
  const schema = tool['input_schema'] ?? tool['parameters'] ?? tool['parametersJsonSchema'] ?? parsedJson(textOf(tool['input_schema_json']))
  return {
    name: textOf(tool['name'] ?? tool['type']),
    schema: objectOf(schema) as JsonObject,
    about: textOf(tool['description']),
    ...(group === undefined || group === '' ? {} : { group }),
    ...(tool['type'] === 'custom' ? { takesText: true as const } : {}),
  }
}

/** What became of calls, in the words in which the agent told it. */
export function resultsIn(protocol: Protocol, body: Loose): readonly string[] {
  return RESULTS[protocol](body).map((result) => JSON.stringify(result))
}
const RESULTS: Readonly<Record<Protocol, (body: Loose) => readonly Loose[]>> = {
  messages: ({ messages }) => listOf(messages).flatMap(({ content }) => listOf(content).filter(({ type }) => type === 'tool_result')),
  responses: ({ input }) => listOf(input).filter(({ type }) => textOf(type).endsWith('_call_output')),
  chat: ({ messages }) => listOf(messages).filter(({ role }) => role === 'tool'),
  gemini: ({ contents }) => listOf(contents).flatMap(({ parts }) => listOf(parts).filter((part) => part['functionResponse'] !== undefined)),
  augment: ({ nodes }) => listOf(nodes).filter((node) => node['tool_result_node'] !== undefined),
}

const DONE = 'That is all.'

const sse = (events: readonly (readonly [name: string | null, data: object | string])[]): string =>
  events.map(([name, data]) => `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('')

/** A text is a stream, an object the whole answer. Null for a plain end. */
type Say = (call: WantedCall | null, model: string, streams: boolean) => string | object
export const SAY: Readonly<Record<Protocol, Say>> = {
  messages(call, model, streams) {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const block = call === null ? { type: 'text', text: DONE } : { type: 'tool_use', id: call.id, name: call.name, input: call.input }
    const stop_reason = call === null ? 'end_turn' : 'tool_use'
    const message = { id: `msg_${call?.id ?? 'end'}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage }
    if (!streams) return { ...message, content: [block], stop_reason }
    const empty = call === null ? { type: 'text', text: '' } : { ...block, input: {} }
    const delta = call === null ? { type: 'text_delta', text: DONE } : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
    return sse(
      [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: empty },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ].map((event) => [event.type, event]),
    )
  },
  responses(call, model, streams) {
    const item = responsesItem(call)
    const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details }
    const response = { id: `resp_${call?.id ?? 'end'}`, object: 'response', created_at: 1, model, status: 'completed', output: [item], usage }
    if (!streams) return response
    const at = { item_id: item['id'], output_index: 0 }
    const pieces =
      call === null
        ? [
            { type: 'response.output_text.delta', ...at, content_index: 0, delta: DONE },
            { type: 'response.output_text.done', ...at, content_index: 0, text: DONE },
          ]
        : typeof call.input === 'string'
          ? []
          : [
              { type: 'response.function_call_arguments.delta', ...at, delta: JSON.stringify(call.input) },
              { type: 'response.function_call_arguments.done', ...at, arguments: JSON.stringify(call.input) },
            ]
    const emptied = call === null ? { content: [] } : typeof call.input === 'string' ? { input: '' } : { arguments: '' }
    const events: readonly ({ readonly type: string } & Loose)[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', ...emptied } },
      ...pieces,
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ]
    return sse(events.map((event, sequence_number) => [event.type, { ...event, sequence_number }]))
  },
  chat(call, model, streams) {
    const base = { id: 'chatcmpl-1', created: 1, model }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const tool_calls =
      call === null ? null : [{ index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } }]
    const message = { role: 'assistant', ...(tool_calls === null ? { content: DONE } : { content: null, tool_calls }) }
    const finish_reason = call === null ? 'stop' : 'tool_calls'
    if (!streams) return { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage }
    const chunk = (delta: object, reason: string | null): object => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })
    return sse([
      [null, chunk(message, null)],
      [null, { ...chunk({}, finish_reason), usage }],
      [null, '[DONE]'],
    ])
  },
  gemini(call, _model, streams) {
    const part = call === null ? { text: DONE } : { functionCall: { id: call.id, name: call.name, args: call.input } }
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }]
    const whole = { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } }
    return streams ? sse([[null, whole]]) : whole
  },
  augment(call) {
    const tool_use = call === null ? null : { tool_use_id: call.id, tool_name: call.name, input_json: JSON.stringify(call.input) }
    const nodes = tool_use === null ? [{ id: 1, type: 0, content: DONE }] : [{ id: 1, type: 5, content: '', tool_use }]
    return `${JSON.stringify({ text: call === null ? DONE : '', nodes, stop_reason: call === null ? 1 : 3 })}\n`
  },
}

function responsesItem(call: WantedCall | null): Loose {
  if (call === null)
    return { type: 'message', id: 'msg_end', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: DONE, annotations: [] }] }
  const about = { call_id: call.id, name: call.name, status: 'completed', ...(call.group === undefined ? {} : { namespace: call.group }) }
  if (typeof call.input === 'string') return { type: 'custom_tool_call', id: `ctc_${call.id}`, ...about, input: call.input }
  return { type: 'function_call', id: `fc_${call.id}`, ...about, arguments: JSON.stringify(call.input) }
}

/** What is asked besides: which models there are, how long a text is. */
export function aside(path: string): object {
  // Auggie's hooks are switched on by its server.
  if (path.endsWith('/get-models')) return { default_model: 'fake', models: [], feature_flags: { enable_hooks: true } }
  if (path.endsWith('/list-remote-tools')) return { tools: [] }
  if (/count_?tokens/i.test(path)) return { input_tokens: 1, totalTokens: 1 }
  if (!path.endsWith('/models')) return {}
  const model = { id: 'fake', object: 'model', type: 'model', display_name: 'fake', created: 1, owned_by: 'nobody' }
  const models = [{ ...model, name: 'models/fake', slug: 'fake' }]
  return { object: 'list', data: [model], items: [{ id: 'fake', displayName: 'fake' }], models, has_more: false }
}

/** Never throws: what is no JSON says nothing. */
export function parsedJson(text: string): Loose {
  try {
    return objectOf(JSON.parse(text) as Json)
  } catch {
    return {}
  }
}
