// How are verdicts and severities ordered, and how does a rule carry its own?
import type { Severity, Verdict } from '../model.ts'

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const VERDICTS = ['allow', 'ask', 'deny'] as const
/** Ordered: later is stricter. `off` makes no finding at all; `redact` asks, unless what it is about is covered up first. */
const STRICTNESS = ['off', 'allow', 'redact', 'ask', 'deny'] as const
export type Outcome = (typeof STRICTNESS)[number]

export const rankOfSeverity = (severity: Severity): number => SEVERITIES.indexOf(severity)
export const rankOfOutcome = (outcome: Outcome): number => STRICTNESS.indexOf(outcome)
export const stricter = <T extends Outcome>(a: T, b: T): T => (rankOfOutcome(a) >= rankOfOutcome(b) ? a : b)
/** What a finding says that could not be covered up. */
export const verdictOf = (outcome: Exclude<Outcome, 'off'>): Verdict => (outcome === 'redact' ? 'ask' : outcome)
export const worse = (a: Severity, b: Severity): Severity => (rankOfSeverity(a) >= rankOfSeverity(b) ? a : b)

/** One letter a severity, low to critical: `o`ff, `a`llow, `r`edact, as`q`, `d`eny. */
export type Verdicts = string
const LETTERS = 'oarqd'
export const verdictsFrom = (outcomes: readonly Outcome[]): Verdicts => outcomes.map((outcome) => LETTERS[rankOfOutcome(outcome)]).join('')

/** What cannot be read is denied. */
export const outcomeFor = (verdicts: Verdicts, severity: Severity): Outcome => STRICTNESS[LETTERS.indexOf(verdicts[rankOfSeverity(severity)] ?? 'd')] ?? 'deny'
