// One call from its first reading to its answer: interpret, look at what was asked for, interpret again, judge. Read and looked at once, however often
// something is asked about it: with what a person allowed before, with its secrets covered up, by where its names lead.
import { interpret, stepsOf, unfinished } from '../core/interpret.ts'
import { judge } from '../core/judge/judge.ts'
import type { ParsedTexts } from '../core/languages/bash/parse.ts'
import type { Decision, Facts, Need, Reading, Scene, ToolCall } from '../core/model.ts'
import { LIMITS } from '../observe/limits.ts'
import type { Limits } from '../observe/limits.ts'
import type { Observation, Seen } from '../observe/observe.ts'
import { holdsSecrets, masked, withoutSecrets } from './carried-secrets.ts'
import type { Checked, Gate, Given } from './gate.ts'
import { contextNeeds, extentNeeds, isBrought, isDestination, isNews, keyOf, leadsOn, leavesProject, merged, minuteOf } from './needs.ts'
import { redactedCall } from './redact.ts'
import { replacedNeeds } from './replaced.ts'
import { situationOf } from './scene.ts'
import { wiredAsSeen, wiringNeeds } from './wired.ts'

/** Who looks; without one nothing is seen, no clock either. */
export interface Eyes {
  readonly look: (needs: readonly Need[], scene: Scene, limits: Limits) => Observation
  readonly worktrees: (project: string) => readonly string[]
  readonly limits?: Limits | undefined
  /** Readings kept for where names lead, which is asked last. */
  readonly kept?: number
}
export interface Decided extends Checked {
  readonly facts: Facts
  /** What was looked at: part of what makes this call this call. */
  readonly seen: readonly Seen[]
}
/** What a person allowed before. */
export type Lifts = Pick<Given, 'grants' | 'scopes'>
export type Hosts = NonNullable<Facts['hosts']>

export interface Session {
  readonly decided: (lifts?: Lifts) => Decided
  /** If names led there. Null where the call was read as often as it may be: where they really do, it never is. */
  readonly ledTo: (hosts: Hosts, lifts?: Lifts, really?: 'really') => Decided | null
}

/** Of one call, its secrets covered up and its names looked up included. */
const MOST_READINGS = 8
/** Of all readings of a call together. Ordinary calls take a hundredth of that. */
const MOST_STEPS = 1250
/** A script may run a script that runs a script. What is to be read after so many is not, and that is said. */
const MOST_ROUNDS = 6
/** Besides: what leads on. More of the rest would only be more to read. */
const MORE_ROUNDS = 3
/** What may have to be seen before anything is judged, since what is denied is not looked at: one thing may lead to the next. */
const FIRST_ROUNDS = 3

/** As it was read last, with all that was seen for it. */
interface Looked {
  readonly call: ToolCall
  readonly reading: Reading
  scene: Scene
  facts: Facts
  /** How much would be deleted, what would be replaced and where it goes: for the person who is asked. */
  extents: Facts
  replaced: Facts
  /** With nothing lifted. */
  readonly decision: Decision
}

/** Never throws for what is a call. */
export function openSession(gate: Gate, call: ToolCall, scene: Scene, given: Given, eyes: Eyes | null): Session {
  const { policy, books } = gate
  const asked = new Set<string>()
  const seen: Seen[] = []
  const seenForPerson: Seen[] = []
  let limits = eyes?.limits ?? LIMITS
  let kept = eyes?.kept ?? 0
  let left = MOST_READINGS - kept
  let knowsWorktrees = eyes === null
  const texts: ParsedTexts = new Map()

  const read = (of: ToolCall, there: Scene, facts: Facts, kept = 0): Reading | null => {
    if (left <= kept) return null
    left--
    return interpret(of, there, books, facts, texts)
  }
  const judged = ({ call: of, reading, scene: there }: Pick<Looked, 'call' | 'reading' | 'scene'>, facts: Facts, lifts: Lifts = given): Decision =>
    judge(reading, facts, policy, lifts.grants ?? [], situationOf(masked(of, reading), there, { ...given, ...lifts }))
  /** Null where all was asked before. */
  const look = (needs: readonly Need[], there: Scene): Observation | null => {
    const fresh = eyes === null ? [] : needs.filter((need) => !asked.has(keyOf(need)))
    if (eyes === null || fresh.length === 0) return null
    for (const need of fresh) asked.add(keyOf(need))
    const found = eyes.look(fresh, there, limits)
    limits = found.left
    return found
  }

  /** Asked once: they are the same for all that is read. */
  const worktreesBeside = (reading: Reading, { project }: Scene): readonly string[] => {
    if (eyes === null || knowsWorktrees || !leavesProject(reading)) return []
    knowsWorktrees = true
    const beside = eyes.worktrees(project)
    seen.push(...beside.map((path) => ({ path, as: 'worktree' })))
    return beside
  }

  /** What is denied unseen is not looked at. `from`: what is known of the call that this one stands for. */
  const lookAt = (of: ToolCall, from: Pick<Looked, 'scene' | 'facts'>): Looked | null => {
    let { scene: there, facts } = from
    const first = read(of, there, facts)
    if (first === null) return null
    let reading = first
    // What is secret in the call is the same however often it is read; it may have to be covered up.
    const forSecrets = holdsSecrets(reading) ? 1 : 0
    let steps = stepsOf(reading)
    let isFinished = true
    /** With what was found out since. Where that would take too long, false, and it is said that there was more. */
    const again = (): boolean => {
      if (!isFinished) return false
      const next = steps + stepsOf(reading) <= MOST_STEPS ? read(of, there, facts, forSecrets) : null
      isFinished = next !== null
      reading = next ?? unfinished(reading)
      steps += stepsOf(reading)
      return isFinished
    }
    const take = (found: Observation): void => {
      facts = merged(facts, found.facts)
      seen.push(...found.seen)
    }
    const sees = (needs: readonly Need[]): boolean => {
      const found = look(needs, there)
      if (found === null) return false
      take(found)
      return isNews(found.facts)
    }
    // Before anything is judged: what is self-protection is denied; and what the call itself brings it may take away.
    for (let rounds = 0; rounds < FIRST_ROUNDS; rounds++) {
      const beside = worktreesBeside(reading, there)
      if (beside.length > 0) there = { ...there, approved: [...(there.approved ?? []), ...beside] }
      const wiring = look(wiringNeeds(reading, there), there)
      if (wiring !== null) {
        take(wiring)
        there = { ...there, wired: wiredAsSeen(there.wired ?? [], facts) }
      }
      const brought = sees(reading.needs.filter(isBrought))
      if ((beside.length === 0 && wiring === null && !brought) || !again()) break
    }
    let decision = judged({ call: of, reading, scene: there }, facts)
    if (eyes !== null && decision.verdict !== 'deny') {
      const known = reading
      let more = MORE_ROUNDS
      const leadOn = (): void => {
        for (; more > 0 && sees(reading.needs.filter(leadsOn)) && again(); more--);
      }
      leadOn()
      for (let rounds = 0; rounds < MOST_ROUNDS && sees(reading.needs.filter((need) => !isDestination(need))) && again(); rounds++) leadOn()
      // Where more leads than was followed, nobody knows.
      if (limits.paths < 0 || (isFinished && reading.needs.some((need) => need.kind === 'file' && !asked.has(keyOf(need))))) reading = unfinished(reading)
      if (reading !== known) decision = judged({ call: of, reading, scene: there }, facts)
    }
    return { call: of, reading, scene: there, facts, extents: {}, replaced: {}, decision }
  }

  /** Branch, environment and time of day only ever raise a finding; the extent tells the person who is asked. */
  const decide = (looked: Looked, lifts?: Lifts): Decided => {
    const { reading, scene: there } = looked
    let decision = lifts === undefined ? looked.decision : judged(looked, looked.facts, lifts)
    let { facts } = looked
    if (eyes !== null && decision.verdict !== 'deny' && decision.findings.length > 0) {
      const found = look(contextNeeds(reading), there)
      if (found !== null) {
        looked.facts = merged(looked.facts, found.facts)
        seen.push(...found.seen)
      }
      facts = { minuteOfDay: minuteOf(given.now), ...looked.facts }
      decision = judged(looked, facts, lifts)
    }
    const tell = (known: Facts, needs: readonly Need[]): Facts => {
      const found = look(needs, there)
      if (found === null) return known
      seenForPerson.push(...found.seen)
      return merged(known, found.facts)
    }
    const asks = eyes !== null && decision.verdict === 'ask'
    if (asks) {
      looked.extents = tell(looked.extents, extentNeeds(reading, decision))
      facts = merged(facts, looked.extents)
      if (isNews(looked.extents)) decision = judged(looked, facts, lifts)
    }
    if (asks && decision.verdict === 'ask') {
      looked.replaced = tell(looked.replaced, [...replacedNeeds(reading, decision.findings), ...reading.needs.filter(isDestination)])
      facts = merged(facts, looked.replaced)
    }
    return {
      decision: withoutSecrets(decision, reading, books),
      reading,
      scene: there,
      facts,
      seen: asks ? [...seen, ...seenForPerson] : [...seen],
    }
  }

  const covered = (decided: Decided, again: (other: ToolCall) => Looked | null, lifts: Lifts | undefined): Decided => {
    const instead = redactedCall(call, decided.decision, books.secrets, (other) => {
      const looked = again(other)
      return looked === null ? null : decide(looked, lifts)
    })
    return instead === null ? decided : { ...decided, instead }
  }

  let own: Looked | undefined
  let other: Looked | null | undefined
  // It has not been read yet.
  const ownLooked = (): Looked => (own ??= lookAt(call, { scene, facts: given.facts ?? {} }) as Looked)
  const otherLooked = (changed: ToolCall): Looked | null => (other === undefined ? (other = lookAt(changed, ownLooked())) : other)
  const ledBefore = new Map<Hosts, Map<Looked, Looked>>()
  const led = (looked: Looked | null, hosts: Hosts): Looked | null => {
    if (looked === null) return null
    const before = ledBefore.get(hosts)?.get(looked)
    if (before !== undefined) return before
    const facts = { ...looked.facts, hosts: { ...looked.facts.hosts, ...hosts } }
    const reading = read(looked.call, looked.scene, facts)
    if (reading === null) return null
    const there = { ...looked, reading, facts, decision: judged({ ...looked, reading }, facts) }
    ledBefore.set(hosts, (ledBefore.get(hosts) ?? new Map<Looked, Looked>()).set(looked, there))
    return there
  }
  let plain: Decided | undefined
  return {
    decided: (lifts) => {
      if (lifts === undefined && plain !== undefined) return plain
      const decided = covered(decide(ownLooked(), lifts), otherLooked, lifts)
      if (lifts === undefined) plain = decided
      return decided
    },
    ledTo: (hosts, lifts, really) => {
      if (really !== undefined) {
        left += kept
        kept = 0
      }
      const looked = led(ownLooked(), hosts)
      return looked === null ? null : covered(decide(looked, lifts), (changed) => led(otherLooked(changed), hosts), lifts)
    },
  }
}
