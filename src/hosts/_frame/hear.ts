// Whose event is this text, what does it say, and what is answered? Never throws; what cannot be read is to be denied.
import type { Decision, JsonObject } from '../../core/model.ts'
import { DEEPEST_EVENT } from '../../core/text/strict-json.ts'
import type { Flaw } from '../../core/text/strict-json.ts'
import { isObject, parseEvent } from './frame.ts'
import { denied, NAME, withName } from './replies.ts'
import type { Arrival, Environment, Host, HostAnswer, HostEvent, Known, Mark } from '../../gate/seams.ts'

export const LARGEST_EVENT = 16 * 1024 * 1024

export interface Heard {
  /** Its `reply` puts no question that nobody can answer. */
  readonly host: Host
  readonly event: HostEvent
  /** Why nothing can be judged: answer with `refusal`. */
  readonly problem: string | null
}

/** What the payload says counts more than `named`: one host runs what was registered for another. */
export function recognise<One extends Known>(hosts: readonly One[], payload: JsonObject, env: Environment, named?: string): One | null {
  const told = hosts.find(({ name }) => name === named) ?? null
  if (told !== null && (told.runs ?? 'hook') !== 'hook') return told
  const own = firstOf(hosts, (mark) => mark.shared !== true && mark.holds(payload, env))
  if (own !== null) return own
  const isAlike = (mark: Mark): boolean => mark.shared === true && mark.holds(payload, env)
  return told?.marks.some(isAlike) === true ? told : (firstOf(hosts, isAlike) ?? told)
}

/** Whose mark stands first of those that fit. */
function firstOf<One extends Known>(hosts: readonly One[], fits: (mark: Mark) => boolean): One | null {
  let found: One | null = null
  let order = Number.POSITIVE_INFINITY
  for (const host of hosts)
    for (const mark of host.marks)
      if (mark.order < order && fits(mark)) {
        found = host
        order = mark.order
      }
  return found
}

const UNREAD = { value: null, flaw: null }
const FLAWS: Readonly<Record<Flaw, string>> = {
  twice: 'the event names something twice, and which of the two the tool would take is not known',
  deep: `the event is nested more than ${DEEPEST_EVENT} deep, too deep to be read`,
}

/** `fallback` answers for a host that nobody recognises. */
export const hear = (text: string, hosts: readonly Host[], fallback: Host, arrival: Arrival, named?: string): Heard =>
  hearFor(text, (payload) => recognise(hosts, payload, arrival.env, named) ?? fallback, arrival)

/** `hostOf`: whose the payload is. */
export function hearFor(text: string, hostOf: (payload: JsonObject) => Host, arrival: Arrival): Heard {
  // Some shells of Windows put a mark before what they send.
  const { value, flaw } = text.length > LARGEST_EVENT ? UNREAD : parseEvent(text.startsWith('\uFEFF') ? text.slice(1) : text)
  const payload = isObject(value) ? value : {}
  const host = hostOf(payload)
  const lost = (problem: string): Heard => ({ host, event: unread(host, payload, arrival), problem })
  if (!isObject(value)) return lost(text.length > LARGEST_EVENT ? 'the event is too large to be read' : 'the event is not a JSON object')
  if (flaw !== null) return lost(FLAWS[flaw])
  try {
    const event = host.read(payload, arrival)
    if (event === null) return lost(`the event is none that ${host.title} is known to send`)
    const empty = (event.kind === 'before-tool' || event.kind === 'permission') && event.calls.length === 0
    return {
      host: (host.canAsk === false && event.unattended !== true) || canAsk(host, event) ? host : withoutQuestions(host),
      event,
      problem: empty ? 'the event carries no call that can be read' : null,
    }
  } catch {
    return lost('the event could not be read')
  }
}

/** Stands for an event of which nothing is known. */
const unread = (host: Host, payload: JsonObject, arrival: Arrival): HostEvent => ({
  kind: 'before-tool',
  host: host.name,
  name: arrival.event ?? '',
  via: arrival.via ?? (host.runs === 'in-process' ? 'in-process' : 'command'),
  session: '',
  calls: [],
  cwd: arrival.cwd ?? '',
  payload,
})

export const refusal = (problem: string): HostAnswer => ({
  verdict: 'deny',
  reason: `${NAME}: ${problem}, so it is not let through; \`prudent doctor\` tells the user what is wrong`,
  warnings: [],
  failure: true,
})

/** With our name: what stops or asks reaches a person through another program. */
export function signed(answer: HostAnswer): HostAnswer {
  const { verdict, reason } = answer
  const told = answer.warnings.length === 0 ? answer : { ...answer, warnings: answer.warnings.map((line) => (isNamed(line) ? line : `${NAME}: ${line}`)) }
  return (verdict !== 'deny' && verdict !== 'ask') || reason === '' || reason.startsWith(NAME) ? told : { ...told, reason: withName(reason) }
}
const isNamed = (line: string): boolean => line.slice(0, NAME.length).toLowerCase() === NAME.toLowerCase()

/** Our allow is "no objection": said only where the user asked for auto-approval. */
export function answerOf(decision: Decision, auto: boolean): HostAnswer {
  const [first] = decision.findings.filter(({ verdict }) => verdict === decision.verdict)
  return {
    verdict: decision.verdict === 'allow' && !auto ? 'abstain' : decision.verdict,
    reason: decision.reason,
    warnings: decision.warnings,
    findings: decision.findings,
    ...(first === undefined ? {} : { title: first.title }),
    ...(decision.by === 'failure' ? { failure: true } : {}),
  }
}

export const canAsk = (host: Host, event: HostEvent): boolean =>
  event.unattended !== true && (typeof host.canAsk === 'boolean' ? host.canAsk : host.canAsk(event))

/** Hosts that never ask say by themselves how to approve. */
const withoutQuestions = (host: Host): Host => ({ ...host, canAsk: false, reply: (event, answer) => host.reply(event, denied(answer, event.unattended)) })
