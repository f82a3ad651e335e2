// What is the answer to a call, given what it would do, the policy and the answers kept from before?
import type { CompiledRule, GateRule, Prose } from '../rules/compiled.ts'
import { actionKeys, kindKeysOf, pathKeysOf, runKeysOf } from '../policy/keys.ts'
import type { OnPath } from '../policy/keys.ts'
import type { Policy } from '../policy/policy.ts'
import type { TextOn } from '../rules/source.ts'
import { outcomeFor, rankOfOutcome, SEVERITIES, rankOfSeverity as rankOf, stricter, verdictOf } from '../rules/verdicts.ts'
import type { Action, Decision, Facts, Finding, Grant, JsonObject, Platform, Reading, Severity, Span, ToolName, Word } from '../model.ts'
import { extentOf } from './extent.ts'
import { liftingOf } from './grant.ts'
import { objection, questioned, textAt, unobjected, warningOf, wholeText } from './reason.ts'
import { isOfCall, textOf } from '../match/text.ts'
import { callOf, covers, whereItLeads } from '../match/trial.ts'
import type { Call } from '../match/trial.ts'
import { subjectsOf } from './unit.ts'

export interface Situation {
  readonly platform: Platform
  /** The raw text of the call: its command, or what it carries. */
  readonly text: string
  /** The input field the text comes from; `command` unless said. */
  readonly field?: string
  /** What was called with what, for patterns over the whole call and for quoting the field a finding is about. */
  readonly tool?: ToolName
  readonly input?: JsonObject
  /** ISO time, for grants that end. */
  readonly now: string
  /** The scopes this call stands in, as `session:…` or `project:…`; a grant counts in its own scope only. */
  readonly scopes: readonly string[]
  /** The folder the call stands in: a grant given in one counts in that one. */
  readonly cwd?: string
  /** What went wrong outside: `gate.too-large`, `gate.settings-unreadable`. */
  readonly troubles?: readonly GateRule[]
}

const MOST_FINDINGS = 200
const MOST_WARNINGS = 20

/** Never throws: what fails is a finding. */
export const judge = (reading: Reading, facts: Facts, policy: Policy, grants: readonly Grant[], situation: Situation): Decision => {
  const { call, found, floor, general, matched } = weigh(reading, facts, policy, situation)
  if (found.length === 0) return decide([], NONE_LIFTED, floor, policy, call)
  const lifting = grants.length === 0 ? NONE_LIFTED : liftingOf(found, grants, matched, call, situation)
  const lifted = new Map<Finding, string>()
  const findings = found.map((finding): Finding => {
    const grant = lifting.get(finding)
    if (grant === undefined) return finding
    const allowed: Finding = { ...finding, verdict: 'allow' }
    lifted.set(allowed, grant)
    return allowed
  })
  findings.sort((a, b) => rankOf(b.severity) - rankOf(a.severity) || Number(general.includes(a.rule)) - Number(general.includes(b.rule)) || bySeverity(a, b))
  return decide(findings, lifted, floor, policy, call)
}

export interface Weighed {
  readonly call: Call
  readonly found: readonly Finding[]
  readonly floor: readonly string[]
  readonly general: readonly string[]
  readonly matched: ReadonlyMap<string, CompiledRule>
}

/** What the rules find, before anything is lifted. */
export const weigh = (reading: Reading, facts: Facts, policy: Policy, situation: Situation): Weighed => {
  const call = callOf(reading.actions, facts, situation.text, situation.field ?? 'command', situation)
  const found = new Map<string, Finding>()
  const keep = (finding: Finding): void => {
    const key = `${finding.rule}\n${finding.span.field}\n${finding.span.start}\n${finding.span.end}`
    const kept = found.get(key)
    if (kept === undefined || compare(finding, kept) < 0) found.set(key, finding)
  }
  for (const trouble of situation.troubles ?? []) keepGate(policy, trouble, call, null, keep)
  if (reading.actions.some(isOwnFault)) keepGate(policy, 'gate.rule-failed', call, null, keep)
  // Nor of what was too much to read: anything may stand there.
  else if ((policy.index.partial === true || rankOf(policy.index.thresholds.severity) > rankOf('high')) && reading.actions.some(wasTooMuch))
    keepGate(policy, 'gate.too-large', call, null, keep)
  const floor: string[] = []
  const general: string[] = []
  const matched = new Map<string, CompiledRule>()
  const covered = policy.index.tools === undefined || covers(policy.index.tools, call)
  const trying: Trying = { policy, call, platform: situation.platform, covered, keep, floor, general, tried: [], matched }
  lookAtCall(trying)
  for (const action of call.actions) lookAtAction(action, trying)
  if (policy.index.units.length > 0) {
    for (const subject of subjectsOf(call)) for (const unit of policy.index.units) lookInOrder(unit, subject, trying)
  }
  return { call, found: [...found.values()], floor, general, matched }
}

const NONE_LIFTED: ReadonlyMap<Finding, string> = new Map()

const decide = (findings: readonly Finding[], lifted: ReadonlyMap<Finding, string>, floor: readonly string[], policy: Policy, call: Call): Decision => {
  const about = (finding: Finding): string => textAt(finding.span, finding.action === null ? undefined : call.action(finding.action), call)
  const { otherwise } = policy.index
  // They come with the most telling first: of those that say the same, that one leads.
  const first = (a: Finding, b: Finding): number =>
    rankOfOutcome(b.verdict) - rankOfOutcome(a.verdict) || Number(floor.includes(b.rule)) - Number(floor.includes(a.rule))
  const worst = findings.reduce<Finding | undefined>((kept, finding) => (kept === undefined || first(finding, kept) < 0 ? finding : kept), undefined)
  // Findings that all pass do not make a call known: what the preset asks about anyway it still asks about, unless a person said yes.
  const granted = lifted.size > 0 && worst?.verdict === 'allow' && otherwise !== 'deny'
  const verdict = worst === undefined ? otherwise : granted ? 'allow' : stricter(worst.verdict, otherwise)
  const warnings = findings.filter((finding) => finding.verdict === 'allow' && !lifted.has(finding)).slice(0, MOST_WARNINGS)
  return {
    verdict,
    reason: reasonOf(),
    findings: findings.slice(0, MOST_FINDINGS),
    warnings: warnings.map((finding) => warningOf(finding, about(finding))),
    policy: policy.fingerprint,
    by: granted ? 'grant' : 'policy',
    ...(granted ? { grants: [...new Set(lifted.values())] } : {}),
  }

  function reasonOf(): string {
    if (granted) return 'allowed before by a person, for calls like this one'
    if (worst === undefined || verdict === 'allow' || worst.verdict !== verdict) return unobjected(verdict, verdict === 'allow' ? '' : wholeText(call))
    const said = objection(verdict, worst, about(worst), findings.filter((finding) => finding.verdict === verdict).length - 1)
    return verdict === 'ask' ? questioned(said, policy.index.question, worst.confidence) : said
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Severity, then position; rule and action make the order whole. */
const bySeverity = (a: Finding, b: Finding): number =>
  rankOf(b.severity) - rankOf(a.severity) ||
  a.span.start - b.span.start ||
  order(a.span.field, b.span.field) ||
  a.span.end - b.span.end ||
  order(a.rule, b.rule) ||
  (a.action ?? -1) - (b.action ?? -1) ||
  order(a.title, b.title)
/** The strictest comes first. */
const compare = (a: Finding, b: Finding): number => rankOfOutcome(b.verdict) - rankOfOutcome(a.verdict) || bySeverity(a, b)

/** A detector that fails has its rules looked at, so that the failure is a finding. */
const fires = (name: string, call: Call): boolean => {
  try {
    return call.detect(name) !== null
  } catch {
    return true
  }
}

/** Only through the index: the number of rules does not matter, only how many could speak. */
const lookAtCall = (trying: Trying): void => {
  const { policy, call } = trying
  const { whole, detected, keywords } = policy.index
  for (const rule of whole) look(rule, null, trying)
  for (const name in detected) if (fires(name, call)) for (const rule of detected[name] ?? []) look(rule, null, trying)
  for (const rule of policy.wakes('command', call.text)) look(rule, null, trying)
  for (const name in keywords) {
    const on = name as TextOn
    const given = on !== 'command' && isOfCall(on) ? textOf(on, null, call) : null
    if (given !== null) for (const rule of policy.wakes(on, given.text)) look(rule, null, trying)
  }
}

const lookAtAction = (action: Action, trying: Trying): void => {
  const { policy, call } = trying
  const { index } = policy
  trying.tried.length = 0
  if (action.does === 'run') {
    lookOnce(ofRun(action.program, action.operands, trying), action, trying)
    if (action.operandsOtherwise !== undefined) lookOnce(ofRun(action.program, action.operandsOtherwise, trying), action, trying)
  } else {
    lookOnce(ofKind(action.does, trying), action, trying)
    if (action.does === 'read' || action.does === 'write' || action.does === 'delete') {
      if (action.resolved !== null) lookOnce(ofPath(action.does, action.resolved, trying), action, trying)
      if (action.leads !== undefined) lookOnce(ofPath(action.does, action.leads, trying), action, trying)
    }
  }
  const keys = actionKeys(action, call, index)
  for (let at = 0; at < keys.length; at += 2) lookOnce(keyed(keys[at] ?? '', keys[at + 1] ?? '', trying), action, trying)
  for (const on of TEXTS_OF[action.does] ?? []) {
    const given = index.keywords[on] === undefined ? null : textOf(on, action, call)
    if (given !== null) lookOnce(policy.wakes(on, given.text), action, trying)
    const led = given === null ? null : whereItLeads(action)
    if (led !== null) lookOnce(policy.wakes(on, led.resolved ?? ''), action, trying)
  }
}
/** The texts that an action of a kind has: see `KINDS_WITH`. */
const TEXTS_OF: Readonly<Partial<Record<Action['does'], readonly TextOn[]>>> = {
  carry: ['carry', 'content'],
  delete: ['path'],
  read: ['path'],
  run: ['segment'],
  write: ['path'],
}

/** A rule may be found under several keys of one action. */
const lookOnce = (rules: readonly number[], action: Action, trying: Trying): void => {
  if (rules.length === 0) return
  const { tried } = trying
  for (const rule of rules) if (!isAmong(rule, tried)) look(rule, action, trying)
  tried.push(rules)
}
const isAmong = (rule: number, lists: readonly (readonly number[])[]): boolean => {
  for (const list of lists) if (list.includes(rule)) return true
  return false
}

/** What cannot even be read might have denied. */
const keyed = (key: string, end: string, { policy, call, keep }: Trying): readonly number[] => {
  try {
    return policy.keyed(key, end)
  } catch {
    keepGate(policy, 'gate.rule-failed', call, null, keep, 'critical')
    return []
  }
}
const ofRun = (program: string, operands: readonly Word[], trying: Trying): readonly number[] => {
  const first = operands[0]?.text ?? null
  try {
    return trying.policy.ofRun(program, first)
  } catch {
    return runKeysOf(program, first, trying.policy.index).flatMap((key) => keyed(key, '', trying))
  }
}

const ofKind = (kind: Action['does'], trying: Trying): readonly number[] => {
  try {
    return trying.policy.ofKind(kind)
  } catch {
    return kindKeysOf(kind).flatMap((key) => keyed(key, '', trying))
  }
}

const ofPath = (kind: OnPath, resolved: string, trying: Trying): readonly number[] => {
  try {
    return trying.policy.ofPath(kind, resolved)
  } catch {
    return pathKeysOf(kind, resolved, trying.policy.index).flatMap((key) => keyed(key, '', trying))
  }
}

interface Trying {
  readonly policy: Policy
  readonly call: Call
  readonly platform: Platform
  /** False where the preset leaves this tool to others: then only the floor speaks, and what somebody asked for. */
  readonly covered: boolean
  readonly keep: (finding: Finding) => void
  /** Filled with the rules of the floor that object: the reason names them first. */
  readonly floor: string[]
  /** The same for the rules that others lead. */
  readonly general: string[]
  /** The rules that were tried on the action at hand: few lists, and all but one of them short. */
  readonly tried: (readonly number[])[]
  /** Filled with the rules that object: what grants are compared with. */
  readonly matched: Map<string, CompiledRule>
}

/** For one simple command the first rule that matches decides, and is the only one heard. A rule that fails decides nothing. */
const lookInOrder = (unit: readonly number[], subject: readonly Action[], trying: Trying): void => {
  for (const number of unit) {
    for (const action of subject.length === 0 || isWhole(number, trying) ? [null] : subject) if (look(number, action, trying)) return
  }
}
const isWhole = (number: number, { policy }: Trying): boolean => {
  try {
    return policy.live(number).whole
  } catch {
    return true
  }
}

/** Whether the rule matched. */
const look = (number: number, action: Action | null, { policy, call, platform, covered, keep, floor, general, matched }: Trying): boolean => {
  let read = false
  try {
    const { rule, test } = policy.live(number)
    read = true
    if (rule.platforms !== undefined && !rule.platforms.includes(platform)) return false
    if (!covered && rule.floor !== true && rule.wanted !== true) return false
    const objects = test(action, call)
    if (objects === null) return false
    // Writing a command down is a step away from running it: one severity less, and never a denial; the worst, not where the same call starts what runs it.
    const later = action?.later === true && !(action.soon === true && objects.severity === 'critical')
    const severity = later ? milder(objects.severity) : objects.severity
    const decided = outcomeFor(rule.verdicts, severity)
    const outcome = later && decided === 'deny' ? 'ask' : decided
    if (outcome === 'off' || (rule.floor !== true && rule.wanted !== true && isBelow(policy.index.thresholds, severity, rule))) return true
    if (rule.passes === true && outcome === 'allow') return true
    if (rule.floor === true && !floor.includes(rule.id)) floor.push(rule.id)
    if (rule.general === true && !general.includes(rule.id)) general.push(rule.id)
    matched.set(rule.id, rule)
    const span = objects.span ?? action?.span ?? wholeOf(call)
    const extent = extentOf(action, call.facts)
    keep({
      rule: rule.id,
      severity,
      confidence: rule.confidence,
      span,
      ...proseOf(policy, number),
      ...(extent === undefined ? {} : { extent }),
      action: action?.id ?? null,
      verdict: verdictOf(outcome),
      ...(outcome === 'redact' ? { redact: true } : {}),
      ...(rule.floor === true ? { floor: true } : {}),
    })
    return true
  } catch {
    keepGate(policy, 'gate.rule-failed', call, action, keep, read ? 'high' : 'critical')
    return false
  }
}

const isBelow = (thresholds: Policy['index']['thresholds'], severity: Severity, { confidence }: CompiledRule): boolean =>
  rankOf(severity) < rankOf(thresholds.severity) || confidence < thresholds.confidence

/** Reading broke off for a reason of ours, as data that cannot be read: no threshold of a preset makes that nothing. */
const isOwnFault = (action: Action): boolean => action.does === 'unknown' && action.because === 'too-deep' && action.could === 'critical'

const wasTooMuch = (action: Action): boolean =>
  action.does === 'unknown' &&
  (action.because === 'too-large' || action.because === 'too-much' || action.because === 'too-deep') &&
  rankOf(action.could) >= rankOf('high')

/** Words that cannot be read change no verdict. */
const proseOf = (policy: Policy, number: number): Prose => {
  try {
    return policy.prose(number)
  } catch {
    return { title: 'a rule objects', why: '' }
  }
}

const milder = (severity: Severity): Severity => SEVERITIES[Math.max(0, rankOf(severity) - 1)] ?? severity

const GATE_PROSE: Readonly<Record<GateRule, { title: string; why: string; instead: string }>> = {
  'gate.rule-failed': {
    title: 'a rule could not be applied',
    why: 'Nobody knows what it would have said.',
    instead: 'try a plainer command, and tell the person who owns this machine',
  },
  'gate.settings-unreadable': {
    title: 'the settings could not be read',
    why: 'The last good ones hold until they can be, or the built-in rules.',
    instead: 'tell the person who owns this machine',
  },
  'gate.too-large': {
    title: 'the call is too large to be read, or would take too long',
    why: 'What is not read cannot be judged.',
    instead: 'split it into smaller steps',
  },
}

const keepGate = (policy: Policy, id: GateRule, call: Call, action: Action | null, keep: (finding: Finding) => void, severity: Severity = 'high'): void => {
  const outcome = outcomeFor(policy.index.gate[id] ?? 'aaqd', severity)
  if (outcome === 'off') return
  const { title, why, instead } = GATE_PROSE[id]
  const where = id === 'gate.settings-unreadable' && policy.index.unreadable !== undefined ? `: \`${policy.index.unreadable}\`` : ''
  keep({
    rule: id,
    severity,
    confidence: 100,
    span: action?.span ?? wholeOf(call),
    title: title + where,
    why,
    instead,
    action: null,
    verdict: verdictOf(outcome),
  })
}

const wholeOf = (call: Call): Span => ({ field: call.field, start: 0, end: call.text.length })
