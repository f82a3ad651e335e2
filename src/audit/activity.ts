// Tells per host what was last seen of it: the last call, the last denial and whether it held, and calls it ran although they were denied.
import type { Verdict } from '../core/model.ts'
import type { Store } from '../gate/seams.ts'
import { contradictionOf, toolOf } from './contradiction.ts'
import type { Contradiction } from './contradiction.ts'
import { answerTo, isTrial, storiesOf } from './stories.ts'
import type { Story } from './stories.ts'

export interface SeenCall {
  readonly at: string
  readonly id: string
  readonly session: string
  /** `server/tool` or `tool`. */
  readonly tool: string
  /** What the host was answered. */
  readonly verdict: Verdict
  /** Of the host, where its event says it. */
  readonly hostVersion?: string
}
export interface HostActivity {
  readonly host: string
  /** The last call that was judged. Trials of `prudent doctor` do not count. */
  readonly last: SeenCall
  /** The last call that was answered with a denial, whatever became of it. */
  readonly denied: SeenCall | null
  /**
   * The last denial that was seen to hold: the same session went on afterwards, the host reported the result of another call of it, and none of this
   * one. A host that reports no results has none: that nothing was reported then says nothing.
   */
  readonly held: SeenCall | null
  /** Calls that it ran although they were denied or unanswered, oldest first. A host with one after `held` is not protected. */
  readonly contradictions: readonly Contradiction[]
  /** Results of calls that were never checked: forged, or the host ran them without asking. */
  readonly unmatched: number
}

/** By the host's name. Reads the whole log from `since` (ISO 8601) on: for screens, not for the hook. */
export function lastCalls(store: Pick<Store, 'entries'>, since?: string): ReadonlyMap<string, HostActivity> {
  return activityOf(storiesOf(store.entries(since === undefined ? {} : { since })))
}

/** The same from calls that were read already. */
export function activityOf(stories: readonly Story[]): ReadonlyMap<string, HostActivity> {
  const found = new Map<string, HostActivity>()
  const real = stories.filter((story) => !isTrial(story))
  const sessions = new Map<string, { latest: string; reports: boolean }>()
  for (const story of real) {
    const session = sessions.get(keyOf(story)) ?? { latest: '', reports: false }
    if (story.decision !== undefined && story.at > session.latest) session.latest = story.at
    if (story.decision !== undefined && story.outcome !== undefined && story.outcome.ok) session.reports = true
    sessions.set(keyOf(story), session)
  }
  const unmatched = new Map<string, number>()
  for (const story of real) {
    const { host } = story
    const strange = story.entries.filter((entry) => entry.kind === 'outcome' && entry.unmatched === true).length
    if (strange > 0) unmatched.set(host, (unmatched.get(host) ?? 0) + strange)
    const seen = seenOf(story)
    if (seen === null) continue
    const before = found.get(host)
    const contradiction = contradictionOf(story)
    const denied = seen.verdict === 'deny' && contradiction === null
    const session = sessions.get(keyOf(story))
    const held = denied && story.outcome?.ok !== true && session?.reports === true && session.latest > story.at
    found.set(host, {
      host,
      last: seen,
      denied: seen.verdict === 'deny' ? seen : (before?.denied ?? null),
      held: held ? seen : (before?.held ?? null),
      contradictions: contradiction === null ? (before?.contradictions ?? []) : [...(before?.contradictions ?? []), contradiction],
      unmatched: 0,
    })
  }
  for (const [host, activity] of found) found.set(host, { ...activity, unmatched: unmatched.get(host) ?? 0 })
  return found
}

const keyOf = ({ host, session }: Story): string => JSON.stringify([host, session])

function seenOf(story: Story): SeenCall | null {
  const { decision, at, id, session } = story
  const verdict = answerTo(story)
  if (decision === undefined || verdict === undefined) return null
  return { at, id, session, tool: toolOf(story), verdict, ...(decision.hostVersion === undefined ? {} : { hostVersion: decision.hostVersion }) }
}
