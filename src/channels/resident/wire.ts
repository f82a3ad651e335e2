// What passes over the socket? One JSON object a line; whatever has another shape is nothing.
//
//   listener  {"hello": {"version": 1, "pid": 1, "channel": "terminal"}}
//   asker     {"ask": Approval}
//   listener  {"shown": "approval id"}          it stands in the queue, or {"busy": …}
//   listener  {"answer": Answer}, then its end  exactly one
//   asker     {"taken": "allow"}                what became of it
import type { Answer, Approval, AskedCall, AskedField, AskedFinding, Json, JsonObject, Remember, Severity } from '../../core/model.ts'

export const VERSION = 1
export const LONGEST_QUESTION = 2 * 1024 * 1024
export const LONGEST_REPLY = 8192

export interface Hello {
  readonly version: number
  readonly pid: number
  readonly channel: string
}

export const lineOf = (message: object): string => `${JSON.stringify(message)}\n`

/** Null when it is not one JSON object. */
export function messageIn(line: string): JsonObject | null {
  try {
    const value = JSON.parse(line) as Json
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Splits bytes into lines. What is longer than `most` is an end. */
export function makeLines(most: number, onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let kept: Buffer[] = []
  let size = 0
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, at)
      from = at + 1
      if (size + piece.length > most) return onTooLong()
      const line = Buffer.concat([...kept, piece]).toString('utf8')
      kept = []
      size = 0
      onLine(line)
    }
    const rest = chunk.subarray(from)
    if (rest.length === 0) return
    size += rest.length
    if (size > most) return onTooLong()
    kept.push(rest)
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
const isTextOrNone = (value: unknown, most: number): boolean => value === undefined || isText(value, most)
const isSeverity = (value: unknown): value is Severity => value === 'low' || value === 'medium' || value === 'high' || value === 'critical'
const isRemember = (value: unknown): value is Remember => value === 'once' || value === 'session' || value === 'shape'

/** Every one of at most so many. */
const isListOf = <T>(value: unknown, most: number, is: (one: unknown) => one is T): value is readonly T[] =>
  Array.isArray(value) && value.length <= most && value.every(is)

export function helloIn(message: JsonObject | null): Hello | null {
  const hello = message?.['hello']
  if (!isObject(hello)) return null
  const { version, pid, channel } = hello
  return version === VERSION && typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && isText(channel, 40) ? { version, pid, channel } : null
}

export function answerIn(message: JsonObject | null): Answer | null {
  const answer = message?.['answer']
  if (!isObject(answer)) return null
  const { approval, digest, verdict, by, channel, remember } = answer
  if (!isText(approval, 100) || !isText(digest, 200) || (verdict !== 'allow' && verdict !== 'deny')) return null
  if (!isText(by, 100) || !isText(channel, 40) || !isRemember(remember)) return null
  return { approval, digest, verdict, by, channel, remember }
}

const isField = (one: unknown): one is AskedField =>
  isObject(one) && isText(one['name'], 200) && isText(one['text'], LONGEST_QUESTION) && typeof one['cut'] === 'boolean'
const isCall = (one: unknown): one is AskedCall => {
  if (!isObject(one)) return false
  const tool = one['tool']
  return isObject(tool) && isText(tool['name'], 300) && (tool['server'] === null || isText(tool['server'], 300)) && isListOf(one['fields'], 200, isField)
}
const isFinding = (one: unknown): one is AskedFinding =>
  isObject(one) &&
  isText(one['rule'], 200) &&
  isSeverity(one['severity']) &&
  isText(one['title'], 2100) &&
  isTextOrNone(one['why'], 4000) &&
  isTextOrNone(one['instead'], 4000)
const isLine = (one: unknown): one is string => isText(one, 4000)
const isTime = (value: unknown): value is string => isText(value, 40) && !Number.isNaN(Date.parse(value))

export function approvalIn(message: JsonObject | null): Approval | null {
  const ask = message?.['ask']
  if (!isObject(ask)) return null
  const { id, digest, host, session, cwd, branch, severity, policy, askedAt, expiresAt, calls, findings, actions, reach } = ask
  if (!isListOf(calls, 50, isCall) || calls.length === 0 || !isListOf(findings, 50, isFinding)) return null
  if (!isListOf(actions, 500, isLine) || !isListOf(reach, 50, isLine)) return null
  if (!isText(id, 100) || id === '' || !isText(digest, 200) || !isText(host, 200) || !isText(session, 400) || !isText(cwd, 4096)) return null
  if (!isTextOrNone(branch, 400) || !isSeverity(severity) || !isText(policy, 200) || !isTime(askedAt) || !isTime(expiresAt)) return null
  const named = typeof branch === 'string' ? { branch } : {}
  return { id, digest, host, session, cwd, ...named, calls, severity, findings, actions, reach, policy, askedAt, expiresAt }
}
