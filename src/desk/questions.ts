// Which questions are there, and how is one answered from the page? Over the queue that all surfaces share: whoever answers first wins.
import type { Histories } from '../ask/history.ts'
import type { AnswerResult, Change, Queue } from '../ask/queue.ts'
import type { Kept } from '../gate/approvals.ts'
import type { ApprovalsList, ApprovalView, Respond } from './api.ts'
import type { Feed } from './events.ts'
import { answeredBefore, viewOf } from './view.ts'
import type { Before } from './view.ts'

export type MakeHistories = (told: (id: string) => void) => Histories

export type Answered =
  | { readonly ok: true; readonly view: ApprovalView }
  | { readonly ok: false; readonly because: 'unknown' }
  | { readonly ok: false; readonly because: 'malformed'; readonly error: string }
  | { readonly ok: false; readonly because: 'decided'; readonly error: string; readonly view: ApprovalView }

export interface Questions {
  readonly list: () => Promise<ApprovalsList>
  readonly find: (id: string) => Promise<ApprovalView | null>
  readonly answer: (id: string, respond: Respond) => Promise<Answered>
  readonly close: () => void
}

const MOST_ENDED = 20
/** What was answered before is looked up again after so long: it is no more than a hint. */
const BEFORE_MS = 2000
const NAMES = { requested: 'approval.requested', answered: 'approval.answered', expired: 'approval.expired' } as const

/** `histories`: from the log, read for a question that somebody looks at (`find`), and told as `approval.updated`. */
export function makeQuestions(queue: Queue, feed: () => Feed, by: string, histories: MakeHistories, now: () => number = Date.now): Questions {
  let known: { readonly until: number; readonly before: Before } = { until: 0, before: new Map() }
  let looking: Promise<Before> | null = null
  const remembered = (all: readonly Kept[]): Before => {
    known = { until: now() + BEFORE_MS, before: answeredBefore(all) }
    return known.before
  }
  /** All who want it at once wait for one listing: when a desk starts, every open question does. */
  const beforeNow = (): Promise<Before> | Before => {
    if (known.until > now()) return known.before
    looking ??= queue
      .list()
      .then(remembered)
      .finally(() => (looking = null))
    return looking
  }
  const seen = (kept: Kept, before: Before): ApprovalView => viewOf(kept, before, new Date(now()), history.known(kept.question.id))
  const view = async (kept: Kept): Promise<ApprovalView> => seen(kept, await beforeNow())
  const updated = async (id: string): Promise<void> => {
    const kept = await queue.find(id)
    if (kept !== null && kept.ended === null) feed().say('approval.updated', await view(kept))
  }
  const history = histories((id) => void updated(id))
  const look = ({ question, ended }: Kept): void => {
    if (ended === null && question.answerIn === 'desk') history.look(question.id)
  }
  const changed = async ({ kind, kept }: Change): Promise<void> => feed().say(NAMES[kind], await view(kept))
  const unsubscribe = queue.subscribe((change) => void changed(change))
  const told = async (result: AnswerResult, remember: string): Promise<Answered> => {
    if (result.ok) return { ok: true, view: await view(result.kept) }
    if (result.because === 'unknown') return { ok: false, because: 'unknown' }
    if (result.because === 'in-agent') return { ok: false, because: 'malformed', error: 'this is answered in the agent alone' }
    if (result.because === 'not-whole') return { ok: false, because: 'malformed', error: 'it cannot be shown completely, so it cannot be allowed' }
    if (result.because === 'not-offered') return { ok: false, because: 'malformed', error: `\`${remember}\` is not offered for this question` }
    const after = await view(result.kept)
    return { ok: false, because: 'decided', error: storyOf(after), view: after }
  }
  return {
    list: async () => {
      const cursor = feed().cursor()
      const all = await queue.list()
      const before = remembered(all)
      const views = all.map((one) => seen(one, before))
      const ended = views.filter(({ state }) => state !== 'open').toSorted((a, b) => endOf(b) - endOf(a))
      return { approvals: [...views.filter(({ state }) => state === 'open'), ...ended.slice(0, MOST_ENDED)], cursor }
    },
    find: async (id) => {
      const kept = await queue.find(id)
      if (kept === null) return null
      look(kept)
      return view(kept)
    },
    answer: async (id, { approved, reason, remember = 'once', word, pause = false }) => {
      const before = await queue.find(id)
      const offer = before === null ? undefined : viewOf(before, new Map(), new Date(now())).offers.find((one) => one.remember === remember)
      if (approved && offer?.needsWord !== undefined && word !== offer.needsWord)
        return { ok: false, because: 'malformed', error: `this counts only with the word \`${offer.needsWord}\` typed` }
      const given = { by, channel: 'desk', ...(reason === undefined ? {} : { reason }) }
      return told(await queue.answer(id, approved ? { ...given, verdict: 'allow', remember } : { ...given, verdict: 'deny', pause }), remember)
    },
    close: unsubscribe,
  }
}

const endOf = ({ ended, openUntil }: ApprovalView): number => Date.parse(ended?.at ?? openUntil)

const storyOf = ({ ended }: ApprovalView): string =>
  ended === null || ended.how === 'expired' ? 'this was not answered in time' : `${ended.by === '' ? 'somebody' : ended.by} has ${ended.how} it already`
