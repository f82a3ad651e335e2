// Finds calls that a host ran although they were denied or still unanswered: what the log says was stopped, and was not.
import type { ApprovalEntry, AuditEntry, DecisionEntry, OutcomeEntry } from './entry.ts'
import { isTrial, RANK, storiesOf } from './stories.ts'
import type { Story } from './stories.ts'

export interface Contradiction {
  /** When the host reported the result. */
  readonly at: string
  readonly host: string
  readonly session: string
  readonly call: string
  /** `server/tool` or `tool`; empty where the log does not say. */
  readonly tool: string
  /** What the host was answered; `unanswered`: a person was still being asked outside the host. */
  readonly answered: 'deny' | 'unanswered'
}

/** One event may carry several calls under one id; they are written one after the other. Ids that come back later are other calls. */
const TOGETHER_MS = 5000

/**
 * The first successful result that contradicts our answer, or null. Only success counts: several hosts report a blocked call as a failed one.
 * A question that the host itself puts to its user is answered by the result, so that is none.
 */
export function contradictionOf(story: Story): Contradiction | null {
  if (isTrial(story)) return null
  for (const [index, entry] of story.entries.entries()) {
    if (entry.kind !== 'outcome' || !entry.ok || entry.unmatched === true) continue
    const answered = answeredBefore(story.entries.slice(0, index), entry)
    if (answered === null) continue
    const { at, host, session, call } = entry
    return { at, host, session, call, tool: toolOf(story), answered }
  }
  return null
}

/** What the host had been told by then about the call that this result is of. */
export function answeredBefore(before: readonly AuditEntry[], outcome: Pick<OutcomeEntry, 'at' | 'digest'>): 'deny' | 'unanswered' | null {
  const group = decisionsAbout(before, outcome)
  const [first] = group
  if (first === undefined || Date.parse(outcome.at) < Date.parse(first.at) - TOGETHER_MS) return null
  const strictest = group.reduce((kept, one) => (RANK[one.verdict] > RANK[kept.verdict] ? one : kept))
  if (strictest.verdict !== 'ask') return strictest.verdict === 'deny' ? 'deny' : null
  const asked = before
    .slice(before.indexOf(first))
    .findLast((entry): entry is ApprovalEntry => entry.kind === 'approval' && entry.event !== 'late' && !isFromOutcome(entry))
  if (asked === undefined || asked.event === 'unseen') return null
  if (asked.event === 'expired') return 'deny'
  if (asked.event === 'answered') return asked.verdict === 'deny' ? 'deny' : null
  return asked.channel === 'host' ? null : 'unanswered'
}

/** The latest that is about the very same words; else the latest, with all that were written together with it. */
function decisionsAbout(before: readonly AuditEntry[], { digest }: Pick<OutcomeEntry, 'digest'>): readonly DecisionEntry[] {
  const same = digest === undefined ? -1 : before.findLastIndex((entry) => entry.kind === 'attempt' && entry.digest === digest)
  const own = same === -1 ? undefined : before.slice(same + 1).find((entry): entry is DecisionEntry => entry.kind === 'decision')
  if (own !== undefined) return [own]
  const decisions = before.filter((entry): entry is DecisionEntry => entry.kind === 'decision')
  const last = decisions.at(-1)
  return last === undefined ? [] : decisions.filter(({ at }) => Math.abs(Date.parse(last.at) - Date.parse(at)) <= TOGETHER_MS)
}

/** A yes that nobody told us: the host ran what it was to ask about. */
export const isFromOutcome = ({ event, because }: Pick<ApprovalEntry, 'event' | 'because'>): boolean => event === 'answered' && because === 'ran'

/** `server/tool` or `tool`. */
export const toolOf = ({ attempt }: Pick<Story, 'attempt'>): string =>
  attempt === undefined ? '' : attempt.tool.server === null ? attempt.tool.name : `${attempt.tool.server}/${attempt.tool.name}`

/** All of them, oldest first; of one host only where one is named. */
export const contradictions = (entries: Iterable<AuditEntry>, host?: string): readonly Contradiction[] =>
  storiesOf(entries).flatMap((story) => (host === undefined || story.host === host ? (contradictionOf(story) ?? []) : []))
