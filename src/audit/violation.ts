// Which findings are security violations rather than matters of taste?
import type { Finding } from '../core/model.ts'
import type { Violation } from './entry.ts'

/** By the family of the rule: what stands before the first dot of its id. */
const FAMILIES: Readonly<Record<string, Violation>> = {
  floor: 'floor',
  'hard-paths': 'floor',
  fence: 'sandbox',
  blocked: 'sandbox',
  self: 'self-protection',
  'self-doubt': 'self-protection',
  exfiltration: 'exfiltration',
}

/** Of a family that is about more, those that are the fence round the project. */
const RULES: Readonly<Record<string, Violation>> = { 'paths.outside': 'sandbox', 'paths.read-outside': 'sandbox' }

/** Each kind of violation with the rules that say so. Only what was denied counts. */
export function violationsOf(findings: readonly Finding[]): ReadonlyMap<Violation, readonly Finding[]> {
  const found = new Map<Violation, Finding[]>()
  for (const finding of findings) {
    const kind = RULES[finding.rule] ?? FAMILIES[finding.rule.split('.', 1)[0] ?? '']
    if (kind === undefined || finding.verdict !== 'deny') continue
    found.set(kind, [...(found.get(kind) ?? []), finding])
  }
  return found
}
