// How is a host's event read? Most hosts send the same frame under other field names; a host says which.
import type { Json, JsonObject, ToolCall, ToolName } from '../../core/model.ts'
import { flawOf } from '../../core/text/strict-json.ts'
import type { Flaw } from '../../core/text/strict-json.ts'
import type { Arrival, Environment, EventKind, HostEvent, Mark, Via } from '../../gate/seams.ts'

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (from: JsonObject, key: string): Json | undefined => (Object.hasOwn(from, key) ? from[key] : undefined)

/** The first of these fields that holds text. */
export function textAt(from: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = at(from, key)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

export function objectAt(from: JsonObject, key: string): JsonObject {
  const value = at(from, key)
  return isObject(value) ? value : {}
}

export const firstAt = (from: JsonObject, key: string): string | undefined => {
  const value = at(from, key)
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'string' && first !== '' ? first : undefined
}

export const has = (from: JsonObject, ...keys: readonly string[]): boolean => keys.every((key) => at(from, key) !== undefined)

/** What an event says; null where it is no JSON. Where it has a flaw, its value is good for telling whose it is, and for nothing else. */
export function parseEvent(text: string): { readonly value: Json; readonly flaw: Flaw | null } {
  try {
    const value = JSON.parse(text) as Json
    return { value, flaw: flawOf(text) }
  } catch {
    return { value: null, flaw: null }
  }
}

/** One JSON value of bounded depth in which no name stands twice, or null. */
export function parseBounded(text: string): Json {
  const { value, flaw } = parseEvent(text)
  return flaw === null ? value : null
}

/** A tool's input: an object, or a text that holds one. */
export function inputOf(value: Json | undefined): JsonObject | null {
  const input = typeof value === 'string' ? parseBounded(value) : value
  return isObject(input) ? input : null
}

/** Where a host keeps things; the first field that is there counts. */
interface Fields {
  readonly name: readonly string[]
  readonly session: readonly string[]
  readonly chat: readonly string[]
  readonly cwd: readonly string[]
  readonly roots: readonly string[]
  readonly tool: readonly string[]
  readonly input: readonly string[]
  readonly toolUse: readonly string[]
  readonly prompt: readonly string[]
  readonly result: readonly string[]
}
const FIELDS: Fields = {
  name: ['hook_event_name'],
  session: ['session_id'],
  chat: ['agent_id'],
  cwd: ['cwd'],
  roots: ['workspace_roots'],
  tool: ['tool_name'],
  input: ['tool_input'],
  toolUse: ['tool_use_id', 'tool_call_id'],
  prompt: ['prompt'],
  result: ['tool_response', 'tool_output', 'error'],
}

export type Kinds = Readonly<Record<string, EventKind>>

/** Claude Code's events, which many hosts took over. */
export const KINDS: Kinds = {
  PreToolUse: 'before-tool',
  PermissionRequest: 'permission',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-tool',
  UserPromptSubmit: 'prompt',
  SessionStart: 'session',
  SessionEnd: 'session',
  ConfigChange: 'config',
  ...others(
    'PermissionDenied PostToolBatch Elicitation ElicitationResult SubagentStart SubagentStop Stop StopFailure Notification PreCompact PostCompact Interrupt',
    'InstructionsLoaded CwdChanged FileChanged PreModelSwitch PreModelRequest TaskCreated TaskCompleted TeammateIdle WorktreeCreate WorktreeRemove Setup',
  ),
}

/** Events that are merely told to us. */
export function others(...names: readonly string[]): Kinds {
  return Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, 'other']))
}

/** A call that carries or hides others is taken apart here. */
export interface Named {
  readonly tool: ToolName
  readonly input: JsonObject
}

export interface Frame {
  readonly host: string
  readonly fields?: Partial<Fields>
  readonly kinds: Kinds
  readonly nameTool?: (name: string, payload: JsonObject) => ToolName
  readonly unwrap?: (named: Named) => readonly Named[]
  readonly via?: Via
  /** Whether the host would answer our question by itself. */
  readonly answersItself?: (arrival: Arrival) => boolean
}

/** Null when the event has no name we know and carries no call. */
export function readFrame(frame: Frame, payload: JsonObject, arrival: Arrival): HostEvent | null {
  const fields: Fields = { ...FIELDS, ...frame.fields }
  const name = textAt(payload, ...fields.name) ?? arrival.event
  if (name === undefined) return null
  const tool = textAt(payload, ...fields.tool)
  const given = fields.input.map((key) => at(payload, key)).find((value) => value !== undefined)
  const made = tool === undefined ? null : namedOf((frame.nameTool ?? mcpDouble)(tool, payload), given)
  const carries = made !== null
  // An event nobody told us about that carries a call is a call.
  const kind = Object.hasOwn(frame.kinds, name) ? frame.kinds[name] : carries ? 'before-tool' : undefined
  if (kind === undefined) return null
  const named: readonly Named[] = made === null ? [] : (frame.unwrap ?? alone)(made)
  const cwd = textAt(payload, ...fields.cwd) ?? fields.roots.map((key) => firstAt(payload, key)).find((root) => root !== undefined)
  return eventOf(frame.host, payload, arrival, {
    kind,
    name,
    via: frame.via,
    session: textAt(payload, ...fields.session),
    chat: textAt(payload, ...fields.chat),
    toolUse: textAt(payload, ...fields.toolUse),
    cwd,
    named,
    answersItself: frame.answersItself,
    text: kind === 'config' ? textAt(payload, 'file_path') : wordsAt(payload, fields.prompt),
    result: kind === 'after-tool' ? (fields.result.map((key) => at(payload, key)).find((value) => value !== undefined) ?? null) : undefined,
  })
}

/** A prompt: one text, or a list of parts of which some are text. */
function wordsAt(payload: JsonObject, keys: readonly string[]): string | undefined {
  const parts = keys.map((key) => at(payload, key)).find((value) => Array.isArray(value)) as readonly Json[] | undefined
  const texts = parts?.flatMap((part) => (isObject(part) ? [textAt(part, 'text') ?? ''] : [])).filter((text) => text !== '') ?? []
  return textAt(payload, ...keys) ?? (texts.length === 0 ? undefined : texts.join('\n'))
}

/** A tool and its input as they are sent; null when the input cannot be told. */
export function namedOf(tool: ToolName, given: Json | undefined): Named | null {
  const input = inputOf(given)
  if (input !== null) return { tool, input }
  // A server's tool may take nothing. A host's own always takes something: an input that is missing is one we did not find.
  if (tool.server !== null && (given === null || given === '')) return { tool, input: {} }
  const text = typeof given === 'string' ? (parseBounded(given) ?? given) : null
  return typeof text === 'string' && text.trimStart().startsWith('*** Begin Patch') ? { tool: bare('apply_patch'), input: { input: text } } : null
}

const alone = (named: Named): readonly Named[] => [named]

interface Parts {
  readonly kind: EventKind
  readonly name: string
  readonly via?: Via | undefined
  readonly session?: string | undefined
  readonly chat?: string | undefined
  readonly toolUse?: string | undefined
  readonly cwd?: string | undefined
  readonly named?: readonly Named[]
  readonly text?: string | undefined
  readonly result?: Json | undefined
  readonly answersItself?: Frame['answersItself'] | undefined
}

export function eventOf(host: string, payload: JsonObject, arrival: Arrival, parts: Parts): HostEvent {
  const { kind, name, session = '', chat, toolUse, cwd = arrival.cwd ?? '', named = [], text, result } = parts
  const via = parts.via ?? arrival.via ?? 'command'
  // Who embeds us knows better than the environment whom they can ask.
  const unattended = (via === 'command' || via === 'http') && (isUnattended(arrival.env) || parts.answersItself?.(arrival) === true)
  const calls = named.map(({ tool, input }): ToolCall => ({ id: toolUse ?? '', host, session, ...(chat === undefined ? {} : { chat }), tool, input, cwd }))
  const version = versionOf(payload, arrival.env)
  return {
    kind,
    host,
    name,
    via,
    session,
    ...(version === undefined ? {} : { version }),
    ...(chat === undefined ? {} : { chat }),
    ...(toolUse === undefined ? {} : { toolUse }),
    calls,
    ...(text === undefined ? {} : { text }),
    ...(result === undefined
      ? {}
      : { outcome: { ok: !/fail/i.test(name) && !failed(payload, result), ...(typeof result === 'string' ? { text: result } : {}) } }),
    cwd,
    ...(unattended ? { unattended } : {}),
    payload,
  }
}

/** Few hosts say which version they are. */
const versionOf = (payload: JsonObject, env: Environment): string | undefined => {
  const told = textAt(payload, 'cursor_version', 'clineVersion', 'version') ?? env['QODER_HOOK_VERSION']
  return told !== undefined && /^v?\d+\.\d[\w.+-]{0,40}$/.test(told) ? told : undefined
}

/** Set where programs run without a person: by build servers, or by whoever runs an agent so. Gemini CLI passes none of GitHub's but `GITHUB_ENV`. */
const NOBODY = ['PRUDENT_UNATTENDED', 'CI', 'GITHUB_ACTIONS', 'GITHUB_ENV', 'TF_BUILD', 'BUILDKITE', 'JENKINS_URL', 'TEAMCITY_VERSION', 'CODEBUILD_BUILD_ID']
const isUnattended = (env: Environment): boolean => NOBODY.some((name) => !['', '0', 'false'].includes((env[name] ?? '').toLowerCase()))

/** Whether one of those who started us is this program, with one of these words behind its name. */
export function startedWith(arrival: Arrival, programs: readonly string[], flags: readonly string[]): boolean {
  return (arrival.startedBy?.() ?? []).some((words) => {
    const program = words.findIndex(isOneOf(programs))
    return program >= 0 && words.slice(program + 1).some((word) => flags.includes(word.split('=', 1)[0] ?? ''))
  })
}
/** Whether one of those who started us is this program, and nobody can type into it. */
export function withoutTerminal(arrival: Arrival, programs: readonly string[]): boolean {
  const typed = arrival.terminals?.() ?? []
  return (arrival.startedBy?.() ?? []).some((words, place) => typed[place] === false && words.some(isOneOf(programs)))
}
const isOneOf =
  (programs: readonly string[]) =>
  (word: string): boolean =>
    word.split(/[\\/]/).some((part) => programs.includes(part.replace(/\.(?:exe|[cm]?js)$/, '')))

/** Modes of Claude Code and its relatives that take a hook's question for leave (in versions before 2.1.233), or refuse it unasked. */
export const inModeOfItsOwn = (event: HostEvent): boolean =>
  ['bypassPermissions', 'dontAsk'].includes(textAt(event.payload, 'permission_mode', 'permissionMode') ?? '')

const failed = (payload: JsonObject, result: Json): boolean =>
  textAt(payload, 'error', 'tool_error') !== undefined ||
  (isObject(result) && (result['isError'] === true || result['is_error'] === true || result['resultType'] === 'failure'))

const split =
  (form: RegExp) =>
  (name: string): ToolName => {
    const { server, tool } = form.exec(name)?.groups ?? {}
    return server === undefined || tool === undefined ? { server: null, name } : { server, name: tool }
  }

/* Names are split so that as much as possible stays in the tool's part: it says what the tool does. */
/** `mcp__SERVER__TOOL`; the payload may name the server itself. */
export function mcpDouble(name: string, payload: JsonObject = {}): ToolName {
  const told = textAt(objectAt(payload, 'mcp_server'), 'name') ?? textAt(objectAt(payload, 'mcpServer'), 'name')
  if (told !== undefined && name.startsWith(`mcp__${told}__`)) return { server: told, name: name.slice(told.length + 7) }
  return !name.startsWith('mcp__') ? { server: null, name } : split(/^mcp__(?<server>.+?)__(?<tool>.+)$/s)(name)
}
/** `mcp_SERVER_TOOL` */
export const mcpSingle = split(/^mcp_+(?<server>[^_]+)_+(?<tool>.+)$/s)
/** `SERVER__TOOL` */
export const serverDouble = split(/^(?<server>.+?)__(?<tool>.+)$/s)
/** `SERVER-TOOL` */
export const serverDash = split(/^(?<server>[^-]+)-(?<tool>.+)$/s)
/** `@SERVER/TOOL` */
export const serverAt = split(/^@(?<server>[^/]+)\/(?<tool>.+)$/s)
/** `TOOL_SERVER` */
export const serverLast = split(/^(?<tool>.+)_(?<server>[^_]+)$/s)
/** `SERVER_TOOL`, for whatever is not one of the host's own. */
export const serverSingle = (own: readonly string[]) => {
  const form = split(/^(?<server>[^_]+)_(?<tool>.+)$/s)
  return (name: string): ToolName => (own.includes(name) ? { server: null, name } : form(name))
}
/** A host whose tools carry no server's name. */
export const bare = (name: string): ToolName => ({ server: null, name })

/** The shape Claude Code's relatives share: told apart by other marks, or by the command line. */
export const claudeShape = (order: number): Mark => ({
  order,
  shared: true,
  holds: (payload) => textAt(payload, 'hook_event_name') !== undefined && has(payload, 'session_id', 'cwd'),
})
/** The same without a call, for hosts whose calls are told apart and answered otherwise. */
export const claudeShapeWithoutCall = (order: number): Mark => {
  const { holds, ...mark } = claudeShape(order)
  return { ...mark, holds: (payload, env) => holds(payload, env) && !has(payload, 'tool_name') }
}
