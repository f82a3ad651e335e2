// How is a question that is kept shown on the page? Rendered by us from the card, never from the agent's words.
import type { Approval } from '../core/model.ts'
import type { Kept, Question } from '../gate/approvals.ts'
import { headlineOf, whyOf } from '../gate/headline.ts'
import { offersOf as inWords } from '../gate/offers.ts'
import type { PastCalls, QuestionHistory } from '../ask/history.ts'
import type { ApprovalView, Offer, Similar } from './api.ts'

/** `history`: what the log says of it, once that is known. */
export function viewOf(kept: Kept, before: Before, now: Date, history: QuestionHistory | null = null): ApprovalView {
  const { question, ended } = kept
  const { card } = question
  const isOver = ended === null && Date.parse(question.openUntil) <= now.getTime()
  const waits = Date.parse(question.waitsUntil ?? '') > now.getTime() ? question.waitsUntil : null
  return {
    id: question.id,
    state: ended?.how ?? (isOver ? 'expired' : 'open'),
    card,
    headline: headlineOf(card),
    why: whyOf(card),
    offers: ended === null && !isOver && question.answerIn === 'desk' ? offersOf(question, now, history?.past ?? null) : [],
    askedAt: question.askedAt,
    openUntil: question.openUntil,
    waitsUntil: ended === null ? waits : null,
    answerIn: question.answerIn,
    ended:
      ended === null
        ? null
        : { how: ended.how, by: ended.by, channel: ended.channel, at: ended.at, ...(ended.reason === undefined ? {} : { reason: ended.reason }) },
    similar: history?.similar ?? similarTo(kept, before),
    usableSeconds: Math.round(question.usableMillis / 1000),
    ...(card.claim === undefined ? {} : { claim: card.claim }),
  }
}

/** Nobody can say yes to what is not shown whole. */
function offersOf({ offers, draft, card }: Question, now: Date, past: PastCalls | null): readonly Offer[] {
  if (card.calls.some(({ fields }) => fields.some(({ cut }) => cut))) return []
  return inWords(offers, draft, now, past).map((offer) => ({ ...offer, ...(card.severity === 'critical' ? { needsWord: 'approve' } : {}) }))
}

/** By tools and rules: what people answered to questions of this kind. */
export type Before = ReadonlyMap<string, Similar>

export function answeredBefore(all: readonly Kept[]): Before {
  const found = new Map<string, Similar>()
  for (const { question, ended } of all) {
    if (ended?.how !== 'allowed' && ended?.how !== 'denied') continue
    const key = kindOf(question.card)
    const { answered, allowed, last } = found.get(key) ?? NONE
    const now = { verdict: ended.how === 'allowed' ? 'allow' : 'deny', at: ended.at, by: ended.by } as const
    const isLater = last === undefined || last.at <= ended.at
    found.set(key, { answered: answered + 1, allowed: allowed + (ended.how === 'allowed' ? 1 : 0), last: isLater ? now : last })
  }
  return found
}
const NONE: Similar = { answered: 0, allowed: 0 }

/** Without its own answer. */
function similarTo({ question, ended }: Kept, before: Before): Similar {
  const found = before.get(kindOf(question.card)) ?? NONE
  if (ended?.how !== 'allowed' && ended?.how !== 'denied') return found
  return { ...found, answered: Math.max(0, found.answered - 1), allowed: Math.max(0, found.allowed - (ended.how === 'allowed' ? 1 : 0)) }
}
const kindOf = ({ calls, findings }: Approval): string =>
  JSON.stringify([calls.map(({ tool }) => [tool.server, tool.name]), findings.map(({ rule }) => rule).toSorted()])
