// How does Cline tell us of a call, and how is it answered? Hook files, whose exit code is ignored, and the in-process plugin.
import type { Json, JsonObject } from '../../core/model.ts'
import { eventOf, firstAt, has, inputOf, isObject, namedOf, objectAt, parseBounded, serverDouble, textAt } from '../_frame/frame.ts'
import type { Named } from '../_frame/frame.ts'
import { denied, giveBack, print, reasonOf, rewritesBeside, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const MOST = 50

/** One command: text, or a program and its arguments. */
function commandOf(item: Json): Json {
  if (!isObject(item)) return item
  const program = textAt(item, 'command')
  const args = item['args']
  return program === undefined ? null : Array.isArray(args) ? [program, ...args] : program
}
const quoted = (word: Json): string => `'${(typeof word === 'string' ? word : JSON.stringify(word)).replaceAll("'", "'\\''")}'`
const lineOf = (command: Json): string =>
  Array.isArray(command) ? command.map((word) => quoted(word as Json)).join(' ') : typeof command === 'string' ? command : ''

/** Several commands in one call: each counts alone, and all of them in a row. */
function unwrap({ tool, input }: Named): readonly Named[] {
  const { commands } = input
  if (tool.name !== 'run_commands' || commands === undefined) return [{ tool, input }]
  const list = (Array.isArray(commands) ? (commands as readonly Json[]) : [commands]).map(commandOf)
  const each = list.slice(0, MOST).map((command): Named => ({ tool, input: { command } }))
  return each.length === 1 ? each : [{ tool, input: { command: list.map(lineOf).join('\n') } }, ...each]
}

const namesOf = (name: string | undefined, given: Json | undefined): readonly Named[] => {
  if (name === undefined) return []
  // The list of commands may stand alone.
  const alone = name === 'run_commands' && (Array.isArray(given) || (typeof given === 'string' && inputOf(given) === null))
  const named = alone ? { tool: serverDouble(name), input: { commands: given ?? null } } : namedOf(serverDouble(name), given)
  return named === null ? [] : unwrap({ ...named, input: unfolded(named.input) })
}

/** The simpler form of an event has lists as text. */
const unfolded = (input: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const isList = ['commands', 'files', 'requests'].includes(key) && typeof value === 'string' && /^\s*[[{]/.test(value)
      return [key, isList ? (parseBounded(value) ?? value) : value]
    }),
  )

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const hook = textAt(payload, 'hookName')
  if (hook === undefined) {
    // The plugin's `beforeTool({ tool, toolCall, input })`.
    const name = textAt(objectAt(payload, 'tool'), 'name') ?? textAt(objectAt(payload, 'toolCall'), 'name')
    if (name === undefined) return null
    const toolUse = textAt(objectAt(payload, 'toolCall'), 'id')
    return eventOf('cline', payload, arrival, {
      kind: 'before-tool',
      name: 'beforeTool',
      via: 'in-process',
      toolUse,
      named: namesOf(name, payload['input']),
    })
  }
  const call = objectAt(payload, 'tool_call')
  const simple = objectAt(payload, 'preToolUse')
  const named = namesOf(textAt(call, 'name') ?? textAt(simple, 'toolName'), call['input'] ?? simple['parameters'])
  // An event we do not know that carries a call is a call.
  const carries = named.length > 0 || has(payload, 'preToolUse') || has(payload, 'tool_call')
  const kind = hook === 'tool_result' ? 'after-tool' : carries || hook === 'tool_call' ? 'before-tool' : hook.includes('prompt') ? 'prompt' : 'other'
  return eventOf('cline', payload, arrival, {
    kind,
    name: hook,
    session: textAt(objectAt(payload, 'sessionContext'), 'rootSessionId') ?? textAt(payload, 'taskId'),
    chat: textAt(payload, 'taskId'),
    toolUse: textAt(call, 'id'),
    cwd: firstAt(payload, 'workspaceRoots'),
    named,
    text: textAt(objectAt(payload, 'userPromptSubmit'), 'prompt') ?? textAt(payload, 'prompt'),
    ...(kind === 'after-tool' ? { result: null } : {}),
  })
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  if (event.via === 'in-process') {
    if (answer.verdict === 'deny') return giveBack({ skip: true, reason: reasonOf(answer) })
    const changed: JsonObject = answer.input === undefined ? {} : { input: answer.input }
    const body: JsonObject = { ...(answer.verdict === 'ask' ? { policy: { enabled: true, autoApprove: false } } : {}), ...changed }
    return giveBack(Object.keys(body).length === 0 ? null : body)
  }
  const said = denied(answer)
  return said.verdict === 'deny'
    ? print({ cancel: true, errorMessage: reasonOf(said) }, warningsOf(said))
    : print(said.input === undefined ? {} : { overrideInput: said.input }, warningsOf(said))
}

export const host: Host = {
  name: 'cline',
  title: 'Cline',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: (event) => event.via === 'in-process',
  allows: 'none',
  rewrites: rewritesBeside,
  deadlineMs: 120_000,
  afterDeadline: 'runs',
  limits: [
    'a denial by hook file ends the whole run, without a word of why; the plugin skips the one call',
    'the exit code is ignored: a hook that cannot start lets the call run',
    'the plugin does not run in the VS Code and JetBrains extensions',
  ],
  marks: known.marks,
  read,
  reply,
}
