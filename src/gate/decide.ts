// One call, start to finish, with eyes open: interpret, observe what was asked for, interpret again, judge.
import { interpret, stepsOf, unfinished } from '../core/interpret.ts'
import { judge } from '../core/judge/judge.ts'
import type { Action, Decision, Facts, Need, Reading, Scene, ToolCall } from '../core/model.ts'
import { LIMITS } from '../observe/limits.ts'
import type { Limits } from '../observe/limits.ts'
import { observe } from '../observe/observe.ts'
import type { Seen } from '../observe/observe.ts'
import { worktreesOf } from '../observe/worktrees.ts'
import { masked, sceneOf, situationOf, withoutSecrets } from './gate.ts'
import type { Checked, Gate, Given } from './gate.ts'
import { redactedCall } from './redact.ts'
import { replacedNeeds } from './replaced.ts'
import { wiredAsSeen, wiringNeeds } from './wired.ts'

export interface Observing {
  readonly limits?: Limits
  readonly variables?: Readonly<Record<string, string | undefined>>
}
export interface Decided extends Checked {
  readonly facts: Facts
  /** What was looked at: part of what makes this call this call. */
  readonly seen: readonly Seen[]
}

/** A script may run a script that runs a script. */
const MOST_ROUNDS = 3
/** Besides: which scripts a pattern stands for, and what code takes in of its own project. More of the rest would only be more to read. */
const MORE_ROUNDS = 3
/** Of all readings of a call together. Ordinary calls take a hundredth of that. */
const MOST_STEPS = 1500

/** What is denied unseen is not looked at. Never throws for what is a call. */
export function decide(gate: Gate, call: ToolCall, place: Partial<Scene>, given: Given = {}, observing: Observing = {}): Decided {
  const decided = decideOnce(gate, call, place, given, observing)
  const instead = redactedCall(call, decided.decision, gate.books.secrets, (other) => decideOnce(gate, other, place, given, observing))
  return instead === null ? decided : { ...decided, instead }
}

function decideOnce(gate: Gate, call: ToolCall, place: Partial<Scene>, given: Given, observing: Observing): Decided {
  let scene = sceneOf(call, place, gate)
  const { policy, books } = gate
  let facts: Facts = given.facts ?? {}
  let limits = observing.limits ?? LIMITS
  const seen: Seen[] = []
  const asked = new Set<string>()
  let reading = interpret(call, scene, books, facts)
  let steps = stepsOf(reading)
  let isFinished = true
  /** With what was found out since. Where that would take too long, false, and it is said that there was more. */
  const readAgain = (): boolean => {
    if (!isFinished) return false
    isFinished = steps + stepsOf(reading) <= MOST_STEPS
    reading = isFinished ? interpret(call, scene, books, facts) : unfinished(reading)
    steps += stepsOf(reading)
    return isFinished
  }
  const beside = leavesProject(reading) ? worktreesOf(scene.project) : []
  if (beside.length > 0) {
    scene = { ...scene, approved: [...(scene.approved ?? []), ...beside] }
    readAgain()
    seen.push(...beside.map((path) => ({ path, as: 'worktree' })))
  }
  const look = (needs: readonly Need[]): boolean => {
    const fresh = needs.filter((need) => !asked.has(keyOf(need)))
    if (fresh.length === 0) return false
    for (const need of fresh) asked.add(keyOf(need))
    const found = observe(fresh, scene, limits, observing.variables)
    facts = merged(facts, found.facts)
    limits = found.left
    seen.push(...found.seen)
    return isNews(found.facts)
  }
  // Before anything is judged: what is self-protection is denied, and what is denied is not looked at.
  const wiring = wiringNeeds(reading, scene)
  if (wiring.length > 0) {
    look(wiring)
    scene = { ...scene, wired: wiredAsSeen(scene.wired ?? [], facts) }
    readAgain()
  }
  // Nor would be what the call itself brings, and may take away.
  const brought = reading.needs.filter((need) => need.kind === 'missing' && need.brought === true)
  if (brought.length > 0 && look(brought)) readAgain()
  // What is secret in the call is the same however often it is read.
  const situation = situationOf(masked(call, reading), scene, given)
  let decision = judge(reading, facts, policy, given.grants ?? [], situation)
  if (decision.verdict !== 'deny') {
    const known = reading
    let more = MORE_ROUNDS
    const leadOn = (): void => {
      while (more > 0 && look(reading.needs.filter(leadsOn)) && readAgain()) more--
    }
    leadOn()
    for (let rounds = 0; rounds < MOST_ROUNDS && look(reading.needs.filter(isRead)) && readAgain(); rounds++) leadOn()
    if (reading !== known) decision = judge(reading, facts, policy, given.grants ?? [], situation)
  }
  // Branch, environment and time of day only ever raise a finding; the extent tells the person who is asked.
  if (decision.verdict !== 'deny' && decision.findings.length > 0) {
    look(contextNeeds(reading))
    facts = { minuteOfDay: minuteOf(given.now), ...facts }
    decision = judge(reading, facts, policy, given.grants ?? [], situation)
  }
  if (decision.verdict === 'ask' && look(extentNeeds(reading, decision))) decision = judge(reading, facts, policy, given.grants ?? [], situation)
  if (decision.verdict === 'ask') look([...replacedNeeds(reading, decision.findings), ...reading.needs.filter((need) => need.kind === 'destination')])
  return { decision: withoutSecrets(decision, reading, books), reading, scene, facts, seen }
}

const leadsOn = (need: Need): boolean => need.kind === 'names' || need.kind === 'matches' || (need.kind === 'file' && need.taken === true)

/** What reading again could be the wiser for. */
const isRead = (need: Need): boolean => need.kind !== 'destination'

/** On the clock of whoever works here. */
function minuteOf(now: string | undefined): number {
  const given = now === undefined ? Number.NaN : Date.parse(now)
  const at = Number.isNaN(given) ? new Date() : new Date(given)
  return at.getHours() * 60 + at.getMinutes()
}

/** Worktrees of the same repository are the same work. */
const leavesProject = ({ actions }: Reading): boolean =>
  actions.some(
    (action) => (action.does === 'read' || action.does === 'write' || action.does === 'delete') && action.at === 'here' && action.places.includes('outside'),
  )

/** Whether reading the call again could say something else. */
const isNews = ({
  files = {},
  unread = {},
  names = {},
  matches = {},
  links = {},
  shared = [],
  missing = [],
  unchanged = [],
  whole = [],
  barred = [],
  extents = {},
  unset = [],
  branch,
  environment,
}: Facts): boolean =>
  Object.values(files).some((text) => text !== null) ||
  Object.keys(unread).length > 0 ||
  Object.values(names).some(({ paths }) => paths.length > 0) ||
  Object.keys(matches).length > 0 ||
  Object.keys(links).length > 0 ||
  Object.keys(extents).length > 0 ||
  shared.length > 0 ||
  unset.length > 0 ||
  missing.length > 0 ||
  unchanged.length > 0 ||
  whole.length > 0 ||
  barred.length > 0 ||
  branch !== undefined ||
  environment !== undefined

const keyOf = (need: Need): string =>
  'path' in need
    ? `${need.kind} ${need.path}${need.kind === 'destination' ? ` ${need.run}` : ''}`
    : 'name' in need
      ? `${need.kind} ${need.name}`
      : 'names' in need
        ? `${need.kind} ${need.names.join(' ')}`
        : need.kind

const merged = (a: Facts, b: Facts): Facts => ({
  ...a,
  ...b,
  files: { ...a.files, ...b.files },
  unread: { ...a.unread, ...b.unread },
  names: { ...a.names, ...b.names },
  matches: { ...a.matches, ...b.matches },
  links: { ...a.links, ...b.links },
  extents: { ...a.extents, ...b.extents },
  ...(a.destinations === undefined && b.destinations === undefined ? {} : { destinations: [...(a.destinations ?? []), ...(b.destinations ?? [])] }),
  shared: [...(a.shared ?? []), ...(b.shared ?? [])],
  settled: [...(a.settled ?? []), ...(b.settled ?? [])],
  missing: [...(a.missing ?? []), ...(b.missing ?? [])],
  unchanged: [...(a.unchanged ?? []), ...(b.unchanged ?? [])],
  whole: [...(a.whole ?? []), ...(b.whole ?? [])],
  barred: [...(a.barred ?? []), ...(b.barred ?? [])],
  unset: [...(a.unset ?? []), ...(b.unset ?? [])],
})

function contextNeeds(reading: Reading): readonly Need[] {
  const programs = new Set(reading.actions.flatMap((action) => (action.does === 'run' ? [action.program] : [])))
  return [{ kind: 'branch' }, { kind: 'environment', programs: [...programs] }]
}

const MOST_EXTENTS = 4

function extentNeeds(reading: Reading, decision: Decision): readonly Need[] {
  const paths = decision.findings.flatMap((finding) => deletedBy(finding.action === null ? undefined : reading.actions[finding.action]))
  return [...new Set(paths)].slice(0, MOST_EXTENTS).map((path) => ({ kind: 'extent', path }))
}

const deletedBy = (action: Action | undefined): readonly string[] =>
  action?.does === 'delete' &&
  action.at === 'here' &&
  action.recursive &&
  action.resolved !== null &&
  action.resolved.startsWith('/') &&
  !action.resolved.includes('\0')
    ? [action.resolved]
    : []
