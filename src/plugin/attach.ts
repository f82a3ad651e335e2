// How does a host's own process ask the gate? Its callbacks become events, and what `reply` says is done: returned, thrown, asked, requested.
import { keepWarm } from '../answer/warm.ts'
import type { WarmGate } from '../answer/warm.ts'
import { NO_HOME, personHere } from '../config/person.ts'
import type { Person } from '../config/person.ts'
import { packageFolder } from '../config/package-files.ts'
import type { Json } from '../core/model.ts'
import { hear, refusal, signed } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import { withoutQuestion } from '../hosts/_frame/replies.ts'
import type { HostPlugin, Means, Tell, Told } from '../hosts/_frame/plugin.ts'
import type { Host, HostAnswer, HostReply } from '../gate/seams.ts'

/**
 * What `dist/plugins/NAME.js` exports. Throws never: a gate that cannot be opened is a denial of every call.
 * `root` is the package's folder: OpenClaw runs a copy of the code, which has none of our data beside it. `installedFor`: the person's, as `init` wrote it.
 */
export function attach(host: Host, plugin: HostPlugin, root = packageFolder(), installedFor?: string): unknown {
  const gate = keepWarm()
  return plugin.make(tellWith(host, gate, root, personHere(installedFor)))
}

/** Whatever goes wrong ends in the host's own denial, and where even that cannot be said, in a throw. */
function tellWith(host: Host, gate: WarmGate, root: string, person: Person): Tell {
  return async (payload, means = {}) => {
    const heard = hearing(host, payload)
    const { answer, afterwards, settled } = await gate(person.home === '' ? { ...heard, problem: NO_HOME } : heard, {
      ...person,
      env: process.env,
      cwd: folderHere(),
      root,
      patience,
    })
    quietly(afterwards)
    tellPerson(heard, signed(answer), means)
    const settle = (verdict: Settled): void => quietly(() => settled?.(verdict))
    if (means.onlyTold === true) return { value: undefined, settled: settle }
    return { value: await act(replyTo(heard, answer), means, settle), settled: settle }
  }
}

/** Hosts that wait for ever would; a person who has not answered by then will not. */
const LONGEST_MS = 600_000
const MARGIN_MS = 5000
const patience = ({ deadlineMs }: Host): number => Math.max(0, (deadlineMs ?? LONGEST_MS) - MARGIN_MS)

/** The same way in as a text: bounded in size and depth, and nothing in it is alive. */
function hearing(host: Host, payload: object): Heard {
  // The environment is the host's: it may itself have been started by another.
  const listen = (text: string): Heard => hear(text, [host], host, { env: {}, cwd: folderHere(), via: 'in-process' }, host.name)
  try {
    return listen(JSON.stringify(payload))
  } catch {
    return listen('')
  }
}

function replyTo({ host, event }: Heard, answer: HostAnswer): HostReply {
  try {
    return host.reply(event, signed(answer))
  } catch {
    return { kind: 'throw', message: refusal('the gate failed (`gate.failed`)').reason }
  }
}

type Settled = Parameters<Told['settled']>[0] | 'nobody'

async function act(reply: HostReply, means: Means, settle: (verdict: Settled) => void): Promise<Json | undefined> {
  switch (reply.kind) {
    case 'return':
      return reply.value ?? undefined
    case 'throw':
      throw new Error(reply.message)
    case 'ui':
      return await asked(reply, means, settle)
    case 'request':
      await means.request?.(reply.path, reply.body)
      return undefined
    default:
      throw new Error(`this cannot be answered from inside the host (\`${reply.kind}\`), so it is not let through`)
  }
}

async function asked(reply: Extract<HostReply, { kind: 'ui' }>, means: Means, settle: (verdict: Settled) => void): Promise<Json | undefined> {
  if (means.asksItself === true) return reply.onApprove ?? undefined
  let agreed: unknown = null
  try {
    agreed = (await means.confirm?.('Prudent', withoutQuestion(reply.message))) ?? null
  } catch {
    // Nobody could be asked.
  }
  if (agreed === null) {
    settle('nobody')
    return await act(reply.otherwise, means, settle)
  }
  // Nothing but a plain yes is one.
  settle(agreed === true ? 'allow' : 'deny')
  return (agreed === true ? reply.onApprove : reply.onReject) ?? undefined
}

/** What the model is told by a denied call, the person is told of a denied prompt. */
function tellPerson({ event }: Heard, { verdict, reason, warnings }: HostAnswer, { warn }: Means): void {
  const lines = event.kind === 'prompt' && verdict === 'deny' ? [...warnings, reason] : warnings
  for (const line of lines) {
    try {
      void Promise.resolve(warn?.(line)).catch(() => {})
    } catch {
      // It cannot be shown there.
    }
  }
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // It was said; what could not be written down is told by `prudent doctor`.
  }
}

/** The folder we stand in may be gone. */
function folderHere(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}
