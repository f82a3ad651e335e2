// How is a question that is kept shown on the page? Rendered by us from the card, never from the agent's words.
import type { Approval, Remember } from '../core/model.ts'
import type { Kept } from '../gate/approvals.ts'
import { headlineOf, whyOf } from '../gate/headline.ts'
import type { ApprovalView, Offer, Similar } from './api.ts'

const LABELS: Readonly<Record<Remember, string>> = { once: 'allow once', session: 'allow for this session', shape: 'allow what has this shape' }

export function viewOf(kept: Kept, all: readonly Kept[], now: Date): ApprovalView {
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
    offers: ended === null && !isOver && question.answerIn === 'desk' ? offersOf(question.offers, card) : [],
    askedAt: question.askedAt,
    openUntil: question.openUntil,
    waitsUntil: ended === null ? waits : null,
    answerIn: question.answerIn,
    ended:
      ended === null
        ? null
        : { how: ended.how, by: ended.by, channel: ended.channel, at: ended.at, ...(ended.reason === undefined ? {} : { reason: ended.reason }) },
    similar: similarTo(kept, all),
  }
}

/** Nobody can say yes to what is not shown whole. */
function offersOf(offers: readonly Remember[], card: Approval): readonly Offer[] {
  if (card.calls.some(({ fields }) => fields.some(({ cut }) => cut))) return []
  return offers.map((remember) => ({
    remember,
    label: LABELS[remember],
    ...(card.severity === 'critical' ? { needsWord: 'approve' } : {}),
  }))
}

/** Of the same tool and the same rules, answered by people. */
function similarTo({ question }: Kept, all: readonly Kept[]): Similar {
  const key = kindOf(question.card)
  const answered = all.filter((one) => one.question.id !== question.id && isAnswered(one) && kindOf(one.question.card) === key)
  const last = answered.at(-1)
  return {
    answered: answered.length,
    allowed: answered.filter(({ ended }) => ended?.how === 'allowed').length,
    ...(last?.ended === undefined || last.ended === null
      ? {}
      : { last: { verdict: last.ended.how === 'allowed' ? 'allow' : 'deny', at: last.ended.at, by: last.ended.by } }),
  }
}
const isAnswered = ({ ended }: Kept): boolean => ended?.how === 'allowed' || ended?.how === 'denied'
const kindOf = ({ calls, findings }: Approval): string =>
  JSON.stringify([calls.map(({ tool }) => [tool.server, tool.name]), findings.map(({ rule }) => rule).toSorted()])
