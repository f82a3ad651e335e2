// Where in a field of a call's input are the secrets that were found in what it carries?
import type { CarryAction } from '../core/model.ts'

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
