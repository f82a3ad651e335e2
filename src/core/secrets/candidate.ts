// What was seen at a place, before it is chosen among others there?
import type { SecretBook } from './model.ts'

/** Before its kind is known by name. Lower rank wins where two overlap. */
export interface Candidate {
  readonly kind: number
  readonly rank: number
  readonly start: number
  readonly end: number
}

/** The compiled pattern of a kind: sticky where a match begins with its keyword, and with places where a part is the secret. */
export function regexOf(book: SecretBook, index: number): RegExp {
  const kept = book.regexes[index]
  if (kept !== undefined) return kept
  const { source, flags, led, where } = book.kindAt(index)
  const made = new RegExp(source, `${flags}${source.includes('(?<secret>') ? 'd' : ''}${where === 'value' ? '' : led ? 'y' : 'g'}`)
  book.regexes[index] = made
  return made
}
