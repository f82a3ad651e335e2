// What passes over the socket? One JSON object a line; whatever has another shape is nothing. Hints only: questions and answers are in the store.
//
//   listener  {"hello": {"version": 2, "pid": 1, "channel": "terminal"}}
//   asker     {"asked": "question's id"}
//   listener  {"heard": "question's id"}        it looks into the store; from then on both hold the line: whoever lets go has gone
import type { Json, JsonObject } from '../../core/model.ts'

export const VERSION = 2
const LONGEST = 8192

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

/** Splits bytes into lines. What is longer than a message can be is an end. */
export function makeLines(onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let kept: Buffer[] = []
  let size = 0
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, at)
      from = at + 1
      if (size + piece.length > LONGEST) return onTooLong()
      const line = Buffer.concat([...kept, piece]).toString('utf8')
      kept = []
      size = 0
      onLine(line)
    }
    const rest = chunk.subarray(from)
    if (rest.length === 0) return
    size += rest.length
    if (size > LONGEST) return onTooLong()
    kept.push(rest)
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export function helloIn(message: JsonObject | null): Hello | null {
  const hello = message?.['hello']
  if (!isObject(hello)) return null
  const { version, pid, channel } = hello
  const isNamed = typeof channel === 'string' && channel.length <= 40
  return version === VERSION && typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && isNamed ? { version, pid, channel } : null
}

export function askedIn(message: JsonObject | null): string | null {
  const id = message?.['asked']
  return typeof id === 'string' && /^[0-9a-f]{16,64}$/.test(id) ? id : null
}
