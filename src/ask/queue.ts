// What do all who show questions and take answers share? The store is the truth: it is listed, answered by one alone, expired, logged and followed here.
import { randomBytes } from 'node:crypto'
import { makeRecorder } from '../audit/record.ts'
import type { ApprovalStep } from '../audit/record.ts'
import type { AuditSettings } from '../audit/settings.ts'
import type { Remember } from '../core/model.ts'
import { isOpen } from '../gate/approvals.ts'
import type { Approvals, Ended, Kept } from '../gate/approvals.ts'
import { grantFrom } from '../gate/grants.ts'
import { PAUSED } from '../gate/records.ts'
import type { Lifts } from '../gate/records.ts'
import type { Store } from '../gate/seams.ts'
import { openDiskApprovals } from '../stores/json-lines/approvals.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { seenInAgent } from './in-agent.ts'

export interface Answering {
  readonly verdict: 'allow' | 'deny'
  /** Who, as the surface knows them, and which surface it is. */
  readonly by: string
  readonly channel: string
  /** What a yes is good for; one of the question's offers. */
  readonly remember?: Remember
  /** For the agent. */
  readonly reason?: string
  /** With a no: what else its session asks is denied, for a while. */
  readonly pause?: boolean
}
export type AnswerResult =
  | { readonly ok: true; readonly kept: Kept }
  | { readonly ok: false; readonly because: 'unknown'; readonly kept: null }
  /** `ended`: somebody was first, or the clock; `in-agent`: it is answered in the agent alone; `not-offered`, `not-whole`: nobody may say this to it. */
  | { readonly ok: false; readonly because: 'ended' | 'in-agent' | 'not-offered' | 'not-whole'; readonly kept: Kept }

export type Change =
  | { readonly kind: 'requested'; readonly kept: Kept }
  /** By a person, in the agent, or because the agent stopped waiting. */
  | { readonly kind: 'answered'; readonly kept: Kept & { readonly ended: Ended } }
  | { readonly kind: 'expired'; readonly kept: Kept & { readonly ended: Ended } }

export interface Queue {
  readonly approvals: Approvals
  /** Oldest first. */
  readonly listOpen: () => Promise<readonly Kept[]>
  readonly list: () => Promise<readonly Kept[]>
  readonly find: (id: string) => Promise<Kept | null>
  readonly answer: (id: string, given: Answering) => Promise<AnswerResult>
  /** Ends what is over and writes down what others died before writing down. For the start of every surface, and now and then. */
  readonly settle: () => Promise<void>
  /** What is open is told as requested first. Returns what ends it. */
  readonly subscribe: (listener: (change: Change) => void) => () => void
}
export interface QueueOpening {
  readonly state: string
  readonly audit?: AuditSettings
  readonly approvals?: Approvals
  readonly lifts?: Lifts
  readonly log?: Pick<Store, 'append' | 'digest' | 'entries'>
  readonly now?: () => Date
}

/** Hints come at once; what a hint is lost of is seen then. */
const LOOK_MS = 400
const HINT_MS = 8
const SETTLE_MS = 5000
/** Whoever ended it writes it down at once, or is dead. */
const DEAD_MS = 5000
const KEEP_MS = 7 * 86_400_000
const LONGEST_REASON = 500
/** For so long nothing that a paused session asks is shown: it is denied. */
const PAUSE_MS = 600_000

export function openQueue({
  state,
  audit,
  approvals = openDiskApprovals({ state }),
  lifts = openDiskLifts({ state }),
  log = openJsonLines({ state }),
  now = () => new Date(),
}: QueueOpening): Queue {
  // What names a call in a question was covered before it was kept.
  const recorder = makeRecorder({ store: log as Store, redact: (text) => text, now, ...(audit === undefined ? {} : { settings: audit }) })
  const write = ({ question: { id, log: named } }: Kept, step: ApprovalStep): boolean =>
    recorder.approval({ ...named, id: named.call }, { approval: id, ...step }).ok
  /** What an answer leaves, and that it stands in the log: who dies between the two is finished by the next who looks. */
  const finish = async (kept: Kept): Promise<void> => {
    await keep(kept)
    await say(kept)
  }
  const say = async (kept: Kept): Promise<void> => {
    const step = stepOf(kept)
    if (step === null || write(kept, step)) await approvals.said(kept.question.id)
  }

  /** A yes that counts for more than once is a grant. */
  const keep = async ({ question: { id, draft }, ended }: Kept): Promise<void> => {
    if (draft === undefined || ended?.how !== 'allowed' || ended.remember === undefined || ended.remember === 'once') return
    const { by, channel, reason } = ended
    const scope = ended.remember === 'session' ? 'session' : 'project'
    const grant = grantFrom(draft, {
      // One answer makes one, whoever has to finish what it began.
      id,
      now: now(),
      by,
      channel,
      scope,
      approval: id,
      ...(reason === undefined ? {} : { reason }),
    })
    if (grant !== null) await lifts.grants.add(grant, now()).catch(() => false)
  }

  /** Kept first: who asks meanwhile is denied by himself. */
  const pauseSession = async ({ question: { session, card } }: Kept, by: string, channel: string): Promise<void> => {
    const [at, { host }] = [now(), card]
    const expiresAt = new Date(at.getTime() + PAUSE_MS).toISOString()
    const pause = { id: randomBytes(12).toString('hex'), host, session, by, channel, madeAt: at.toISOString(), expiresAt }
    await lifts.pauses.add(pause, at).catch(() => false)
    for (const { question } of await approvals.open(at))
      if (question.session === session && question.card.host === host) await answer(question.id, { verdict: 'deny', by, channel, reason: PAUSED })
  }

  const answer = async (id: string, { verdict, by, channel, remember = 'once', reason, pause = false }: Answering): Promise<AnswerResult> => {
    const at = now()
    const kept = await approvals.find(id)
    if (kept === null) return { ok: false, because: 'unknown', kept }
    const refuse = (because: 'in-agent' | 'not-offered' | 'not-whole'): AnswerResult => ({ ok: false, because, kept })
    if (kept.ended === null && isOpen(kept, at)) {
      const { question } = kept
      if (question.answerIn === 'agent') return refuse('in-agent')
      if (verdict === 'allow' && !question.offers.includes(remember)) return refuse('not-offered')
      if (verdict === 'allow' && !isWhole(kept)) return refuse('not-whole')
      const told = (reason ?? '').trim().slice(0, LONGEST_REASON)
      const ending = await approvals.end(id, {
        how: verdict === 'allow' ? 'allowed' : 'denied',
        by,
        channel,
        at: at.toISOString(),
        ...(told === '' ? {} : { reason: told }),
        ...(verdict === 'allow' ? { remember, usableUntil: new Date(at.getTime() + question.usableMillis).toISOString() } : {}),
      })
      if (ending.won) {
        await finish(ending.kept)
        if (pause && verdict === 'deny') await pauseSession(ending.kept, by, channel)
        return { ok: true, kept: ending.kept }
      }
      if (ending.kept === null) return { ok: false, because: 'unknown', kept: null }
    } else if (kept.ended === null) await expire()
    const after = (await approvals.find(id)) ?? kept
    write(after, { event: 'late', verdict, by, channel })
    return { ok: false, because: 'ended', kept: after }
  }

  const expire = async (): Promise<void> => {
    for (const kept of await approvals.expire(now())) await say(kept)
  }
  const settle = async (): Promise<void> => {
    for (const { id, ended } of seenInAgent(await approvals.open(now()), log, now())) {
      const ending = await approvals.end(id, ended)
      if (!ending.won) continue
      if (ended.how === 'cancelled') write(ending.kept, UNSEEN)
      await approvals.said(id)
    }
    await expire()
    for (const kept of await approvals.unsaid()) if (now().getTime() - Date.parse(kept.ended?.at ?? '') > DEAD_MS) await finish(kept)
  }

  const subscribe = (listener: (change: Change) => void): (() => void) => {
    const open = new Set<string>()
    let [isOver, isLooking, again] = [false, false, false]
    let settled = 0
    const look = async (): Promise<void> => {
      again = isLooking
      if (isLooking || isOver) return
      isLooking = true
      try {
        if (Date.now() - settled >= SETTLE_MS) {
          const isFirst = settled === 0
          settled = Date.now()
          await settle()
          if (isFirst) await approvals.forget(new Date(now().getTime() - KEEP_MS))
        }
        const found = await approvals.open(now())
        for (const kept of found) {
          const { id } = kept.question
          if (open.has(id) || isOver) continue
          open.add(id)
          listener({ kind: 'requested', kept })
        }
        const still = new Set(found.map(({ question }) => question.id))
        for (const id of open) {
          if (still.has(id) || isOver) continue
          const kept = await approvals.find(id)
          if (kept !== null && kept.ended === null) {
            // Past its time: whoever ends it, it is told then.
            settled = 0
            continue
          }
          open.delete(id)
          if (kept?.ended !== undefined && kept.ended !== null)
            listener({ kind: kept.ended.how === 'expired' ? 'expired' : 'answered', kept: { ...kept, ended: kept.ended } })
        }
      } finally {
        isLooking = false
      }
      if (again) await look()
    }
    // One step of one question gives several hints: they are looked at once.
    let hinted: NodeJS.Timeout | undefined
    const end = approvals.watch(() => {
      hinted ??= setTimeout(() => {
        hinted = undefined
        void look()
      }, HINT_MS).unref()
    })
    const timer = setInterval(() => void look(), LOOK_MS)
    timer.unref()
    void look()
    return () => {
      isOver = true
      clearInterval(timer)
      clearTimeout(hinted)
      end()
    }
  }

  return { approvals, listOpen: () => approvals.open(now()), list: () => approvals.list(), find: (id) => approvals.find(id), answer, settle, subscribe }
}

/** Nobody says yes to what cannot be shown to its end. */
const isWhole = ({ question }: Kept): boolean => question.card.calls.every(({ fields }) => fields.every(({ cut }) => !cut))

/** Whether whoever asked is still there: else it has to be tried again. */
const isWaitedFor = ({ waitsUntil }: Kept['question'], at: string): boolean => waitsUntil !== null && waitsUntil > at

const UNSEEN: ApprovalStep = { event: 'unseen', channel: 'host' }

/** What the log says of an end. */
function stepOf({ question, ended }: Kept): ApprovalStep | null {
  if (ended === null) return null
  const { how, by, channel, at, remember } = ended
  // The agent was denied meanwhile: the answer counts for the next try.
  const when: Pick<ApprovalStep, 'event' | 'because'> = isWaitedFor(question, at) ? { event: 'answered' } : { event: 'late', because: 'ticket' }
  switch (how) {
    case 'allowed':
      return { ...when, verdict: 'allow', by, channel, ...(remember === undefined ? {} : { remember }) }
    case 'denied':
      return { ...when, verdict: 'deny', by, channel }
    case 'expired':
      return question.answerIn === 'agent' ? UNSEEN : { event: 'expired', because: 'expired' }
    case 'cancelled':
      return { event: 'expired', because: by === 'limit' ? 'busy' : 'cancelled' }
  }
}
