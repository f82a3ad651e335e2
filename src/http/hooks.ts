// What is answered to a host that sends its events over HTTP? Always in its own words and with 200: anything else lets the call run.
import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import { unjudged } from '../answer/event.ts'
import type { WarmGate } from '../answer/warm.ts'
import { hear, signed } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import type { Environment, Host, HostAnswer } from '../gate/seams.ts'
import { host as GENERIC } from '../hosts/generic/index.ts'
import { HOSTS } from '../hosts/registry.gen.ts'
import type { Asked, Route, Said } from './server.ts'

export interface Serving {
  readonly token: string
  readonly env: Environment
  readonly home: string
  /** The package's folder. */
  readonly root: string
  /** Kept warm, for all hosts. */
  readonly gate: WarmGate
}

const OVER_HTTP = HOSTS.filter(({ http }) => http === true)
const JSON_TYPE = { 'content-type': 'application/json' }

/** `/hooks/NAME`, the token in a header; `/hooks/NAME/TOKEN` for hosts that send none of their own. */
const PATH = /^\/hooks\/(?<name>[a-z][a-z-]{0,40})(?:\/(?<token>[\w-]{1,200}))?$/

export const hookRoutes = (serving: Serving): readonly Route[] => [
  { method: 'POST', path: PATH, answer: (asked) => answerHook(asked, serving) },
  { method: 'POST', path: /^\/v1\/check$/, answer: (asked) => answerCheck(asked, serving) },
]

/** For programs, not for hosts: what is no call is told by the status, and only 200 holds a decision. */
async function answerCheck(asked: Asked, { token, env, home, root, gate }: Serving): Promise<Said> {
  const wrong = (status: number, error: string): Said => ({ status, headers: JSON_TYPE, body: JSON.stringify({ error }) })
  if (!knows(asked, token)) return wrong(401, 'the request has no valid token: `prudent init --http` sets it')
  const body = await asked.body()
  if (body === null) return { ...wrong(413, 'the call is too large or arrived too slowly'), known: true }
  const heard = hearing(body, GENERIC, true, home)
  if (heard.problem !== null) return { ...wrong(400, 'this is not a call: write {"tool": NAME, "input": {…}, "cwd": FOLDER, "session": NAME}'), known: true }
  const { answer, afterwards } = await gate(heard, { env, home, folders: env, cwd: home, root })
  return { ...said(heard, answer), known: true, afterwards }
}

async function answerHook(asked: Asked, { token, env, home, root, gate }: Serving): Promise<Said> {
  const host = OVER_HTTP.find(({ name }) => name === asked.parts['name'])
  if (host === undefined) return { status: 404, body: 'no host of this name asks over HTTP: prudent hosts lists them\n' }
  // Who is not known need not be waited for.
  const known = knows(asked, token)
  const heard = hearing(known ? await asked.body() : null, host, known, home)
  if (heard.problem !== null) return { ...said(heard, unjudged(heard, heard.problem)), known }
  // The person started this server, and said by their environment for whom.
  const { answer, afterwards } = await gate(heard, { env, home, folders: env, cwd: home, root })
  return { ...said(heard, answer), known, afterwards }
}

function hearing(body: Buffer | null, host: Host, known: boolean, cwd: string): Heard {
  const listen = (text: string): Heard => hear(text, OVER_HTTP, host, { env: {}, cwd, via: 'http' }, host.name)
  const lost = (problem: string): Heard => ({ ...listen(''), problem })
  if (!known) return lost('the request has no valid token: `prudent init --http` sets it')
  if (body === null) return lost('the event is too large or arrived too slowly (`gate.too-large`)')
  return isUtf8(body) ? listen(body.toString('utf8')) : lost('the event is not UTF-8 text')
}

function knows({ headers, parts }: Asked, token: string): boolean {
  const given = Buffer.from(/^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1] ?? parts['token'] ?? '')
  const due = Buffer.from(token)
  return given.length === due.length && timingSafeEqual(given, due)
}

function said({ host, event }: Heard, answer: HostAnswer): Said {
  const reply = host.reply(event, signed(answer))
  // A host of this list says everything over HTTP; where one does not, nothing is let through by it.
  if (reply.kind !== 'http') return answer.verdict === 'abstain' || answer.verdict === 'allow' ? { status: 204 } : { status: 500 }
  const { status, headers, body } = reply
  return { status, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) }
}
