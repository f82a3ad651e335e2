// The queue as the page knows it, kept true by the desk's event stream.
import type { ApprovalsList, ApprovalView, Me, Respond } from '../../src/desk/api.ts'
import { rearm } from '../arming.ts'
import { get, request } from '../client.ts'
import type { Result } from '../client.ts'
import { computed, signal } from '../lib.ts'
import { notifyOf } from '../notify.ts'
import { EMPTY, openIn, takeAll, tidy, unheard } from './order.ts'
import type { Queue } from './order.ts'

export const queue = signal<Queue>(EMPTY)
export const me = signal<Me | null>(null)
export const waiting = computed(() => openIn(queue.value).length)
/** False until the first list came: an empty queue is not yet an answer. */
export const isListed = signal(false)

/** The person did something lately: nothing is put away under his hand. */
const QUIET_MS = 3000
let touchedAt = 0
export const touched = (): void => void (touchedAt = Date.now())

const isSame = (one: ApprovalView, other: ApprovalView | undefined): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

function change(next: Queue): void {
  const before = queue.value
  if (next === before) return
  queue.value = next
  // More that is said of a card makes it longer, too.
  const isMoved = next.cards.length !== before.cards.length || next.cards.some((card, at) => !isSame(card, before.cards[at]))
  if (isMoved) rearm()
}

export function takeIn(views: readonly ApprovalView[]): void {
  const known = new Set([...queue.value.cards, ...queue.value.past].map(({ id }) => id))
  change(takeAll(queue.value, views))
  if (isListed.value) for (const view of openIn(queue.value)) if (!known.has(view.id)) notifyOf(view)
}

export const putAwayOld = (): void => {
  if (Date.now() - touchedAt > QUIET_MS) change(tidy(queue.value, Date.now()))
}
export const putAwayNow = (): void => change(tidy(queue.value, Number.POSITIVE_INFINITY))

export async function takeList({ approvals }: ApprovalsList): Promise<void> {
  const missing = unheard(queue.value, approvals)
  takeIn(approvals)
  isListed.value = true
  const found = await Promise.all(missing.map((id) => get<ApprovalView>(`/api/approvals/${id}`)))
  takeIn(found.flatMap((one) => (one.ok ? [one.value] : [])))
}

/** The desk reads the log for it, and tells what it found a moment later. */
export async function lookAt(id: string): Promise<void> {
  const found = await get<ApprovalView>(`/api/approvals/${encodeURIComponent(id)}`)
  if (found.ok) takeIn([found.value])
}

export async function refreshMe(): Promise<void> {
  const mine = await get<Me>('/api/me')
  if (!mine.ok) return
  if (mine.value.mayApprove !== me.value?.mayApprove) rearm()
  me.value = mine.value
}

/** True where the desk answered. */
export async function refresh(): Promise<boolean> {
  const [list] = await Promise.all([get<ApprovalsList>('/api/approvals'), refreshMe()])
  if (list.ok) await takeList(list.value)
  return list.ok
}

export async function respond(view: ApprovalView, answer: Respond): Promise<Result<ApprovalView>> {
  const result = await request<ApprovalView>('POST', `/api/approvals/${encodeURIComponent(view.id)}/respond`, answer)
  if (result.ok) takeIn([result.value])
  else if (result.approval !== undefined) takeIn([result.approval])
  return result
}
