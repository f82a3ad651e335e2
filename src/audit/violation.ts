// Which findings are security violations rather than matters of taste?
import type { Finding } from '../core/model.ts'
import type { Violation } from './entry.ts'

/** By the family of the rule: what stands before the first dot of its id. */
const FAMILIES: Readonly<Record<string, Violation>> = {
  floor: 'floor',
  'hard-paths': 'floor',
  self: 'self-protection',
  'self-doubt': 'self-protection',
  exfiltration: 'exfiltration',
}

/** Each kind of violation with the rules that say so. Only what was denied counts. */
export function violationsOf(findings: readonly Finding[]): ReadonlyMap<Violation, readonly Finding[]> {
  const found = new Map<Violation, Finding[]>()
  for (const finding of findings) {
    const kind = FAMILIES[finding.rule.split('.', 1)[0] ?? '']
    if (kind === undefined || finding.verdict !== 'deny') continue
    found.set(kind, [...(found.get(kind) ?? []), finding])
  }
  return found
}
