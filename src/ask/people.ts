// What do people say whom the host does not ask? The question is kept in the store, whoever shows questions is told, and the store says how it ended.
//
// A yes passes one call, once, and only what was shown; everything else is a no. Who cannot be waited for leaves a question that stays open: a ticket.
import { randomBytes } from 'node:crypto'
import type { ApprovalStep, Recorder } from '../audit/record.ts'
import { CHANNELS } from '../channels/registry.gen.ts'
import type { ApprovalSettings } from '../config/approval-settings.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import type { Scene } from '../core/model.ts'
import type { Approvals, Ended, Kept, Question } from '../gate/approvals.ts'
import type { Gate } from '../gate/gate.ts'
import { draftFor, offersFor } from '../gate/offers.ts'
import { contentOf, questionOf } from '../gate/question.ts'
import type { AskedAbout } from '../gate/question.ts'
import { PAUSED } from '../gate/records.ts'
import type { Announced, Channel, ChannelPlace, Unanswered } from '../gate/seams.ts'
import { openDiskApprovals } from '../stores/json-lines/approvals.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'

export interface Elsewhere {
  readonly about: readonly AskedAbout[]
  /** The same, judged anew by the settings that hold then. */
  readonly again: () => readonly AskedAbout[]
  /** For how long people are waited for; 0: not at all. */
  readonly millis: number
  readonly place: ChannelPlace
  readonly settings: ApprovalSettings
  /** For what an answer could count besides this once; null: for nothing. */
  readonly judgedBy: { readonly gate: Gate; readonly scene: Scene } | null
  readonly meaning: Meaning
  readonly redact: (text: string) => string
  /** For programs that want to know; the store is the truth. */
  readonly heard?: Heard
  readonly recorder: Pick<Recorder, 'approval' | 'strict' | 'names'> & { readonly digest: (text: string) => string | null }
}
export interface Heard {
  readonly requested: (question: Question) => void
  readonly answered: (kept: Kept & { readonly ended: Ended }) => void
  /** Nobody waits for it any longer; it may still be open. */
  readonly left: (id: string) => void
}
export interface Said {
  readonly allowed: boolean
  /** A person said so, now or before; else nobody did. */
  readonly byPerson: boolean
  /** For the agent. */
  readonly reason: string
}

/** Hints may be lost. */
const LOOK_MS = 200
/** One yes passes one of several that are the same: the others ask again, not for ever. */
const MOST_TURNS = 20

type Open = Unanswered | 'expired' | 'alone'
const WHY_OPEN: Readonly<Record<Open, string>> = {
  nobody: 'nobody could be asked',
  'no-person': 'the approval terminal was not opened by the user',
  silent: 'the terminal of the user does not respond',
  gone: 'the terminal was closed while the user was asked',
  expired: 'the user was asked and nobody answered in time',
  garbled: 'the terminal of the user gave no answer that counts',
  alone: 'the agent does not wait long enough for the user to be asked',
}
const FULL = 'too many questions wait for the user: stop, and let the user answer them first'
const NO = 'the user was asked and said no: do not try another way, ask the user what to do instead'

/** Never rejects. */
export async function askPeople(given: Elsewhere, channels: readonly Channel[] = CHANNELS): Promise<Said> {
  const { about, recorder } = given
  const first = about.find(({ decision }) => decision.verdict === 'ask') ?? about[0]
  const why = (first?.decision.reason ?? '').replace(/^waiting for a person: /, '')
  const no = (because: string, byPerson = false): Said => ({ allowed: false, byPerson, reason: `stopped: ${why}; ${because}` })
  if (first === undefined) return no('nobody could be asked')
  const write = (step: ApprovalStep): boolean => recorder.approval(first.call, step).ok
  try {
    return await ask(given, channels, first, { yes: { allowed: true, byPerson: true, reason: why }, no, write })
  } catch {
    write({ event: 'expired', because: 'failed' })
    return no('the user could not be asked')
  }
}

interface Saying {
  readonly yes: Said
  readonly no: (because: string, byPerson?: boolean) => Said
  readonly write: (step: ApprovalStep) => boolean
}

async function ask(given: Elsewhere, channels: readonly Channel[], first: AskedAbout, { yes, no, write }: Saying): Promise<Said> {
  const { about, again, millis, place, settings, judgedBy, meaning, redact, recorder, heard } = given
  const content = contentOf(about)
  const call = recorder.digest(content)
  const unkept = (): Said => {
    write({ event: 'expired', because: 'failed' })
    return no('the question could not be kept, so the user could not be asked; the user can run `prudent doctor`')
  }
  // Without our key nobody could tell this call from another.
  if (call === null) return unkept()
  const approvals = openDiskApprovals({ state: place.state })
  const names = recorder.names(first.call)
  /** Whoever answers writes it down for the call that asked; this one may be another. */
  const taken = ({ question, ended }: Kept, verdict: 'allow' | 'deny', because?: string): boolean => {
    const isOther = question.log.call !== names.call || question.log.session !== names.session || because !== undefined
    if (!isOther && !recorder.strict) return true
    const { by, channel, remember } = ended as Ended
    return write({
      event: 'answered',
      approval: question.id,
      verdict,
      by,
      channel,
      ...(remember === undefined ? {} : { remember }),
      ...(because === undefined ? {} : { because }),
    })
  }
  const allow = (kept: Kept, because?: string): Said =>
    !taken(kept, 'allow', because) && recorder.strict ? no('the answer of the user could not be written down') : yes
  const deny = (kept: Kept, because?: string): Said => {
    taken(kept, 'deny', because)
    const { reason } = kept.ended as Ended
    return no(reason === undefined ? NO : `${NO}; the user says: ${oneLine(redact(reason))}`, true)
  }
  const ticket = ({ question }: Kept, because: Open): Said => {
    heard?.left(question.id)
    write({ event: 'expired', approval: question.id, because })
    return no(
      `it needs a person to approve it, and ${WHY_OPEN[because]}: stop, and tell the user that question ${question.id.slice(0, 8)} waits for an answer ${where(question.id)}; after a yes, the same call passes once`,
    )
  }

  const { pauses } = openDiskLifts({ state: place.state })
  const isPaused = async (): Promise<boolean> =>
    (await pauses.list(new Date())).some(({ host, session }) => host === first.call.host && session === names.session)
  const paused = (): Said => {
    write({ event: 'expired', because: 'paused' })
    return no(PAUSED, true)
  }
  if (await isPaused()) return paused()
  const draft = judgedBy === null ? null : draftFor(about, judgedBy.gate, judgedBy.scene, redact)
  const from = Date.now()
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const now = Date.now()
    const before = await approvals.use(call, new Date(now), first.call.id)
    if (before !== null) return allow(before, 'ticket')
    const last = await approvals.last(call)
    if (last?.ended?.how === 'denied' && now - Date.parse(last.ended.at) < settings.breakerSeconds * 1000) return deny(last, 'again')
    const id = randomBytes(12).toString('hex')
    const left = Math.max(0, millis - (now - from))
    const waits = left > 0 && channels.some((one) => one.isOpen(place))
    const question: Question = {
      id,
      call,
      session: names.session,
      card: questionOf(about, { id, now, millis: settings.openSeconds * 1000, redact, digest: () => call, meaning }),
      offers: offersFor(draft),
      ...(draft === null ? {} : { draft }),
      policy: first.decision.policy,
      answerIn: 'desk',
      log: names,
      askedAt: new Date(now).toISOString(),
      openUntil: new Date(now + settings.openSeconds * 1000).toISOString(),
      waitsUntil: waits ? new Date(now + left).toISOString() : null,
      usableMillis: settings.validSeconds * 1000,
    }
    const raised = await approvals.raise(question, { most: settings.maxPending, mostOfSession: settings.perSession })
    if (!raised.ok && raised.because === 'unwritable') return unkept()
    if (!raised.ok) {
      write({ event: 'expired', approval: id, because: 'busy' })
      await approvals.said(id)
      return no(FULL)
    }
    const { kept } = raised
    // Whoever paused it a moment ago has not seen this one.
    if (!raised.joined && (await isPaused())) {
      await approvals.end(id, { how: 'cancelled', by: 'limit', channel: '', at: new Date().toISOString(), reason: PAUSED })
      await approvals.said(id)
      return paused()
    }
    heard?.requested(kept.question)
    if (!waits) return ticket(kept, left === 0 && channels.some((one) => one.isOpen(place)) ? 'alone' : 'nobody')
    const announced = await announce(channels, kept.question.id, place)
    if (!announced.ok) return ticket(kept, announced.because)
    try {
      if (!write({ event: 'asked', approval: kept.question.id, channel: announced.channel }) && recorder.strict)
        return no('that the user was asked could not be written down')
      const ended = await waitFor(approvals, kept.question.id, announced, millis - (Date.now() - from))
      if (typeof ended === 'string') return ticket(kept, ended)
      if (ended.ended !== null) heard?.answered({ ...ended, ended: ended.ended })
      if (ended.ended?.how === 'denied') return deny(ended)
      if (ended.ended?.how !== 'allowed') {
        write({ event: 'expired', approval: kept.question.id, because: 'cancelled' })
        return no('the question was ended without an answer')
      }
      // What was shown must still be what would run: files, links and settings may have changed meanwhile.
      if (contentOf(again()) !== content) {
        write({ event: 'expired', approval: kept.question.id, by: ended.ended.by, channel: ended.ended.channel, because: 'changed' })
        return no('what the call would do changed while the user was asked, so the answer does not count: try again')
      }
      const used = await approvals.use(call, new Date(), first.call.id)
      if (used !== null) return allow(used)
      // An identical call was faster: this one is a question of its own.
    } finally {
      announced.close()
    }
  }
  write({ event: 'expired', because: 'busy' })
  return no(FULL)
}

const where = (id: string): string => `(in \`prudent watch\`, or \`prudent approvals answer ${id.slice(0, 8)}\` in their own terminal)`
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500)

async function announce(channels: readonly Channel[], id: string, place: ChannelPlace): Promise<Announced> {
  let because: Unanswered = 'nobody'
  for (const channel of channels) {
    if (!channel.isOpen(place)) continue
    const announced = await channel.announce(id, place)
    if (announced.ok) return announced
    ;({ because } = announced)
  }
  return { ok: false, because }
}

/** The question once it has ended; else why nobody waits any longer. */
function waitFor(approvals: Approvals, id: string, { gone }: Extract<Announced, { ok: true }>, millis: number): Promise<Kept | 'expired' | 'gone'> {
  return new Promise((resolve) => {
    let isOver = false
    const finish = (result: Kept | 'expired' | 'gone'): void => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      clearTimeout(deadline)
      end()
      resolve(result)
    }
    /** Whoever goes may have answered first. */
    const look = async (otherwise?: 'expired' | 'gone'): Promise<void> => {
      const kept = await approvals.find(id)
      if (kept !== null && kept.ended !== null) finish(kept)
      else if (otherwise !== undefined) finish(otherwise)
    }
    const end = approvals.watch(() => void look())
    const timer = setInterval(() => void look(), LOOK_MS)
    const deadline = setTimeout(() => void look('expired'), Math.max(1, millis))
    void gone.then(() => look('gone'))
    void look()
  })
}
