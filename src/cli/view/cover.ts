// What of a call may be shown on a terminal? Everything but the secrets in it, which scroll back and are copied along.
import type { Json, Reading, ToolCall } from '../../core/model.ts'
import { redactSecrets } from '../../core/secrets/scan.ts'
import { coverIn } from '../../gate/carried-secrets.ts'
import type { Gate } from '../../gate/gate.ts'

export type Cover = (text: string) => string

export function coverOf(gate: Gate, call: ToolCall, reading: Reading): Cover {
  const book = gate.books.secrets?.() ?? null
  return coverIn([{ call, reading }], (text) => (book === null ? text : redactSecrets(text, book)))
}

/** Every text in it, at any depth. */
export function coverAll(value: unknown, cover: Cover): Json {
  return JSON.parse(JSON.stringify(value), (_, item: Json) => (typeof item === 'string' ? cover(item) : item)) as Json
}
