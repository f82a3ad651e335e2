// Which tool call does this text describe? What is not one is told by a code and a line, never thrown.
import type { Json, JsonObject, Scene, ToolCall, ToolClaims, ToolName } from '../core/model.ts'
import { flawOf } from '../core/text/strict-json.ts'

/** Why a text is no call. Closed: docs/cli.md lists them. */
export type BadCall = 'too-large' | 'too-deep' | 'named-twice' | 'not-utf8' | 'not-json' | 'wrong-shape' | 'failed'
export interface CallProblem {
  readonly ok: false
  readonly id: Json
  readonly code: BadCall
  readonly message: string
}
export interface ReadCall {
  readonly ok: true
  readonly id: Json
  readonly call: ToolCall
  readonly scene: Partial<Scene>
}

const DEEPEST = 200
export const LARGEST_TEXT = 16 * 1024 * 1024

export const problem = (code: BadCall, message: string, id: Json = null): CallProblem => ({ ok: false, id, code, message })

/** `mcp__server__tool` names a server's tool. */
function toolNameOf(text: string): ToolName {
  const found = /^mcp__(.+?)__(.+)$/s.exec(text)
  return found?.[1] !== undefined && found[2] !== undefined ? { server: found[1], name: found[2] } : { server: null, name: text }
}

export const callOf = (tool: string, input: JsonObject, cwd: string, about: Pick<ToolCall, 'annotations' | 'schema'> = {}): ToolCall => ({
  id: '',
  host: 'cli',
  session: '',
  tool: toolNameOf(tool),
  input,
  cwd,
  ...about,
})

export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** JSON of bounded depth: what comes after it may walk the value by recursion. */
export function parseJson(text: string): { readonly ok: true; readonly value: Json } | CallProblem {
  if (text.length > LARGEST_TEXT) return problem('too-large', `more than ${LARGEST_TEXT} characters are not read: split the call`)
  try {
    const value = JSON.parse(text) as Json
    const flaw = flawOf(text, DEEPEST)
    if (flaw === 'deep') return problem('too-deep', `JSON nested more than ${DEEPEST} deep is not read: flatten it`)
    return flaw === 'twice'
      ? problem('named-twice', 'one object has the same name twice, and which one counts is not known: leave one out')
      : { ok: true, value }
  } catch {
    return problem('not-json', 'this is not JSON: write one JSON object')
  }
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The id of a line that is not read whole, where it stands first. */
export function idAtStart(text: string): Json {
  const found = /^\s{0,8}\{\s{0,8}"id"\s{0,8}:\s{0,8}("[^"\\]{0,200}"|\d{1,15})\s{0,8}[,}]/.exec(text.slice(0, 400))
  try {
    return found?.[1] === undefined ? null : (JSON.parse(found[1]) as Json)
  } catch {
    return null
  }
}

/** One line of `check --jsonl`: {id, tool, input, cwd, home, project, annotations, schema}. */
export function readCallLine(text: string): ReadCall | CallProblem {
  const parsed = parseJson(text)
  if (!parsed.ok) return { ...parsed, id: idAtStart(text) }
  const { value } = parsed
  if (!isObject(value)) return problem('wrong-shape', 'a call is a JSON object: write {"tool": …, "input": {…}}')
  const id = typeof value['id'] === 'string' || typeof value['id'] === 'number' ? value['id'] : null
  const { tool, input } = value
  if (typeof tool !== 'string' || tool === '') return problem('wrong-shape', '`tool` is missing: write the name of the tool as text', id)
  if (!isObject(input)) return problem('wrong-shape', '`input` is missing: write the input of the tool as a JSON object', id)
  const scene: { -readonly [K in 'cwd' | 'home' | 'project']?: string } = {}
  for (const name of ['cwd', 'home', 'project'] as const) {
    const given = value[name]
    if (given === undefined || given === null) continue
    if (typeof given !== 'string' || given === '') return problem('wrong-shape', `\`${name}\` is not a folder: write its path as text, or leave it out`, id)
    scene[name] = given
  }
  // Without a folder the call stands in some project below some home.
  const cwd = scene.cwd ?? scene.project ?? `${scene.home ?? '/home/user'}/project`
  const about = aboutOf(value)
  return typeof about === 'string' ? problem('wrong-shape', about, id) : { ok: true, id, call: callOf(tool, input, cwd, about), scene: { ...scene, cwd } }
}

/** What the host knows of the tool besides its name; why not when it is something else. */
function aboutOf({ annotations, schema }: JsonObject): Pick<ToolCall, 'annotations' | 'schema'> | string {
  if (schema !== undefined && schema !== null && !isObject(schema)) return '`schema` is not a JSON object: write the JSON Schema of the input, or leave it out'
  if (annotations !== undefined && annotations !== null && !isObject(annotations)) {
    return '`annotations` is not a JSON object: write {"destructiveHint": true}, or leave it out'
  }
  return { ...(isObject(annotations) ? { annotations: claimsOf(annotations) } : {}), ...(isObject(schema) ? { schema } : {}) }
}

const HINTS = ['destructiveHint', 'readOnlyHint', 'openWorldHint'] as const

const claimsOf = (given: JsonObject): ToolClaims => Object.fromEntries(HINTS.flatMap((name) => (typeof given[name] === 'boolean' ? [[name, given[name]]] : [])))
