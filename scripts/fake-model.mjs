// What would a model say that wants to run one command? A server on loopback that speaks the protocols agents know, and nothing else.
import { createServer } from 'node:http'
import { cursorAnswers } from './fake-cursor.mjs'

/** How shells are called, the most telling first: agents offer dozens of tools. */
const SHELLS =
  /^(?:bash|shell|shell_command|exec_command|execute_bash|run_shell_command|run_terminal_command|run_in_terminal|run_commands|terminal|exec|execute|local_shell|launch-process|developer__shell)$/i
const COMMAND = /^(?:command|commands|cmd|commandline)$/i
const DONE = 'That is all.'
/** No model answers at once, and some hosts let hooks go on meanwhile. */
const THINKS_MS = 700

/** A tool of any protocol as name and schema. */
const toolsIn = ({ tools = [], tool_definitions = [] }) =>
  [...tools, ...tool_definitions]
    .flatMap((tool) => tool.functionDeclarations ?? tool.function_declarations ?? tool.tools ?? [tool])
    .map((tool) => tool.function ?? tool)
    .map((tool) => ({
      name: tool.name ?? tool.type ?? '',
      schema: tool.input_schema ?? tool.parameters ?? tool.parametersJsonSchema ?? parsed(tool.input_schema_json ?? ''),
    }))

/** What the schema asks for, with the command where a command belongs. */
function fill(schema, command, cwd) {
  const properties = schema.properties ?? {}
  const key = Object.keys(properties).find((name) => COMMAND.test(name)) ?? 'command'
  const isList = /array/i.test(JSON.stringify(properties[key]?.type ?? properties[key]?.anyOf ?? ''))
  const words = key === 'commands' ? [command] : ['bash', '-lc', command]
  const rest = (schema.required ?? []).filter((name) => name !== key).map((name) => [name, sample(properties[name] ?? {}, name, cwd)])
  return { [key]: isList ? words : command, ...Object.fromEntries(rest) }
}
function sample({ type, enum: choices, minimum }, name, cwd) {
  if (/^(?:cwd|workdir|directory)$/.test(name)) return cwd
  if (name === 'wait') return true
  if (choices !== undefined) return choices[0]
  const kind = String([type].flat()[0] ?? 'string').toLowerCase()
  return { boolean: false, integer: minimum ?? 30, number: minimum ?? 30, array: [], object: {} }[kind] ?? 'a trial'
}

/** Whether the agent has already told us what became of the call, and in which words. */
const RESULTS = {
  messages: ({ messages }) => messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === 'tool_result'),
  responses: ({ input }) => (Array.isArray(input) ? input : []).filter(({ type }) => (type ?? '').endsWith('_call_output')),
  chat: ({ messages }) => messages.filter(({ role }) => role === 'tool'),
  augment: ({ nodes = [] }) => nodes.filter((node) => node.tool_result_node !== undefined),
  gemini: ({ contents }) => contents.flatMap(({ parts }) => parts ?? []).filter((part) => part.functionResponse !== undefined),
}

const sse = (events) =>
  events.map(([name, data]) => `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('')

/** What is said, in each protocol, whole and in pieces. `call` is null for a plain end. */
const SAY = {
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
    const item =
      call === null
        ? { type: 'message', id: 'msg_end', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: DONE, annotations: [] }] }
        : { type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: call.name, arguments: JSON.stringify(call.input), status: 'completed' }
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    }
    const response = { id: `resp_${call?.id ?? 'end'}`, object: 'response', created_at: 1, model, status: 'completed', output: [item], usage }
    if (!streams) return response
    const at = { item_id: item.id, output_index: 0 }
    const pieces =
      call === null
        ? [
            { type: 'response.output_text.delta', ...at, content_index: 0, delta: DONE },
            { type: 'response.output_text.done', ...at, content_index: 0, text: DONE },
          ]
        : [
            { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
            { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
          ]
    const begun = call === null ? { ...item, status: 'in_progress', content: [] } : { ...item, status: 'in_progress', arguments: '' }
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: begun },
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
    const chunk = (delta, reason) => ({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })
    return sse([
      [null, chunk(message, null)],
      [null, { ...chunk({}, finish_reason), usage }],
      [null, '[DONE]'],
    ])
  },
  augment(call) {
    const tool_use = call === null ? null : { tool_use_id: call.id, tool_name: call.name, input_json: JSON.stringify(call.input) }
    const nodes = tool_use === null ? [{ id: 1, type: 0, content: DONE }] : [{ id: 1, type: 5, content: '', tool_use }]
    return `${JSON.stringify({ text: call === null ? DONE : '', nodes, stop_reason: call === null ? 1 : 3 })}\n`
  },
  gemini(call, _model, streams) {
    const part = call === null ? { text: DONE } : { functionCall: { id: call.id, name: call.name, args: call.input } }
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }]
    const whole = { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } }
    return streams ? sse([[null, whole]]) : whole
  },
}

function protocolOf(path) {
  if (path.endsWith('/messages')) return 'messages'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/chat-stream')) return 'augment'
  return /:(?:stream)?generateContent$/i.test(path) ? 'gemini' : null
}

/** What is asked besides: which models there are, how long a text is. */
function aside(path) {
  // Auggie's hooks are switched on by its server.
  if (path.endsWith('/get-models')) return { default_model: 'fake', models: [], feature_flags: { enable_hooks: true } }
  if (path.endsWith('/list-remote-tools')) return { tools: [] }
  if (/count_?tokens/i.test(path)) return { input_tokens: 1, totalTokens: 1 }
  const model = { id: 'fake', object: 'model', type: 'model', display_name: 'fake', created: 1, owned_by: 'nobody' }
  return path.endsWith('/models')
    ? {
        object: 'list',
        data: [model],
        items: [{ id: 'fake', displayName: 'fake' }],
        models: [{ ...model, name: 'models/fake', slug: 'fake' }],
        has_more: false,
      }
    : {}
}

/**
 * Asks for one command in each conversation, by the shell among the tools that are offered, then ends.
 * `seen.told` is what the agent gave back as the tool's result; `want` changes the command and forgets what was seen.
 */
export async function startModel(cwd, log = () => {}) {
  let command = 'true'
  let round = 0
  const seen = { told: [], offered: [], requests: [] }
  const isCursors = cursorAnswers({ cwd, command: () => command, called: () => seen.offered.push('shell'), told: (text) => seen.told.push(text) })
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      if (isCursors(request, Buffer.concat(chunks), response)) return log({ method: request.method, url: request.url })
      const body = parsed(Buffer.concat(chunks).toString())
      const protocol = protocolOf(path)
      seen.requests.push(`${request.method} ${request.url}`)
      log({ method: request.method, url: request.url, body })
      const streams = body.stream === true || path.endsWith('streamGenerateContent')
      const answer = protocol === null ? aside(path) : SAY[protocol](next(protocol, body, { command, cwd, round }, seen), body.model ?? 'fake', streams)
      const isStream = typeof answer === 'string'
      setTimeout(() => {
        response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
        response.end(isStream ? answer : JSON.stringify(answer))
      }, THINKS_MS)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const want = (text) => {
    command = text
    round++
    for (const list of Object.values(seen)) list.length = 0
  }
  const stop = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${server.address().port}`, seen, want, stop }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The call to make now, or null. Titles and summaries are asked for without a shell; some agents go on with the session before. */
function next(protocol, body, { command, cwd, round }, seen) {
  const results = RESULTS[protocol](body).filter((result) => JSON.stringify(result).includes(`call${round}x`))
  if (results.length > 0) {
    seen.told.push(JSON.stringify(results))
    return null
  }
  const tools = toolsIn(body)
  seen.offered.push(...tools.map(({ name }) => name))
  const shell = tools.find(({ name }) => SHELLS.test(name))
  return shell === undefined ? null : { id: `call${round}x${seen.requests.length}`, name: shell.name, input: fill(shell.schema, command, cwd) }
}
