// Which cards stand where: new ones below, ended ones stay where they are until nobody is looking. Pure.
import type { ApprovalView } from '../../src/desk/api.ts'

export interface Queue {
  /** In the order they came: nothing here changes its place. */
  readonly cards: readonly ApprovalView[]
  /** Ended and put away, latest first. */
  readonly past: readonly ApprovalView[]
}
export const EMPTY: Queue = { cards: [], past: [] }

const MOST_PAST = 20
/** An ended card is left so long, so that everybody sees what became of it. */
export const KEEP_MS = 20_000

export const isOpen = ({ state }: ApprovalView): boolean => state === 'open'
const endedAt = (view: ApprovalView): number => (isOpen(view) ? Number.POSITIVE_INFINITY : Date.parse(view.ended?.at ?? view.openUntil))
const putAway = (past: readonly ApprovalView[], more: readonly ApprovalView[]): readonly ApprovalView[] =>
  [...new Map([...past, ...more].map((view) => [view.id, view])).values()].sort((a, b) => endedAt(b) - endedAt(a)).slice(0, MOST_PAST)

/** An answered question is never open again, whatever comes late. */
const later = (old: ApprovalView, fresh: ApprovalView): ApprovalView => (!isOpen(old) && isOpen(fresh) ? old : fresh)

export function take(queue: Queue, view: ApprovalView): Queue {
  if (queue.cards.some(({ id }) => id === view.id)) return { ...queue, cards: queue.cards.map((card) => (card.id === view.id ? later(card, view) : card)) }
  const known = queue.past.find(({ id }) => id === view.id)
  if (!isOpen(view) || known !== undefined) return { ...queue, past: putAway(queue.past, [known === undefined ? view : later(known, view)]) }
  return { ...queue, cards: [...queue.cards, view] }
}

export const takeAll = (queue: Queue, views: readonly ApprovalView[]): Queue => views.reduce(take, queue)

/** Open here, and not in what the desk just listed: they ended while nobody told us. */
export const unheard = (queue: Queue, listed: readonly ApprovalView[]): readonly string[] =>
  queue.cards.filter((card) => isOpen(card) && !listed.some(({ id }) => id === card.id)).map(({ id }) => id)

export function tidy(queue: Queue, now: number): Queue {
  const gone = queue.cards.filter((card) => now - endedAt(card) > KEEP_MS)
  return gone.length === 0 ? queue : { cards: queue.cards.filter((card) => !gone.includes(card)), past: putAway(queue.past, gone) }
}

export const openIn = ({ cards }: Queue): readonly ApprovalView[] => cards.filter(isOpen)
