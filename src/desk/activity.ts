// What do agents do right now? The end of the log, followed; what is older is asked of the command line.
import { answerTo, isTrial, isWanted, storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import type { AuditEntry } from '../audit/entry.ts'
import type { Verdict } from '../core/model.ts'
import type { JsonLinesStore } from '../stores/json-lines/store.ts'
import type { CallView, DeskEvents } from './api.ts'

export interface CallFilter {
  readonly verdict?: Verdict
  readonly host?: string
  readonly rule?: string
  readonly limit: number
}
export interface Activity {
  /** Latest first. */
  readonly last: (filter: CallFilter) => readonly CallView[]
  /** What was written since the last look is told. */
  readonly look: () => void
  /** Where agents worked lately, latest first. */
  readonly folders: () => readonly string[]
}
export type Tell = <N extends 'call.gated' | 'call.allowed' | 'call.denied'>(name: N, data: DeskEvents[N]) => void

/** So far back is read at the start, and so many calls are kept. */
const BACK_MS = 2 * 86_400_000
const MOST_KEPT = 1000
/** A session in which nothing was called for so long is over. */
const OPEN_MS = 3_600_000

export function makeActivity(store: Pick<JsonLinesStore, 'entries' | 'after' | 'end'>, tell: Tell, now: () => number = Date.now): Activity {
  let isRead = false
  // Where to go on is noted first: what comes meanwhile is known by its id.
  let cursor = store.end()
  const seen = new Set<string>()
  /** By call, oldest first. */
  const kept = new Map<string, AuditEntry[]>()
  const keep = (entry: AuditEntry): boolean => {
    if (entry.call === '' || seen.has(entry.id)) return false
    seen.add(entry.id)
    const key = JSON.stringify([entry.host, entry.session, entry.call])
    const known = kept.get(key)
    if (known === undefined) kept.set(key, [entry])
    else known.push(entry)
    if (kept.size > MOST_KEPT) {
      const [oldest] = kept.keys()
      for (const { id } of kept.get(oldest ?? '') ?? []) seen.delete(id)
      kept.delete(oldest ?? '')
    }
    return true
  }
  /** Not before somebody looks: reading takes as long as the log is. */
  const begin = (): void => {
    if (isRead) return
    isRead = true
    cursor = store.end()
    for (const entry of store.entries({ since: new Date(now() - BACK_MS).toISOString() })) keep(entry)
  }
  const stories = (): readonly Story[] => storiesOf([...kept.values()].flat()).filter((story) => story.decision !== undefined && !isTrial(story))
  return {
    last: ({ verdict, host, rule, limit }) => {
      begin()
      look()
      return stories()
        .filter((story) => (host === undefined || story.host === host) && isWanted(story, { ...(verdict && { verdict }), ...(rule !== undefined && { rule }) }))
        .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, limit)
        .map(callView)
    },
    look,
    folders: () => {
      const since = new Date(now() - OPEN_MS).toISOString()
      const recent = [...kept.values()].flat().flatMap((entry) => (entry.kind === 'attempt' && entry.at >= since ? [entry] : []))
      return [...new Set(recent.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map(({ cwd }) => cwd))]
    },
  }
  function look(): void {
    begin()
    const next = store.after(cursor)
    cursor = next.cursor
    const fresh = next.entries.filter(keep)
    for (const entry of fresh) {
      if (entry.kind !== 'decision') continue
      const story = storiesOf(kept.get(JSON.stringify([entry.host, entry.session, entry.call])) ?? []).at(-1)
      if (story === undefined || isTrial(story)) continue
      const view = callView(story)
      tell('call.gated', view)
      if (view.verdict !== 'ask') tell(view.verdict === 'allow' ? 'call.allowed' : 'call.denied', view)
    }
  }
}

export function callView(story: Story): CallView {
  const { id, at, host, session, call, attempt, decision, approval, outcome, opinion, violations } = story
  const tool = attempt?.tool
  return {
    id,
    at,
    host,
    session,
    call,
    tool: tool === undefined ? '' : tool.server === null ? tool.name : `${tool.server}/${tool.name}`,
    ...(attempt?.input === undefined ? {} : { input: attempt.input }),
    ...(attempt === undefined ? {} : { cwd: attempt.cwd }),
    verdict: answerTo(story) ?? 'deny',
    by: decision?.by ?? 'failure',
    reason: decision?.reason ?? '',
    findings: (decision?.findings ?? []).map(({ rule, severity, verdict }) => ({ rule, severity, verdict })),
    ...(approval === undefined
      ? {}
      : {
          answer: {
            event: approval.event,
            ...(approval.verdict === undefined ? {} : { verdict: approval.verdict }),
            ...(approval.by === undefined ? {} : { by: approval.by }),
            ...(approval.channel === undefined ? {} : { channel: approval.channel }),
          },
        }),
    ...(outcome === undefined ? {} : { ran: outcome.ok }),
    ...(opinion === undefined ? {} : { marked: opinion }),
    violations,
  }
}
