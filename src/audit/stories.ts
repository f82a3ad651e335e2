// What happened to each call, from the attempt to what a person thought of it afterwards?
import type { Verdict } from '../core/model.ts'
import { isMadeName } from './record.ts'
import type { ApprovalEntry, AttemptEntry, AuditEntry, DecisionEntry, NoticeEntry, Opinion, OutcomeEntry, Violation } from './entry.ts'

export interface Story {
  /** The id to mark it by: the decision's, else that of the first entry. */
  readonly id: string
  readonly call: string
  readonly at: string
  readonly host: string
  readonly session: string
  readonly attempt?: AttemptEntry
  readonly decision?: DecisionEntry
  readonly violations: readonly Violation[]
  /** The last word of the people asked. */
  readonly approval?: ApprovalEntry
  readonly outcome?: OutcomeEntry
  readonly opinion?: Opinion
  /** It was tried by `prudent doctor`. */
  readonly trial?: true
  readonly entries: readonly AuditEntry[]
}
type Draft = { -readonly [Key in keyof Story]: Story[Key] } & { violations: Violation[]; entries: AuditEntry[] }

/** The notice that a host's session is over. */
export const SESSION_ENDED = 'session-ended'

/** In the order in which they began. Entries that belong to no call are left out. */
export function storiesOf(entries: Iterable<AuditEntry>): Story[] {
  const drafts: Draft[] = []
  const latest = new Map<string, Draft>()
  const ended = new Map<string, string>()
  let newest = ''
  for (const entry of entries) {
    if (entry.at > newest) newest = entry.at
    if (entry.kind === 'notice' && entry.event === SESSION_ENDED) ended.set(sessionOf(entry), entry.at)
    // Hosts count their calls anew in each session.
    const key = JSON.stringify([entry.host, entry.session, entry.call])
    const named = latest.get(key)
    if (entry.kind === 'notice' && entry.event === TRIED && named !== undefined) named.trial = true
    if (entry.kind === 'notice' || entry.call === '') continue
    // A call named by what it does, tried again, is another one.
    const known = entry.kind === 'attempt' && isMadeName(entry.call) && named?.attempt !== undefined ? undefined : named
    const draft: Draft = known ?? { id: entry.id, call: entry.call, at: entry.at, host: entry.host, session: entry.session, violations: [], entries: [] }
    if (known === undefined) drafts.push(draft)
    latest.set(key, draft)
    tell(draft, entry)
  }
  endQuestions(drafts, ended, newest)
  return drafts
}

const sessionOf = ({ host, session }: Pick<Story, 'host' | 'session'>): string => JSON.stringify([host, session])

/** Calls that are made at once may stand behind a question that still waits. */
const MEANWHILE_MS = 30_000
const DAY_MS = 86_400_000

/** What a host was left to ask about is answered when the call ran; of any question no answer was seen once its session went on, or ended, or a day has passed. */
function endQuestions(drafts: readonly Draft[], ended: ReadonlyMap<string, string>, newest: string): void {
  const last = new Map<string, string>()
  for (const draft of drafts) if (draft.attempt !== undefined && draft.at > (last.get(sessionOf(draft)) ?? '')) last.set(sessionOf(draft), draft.at)
  for (const draft of drafts) {
    const { approval, outcome, host } = draft
    if (approval?.event !== 'asked') continue
    const asked = Date.parse(approval.at)
    const isAfter = (at: string | undefined, millis: number): boolean => at !== undefined && Date.parse(at) - asked > millis
    if (outcome?.ok === true && approval.channel === 'host') draft.approval = { ...approval, event: 'answered', verdict: 'allow', by: host, because: 'ran' }
    else if (isAfter(last.get(sessionOf(draft)), MEANWHILE_MS) || isAfter(ended.get(sessionOf(draft)), 0) || isAfter(newest, DAY_MS))
      draft.approval = { ...approval, event: 'unseen' }
  }
}

function tell(draft: Draft, entry: Exclude<AuditEntry, NoticeEntry>): void {
  draft.entries.push(entry)
  switch (entry.kind) {
    case 'attempt':
      draft.attempt = entry
      return
    case 'decision':
      decide(draft, entry)
      return
    case 'violation':
      if (!draft.violations.includes(entry.of)) draft.violations.push(entry.of)
      return
    case 'approval':
      // A late answer changes nothing.
      if (entry.event !== 'late') draft.approval = entry
      return
    case 'outcome':
      // What nobody judged has no outcome that counts.
      if (entry.unmatched !== true && draft.decision !== undefined) draft.outcome = entry
      return
    case 'mark':
      draft.opinion = entry.as
  }
}

export const RANK: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

/** Some hosts ask about several calls under one id: the strictest decision was the answer to all, and its attempt is what it was about. */
function decide(draft: Draft, entry: DecisionEntry): void {
  const { decision, entries } = draft
  if (decision === undefined || RANK[entry.verdict] >= RANK[decision.verdict]) {
    draft.decision = entry
    draft.id = entry.id
    return
  }
  const attempt = entries.slice(0, entries.indexOf(decision)).findLast(({ kind }) => kind === 'attempt')
  if (attempt?.kind === 'attempt') draft.attempt = attempt
}

/** What the agent was answered: a question without an answer that counts is a denial. */
export const answerTo = ({ decision, approval }: Pick<Story, 'decision' | 'approval'>): Verdict | undefined =>
  decision?.verdict === 'ask' && approval?.event === 'expired' ? 'deny' : decision?.verdict

/** How the ids begin of calls by which only the code cache is filled, and of trials before they were told by notices. */
export const TRIAL = 'prudent-doctor'
/** The notice, after a trial of `prudent doctor`, which call it was: nothing in the call itself tells. */
export const TRIED = 'trial'

/** A trial of the doctor's: judged like a call, and none. */
export const isTrial = ({ session, call, trial }: Pick<Story, 'session' | 'call' | 'trial'>): boolean =>
  trial === true || session.startsWith(TRIAL) || call.startsWith(TRIAL)

export interface StoryFilter {
  /** As answered in the end, or by the person who was asked. */
  readonly verdict?: Verdict
  /** A rule's id, or its family: `git` means all of `git.*`. */
  readonly rule?: string
}

export const isWanted = (story: Story, { verdict, rule }: StoryFilter): boolean =>
  (verdict === undefined || answerTo(story) === verdict || (story.decision?.verdict === 'ask' && story.approval?.verdict === verdict)) &&
  (rule === undefined || story.decision?.findings.some((finding) => finding.rule === rule || finding.rule.startsWith(`${rule}.`)) === true)

/** The one call with this id, or the beginning of it. */
export function findStory(stories: readonly Story[], id: string): Story | 'none' | 'several' {
  const found = stories.filter((story) => story.call === id || story.entries.some((entry) => entry.id.startsWith(id)))
  return found.length > 1 ? 'several' : (found[0] ?? 'none')
}
