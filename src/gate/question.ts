// What is a person shown who is to decide? Rendered from the calls and what was read of them, never from the agent's words; secrets covered.
import { findTool } from '../core/meaning/entries.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import { remarksOn, showAction } from '../core/log/render.ts'
import type { Action, Approval, AskedCall, AskedField, AskedFinding, Decision, Facts, Finding, Reading, Severity, Span, ToolCall } from '../core/model.ts'
import { canonicalJson } from '../core/text/canonical.ts'
import { destinationLines } from './destination.ts'
import { coverIn } from './carried-secrets.ts'
import { amountOf, effectOf, inGit } from './headline.ts'
import { replacedIn } from './replaced.ts'

export interface AskedAbout {
  readonly call: ToolCall
  readonly decision: Decision
  readonly reading: Reading
  readonly facts: Facts
}
export interface Asking {
  readonly id: string
  readonly now: number
  readonly millis: number
  readonly redact: (text: string) => string
  readonly digest: (text: string) => string
  /** Tells which fields of a tool only say something about the call. */
  readonly meaning: Meaning
}

/** All that is shown of all calls, in characters. */
const MOST_TEXT = 100_000
const MOST_CALLS = 40
const MOST_FIELDS = 40
const MOST_ACTIONS = 200
const MOST_FINDINGS = 20
const MOST_REACH = 20
const MOST_LINES_TEXT = 20_000
const LONGEST_LINE = 1000
const LONGEST_NAME = 200
const RANK: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 }

export function questionOf(about: readonly AskedAbout[], { id, now, millis, redact: covered, digest, meaning }: Asking): Approval {
  const redact = coverIn(about, covered)
  const asked = about.filter(({ decision }) => decision.verdict !== 'allow')
  const findings = asked.flatMap(({ decision }) => decision.findings.filter(({ verdict }) => verdict !== 'allow'))
  const [first] = about
  const line = (text: string): string => cut(redact(text.slice(0, LONGEST_LINE * 4)))
  const claim = claimOf(about, meaning)
  const branch = about.find(({ facts }) => facts.branch !== undefined)?.facts.branch
  return {
    id,
    digest: digest(contentOf(about)),
    host: first?.call.host ?? '',
    session: line(first?.call.session ?? '').slice(0, 400),
    cwd: line(first?.call.cwd ?? ''),
    ...(branch === undefined ? {} : { branch: line(branch).slice(0, 400) }),
    effect: line(effectOf(about)),
    calls: callsOf(about, redact, meaning),
    severity: findings.reduce<Severity>((worst, { severity }) => (RANK[severity] > RANK[worst] ? severity : worst), 'low'),
    findings: findingsOf(findings, line, (span) => isShown(about, span, redact)),
    actions: atMost(
      about.flatMap(({ reading }) => actionsOf(reading.actions, line)),
      MOST_LINES_TEXT,
    ),
    reach: [...new Set(about.flatMap((one) => reachOf(one, line)))].slice(0, MOST_REACH),
    ...(claim === '' ? {} : { claim: line(claim) }),
    policy: first?.decision.policy ?? '',
    askedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + millis).toISOString(),
  }
}

/** Everything that makes these calls these calls, but for the host's ids, so that who tries again asks the same: what they are, by which rules they were judged, what was seen of the files they would run, and where links lead. */
export const contentOf = (about: readonly AskedAbout[]): string =>
  canonicalJson(
    about.map(({ call, decision, facts }) => [
      call.host,
      call.session,
      call.chat ?? null,
      call.cwd,
      call.tool.server,
      call.tool.name,
      call.input,
      decision.findings.map(({ rule, severity, verdict }) => [rule, severity, verdict]),
      decision.policy,
      lasting(facts),
    ]),
  )

/** How much a deletion takes, and whether git has it, may change meanwhile, or be seen at the second look only: what comes of that stands among the findings. */
const lasting = ({
  extents: _extents,
  minuteOfDay: _minute,
  missing: _missing,
  unchanged: _unchanged,
  whole: _whole,
  matches = {},
  ...facts
}: Facts): object => ({ ...facts, linked: Object.entries(matches).map(([pattern, { linked }]) => [pattern, linked]) })

const cut = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text)

/** So many lines as are so long together. */
function atMost(lines: readonly string[], most: number): readonly string[] {
  let left = most
  const kept = lines.slice(0, MOST_ACTIONS).filter(({ length }) => (left -= length) >= 0)
  return kept.length < lines.length ? [...kept, `… and ${lines.length - kept.length} more`] : kept
}

/** Fields in which an agent says why; a text there does nothing. */
const saysOf = ({ tool: { server, name } }: ToolCall, meaning: Meaning): readonly string[] =>
  server === null ? (findTool(meaning, name.toLowerCase())?.fields['says'] ?? []) : []

function claimOf(about: readonly AskedAbout[], meaning: Meaning): string {
  const said = about.flatMap(({ call }) => saysOf(call, meaning).flatMap((name) => (isSaid(call, name) ? [call.input[name] as string] : [])))
  return [...new Set(said.map((text) => text.trim()))].filter((text) => text !== '').join('; ')
}
const isSaid = ({ input }: ToolCall, name: string): boolean => Object.hasOwn(input, name) && typeof input[name] === 'string'

function callsOf(about: readonly AskedAbout[], redact: (text: string) => string, meaning: Meaning): readonly AskedCall[] {
  const budget = { left: MOST_TEXT }
  const calls = about.slice(0, MOST_CALLS).map((one) => callOf(one, redact, budget, saysOf(one.call, meaning)))
  const more = about.length - calls.length
  return more === 0 ? calls : [...calls, { tool: { server: null, name: `${more} more calls` }, fields: [{ name: '…', text: '', cut: true }] }]
}

/** Each field by its name; what is no text as JSON. Masked as a whole first: a name may tell what its value is. */
function callOf(about: AskedAbout, redact: (text: string) => string, budget: { left: number }, says: readonly string[]): AskedCall {
  const { tool, input } = about.call
  const replaced = replacedIn(about)
  const names = Object.keys(input).filter((name) => !(says.includes(name) && isSaid(about.call, name)))
  const fields = names.slice(0, MOST_FIELDS).map((name): AskedField => {
    const value = input[name] ?? null
    const raw = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    const isTooLong = raw.length > budget.left
    const shown = isTooLong ? '' : masked(name, raw, redact)
    const isCut = isTooLong || shown.length > MOST_TEXT || name.length > LONGEST_NAME
    const field = { name: redact(name.slice(0, LONGEST_NAME)).slice(0, LONGEST_NAME), text: shown.slice(0, MOST_TEXT), cut: isCut }
    if (!isTooLong) budget.left -= raw.length
    // Of a text that holds what must be covered, lines cannot be compared.
    const before = name === replaced?.field && !isCut && replaced.text.length <= budget.left && redact(replaced.text) === replaced.text ? replaced.text : null
    if (before !== null) budget.left -= before.length
    return before === null ? field : { ...field, before }
  })
  const more = names.length - fields.length
  const isUnnamed = tool.name.length > LONGEST_NAME || (tool.server?.length ?? 0) > LONGEST_NAME
  return {
    tool: { server: tool.server?.slice(0, LONGEST_NAME) ?? null, name: tool.name.slice(0, LONGEST_NAME) },
    fields: more > 0 || isUnnamed ? [...fields, { name: '…', text: `${more} more fields`, cut: true }] : fields,
  }
}

const NEAR = 4096

/** A value that its name gives away (`password`) is covered though nothing in it looks like a secret. */
function masked(name: string, text: string, redact: (text: string) => string): string {
  const alone = redact(text)
  if (alone !== text || text.includes('\n')) return alone
  const head = `${name}=`
  // A name tells of what begins right behind it.
  const near = `${head}${text.slice(0, NEAR)}`
  if (text.length > NEAR && redact(near) === near) return alone
  const together = redact(`${head}${text}`)
  return together.startsWith(head) ? together.slice(head.length) : alone
}

/** Whether its place can be marked in what is shown: there is one call, and nothing in that field is covered. */
function isShown(about: readonly AskedAbout[], { field, start, end }: Span, redact: (text: string) => string): boolean {
  const [only, ...others] = about
  const text = others.length === 0 && only !== undefined && Object.hasOwn(only.call.input, field) ? only.call.input[field] : null
  return typeof text === 'string' && text.length <= MOST_TEXT && start < end && end <= text.length && masked(field, text, redact) === text
}

function findingsOf(findings: readonly Finding[], line: (text: string) => string, marks: (span: Span) => boolean): readonly AskedFinding[] {
  const seen = new Map<string, AskedFinding>()
  for (const { rule, severity, confidence, title, why, instead, span } of [...findings].sort((a, b) => RANK[b.severity] - RANK[a.severity])) {
    if (seen.size >= MOST_FINDINGS || seen.has(rule)) continue
    seen.set(rule, {
      rule,
      severity,
      confidence,
      title: line(title),
      ...(why === undefined ? {} : { why: line(why) }),
      ...(instead === undefined ? {} : { instead: line(instead) }),
      ...(marks(span) ? { span: { field: span.field, start: span.start, end: span.end } } : {}),
    })
  }
  return [...seen.values()]
}

/** Under the run that does it. Where secrets were found, what carries them is said without words. */
function actionsOf(actions: readonly Action[], line: (text: string) => string): readonly string[] {
  const depth = new Map<number, number>()
  return actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const deep = action.by === null ? 0 : (depth.get(action.by) ?? 0) + 1
    depth.set(action.id, deep)
    if (action.does === 'carry') return []
    const remarks = action.does === 'unknown' ? [...remarksOn(action), `could not be read, could be ${action.could}`] : remarksOn(action)
    return [`${'  '.repeat(Math.min(deep, 8))}${line(showAction(action))}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}`]
  })
}

function reachOf(about: AskedAbout, line: (text: string) => string): readonly string[] {
  const { reading, facts } = about
  const { actions } = reading
  const deleted = Object.entries(facts.extents ?? {}).map(([path, extent]) => `deletes ${amountOf([extent])} in ${line(path)}: ${inGit([extent])}`)
  const hosts = [...new Set(actions.flatMap((action) => (action.does === 'connect' && action.host !== null ? [action.host] : [])))]
  return [
    ...deleted,
    ...destinationLines(about).map(line),
    ...(hosts.length === 0 ? [] : [`reaches ${line(hosts.slice(0, 10).join(', '))}${hosts.length > 10 ? ` and ${hosts.length - 10} more` : ''}`]),
    ...(actions.some(({ at }) => at === 'remote') ? ['acts on another machine'] : []),
    ...(actions.some(({ as }) => as === 'root') ? ['runs as root'] : []),
    ...(facts.environment === 'production' ? ['production is near'] : []),
    ...(actions.some(({ does }) => does === 'unknown') ? ['part of it could not be read'] : []),
  ]
}
