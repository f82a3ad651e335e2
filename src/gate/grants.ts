// What is kept of a person's yes: for which rules, calls of which shape, where, until when; and how is it made?
import type { GrantDraft } from '../core/judge/draft.ts'
import type { Grant, ToolCall } from '../core/model.ts'
import type { Dated } from './records.ts'

/** One answer, for everything its call was asked about for. */
export interface KeptGrant extends Dated {
  readonly findings: readonly Pick<GrantDraft, 'rule' | 'revision' | 'severity'>[]
  readonly shape: string
  readonly scope: string
  /** What it lets through, as people read it; secrets covered. */
  readonly shows: readonly string[]
  readonly by: string
  readonly channel: string
  /** The question it answers. */
  readonly approval?: string
  readonly reason?: string
}
/** What is kept with a question, so that an answer can be remembered. */
export interface KeptDraft {
  readonly findings: KeptGrant['findings']
  readonly shape: string
  readonly shows: readonly string[]
  /** Near misses: what it does not let through. */
  readonly misses: readonly string[]
  /** Without one, nothing counts for a session. */
  readonly session: string | null
  readonly project: string
  readonly host: string
}

const DAY = 86_400_000
export const GRANT_DAYS = 30
const MOST_DAYS = 365
/** Sessions that nobody ends do not last for ever. */
const SESSION_DAYS = 1

export const sessionScope = ({ host, session, chat }: Pick<ToolCall, 'host' | 'session' | 'chat'>): string | null =>
  session === '' ? null : `session:${host}:${session}${chat === undefined ? '' : `:${chat}`}`
const projectScope = (project: string): string => `project:${project}`
const hostScope = (host: string): string => `host:${host}`

/** The scopes a call stands in. */
export const scopesOf = (call: Pick<ToolCall, 'host' | 'session' | 'chat'>, project: string): readonly string[] => {
  const session = sessionScope(call)
  return [...(session === null ? [] : [session]), projectScope(project), hostScope(call.host)]
}

/** As the judge takes them: one a rule, all of one name. */
export const grantsOf = (kept: readonly KeptGrant[]): readonly Grant[] =>
  kept.flatMap(({ id, findings, shape, scope, expiresAt, by }) => findings.map((finding) => ({ id, ...finding, shape, scope, expiresAt, from: by })))

export interface Granting {
  readonly id: string
  readonly now: Date
  readonly by: string
  readonly channel: string
  readonly scope: 'session' | 'project' | 'host'
  readonly days?: number
  readonly approval?: string
  readonly reason?: string
}

/** Null where there is nothing it could count for. */
export function grantFrom(draft: KeptDraft, { id, now, by, channel, scope, days, approval, reason }: Granting): KeptGrant | null {
  const name = scope === 'session' ? draft.session : scope === 'project' ? projectScope(draft.project) : hostScope(draft.host)
  if (name === null) return null
  const most = scope === 'session' ? SESSION_DAYS : MOST_DAYS
  const lasts = Math.min(days ?? (scope === 'session' ? SESSION_DAYS : GRANT_DAYS), most)
  if (!(lasts > 0)) return null
  return {
    id,
    findings: draft.findings,
    // Wherever this host works: the folder is no part of it then.
    shape: scope === 'host' ? anywhere(draft.shape) : draft.shape,
    scope: name,
    shows: draft.shows,
    madeAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lasts * DAY).toISOString(),
    by,
    channel,
    ...(approval === undefined ? {} : { approval }),
    ...(reason === undefined ? {} : { reason }),
  }
}

const anywhere = (shape: string): string => JSON.stringify({ ...(JSON.parse(shape) as object), folder: null })
