// Text that would be stored or sent: kept as an action, with the secrets in it by kind and length, never by text.
import type { CarryAction, SecretNote } from '../model.ts'
import { findSecrets } from '../secrets/scan.ts'
import { add } from '../log/trace.ts'
import type { Books, Trace } from '../log/trace.ts'
import type { Doer } from '../log/log.ts'

const LONGEST = /* quiet */ 1_000_000
const MOST = /* quiet */ 20

function secretsIn(books: Books, text: string, pieces = false): readonly SecretNote[] {
  const book = books.secrets?.() ?? null
  if (book === null) return []
  return findSecrets(text, book, { most: MOST, pieces }).map(({ kind, start, end, length }) => {
    const digest = books.digest?.(text.slice(start, end)) ?? null
    return { kind, start, length, ...(digest === null ? {} : { digest }) }
  })
}

export function addCarried(trace: Trace, doer: Doer, what: CarryAction['what'], text: string): number {
  const kept = text.slice(0, LONGEST)
  return add(trace, doer, { does: 'carry', what, text: kept, secrets: secretsIn(trace.books, kept) })
}

/** A command, an address or a search is no carried text; only secrets in it make it one. */
export function noteSecrets(trace: Trace, doer: Doer, text: string, what: 'command' | 'argument' = 'command'): void {
  const secrets = secretsIn(trace.books, text.slice(0, LONGEST), true)
  if (secrets.length > 0) add(trace, doer, { does: 'carry', what, text: '', secrets })
}
