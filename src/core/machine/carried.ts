// Text that would be stored or sent, with the secrets in it by kind and length, never by text.
import type { CarryAction, SecretNote } from '../model.ts'
import { findSecrets } from '../secrets/scan.ts'
import type { Books } from '../log/trace.ts'
import type { Rest } from '../log/log.ts'
import type { CarryEffect } from './effect.ts'

/** Of a longer text, the beginning; that there was more is said. */
export const LONGEST_CARRIED = 1_000_000

function secretsIn(books: Books, text: string, pieces = false): readonly SecretNote[] {
  const book = books.secrets?.() ?? null
  if (book === null) return []
  return findSecrets(text, book, { pieces }).map(({ kind, start, end, length }) => {
    const digest = books.digest?.(text.slice(start, end)) ?? null
    return { kind, start, length, ...(digest === null ? {} : { digest }) }
  })
}

export function carriedIn(books: Books, { what, text, secrets: alone }: CarryEffect): Rest<CarryAction> | null {
  const kept = text.slice(0, LONGEST_CARRIED)
  const secrets = secretsIn(books, kept, alone !== undefined)
  if (alone === undefined) return { does: 'carry', what, text: kept, secrets }
  return secrets.length > 0 ? { does: 'carry', what, text: '', secrets } : null
}
