// Which questions are there, and how is one answered from the page? Over the store that all surfaces share: whoever answers first wins.
import type { Approvals, Kept } from '../gate/approvals.ts'
import type { ApprovalsList, ApprovalView, Respond } from './api.ts'
import type { Feed } from './events.ts'
import { viewOf } from './view.ts'

export type Answered =
  | { readonly ok: true; readonly view: ApprovalView }
  | { readonly ok: false; readonly because: 'unknown' }
  | { readonly ok: false; readonly because: 'malformed'; readonly error: string }
  | { readonly ok: false; readonly because: 'decided'; readonly error: string; readonly view: ApprovalView }

export interface Questions {
  readonly list: () => Promise<ApprovalsList>
  readonly find: (id: string) => Promise<ApprovalView | null>
  readonly answer: (id: string, respond: Respond) => Promise<Answered>
  /** Looks for what has changed since the last look, and tells. */
  readonly look: () => Promise<void>
}

const MOST_ENDED = 20
const USABLE_MS = 600_000

export function makeQuestions(approvals: Approvals, feed: () => Feed, by: string): Questions {
  const known = new Map<string, ApprovalView['state']>()
  const isOpen = ({ state }: ApprovalView): boolean => state === 'open'
  const views = async (): Promise<readonly ApprovalView[]> => {
    const all = await approvals.list()
    const now = new Date()
    return all.map((one) => viewOf(one, all, now))
  }
  const view = (kept: Kept, all: readonly Kept[]): ApprovalView => viewOf(kept, all, new Date())
  const list = async (): Promise<ApprovalsList> => {
    const cursor = feed().cursor()
    const all = await views()
    const ended = all.filter((one) => !isOpen(one)).toSorted((a, b) => endOf(b) - endOf(a))
    return { approvals: [...all.filter(isOpen), ...ended.slice(0, MOST_ENDED)], cursor }
  }
  return {
    list,
    find: async (id) => {
      const kept = await approvals.find(id)
      return kept === null ? null : view(kept, await approvals.list())
    },
    answer: async (id, { approved, reason, remember = 'once', word }) => {
      const before = await approvals.find(id)
      if (before === null) return { ok: false, because: 'unknown' }
      const all = await approvals.list()
      const shown = view(before, all)
      if (shown.state !== 'open') return { ok: false, because: 'decided', error: storyOf(shown), view: shown }
      if (approved) {
        const offer = shown.offers.find((one) => one.remember === remember)
        if (offer === undefined) return { ok: false, because: 'malformed', error: `\`${remember}\` is not offered for this question` }
        if (offer.needsWord !== undefined && word !== offer.needsWord)
          return { ok: false, because: 'malformed', error: `this counts only with the word \`${offer.needsWord}\` typed` }
      }
      const now = new Date()
      const { won, kept } = await approvals.end(id, {
        how: approved ? 'allowed' : 'denied',
        by,
        channel: 'desk',
        at: now.toISOString(),
        ...(reason === undefined || reason === '' ? {} : { reason }),
        ...(approved ? { remember, usableUntil: new Date(now.getTime() + USABLE_MS).toISOString() } : {}),
      })
      if (kept === null) return { ok: false, because: 'unknown' }
      const after = view(kept, all)
      return won ? { ok: true, view: after } : { ok: false, because: 'decided', error: storyOf(after), view: after }
    },
    look: async () => {
      for (const one of await views()) {
        const before = known.get(one.id)
        known.set(one.id, one.state)
        if (before === one.state || (before === undefined && one.state !== 'open')) continue
        feed().say(isOpen(one) ? 'approval.requested' : one.state === 'expired' ? 'approval.expired' : 'approval.answered', one)
      }
    },
  }
}

const endOf = ({ ended, openUntil }: ApprovalView): number => Date.parse(ended?.at ?? openUntil)

const storyOf = ({ ended, state }: ApprovalView): string =>
  ended === null ? `this was not answered in time: ${state}` : `${ended.by === '' ? 'somebody' : ended.by} has ${ended.how} it already`
