// Where would a call given on the command line happen, and which call is it?
import { homedir } from 'node:os'
import path from 'node:path'
import type { JsonObject, Platform, Scene, ToolCall } from '../core/model.ts'
import { projectOf } from '../observe/project.ts'
import { callOf, decodeUtf8, isObject, LARGEST_TEXT, parseJson, problem } from './call.ts'
import type { CallProblem } from './call.ts'
import { listOption, textOption, UsageError } from './command.ts'
import type { GivenWords, Io } from './command.ts'

/** As far as the words of a command say. */
export type GivenScene = Pick<Scene, 'cwd' | 'home' | 'project'> & Partial<Pick<Scene, 'platform' | 'approved'>>

export function sceneOf(given: GivenWords): GivenScene {
  const home = folderOption(given, 'home') ?? homedir()
  const cwd = folderOption(given, 'cwd') ?? folderOption(given, 'project') ?? process.cwd()
  const project = folderOption(given, 'project') ?? projectOf(cwd, home)
  const approved = listOption(given, 'directory').map((folder) => absolute(folder, 'directory'))
  return { cwd, home, project, approved, ...(textOption(given, 'home') === undefined && HERE !== undefined ? { platform: HERE } : {}) }
}

/** A relative folder counts from here; one of another system stays as it is. */
function folderOption(given: GivenWords, name: string): string | undefined {
  const folder = textOption(given, name)
  return folder === undefined ? undefined : absolute(folder, name)
}

function absolute(folder: string, name: string): string {
  if (folder === '') throw new UsageError(`--${name} is empty: write a folder`)
  return path.posix.isAbsolute(folder) || path.win32.isAbsolute(folder) ? folder : path.resolve(folder)
}

const HERE: Platform | undefined = ({ linux: 'linux', darwin: 'macos', win32: 'windows' } as Readonly<Record<string, Platform>>)[process.platform]

export type GivenCall =
  | { readonly ok: true; readonly call: ToolCall; /** The command, with `\n` line ends, or null for other tools. */ readonly command: string | null }
  | CallProblem

/** From words, `--tool` and `--input`, or standard input. */
export async function callFrom(given: GivenWords, io: Io, cwd: string, usage: string): Promise<GivenCall> {
  const tool = textOption(given, 'tool')
  const input = textOption(given, 'input')
  const { operands } = given
  if (input !== undefined) {
    if (operands.length > 0) throw new UsageError(`both a command and --input are given: keep one; ${usage}`)
    const text = input === '-' ? await readStdin() : input
    if (typeof text !== 'string') return text
    const parsed = parseJson(text)
    if (!parsed.ok) return parsed
    if (!isObject(parsed.value)) return problem('wrong-shape', `--input is not a JSON object: write it as '{"command": "ls"}'`)
    return shellCall(tool ?? 'Bash', parsed.value, cwd)
  }
  const piped = operands.length === 0 ? io.piped : operands.length === 1 && operands[0] === '-'
  const missing =
    tool === undefined ? null : `--input is missing: write the input of the tool as a JSON object, as --tool ${tool.slice(0, 60)} --input '${exampleFor(tool)}'`
  if (operands.length === 0 && !piped) throw new UsageError(missing ?? `nothing to judge: ${usage}`)
  const command = piped ? await readStdin() : operands.length === 1 ? (operands[0] ?? '') : operands.map(quoted).join(' ')
  if (typeof command !== 'string') return command
  if (command.trim() === '') throw new UsageError((operands.length === 0 ? missing : null) ?? `the command is empty: ${usage}`)
  return shellCall(tool ?? 'Bash', { command }, cwd)
}

function shellCall(tool: string, input: JsonObject, cwd: string): GivenCall {
  const { command } = input
  if (typeof command !== 'string') return { ok: true, call: callOf(tool, input, cwd), command: null }
  const text = command.replaceAll('\r\n', '\n')
  return { ok: true, call: callOf(tool, { ...input, command: text }, cwd), command: text }
}

const exampleFor = (tool: string): string =>
  /^(?:Read|Write|Edit)$/.test(tool) ? '{"file_path": "a.txt"}' : tool === 'WebFetch' ? '{"url": "https://example.com"}' : '{"command": "ls"}'

/** Words that a shell has already split, put together again. */
const quoted = (word: string): string => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

async function readStdin(): Promise<string | CallProblem> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > LARGEST_TEXT) return problem('too-large', `more than ${LARGEST_TEXT} bytes are not read: split it`)
    chunks.push(chunk)
  }
  const text = decodeUtf8(Buffer.concat(chunks))
  return text === null ? problem('not-utf8', 'standard input is not UTF-8 text: what cannot be read is not judged') : text.replace(/\r?\n$/, '')
}
