// How is an answer put into a host's words? The forms that several hosts share.
import type { Json, JsonObject } from '../../core/model.ts'
import type { HostAnswer, HostEvent, HostReply, Rewrites } from '../../gate/seams.ts'

type Command = Extract<HostReply, { kind: 'command' }>

export const print = (stdout: JsonObject | string | null, stderr = '', exitCode = 0): Command => ({ kind: 'command', exitCode, stdout, stderr })
export const giveBack = (value: Json): HostReply => ({ kind: 'return', value })

/** Hosts whose answer to a call may carry another input, whatever else it says, or only together with allow or ask. */
export const rewritesBeside = ({ kind }: HostEvent): Rewrites => (kind === 'before-tool' ? 'beside' : 'no')
export const rewritesWithLeave = ({ kind }: HostEvent): Rewrites => (kind === 'before-tool' ? 'with-leave' : 'no')
/** Where whoever speaks for the host must have heard of it, and says so. */
export const rewritesWhereTold = (event: HostEvent): Rewrites => (event.payload['rewrites'] === true ? rewritesBeside(event) : 'no')

export const NAME = 'Prudent'
const ASKS = `${NAME} asks a person: `
const WAITING = 'waiting for a person: '

export const withName = (reason: string): string =>
  reason.startsWith(WAITING)
    ? `${ASKS}${reason.slice(WAITING.length)}`
    : reason.startsWith('stopped: ')
      ? `${NAME} stopped this: ${reason.slice('stopped: '.length)}`
      : `${NAME}: ${reason}`
/** For what is no question: a denial, or a card that has its own title. */
export const withoutQuestion = (reason: string): string =>
  [ASKS, WAITING, `${NAME}: `].reduce((kept, ahead) => (kept.startsWith(ahead) ? kept.slice(ahead.length) : kept), reason)

/** Some hosts run the tool when a denial has no reason. */
export const reasonOf = (answer: HostAnswer): string => (answer.reason.trim() === '' ? `${NAME} stopped this` : answer.reason)

const HOW_TO_APPROVE =
  'Prudent stopped this: it needs a person to approve it, and this host cannot ask from here: stop, and tell the user that they can run `prudent watch` in another terminal, where they will be asked, and have you try again, or run it themselves.'

const NOBODY_HERE =
  'Prudent stopped this: it needs a person to approve it, and this runs where nobody is asked: leave it undone, say so in your result, and let the user run it themselves, or run you beside an open `prudent watch`.'

/** For hosts that cannot ask: a denial that says how a person can approve. */
export const denied = (answer: HostAnswer, isUnattended = false): HostAnswer =>
  answer.verdict === 'ask'
    ? { ...answer, verdict: 'deny', reason: `${isUnattended ? NOBODY_HERE : HOW_TO_APPROVE} ${withoutQuestion(answer.reason)}`.trimEnd() }
    : answer

/** Warnings where the host shows no message of ours. */
export const warningsOf = (answer: HostAnswer): string => answer.warnings.join('\n')

/** Exit code 2, the plainest denial: for hosts that know no other, and for failures of ours. */
export const refuse = (reason: string): Command => print(null, reason, 2)
export const block = (answer: HostAnswer): Command => refuse(reasonOf(answer))

/** Most hosts: silence lets the call go on. */
export const silence = (answer: HostAnswer): Command => print(null, warningsOf(answer))

/** A host that can only let through or deny, and how it says so. */
export const vetoOnly =
  (deny: (reason: string) => HostReply) =>
  (_event: HostEvent, answer: HostAnswer): HostReply => {
    const said = denied(answer)
    if (said.verdict !== 'deny') return silence(said)
    return said.failure === true ? block(said) : deny(reasonOf(said))
  }

interface Claude {
  /** Whether `ask` and `allow` are understood. */
  readonly asks: boolean
  readonly allows: boolean
  /** Whether a user sees `systemMessage`; if not, warnings go to standard error. */
  readonly tells?: boolean
  /** Keys that only Claude Code takes. */
  readonly own?: boolean
  /** The key of another input. */
  readonly input?: string
}

/** The answer of Claude Code's hooks and their relatives'. */
export function claudeReply(form: Claude): (event: HostEvent, answer: HostAnswer) => HostReply {
  return (event, answer) => {
    const over = (stdout: JsonObject | null, stderr = ''): HostReply => (event.via === 'http' ? overHttp(stdout) : print(stdout, stderr))
    const { kind } = event
    if (kind === 'permission') return over(onPermission(answer, form.own === true), warningsOf(answer))
    const said = form.asks && kind === 'before-tool' ? answer : denied(answer)
    if (said.verdict === 'deny' && said.failure === true && event.via !== 'http') return block(said)
    const tells = form.tells !== false
    const message: JsonObject = tells && said.warnings.length > 0 ? { systemMessage: warningsOf(said) } : {}
    const body = { ...message, ...decisionOf(event, said, form) }
    return over(Object.keys(body).length === 0 ? null : body, tells ? '' : warningsOf(said))
  }
}

function decisionOf(event: HostEvent, answer: HostAnswer, form: Claude): JsonObject {
  const { verdict, advice } = answer
  if (event.kind === 'before-tool') {
    const changed: JsonObject | null = form.input === undefined || answer.input === undefined || verdict === 'deny' ? null : { [form.input]: answer.input }
    // A changed input is heeded only with a decision; who cannot ask so gets no leave by it either.
    if (changed !== null && !form.allows) return specific('PreToolUse', { permissionDecision: 'allow', ...changed })
    if (verdict === 'abstain' || (verdict === 'allow' && !form.allows)) return {}
    return specific('PreToolUse', { permissionDecision: verdict, permissionDecisionReason: reasonOf(answer), ...changed })
  }
  if (event.kind === 'other') return {}
  if (verdict === 'deny') {
    const blocked = { decision: 'block', reason: reasonOf(answer) }
    return event.kind === 'prompt' && form.own === true ? { ...blocked, ...specific(event.name, { suppressOriginalPrompt: true }) } : blocked
  }
  return advice === undefined || event.kind === 'config' ? {} : specific(event.name, { additionalContext: advice })
}

const specific = (name: string, rest: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName: name, ...rest } })

/** Asked just before the host asks: our `ask` and `abstain` leave it to the host. */
function onPermission(answer: HostAnswer, own: boolean): JsonObject | null {
  const decide = (decision: JsonObject): JsonObject => specific('PermissionRequest', { decision })
  if (answer.verdict === 'allow') return decide({ behavior: 'allow' })
  if (answer.verdict === 'deny') return decide({ behavior: 'deny', message: reasonOf(answer), ...(own ? { interrupt: false } : {}) })
  return null
}

export const overHttp = (body: JsonObject | null): HostReply => ({
  kind: 'http',
  status: body === null ? 204 : 200,
  headers: { 'content-type': 'application/json' },
  body,
})
