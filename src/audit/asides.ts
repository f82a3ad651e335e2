// What stands in the log and belongs to no call: violations at the desk, what was noticed, what people switched on or took back.
import type { AuditEntry } from './entry.ts'
import { SESSION_ENDED } from './stories.ts'
import type { StoryFilter } from './stories.ts'

export interface Aside {
  readonly id: string
  readonly at: string
  readonly text: string
  /** Of a violation: by which rules it is one. */
  readonly rules: readonly string[]
  readonly verdict?: 'allow' | 'ask' | 'deny'
  readonly entries: readonly AuditEntry[]
}

/** Oldest first. A violation and the notice that was written with it are one. */
export function asidesOf(entries: Iterable<AuditEntry>): readonly Aside[] {
  const found: Aside[] = []
  let violation: Extract<AuditEntry, { kind: 'violation' }> | null = null
  const add = (entry: AuditEntry, text: string): void => {
    const { rules = [], verdict } = violation ?? {}
    const { id, at } = violation ?? entry
    found.push({ id, at, text, rules, ...(verdict === undefined ? {} : { verdict }), entries: violation === null ? [entry] : [...new Set([violation, entry])] })
    violation = null
  }
  for (const entry of entries) {
    if (entry.call !== '' || (entry.kind !== 'violation' && entry.kind !== 'notice')) continue
    if (violation !== null && (entry.kind === 'violation' || entry.at !== violation.at)) add(violation, violation.of)
    if (entry.kind === 'violation') violation = entry
    else if (entry.event !== SESSION_ENDED) add(entry, violation === null ? `${entry.event}: ${entry.text}` : entry.text)
  }
  if (violation !== null) add(violation, (violation as { readonly of: string }).of)
  return found
}

export const isWantedAside = ({ rules, verdict }: Aside, filter: StoryFilter): boolean =>
  (filter.verdict === undefined || verdict === filter.verdict) &&
  (filter.rule === undefined || rules.some((rule) => rule === filter.rule || rule.startsWith(`${filter.rule}.`)))
