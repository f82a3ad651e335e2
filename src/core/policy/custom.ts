// What rules do `custom_patterns` and `sensitive_paths` in the settings stand for?
import { fingerprint } from '../text/canonical.ts'
import type { CustomPattern, Layer, PackSource, RuleSource, SettingsSource } from '../rules/source.ts'

/** One pack for all layers, or null. Ids follow from the text, so that order and layer leave no trace in them. */
export const customPack = (layers: readonly Layer[], usual: NonNullable<CustomPattern['case']> = 'insensitive'): PackSource | null => {
  const rules = new Map<string, RuleSource>()
  for (const { settings } of layers) for (const rule of rulesOf(settings, usual)) rules.set(rule.id, rule)
  return rules.size === 0 ? null : { pack: 'custom', title: 'Patterns and paths from the settings', imported: true, rules: [...rules.values()] }
}

const rulesOf = ({ custom_patterns: patterns = [], sensitive_paths: paths = [] }: SettingsSource, usual: NonNullable<CustomPattern['case']>): RuleSource[] => [
  ...patterns.map((given) => patternRule(typeof given === 'string' ? { pattern: given, case: usual } : given)),
  ...paths.map(pathRule),
]

const patternRule = ({ pattern, verdict = 'ask', title, on = 'command', ...how }: CustomPattern): RuleSource => ({
  id: `custom.pattern-${fingerprint(JSON.stringify([pattern, verdict, title ?? null, on, how.as ?? null, how.case ?? null]))}`,
  severity: verdict === 'deny' ? 'critical' : 'high',
  title: title ?? 'it holds a pattern from the settings',
  why: 'Somebody wanted to be asked about this.',
  verdict,
  match: { text: { pattern, on, ...how } },
})

const pathRule = (path: string): RuleSource => {
  const globs = pathGlobs(path)
  return {
    id: `custom.path-${fingerprint(path)}`,
    severity: 'high',
    title: 'a path that the settings call sensitive is changed',
    why: 'Somebody wanted to be asked before this is written or deleted.',
    verdict: 'ask',
    match: { any: [{ write: { path: globs } }, { delete: { path: globs } }] },
  }
}

/** An absolute path is itself; any other counts in every folder, as `~/.x` does in every home. */
const pathGlobs = (given: string): string[] => {
  const plain = given.replaceAll('\\', '/').replace(/\/+$/, '')
  const literal = plain.replaceAll(/[*?[\]{}\\]/g, (char) => (char === '*' || char === '?' ? char : `\\${char}`))
  const base = /^(?:\/|[A-Za-z]:)/.test(plain) ? literal : `**/${literal.replace(/^(?:~\/|\.\/)/, '')}`
  return [base, `${base}/**`]
}
