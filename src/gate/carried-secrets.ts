// Where in a field of a call's input are the secrets that were found in what it carries, and how is it shown without them?
import type { Books } from '../core/log/trace.ts'
import type { CarryAction, Decision, Json, Reading, ToolCall } from '../core/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'

export interface SecretPlace {
  readonly kind: string
  readonly start: number
  readonly end: number
}

const MOST = 200

/** A patch carries only the lines it adds: there the secrets are looked for by what they are. */
function placesOf({ text, secrets }: CarryAction, field: string): readonly SecretPlace[] {
  const isPart = text !== '' && text !== field && !field.startsWith(text)
  return secrets.flatMap(({ kind, start, length }) => {
    if (!isPart) return start + length <= field.length ? [{ kind, start, end: start + length }] : []
    const secret = text.slice(start, start + length)
    const places: SecretPlace[] = []
    if (secret.length < length) return places
    for (let at = field.indexOf(secret); at >= 0 && places.length < MOST; at = field.indexOf(secret, at + length))
      places.push({ kind, start: at, end: at + length })
    return places
  })
}

const SHORTEST = 4

/** What was found to be secret in its place is covered wherever it turns up; `covered` finds the rest by its looks. */
export function coverIn(about: readonly { readonly call: ToolCall; readonly reading: Reading }[], covered: (text: string) => string): (text: string) => string {
  const known = about.flatMap(({ call, reading }) =>
    reading.actions.flatMap((action) => {
      const text = action.does === 'carry' ? call.input[action.span.field] : undefined
      if (action.does !== 'carry' || typeof text !== 'string') return []
      return placesOf(action, text)
        .filter(({ start, end }) => end - start >= SHORTEST)
        .map(({ kind, start, end }) => ({ secret: text.slice(start, end), shown: `[${kind}, ${end - start} characters]` }))
    }),
  )
  return (text) => covered(known.reduce((left, { secret, shown }) => left.replaceAll(secret, shown), text))
}

export const holdsSecrets = (reading: Reading): boolean => reading.actions.some((action) => action.does === 'carry' && action.secrets.length > 0)

/** Reasons and warnings quote the call: what in it is secret must not go on into prompts and logs. */
export function withoutSecrets(decision: Decision, reading: Reading, books: Books): Decision {
  const book = holdsSecrets(reading) ? (books.secrets?.() ?? null) : null
  if (book === null) return decision
  const redact = (text: string): string => redactSecrets(text, book)
  return { ...decision, reason: redact(decision.reason), warnings: decision.warnings.map(redact) }
}

/** The call with every secret that was found covered up, character by character, so that offsets still hold. */
export function masked(call: ToolCall, reading: Reading): ToolCall {
  if (!holdsSecrets(reading)) return call
  const input: Record<string, Json> = { ...call.input }
  for (const action of reading.actions) {
    if (action.does !== 'carry') continue
    const text = input[action.span.field]
    if (typeof text !== 'string') continue
    const whole = call.input[action.span.field]
    input[action.span.field] = starred(text, placesOf(action, typeof whole === 'string' ? whole : text))
  }
  return { ...call, input }
}

/** Made of pieces in one go: thousands of secrets in one text are no more than one pass over it. */
function starred(text: string, places: readonly SecretPlace[]): string {
  let shown = ''
  let at = 0
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    shown += text.slice(at, Math.max(at, start)) + '*'.repeat(end - Math.max(at, start))
    at = end
  }
  return shown + text.slice(at)
}
