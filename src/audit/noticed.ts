// How is it written down that a file of the gate was changed, and read again?
import type { AuditEntry } from './entry.ts'

/** Not a rule of a pack: what was found afterwards. */
const NOTICED = 'self.noticed'

export interface Noticed {
  readonly at: string
  readonly text: string
  /** The call in whose time it happened; absent where none did. */
  readonly call?: { readonly id: string; readonly host: string; readonly session: string }
}

export function noticedEntries({ at, text, call }: Noticed): readonly AuditEntry[] {
  const names = { at, call: call?.id ?? '', host: call?.host ?? '', session: call?.session ?? '' }
  const notice = { ...names, id: freshId(), kind: 'notice', event: NOTICED, text } as const
  if (call === undefined) return [notice]
  return [{ ...names, id: freshId(), kind: 'violation', of: 'self-protection', rules: [NOTICED], verdict: 'allow' }, notice]
}

/** Oldest first. */
export function noticedIn(entries: Iterable<AuditEntry>): readonly Noticed[] {
  const found: Noticed[] = []
  for (const entry of entries) {
    if (entry.kind !== 'notice' || entry.event !== NOTICED) continue
    const { at, text, call, host, session } = entry
    found.push({ at, text, ...(host === '' ? {} : { call: { id: call, host, session } }) })
  }
  return found
}

const freshId = (): string =>
  Math.floor(Math.random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0')
