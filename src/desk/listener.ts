// Who is heard by the desk at all? Only requests to 127.0.0.1 by that number, from our own page, in JSON, and not too many of them.
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { bound, MAKING } from '../gate/bounded-server.ts'
import type { Bounded } from '../gate/bounded-server.ts'

/** Hono's own, which only the file of the routes knows. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>
export interface Bindings {
  readonly incoming: IncomingMessage
  /** A page of ours is at the other end: strangers do not crowd it out. */
  readonly trust: Bounded['trust']
}

export const LARGEST_BODY = 256 * 1024
const PATIENCE = { headersMs: 5000, requestMs: 15_000, idleMs: 60_000 }

/** On every answer, refusals included. */
const GUARDS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export function makeListener(fetch: Fetch): Server {
  const answer = getRequestListener(
    (request, bindings) => fetch(request, { incoming: (bindings as Pick<Bindings, 'incoming'>).incoming, trust: (socket) => trust(socket) }),
    {
      overrideGlobalObjects: false,
      errorHandler: () => new Response(JSON.stringify({ error: 'internal error' }), { status: 500, headers: { 'content-type': 'application/json' } }),
    },
  )
  const server = createServer(MAKING, (request, response) => {
    for (const [name, value] of Object.entries(GUARDS)) response.setHeader(name, value)
    const refusal = refusalOf(request, portOf(server))
    if (refusal === null) return void answer(request, response)
    refuse(response, refusal)
  })
  const { trust } = bound(server, PATIENCE)
  return server
}

export const portOf = (server: Server): number => {
  const at = server.address()
  return typeof at === 'object' && at !== null ? at.port : 0
}

interface Turned {
  readonly status: number
  readonly error: string
}

/** Null: it may be answered. Before anything else, for whom it takes us: a name may be made to lead here. */
function refusalOf({ method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>, port: number): Turned | null {
  const ours = `127.0.0.1:${port}`
  if (headers.host !== ours) return { status: 403, error: `unknown host name: open http://${ours}/` }
  if (headers.origin !== undefined && headers.origin !== `http://${ours}`) return { status: 403, error: 'another page asks' }
  const site = headers['sec-fetch-site']
  if (!url.startsWith('/api/')) {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, error: 'this takes GET' }
    // Somebody opens the page, from wherever: there is no secret in it. What belongs to it only it may load.
    const isOpening = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    return site === undefined || site === 'same-origin' || site === 'none' || isOpening ? null : { status: 403, error: 'another page asks' }
  }
  if (site !== 'same-origin') return { status: 403, error: 'only our own page asks here (`Sec-Fetch-Site`)' }
  if (method === 'GET') return null
  if (method !== 'POST' && method !== 'DELETE') return { status: 405, error: 'this takes GET, POST or DELETE' }
  if (headers.origin === undefined) return { status: 403, error: 'only our own page asks here (`Origin`)' }
  if (method === 'POST' && !/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, error: 'only JSON is taken (`Content-Type: application/json`)' }
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY) return { status: 413, error: 'this is too large' }
  return null
}

function refuse(response: ServerResponse, { status, error }: Turned): void {
  const body = Buffer.from(JSON.stringify({ error }))
  // What it still sends is not waited for.
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, connection: 'close' })
  response.end(body)
}
