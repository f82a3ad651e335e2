// Does one compiled rule object to one action, and how severely?
import type { Action, Facts, Severity, Span } from '../model.ts'
import type { CompiledRule } from '../rules/compiled.ts'
import type { MatchSource, WhenSource } from '../rules/source.ts'
import { rankOfSeverity as rankOf, worse } from '../rules/verdicts.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import { compileMatch, matchLater } from './match.ts'
import { findsText } from './text.ts'
import { whereItLeads } from './trial.ts'
import type { Call, Matcher, Trial } from './trial.ts'
import { lazily, listOf, textTest } from './words.ts'

export interface Objection {
  readonly severity: Severity
  readonly span: Span | null
}
/** `action` is null for rules about the whole call. */
export type RuleTest = (action: Action | null, call: Call) => Objection | null

export const ruleTest = (rule: CompiledRule, compileUser: CompileUserRegex): RuleTest => {
  const match = compileMatch(rule.match, compileUser)
  const unless = (rule.unless ?? []).map((one) => matchLater(one, compileUser))
  const raise = (rule.raise ?? []).map(({ when, to }) => ({ holds: lazily(() => compileWhen(when, compileUser)), to }))
  const locate = locator(rule.match, compileUser)
  const once = (action: Action | null, call: Call, otherwise: boolean): Severity | null => {
    const trial: Trial = { call, otherwise, base: 0 }
    if (!match(action, trial)) return null
    const { base } = trial
    for (const matcher of unless) {
      trial.base = base
      if (matcher(action, trial)) return null
    }
    let { severity } = rule
    for (const { holds, to } of raise) {
      trial.base = base
      if (rankOf(to) > rankOf(severity) && holds(action, trial)) severity = to
    }
    return severity
  }
  return (action, call) => {
    const first = once(action, call, false)
    // An option of unknown arity is read both ways, a path through a link as spelled and as it leads; the worse counts.
    const led = whereItLeads(action)
    const second = led !== null ? once(led, call, false) : action?.does === 'run' && action.operandsOtherwise !== undefined ? once(action, call, true) : null
    const severity = first === null ? second : second === null ? first : worse(first, second)
    return severity === null ? null : { severity, span: locate(action, call) ?? (led === null ? null : locate(led, call)) }
  }
}

/** Rules about text and detectors know better than the action where the trouble stands. */
const locator = (match: MatchSource, compileUser: CompileUserRegex): ((action: Action | null, call: Call) => Span | null) => {
  const { detector, text } = match
  if (detector !== undefined) return (_, call) => call.detect(detector)?.span ?? null
  if (text !== undefined) return findsText(text, compileUser)
  return () => null
}

const compileWhen = (source: WhenSource, compileUser: CompileUserRegex): Matcher => {
  const { branch, environment, time, production, ...match } = source
  const tests: Matcher[] = Object.keys(match).length > 0 ? [compileMatch(match, compileUser)] : []
  if (branch !== undefined) {
    const named = textTest(branch)
    const wantsDefault = listOf(branch).includes('default')
    tests.push((_, { call: { facts } }) => facts.branch !== undefined && (named(facts.branch) || (wantsDefault && isDefault(facts.branch, facts))))
  }
  if (environment !== undefined) {
    const wanted = listOf(environment)
    tests.push((_, { call }) => call.facts.environment !== undefined && wanted.includes(call.facts.environment))
  }
  if (time !== undefined) {
    const [from, to] = [minutes(time.from), minutes(time.to)]
    tests.push((_, { call: { facts } }) => facts.minuteOfDay !== undefined && isBetween(facts.minuteOfDay, from, to))
  }
  if (production === true) tests.push((action, { call }) => (action === null ? call.actions.some(call.saysProduction) : call.saysProduction(action)))
  return (action, trial) => {
    for (const test of tests) if (!test(action, trial)) return false
    return true
  }
}

const isDefault = (branch: string, facts: Facts): boolean =>
  facts.defaultBranch === undefined ? branch === 'main' || branch === 'master' : branch === facts.defaultBranch
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** A span over midnight is one that ends before it begins. */
const isBetween = (now: number, from: number, to: number): boolean => (from <= to ? now >= from && now < to : now >= from || now < to)
