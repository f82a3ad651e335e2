// What is a tool called and given elsewhere, as the gate takes it?
import type { Json, JsonObject, ToolCall, ToolName } from '../core/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'
import type { Gate } from '../gate/gate.ts'
import type { WatchedGate } from '../gate/watch.ts'

/** `mcp__server__tool` names a server and its tool. */
export function toolNamed(given: string): ToolName {
  const [, server = null, name = given] = /^mcp__(.+?)__(.+)$/s.exec(given) ?? []
  return { server, name }
}

let count = 0
export const callOf = (host: string, tool: string, input: JsonObject, more: Pick<ToolCall, 'session' | 'cwd'> & { readonly chat?: string }): ToolCall => ({
  id: `${host}-${process.pid}-${(count += 1)}`,
  host,
  tool: toolNamed(tool),
  input,
  ...more,
})

export type GateSource = Gate | WatchedGate
/** One call uses what it got to its end. */
export const gateNow = (source: GateSource): { readonly gate: Gate; readonly troubles: ReturnType<WatchedGate['current']>['troubles'] } =>
  'current' in source ? source.current() : { gate: source, troubles: [] }

/** Covers what is secret in a text, by the kinds that this gate knows. */
export function coverBy(source: GateSource): (text: string) => string {
  return (text) => {
    const book = gateNow(source).gate.books.secrets?.() ?? null
    return book === null ? text : redactSecrets(text, book)
  }
}

/** The same value, each text in it as `change` says. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]))
}
