// Where in a field of a call's input are the secrets that were found in what it carries?
import type { CarryAction, Reading, ToolCall } from '../core/model.ts'

export interface SecretPlace {
  readonly kind: string
  readonly start: number
  readonly end: number
}

const MOST = 200

/** A patch carries only the lines it adds: there the secrets are looked for by what they are. */
export function placesOf({ text, secrets }: CarryAction, field: string): readonly SecretPlace[] {
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
