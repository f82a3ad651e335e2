// Anteroom's two routes for approvals, as functions over `Request` and `Response`: the stream of events, and the answer to one question.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ApprovalEvents, PendingApprovals } from './approvals.ts'

export interface RouteOptions {
  /** Who may see questions and answer them: asked for every request. An agent runs on the same machine, so a port alone protects nothing. */
  readonly authorize: (request: Request) => boolean | Promise<boolean>
}
/** Null for every other path. */
export type Handler = (request: Request) => Promise<Response | null>

const ID = /^[A-Za-z0-9_-]{1,64}$/
const LARGEST_BODY = 64 * 1024
/** Events that a page may leave unread. */
const MOST_UNREAD = 1000
const RESPOND = /^\/api\/approvals\/([^/]*)\/respond$/

export function approvalRoutes(approvals: PendingApprovals, { authorize }: RouteOptions): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    const id = RESPOND.exec(pathname)?.[1]
    const isStream = pathname === '/api/events' && request.method === 'GET'
    if (!isStream && (id === undefined || request.method !== 'POST')) return null
    // Only a plain yes lets anybody in.
    const asked = async (): Promise<unknown> => authorize(request)
    const may = await asked().catch(() => false)
    if (may !== true) return told(401, { error: 'not authorised' })
    return isStream ? stream(approvals, request.signal) : respond(approvals, id ?? '', request)
  }
}

async function respond(approvals: PendingApprovals, id: string, request: Request): Promise<Response> {
  if (!ID.test(id)) return told(400, { error: 'this is no approval id' })
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return told(415, { error: 'the body must be application/json' })
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return told(422, { error: 'the body is too large' })
  const body = await bodyOf(request)
  if (body === null) return told(422, { error: 'the body must be a JSON object with `approved`, true or false' })
  if (!approvals.respond(id, body.approved)) return told(404, { error: 'no such approval waits' })
  return told(200, { status: 'ok', approved: body.approved, scope: 'once' })
}

/** Without `approved` it is a no. */
async function bodyOf(request: Request): Promise<{ readonly approved: boolean } | null> {
  const text = await request.text().catch(() => '')
  if (text.length > LARGEST_BODY) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const { approved = false } = value as { approved?: unknown }
    return typeof approved === 'boolean' ? { approved } : null
  } catch {
    return null
  }
}

/** What waits comes first, then what happens. */
function stream(approvals: PendingApprovals, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  let end = (): void => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const leave = (): void => {
        end()
        controller.close()
      }
      const say = <Name extends keyof ApprovalEvents>(name: Name, data: ApprovalEvents[Name]): void => {
        // Who reads nothing is let go: what waits is told again when it comes back.
        if ((controller.desiredSize ?? 0) < -MOST_UNREAD) return leave()
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
      }
      for (const asked of approvals.pending()) say('approval_required', asked)
      end = approvals.events.onAny((name, data) => say(name, data))
      signal.addEventListener('abort', () => end(), { once: true })
    },
    cancel: () => end(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

const told = (status: number, body: object): Response => Response.json(body, { status, headers: { 'cache-control': 'no-store' } })

/** The same for `http.createServer`; what is no route of these goes to `otherwise`. */
export function nodeListener(
  handle: Handler,
  otherwise: (request: IncomingMessage, response: ServerResponse) => void = notFound,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const answer = async (): Promise<void> => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value)
      const method = incoming.method ?? 'GET'
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
      const request = new Request(url, {
        method,
        headers,
        signal: gone.signal,
        ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
      })
      const response = await handle(request)
      if (response === null) return otherwise(incoming, outgoing)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (response.body === null) return void outgoing.end()
      outgoing.flushHeaders()
      for await (const chunk of response.body) outgoing.write(chunk)
      outgoing.end()
    }
    answer().catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  }
}

const notFound = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(404).end()
