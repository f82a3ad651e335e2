// How does a program that embeds the gate have people asked? By a callback, by a connector that is answered later, or where they answer for all agents; everything but a yes in time is a no.
import { randomBytes } from 'node:crypto'
import type { Decision, Remember, Scene, ToolCall } from '../core/model.ts'
import type { Ended, Kept, Question } from '../gate/approvals.ts'
import { makeBus } from '../gate/bus.ts'
import type { Bus, NamedCall } from '../gate/bus.ts'
import { sessionFor } from '../gate/decide.ts'
import type { Observing } from '../gate/decide.ts'
import type { Gate } from '../gate/gate.ts'
import type { Opened } from '../gate/policy-source.ts'
import type { WatchedGate } from '../gate/watch.ts'
import { grantFrom, grantsOf, scopesOf, sessionScope } from '../gate/grants.ts'
import type { KeptDraft, KeptGrant } from '../gate/grants.ts'
import { byMode, switchOn } from '../gate/modes.ts'
import type { Mode, ModeWanted } from '../gate/modes.ts'
import { draftFor, offersFor, offersOf } from '../gate/offers.ts'
import type { Offered } from '../gate/offers.ts'
import { contentOf } from '../gate/question.ts'
import type { Lifts } from '../gate/records.ts'
import type { Decided, Session } from '../gate/session.ts'
import { redactSecrets } from '../core/secrets/scan.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'
import { openMemoryLifts } from '../stores/memory/lifts.ts'
import { askResident, decidedBy, stateHere } from './resident.ts'

export interface AskedQuestion {
  readonly id: string
  /** What would be done and why it is asked about: one text, secrets covered. */
  readonly description: string
  readonly call: ToolCall
  readonly decision: Decision
  /** What may be answered besides a no. */
  readonly offers: readonly Offered[]
  readonly expiresAt: string
}
export interface PersonSaid {
  readonly approved: boolean
  /** For how long; one of the offers. Else it counts once. */
  readonly remember?: Remember
  readonly by?: string
  /** For the agent. */
  readonly reason?: string
}
/** What brings questions to people and has them answered with `resolveApproval`. */
export interface Connector {
  readonly requestApproval: (chatId: string, approvalId: string, description: string) => void | Promise<void>
}
export interface Asking {
  /**
   * Who says yes to it at once; what is no answer is a no.
   * `resident`: the question is kept beside those of all agents, and answered in `prudent watch`, at the desk or by `prudent approvals`.
   * Where nobody is there it stays open: after a yes the very same call passes once.
   */
  readonly ask?: ((question: AskedQuestion) => PersonSaid | boolean | Promise<PersonSaid | boolean>) | 'resident'
  readonly connector?: Connector
  /** Where grants and modes are kept: in memory unless said; for the resident, where people's answers leave them. */
  readonly lifts?: Lifts
  readonly bus?: Bus
  /** How long a question is open. */
  readonly timeoutMs?: number
  readonly observing?: Observing
  /** For `resident`: where our state is kept, unless where this person's is. */
  readonly state?: string
}
export interface Passed extends Decided {
  /** Never `ask`. */
  readonly decision: Decision & { readonly verdict: 'allow' | 'deny' }
}
export interface AskingGate {
  readonly bus: Bus
  /** Judges with eyes open, asks where a person is needed, judges again before a yes counts. Never rejects for what is a call. */
  readonly pass: (call: ToolCall, scene: Partial<Scene>) => Promise<Passed>
  /** False where no such question is open any more: the first answer counted. */
  readonly resolveApproval: (id: string, approved: boolean, more?: Omit<PersonSaid, 'approved'>) => boolean
  readonly pending: () => readonly AskedQuestion[]
  readonly grants: { readonly list: () => Promise<readonly KeptGrant[]>; readonly revoke: (id: string) => Promise<boolean> }
  readonly modes: {
    /** A text says why not. */
    readonly on: (
      wanted: Omit<ModeWanted, 'by' | 'channel' | 'session'> & { readonly by?: string; readonly session?: Pick<ToolCall, 'host' | 'session' | 'chat'> },
    ) => Promise<Mode | string>
    readonly off: (id?: string) => Promise<number>
    readonly list: () => Promise<readonly Mode[]>
  }
}

interface Judged extends Decided {
  readonly gate: Gate
  readonly session: Session
}

const TIMEOUT_MS = 120_000
const CHANNEL = 'library'

export function askPeopleThrough(
  source: Gate | WatchedGate,
  { ask, connector, state = stateHere(), lifts = ask === 'resident' ? openDiskLifts({ state }) : openMemoryLifts(), ...more }: Asking,
): AskingGate {
  const { bus = makeBus(), timeoutMs = TIMEOUT_MS, observing = {} } = more
  const open = new Map<string, { readonly question: AskedQuestion; readonly end: (said: PersonSaid | null) => void }>()
  let policy: string | null = null
  /** One call uses what it got to its end. */
  const gateNow = (): Pick<Opened, 'gate' | 'troubles' | 'notes'> & Partial<Pick<Opened, 'conduct'>> => {
    const opened = 'current' in source ? source.current() : { gate: source, troubles: [], notes: [] }
    const { fingerprint } = opened.gate.policy
    if (policy !== null && policy !== fingerprint) bus.emit('policy.reloaded', { policy: fingerprint, problems: opened.notes })
    policy = fingerprint
    return opened
  }
  const redact = (text: string, { books }: Gate): string => {
    const book = books.secrets?.() ?? null
    return book === null ? text : redactSecrets(text, book)
  }

  /** By the settings that hold now. */
  const judged = (call: ToolCall, scene: Partial<Scene>): Judged => {
    const { gate, troubles } = gateNow()
    const session = sessionFor(gate, call, scene, { now: new Date().toISOString(), troubles }, observing)
    return { ...session.decided(), gate, session }
  }

  /** Whoever switched them, here or at a command line. */
  let known = '[]'
  const tellModes = (modes: readonly Mode[]): void => {
    const now = JSON.stringify(modes.map(({ id }) => id))
    if (now === known) return
    known = now
    bus.emit('mode.changed', { modes })
  }

  /** As a person wanted it before; what cannot be read lifts nothing. */
  const lifted = async (call: ToolCall, before: Judged): Promise<Judged> => {
    const now = new Date()
    const [grants, modes] = await Promise.all([lifts.grants.list(now).catch(() => []), lifts.modes.list(now).catch(() => [])])
    tellModes(modes)
    if (grants.length + modes.length === 0) return before
    const { gate, session } = before
    const decided = session.decided({ grants: grantsOf(grants), scopes: scopesOf(call, before.scene.project) })
    return { ...decided, decision: byMode(decided.decision, call, modes, gate.books.meaning), gate, session }
  }

  const waitFor = (question: AskedQuestion): Promise<PersonSaid | null> =>
    new Promise((resolve) => {
      const end = (said: PersonSaid | null): void => {
        if (!open.delete(question.id)) return
        clearTimeout(timer)
        resolve(said)
      }
      const timer = setTimeout(() => end(null), timeoutMs)
      open.set(question.id, { question, end })
      const give = async (): Promise<void> => {
        const { call, id, description } = question
        await connector?.requestApproval(call.chat ?? call.session, id, description)
        if (typeof ask !== 'function') return connector === undefined ? end(null) : undefined
        const said = await ask(question)
        end(typeof said === 'object' ? said : { approved: (said as unknown) === true })
      }
      give().catch(() => end(null))
    })

  const remember = async (said: PersonSaid, question: AskedQuestion, draft: KeptDraft | null): Promise<void> => {
    const wanted = said.remember ?? 'once'
    if (draft === null || wanted === 'once' || !question.offers.some((offer) => offer.remember === wanted)) return
    const now = new Date()
    const grant = grantFrom(draft, {
      id: randomBytes(12).toString('hex'),
      now,
      by: said.by ?? CHANNEL,
      channel: CHANNEL,
      scope: wanted === 'session' ? 'session' : 'project',
      approval: question.id,
      ...(said.reason === undefined ? {} : { reason: said.reason }),
    })
    if (grant !== null) await lifts.grants.add(grant, now).catch(() => false)
  }

  const throughResident = async (call: ToolCall, scene: Partial<Scene>, before: Judged): Promise<Decided> => {
    const cover = (text: string): string => redact(text, before.gate)
    const heard = {
      requested: ({ id, offers, waitsUntil, openUntil }: Question): void =>
        bus.emit('approval.requested', {
          approval: id,
          call: named(call),
          description: cover(before.decision.reason.replace(/^waiting for a person: /, '')),
          offers,
          expiresAt: waitsUntil ?? openUntil,
        }),
      answered: ({ question, ended: { how, by, channel, reason } }: Kept & { readonly ended: Ended }): void =>
        how === 'allowed' || how === 'denied'
          ? bus.emit('approval.answered', { approval: question.id, approved: how === 'allowed', by, channel, ...(reason === undefined ? {} : { reason }) })
          : bus.emit('approval.expired', { approval: question.id }),
      left: (approval: string): void => bus.emit('approval.expired', { approval }),
    }
    const settings = gateNow().conduct?.approvals
    const again = (): Decided => judged(call, scene)
    const said = await askResident({ call, before, again, timeoutMs, settings, redact: cover, heard }, state)
    return { ...before, decision: decidedBy(said, before.decision) }
  }

  const asked = async (call: ToolCall, scene: Partial<Scene>, before: Judged): Promise<Decided> => {
    const { decision, reading, facts, gate } = before
    const no = (by: 'person' | 'timeout', reason: string): Decided => ({
      ...before,
      decision: { ...decision, verdict: 'deny', by, reason: `${decision.reason.replace(/^waiting for a person: /, 'stopped: ')}; ${reason}` },
    })
    if (ask === 'resident') return throughResident(call, scene, before)
    if (ask === undefined && connector === undefined) return no('timeout', 'nobody could be asked')
    const draft = draftFor([{ call, reading, facts }], gate, before.scene, (text) => redact(text, gate))
    const question: AskedQuestion = {
      id: randomBytes(16).toString('hex'),
      description: redact(decision.reason.replace(/^waiting for a person: /, ''), gate),
      call,
      decision,
      offers: offersOf(offersFor(draft), draft, new Date()),
      expiresAt: new Date(Date.now() + timeoutMs).toISOString(),
    }
    const { id, description, expiresAt } = question
    bus.emit('approval.requested', { approval: id, call: named(call), description, offers: question.offers.map((one) => one.remember), expiresAt })
    const said = await waitFor(question)
    if (said === null) {
      bus.emit('approval.expired', { approval: id })
      return no('timeout', 'nobody answered in time')
    }
    const { by = CHANNEL, reason } = said
    // Whatever a program that is not checked by types says: only `true` is a yes.
    const approved = (said.approved as unknown) === true
    bus.emit('approval.answered', { approval: id, approved, by, channel: CHANNEL, ...(reason === undefined ? {} : { reason }) })
    if (!approved) return no('person', `a person said no${reason === undefined ? '' : `: ${reason}`}`)
    // What was shown must still be what would run.
    const again = judged(call, scene)
    if (contentOf([{ call, ...again }]) !== contentOf([{ call, ...before }]))
      return no('person', 'what it would do changed meanwhile, so the answer does not count')
    await remember(said, question, draft)
    return { ...again, decision: { ...again.decision, verdict: 'allow', by: 'person', reason: 'allowed by a person' } }
  }

  const pass: AskingGate['pass'] = async (call, scene) => {
    const first = judged(call, scene)
    const about = named(call)
    bus.emit('call.gated', {
      call: about,
      verdict: first.decision.verdict,
      rules: first.decision.findings.map(({ rule }) => rule),
      policy: first.decision.policy,
    })
    const before = first.decision.verdict === 'ask' ? await lifted(call, first) : first
    const last = before.decision.verdict === 'ask' ? await asked(call, scene, before) : before
    const { verdict, by, reason, grants } = last.decision
    if (verdict === 'allow') bus.emit('call.allowed', { call: about, by, ...(grants === undefined ? {} : { grants }) })
    else bus.emit('call.denied', { call: about, by, reason })
    const { reading, facts, seen, instead } = last
    return {
      reading,
      scene: last.scene,
      facts,
      seen,
      ...(instead === undefined ? {} : { instead }),
      decision: { ...last.decision, verdict: verdict === 'allow' ? 'allow' : 'deny' },
    }
  }

  const modesChanged = async (): Promise<void> => tellModes(await lifts.modes.list(new Date()))
  return {
    bus,
    pass,
    resolveApproval: (id, approved, more = {}) => {
      const waiting = open.get(id)
      waiting?.end({ ...more, approved })
      return waiting !== undefined
    },
    pending: () => [...open.values()].map(({ question }) => question),
    grants: { list: () => lifts.grants.list(new Date()), revoke: (id) => lifts.grants.remove(id) },
    modes: {
      on: async ({ by = CHANNEL, session, ...wanted }) => {
        const scope = session === undefined ? null : sessionScope(session)
        if (session !== undefined && scope === null) return 'this session has no name'
        const made = await switchOn(lifts.modes, { ...wanted, by, channel: CHANNEL, session: scope }, new Date())
        await modesChanged()
        return made
      },
      off: async (id) => {
        const on = (await lifts.modes.list(new Date())).filter((mode) => id === undefined || mode.id === id)
        for (const mode of on) await lifts.modes.remove(mode.id)
        await modesChanged()
        return on.length
      },
      list: () => lifts.modes.list(new Date()),
    },
  }
}

const named = ({ id, host, session, chat, tool }: ToolCall): NamedCall => ({ id, host, session, ...(chat === undefined ? {} : { chat }), tool })
