// How often was what decided, by which rule, for whom, and how often was it wrong?
import type { Verdict } from '../core/model.ts'
import { isFromOutcome } from './contradiction.ts'
import { answerTo, isTrial } from './stories.ts'
import type { Story } from './stories.ts'

export interface Count {
  readonly name: string
  readonly allow: number
  readonly ask: number
  /** Asked about without an answer that counts, too. */
  readonly deny: number
  /** Asked, and a person told us yes. */
  readonly approved: number
  /** Asked by the host itself, which then ran it: who or what said yes is not told. */
  readonly ran: number
  /** Asked by the host itself, and no answer was seen. */
  readonly unseen: number
  readonly falseAlarms: number
  readonly harmful: number
}
export interface Statistics {
  readonly all: Count
  /** Most often stopping first. */
  readonly rules: readonly Count[]
  readonly hosts: readonly Count[]
  /** Oldest first. */
  readonly days: readonly Count[]
  readonly violations: number
  /** Of the doctor: counted nowhere else. */
  readonly trials: number
  /** Allowed, and nobody said what became of it. */
  readonly withoutOutcome: number
  /** Of the stopped calls, those marked as false alarms; null where nothing was stopped. */
  readonly falseAlarmShare: number | null
}
type Mutable = { -readonly [Key in keyof Count]: Count[Key] }

export function statisticsOf(stories: Iterable<Story>): Statistics {
  const all = empty('all')
  const rules = new Map<string, Mutable>()
  const hosts = new Map<string, Mutable>()
  const days = new Map<string, Mutable>()
  let violations = 0
  let withoutOutcome = 0
  let trials = 0
  for (const story of stories) {
    const { decision, approval, outcome } = story
    const answer = answerTo(story)
    if (decision === undefined || answer === undefined) continue
    if (isTrial(story)) {
      trials++
      continue
    }
    const counts = [all, entryOf(hosts, story.host), entryOf(days, story.at.slice(0, 10))]
    for (const count of counts) add(count, story, answer)
    for (const { rule, verdict } of decision.findings) add(entryOf(rules, rule), story, verdict === decision.verdict ? answer : verdict)
    violations += story.violations.length > 0 ? 1 : 0
    const ran = decision.verdict === 'allow' || (approval?.event === 'answered' && approval.verdict === 'allow')
    if (ran && outcome === undefined) withoutOutcome++
  }
  const stopped = all.ask + all.deny
  return {
    all,
    rules: [...rules.values()].toSorted((a, b) => b.ask + b.deny - (a.ask + a.deny) || b.allow - a.allow || (a.name < b.name ? -1 : 1)),
    hosts: [...hosts.values()].toSorted((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1)),
    days: [...days.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    violations,
    trials,
    withoutOutcome,
    falseAlarmShare: stopped === 0 ? null : all.falseAlarms / stopped,
  }
}

export const total = ({ allow, ask, deny }: Count): number => allow + ask + deny

const empty = (name: string): Mutable => ({ name, allow: 0, ask: 0, deny: 0, approved: 0, ran: 0, unseen: 0, falseAlarms: 0, harmful: 0 })

function entryOf(counts: Map<string, Mutable>, name: string): Mutable {
  const known = counts.get(name) ?? empty(name)
  counts.set(name, known)
  return known
}

function add(count: Mutable, { approval, opinion }: Story, verdict: Verdict): void {
  count[verdict]++
  if (verdict === 'ask' && approval?.event === 'answered' && approval.verdict === 'allow') count[isFromOutcome(approval) ? 'ran' : 'approved']++
  if (verdict === 'ask' && approval?.event === 'unseen') count.unseen++
  // Of what was let through, nothing can be a false alarm.
  if (verdict !== 'allow' && opinion === 'false-alarm') count.falseAlarms++
  if (opinion === 'harmful') count.harmful++
}
