// How does a question that the host puts to its user become known to those who show questions? It is kept like ours, to be seen and not to be answered.
import type { LoggedCall } from '../gate/approvals.ts'
import type { ApprovalSettings } from '../config/approval-settings.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import { questionOf } from '../gate/question.ts'
import type { AskedAbout } from '../gate/question.ts'
import { openDiskApprovals } from '../stores/json-lines/approvals.ts'

export interface InAgent {
  readonly id: string
  readonly about: readonly AskedAbout[]
  readonly state: string
  readonly names: LoggedCall
  readonly settings: ApprovalSettings
  readonly redact: (text: string) => string
  readonly meaning: Meaning
}

/** Best effort, and over when it returns: the store waits for nothing. */
export function keepAsked({ id, about, state, names, settings, redact, meaning }: InAgent): void {
  const now = Date.now()
  const card = questionOf(about, { id, now, millis: settings.openSeconds * 1000, redact, digest: () => '', meaning })
  void openDiskApprovals({ state }).raise(
    {
      id,
      // It joins nothing, and no yes to it is ever taken here.
      call: `in agent ${id}`,
      session: names.session,
      card,
      offers: [],
      policy: card.policy,
      answerIn: 'agent',
      log: names,
      askedAt: card.askedAt,
      openUntil: card.expiresAt,
      waitsUntil: null,
      usableMillis: 0,
    },
    { most: settings.maxPending, mostOfSession: settings.maxPending },
  )
}

/** The log has said how; nobody need show it any longer. */
export function endAsked(state: string, id: string, how: 'allowed' | 'denied' | 'cancelled', by: string): void {
  const approvals = openDiskApprovals({ state })
  void approvals.end(id, { how, by, channel: 'host', at: new Date().toISOString() })
  void approvals.said(id)
}
