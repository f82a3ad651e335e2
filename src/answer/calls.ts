// What is answered to the calls of one event? The strictest verdict counts for all.
import type { StoreTrouble } from '../audit/entry.ts'
import type { ApprovalStep, Circumstance } from '../audit/record.ts'
import type { Decided, Hosts } from '../gate/session.ts'
import { answerOf, canAsk } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import type { AskedAbout } from '../gate/question.ts'
import { notRewritten, rewritesOf, withChange, withInput } from '../hosts/_frame/rewrite.ts'
import type { HostAnswer } from '../gate/seams.ts'
import type { Decision, Need, Reading, ToolCall, Verdict } from '../core/model.ts'
import { beginCalls } from './begin.ts'
import type { Begun } from './begin.ts'
import { elsewhereMillis, placeOfChannels } from './elsewhere.ts'
import type { Answered } from './event.ts'
import type { SlowParts, Surroundings } from './given.ts'
import type { Lifting } from './lifting.ts'
import { heldBack } from './mode.ts'
import { endAsked, keepAsked } from './in-agent.ts'
import { namesThatCount } from './names.ts'
import { isFirst } from './once.ts'
import { openPolicy } from './policy.ts'
import type { OpenedPolicy } from './policy.ts'
import { recorderFor } from './record.ts'
import { redactorFor } from './secrets.ts'
import { mayBeLifted, stateFolderOf } from './state.ts'
import { runWithin } from './watchdog.ts'

const UNWRITTEN = 'the audit log cannot be written, and the settings (`audit.strict`) say that nothing runs unrecorded; the user can run `prudent doctor`'
const UNRECORDED: Readonly<Record<StoreTrouble, string>> = {
  'no-space': 'this call could not be recorded: the disk is full',
  'not-writable': 'this call could not be recorded: the audit log cannot be written; see `prudent doctor`',
  failed: 'this call could not be recorded: the audit log cannot be written; see `prudent doctor`',
}
const RANK: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }
const MOST_SECRETS = 20
/** For judging what a person allowed once more. */
const AGAIN_MS = 2000
/** For looking up all names of a call together. */
const LOOK_UP_MS = 1000
const UNSAID: Answered = { answer: { verdict: 'ask', reason: '', warnings: [] }, afterwards: () => {} }

interface Judged extends Pick<Decided, 'decision' | 'reading' | 'facts' | 'scene'> {
  readonly call: ToolCall
  /** What would run: the call, or it with its secrets covered up. */
  readonly runs: ToolCall
  /** How the log says that it was decided. */
  readonly circumstance?: Circumstance | undefined
}

interface Known {
  readonly lifting?: Lifting | undefined
  /** Where names lead. */
  readonly hosts?: Hosts | undefined
  /** That was looked up. */
  readonly really?: 'really' | undefined
}

/** Null where it was read too often to be read as if names led elsewhere. */
function judgeCall({ call, session }: Begun, { host, event }: Heard, { gate, scene, conduct }: OpenedPolicy, { lifting, hosts, really }: Known): Judged | null {
  const lifts = lifting === undefined ? undefined : { grants: lifting.grants, scopes: lifting.scopes(call, scene.project) }
  const decided = hosts === undefined ? session.decided(lifts) : session.ledTo(hosts, lifts, really)
  if (decided === null) return null
  const { reading, facts, instead } = decided
  const decision = lifting?.byMode(decided.decision, call, gate) ?? decided.decision
  const judged = { call, runs: call, reading, facts, scene: decided.scene }
  if (instead === undefined || !conduct.enabled || conduct.mode !== 'enforce') {
    const held = heldBack(decision, conduct)
    return { ...judged, ...held, circumstance: withSecrets(held.circumstance, reading) }
  }
  if (rewritesOf(host, event) === 'no')
    return { ...judged, decision: { ...decision, reason: notRewritten(host, decision.reason) }, circumstance: withSecrets(undefined, reading) }
  return {
    ...judged,
    runs: instead.call,
    reading: instead.reading,
    decision: withChange(host, event, instead.decision, conduct.autoApprove),
    circumstance: withSecrets({ redacted: countsOf(instead.secrets) }, reading),
  }
}

/** Readings are kept for it, so it does not happen; whatever is thrown here denies. */
const notRead = (): never => {
  throw new Error('the call was not read')
}

const countsOf = (secrets: readonly { readonly kind: string }[]): NonNullable<Circumstance['redacted']> =>
  [...new Set(secrets.map(({ kind }) => kind))].slice(0, MOST_SECRETS).map((kind) => ({ kind, count: secrets.filter((one) => one.kind === kind).length }))

/** Nobody could be asked, so it was denied: the log says so beside what was decided. */
const NOBODY: ApprovalStep = { event: 'expired', because: 'nobody' }

/** Nobody answers what the host asks by its id, so it need not be hard to guess: what makes such ids takes long to load. */
const freshId = (): string => Array.from({ length: 24 }, () => Math.floor(Math.random() * 16).toString(16)).join('')

/** One of each id: all calls of an event have the host's, where it gives one. */
function askedAmong(judged: readonly Judged[]): readonly Judged[] {
  const asked = judged.filter(({ decision }) => decision.verdict === 'ask')
  return asked.filter(({ call }, at) => call.id === '' || asked.findIndex((other) => other.call.id === call.id) === at)
}

const wouldAsk = (judged: readonly Judged[]): boolean =>
  judged.some(({ decision }) => decision.verdict === 'ask') && judged.every(({ decision }) => decision.verdict !== 'deny')

/** A person decides about what would run. */
const askedAbout = ({ runs, decision, reading, facts }: Judged): AskedAbout => ({ call: runs, decision, reading, facts })

const isStopped = ({ decision }: Judged): boolean => decision.verdict !== 'allow'
const isDenied = ({ decision }: Judged): boolean => decision.verdict === 'deny'

export const answerCalls = (at: Surroundings, heard: Heard, opened: OpenedPolicy, parts?: SlowParts): Answered =>
  answerBegun(at, heard, opened, beginCalls(at, heard.event, opened.scene, opened), parts)

/** `hosts`: where the names in it lead, once that was looked up. */
function answerBegun(at: Surroundings, heard: Heard, opened: OpenedPolicy, begun: readonly Begun[], parts?: SlowParts, hosts?: Hosts): Answered {
  const { gate, conduct } = opened
  const slowly: Answered = { ...UNSAID, later: { slowly: (given) => answerBegun(at, heard, opened, begun, given, hosts) } }
  const judge = (known: Known): readonly Judged[] => begun.map((one) => judgeCall(one, heard, opened, known) ?? notRead())
  const looked: Known = hosts === undefined ? {} : { hosts, really: 'really' }
  const unlifted = judge(looked)
  // A person may have said before that nobody need be asked: looked up only where somebody would be.
  const lifts = at.rehearsal !== true && wouldAsk(unlifted) && mayBeLifted(stateFolderOf(at))
  if (lifts && parts === undefined) return slowly
  const lifting = lifts && parts !== undefined ? parts.liftingIn(stateFolderOf(at), new Date()) : undefined
  const judged = lifting === undefined ? unlifted : judge({ ...looked, lifting })
  const servers = conduct.resolveNames
  const asksNames = servers !== false && hosts === undefined && at.rehearsal !== true
  const namesFor = (stops: (one: Judged) => boolean): readonly Need[] =>
    namesThatCount(
      judged.map(({ reading }) => reading),
      // What cannot be read once more may be stopped.
      (led) => begun.map((one) => judgeCall(one, heard, opened, { lifting, hosts: led })).some((one) => one === null || stops(one)),
    )
  const lookUp = (needs: readonly Need[], { observeHosts }: SlowParts): Promise<Hosts> =>
    observeHosts(needs, { within: LOOK_UP_MS, ...(typeof servers === 'boolean' ? {} : { servers }) })
  const open = asksNames && !judged.some(isStopped) ? namesFor(isStopped) : []
  if (open.length > 0) {
    const lookedUp = (given: SlowParts): Answered => ({
      ...UNSAID,
      later: {
        millis: elsewhereMillis(at, heard, opened) ?? 0,
        answer: async () => {
          const { later, ...second } = answerBegun(at, heard, opened, begun, given, await lookUp(open, given))
          return later !== undefined && 'answer' in later ? later.answer() : second
        },
      },
    })
    return parts === undefined ? { ...UNSAID, later: { slowly: lookedUp } } : lookedUp(parts)
  }
  const { version } = heard.event
  const around = ({ circumstance }: Judged): Circumstance | undefined => (version === undefined ? circumstance : { ...circumstance, hostVersion: version })
  const decisions = judged.map(({ decision }) => decision)
  const worst = decisions.reduce((kept, one) => (RANK[one.verdict] > RANK[kept.verdict] ? one : kept))
  // Who only watches approves nothing either.
  const approves = conduct.autoApprove && conduct.enabled && conduct.mode === 'enforce'
  const input = judged[0] === undefined || judged[0].runs === judged[0].call ? undefined : judged[0].runs.input
  const withIt = (answer: HostAnswer): HostAnswer => (input === undefined ? answer : withInput(heard.host, heard.event, answer, input))
  const unread = judged.some(({ reading }) => reading.unreadWrite === true) ? ({ unread: true } as const) : {}
  const recorder = recorderFor(at, opened)
  const answer = withIt(answerOf({ ...worst, warnings: warningsOf(decisions, opened) }, approves))
  if (at.rehearsal === true) return { answer, afterwards: () => judged.forEach((one) => recorder.judged(one.call, one.decision, around(one))) }
  const millis = answer.verdict === 'ask' ? elsewhereMillis(at, heard, opened) : null
  if (millis !== null && parts === undefined) return slowly
  const inAgent = answer.verdict === 'ask' && millis === null && canAsk(heard.host, heard.event) ? freshId() : null
  const asked = askedAmong(judged)
  const tell = (step: ApprovalStep): void => asked.forEach(({ call }) => recorder.approval(call, step))
  /** What kept it from being written down; null where nothing did. */
  const record = (): StoreTrouble | null => {
    // A mark may be left by one that could not write: who must record relies on none.
    const first = conduct.audit.strict || isFirst(at, heard.event, recorder.digest)
    if (!first) return null
    const written = judged.map((one) => recorder.judged(one.call, one.decision, around(one)))
    if (inAgent !== null) tell({ event: 'asked', approval: inAgent, channel: 'host' })
    const lost = written.find(({ ok }) => !ok)
    return lost === undefined || lost.ok ? null : lost.code
  }
  const settled = (verdict: 'allow' | 'deny' | 'nobody'): void => {
    tell(verdict === 'nobody' ? NOBODY : { event: 'answered', verdict, by: heard.event.host, channel: 'host' })
    if (inAgent !== null) endAsked(stateFolderOf(at), inAgent, verdict === 'allow' ? 'allowed' : verdict === 'deny' ? 'denied' : 'cancelled', heard.event.host)
  }
  /** Those who show questions show this one too. */
  const keepShown = (id: string): void => {
    const [first] = asked
    if (first === undefined || lost !== null) return
    const redact = redactorFor(at.root, gate.books.secrets)
    const { meaning } = gate.books
    keepAsked({ id, about: judged.map(askedAbout), state: stateFolderOf(at), names: recorder.names(first.call), settings: conduct.approvals, redact, meaning })
  }
  // Written before it is answered or asked: the answer says that it could not be, and a question nobody lived to see answered is known too.
  const lost = record()
  if (lost !== null && conduct.audit.strict && worst.verdict !== 'deny')
    return { answer: { verdict: 'deny', reason: UNWRITTEN, warnings: [], failure: true }, afterwards: () => {} }
  const told: HostAnswer = lost === null ? answer : { ...answer, warnings: [UNRECORDED[lost], ...answer.warnings] }
  if (millis === null || parts === undefined) {
    const afterwards = (): void => {
      if (inAgent !== null) keepShown(inAgent)
      recorder.tend()
    }
    return { answer: told, afterwards, settled, ...unread }
  }
  const again = (): readonly AskedAbout[] => {
    const fresh = openPolicy(at, heard.event, parts)
    const judgeAgain = (by: OpenedPolicy): readonly Judged[] =>
      beginCalls(at, heard.event, by.scene, by).map((one) => judgeCall(one, heard, by, {}) ?? notRead())
    return 'slow' in fresh ? [] : runWithin(AGAIN_MS, () => judgeAgain(fresh).map(askedAbout))
  }
  const said = async (): Promise<Answered> => {
    const [first] = judged
    const redact = redactorFor(at.root, gate.books.secrets)
    const { allowed, reason } = await parts.askPeople({
      about: judged.map(askedAbout),
      again,
      millis,
      place: placeOfChannels(at),
      // What was covered up in it cannot be compared.
      judgedBy: input === undefined && first !== undefined ? { gate, scene: first.scene } : null,
      meaning: gate.books.meaning,
      settings: conduct.approvals,
      redact,
      recorder,
    })
    const doubtful = allowed && asksNames ? namesFor(isDenied) : []
    const inside = doubtful.length > 0 ? judge({ hosts: await lookUp(doubtful, parts), really: 'really' }).find(isDenied) : undefined
    if (inside !== undefined) {
      recorder.judged(inside.call, inside.decision, around(inside))
      return { answer: answerOf(inside.decision, false), afterwards: recorder.tend, ...unread }
    }
    const person: Decision = { ...worst, verdict: allowed ? 'allow' : 'deny', by: 'person', reason, warnings: told.warnings }
    // Where a changed call goes only with our leave, a person gave it here.
    const leave = input !== undefined && rewritesOf(heard.host, heard.event) === 'with-leave'
    return { answer: withIt(answerOf(person, approves || leave)), afterwards: recorder.tend, ...unread }
  }
  return { answer: told, afterwards: () => {}, later: { millis, answer: said } }
}

/** What the log keeps of secrets: enough to know one again. */
function withSecrets(circumstance: Circumstance | undefined, { actions }: Reading): Circumstance | undefined {
  const secrets = actions.flatMap((action) =>
    action.does === 'carry' ? action.secrets.map(({ kind, length, digest }) => ({ kind, length, ...(digest === undefined ? {} : { digest }) })) : [],
  )
  return secrets.length === 0 ? circumstance : { ...circumstance, secrets: secrets.slice(0, MOST_SECRETS) }
}

const warningsOf = (decisions: readonly Decision[], { notes, conduct }: OpenedPolicy): readonly string[] => [
  ...new Set([
    ...(conduct.enabled ? [] : ['prudent is switched off in the settings: only the floor and self-protection are enforced']),
    ...notes,
    ...decisions.flatMap(({ warnings }) => warnings),
  ]),
]
