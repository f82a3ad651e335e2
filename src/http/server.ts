// How is a request from this machine answered? A table of routes; whoever is not from here, or comes through a browser, is turned away.
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bound, MAKING } from '../gate/bounded-server.ts'

export interface Asked {
  readonly method: string
  /** The named parts of the route's path. */
  readonly parts: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  /** The body, whole; null where it was too large or too slow. */
  readonly body: () => Promise<Buffer | null>
}
export interface Said {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether whoever asked has shown that they may. */
  readonly known?: boolean
  /** What need not hold up the answer. */
  readonly afterwards?: () => void
}
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly answer: (asked: Asked) => Promise<Said>
}

const LARGEST = 10 * 1024 * 1024
const BODY_MS = 3000
const PATIENCE = { headersMs: 3000, requestMs: 10_000, idleMs: 120_000 }

const words = (status: number, text: string): Said => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${text}\n` })

export function makeServer(routes: readonly Route[]): Server {
  const server = createServer(MAKING, (request, response) => {
    void answerTo(request, routes, portOf(server))
      .catch(() => words(500, 'internal error'))
      .then((said) => send(response, trusting(said, request.socket)))
  })
  const { trust } = bound(server, PATIENCE)
  const trusting = (said: Said, socket: Socket): Said => {
    if (said.known === true) trust(socket)
    return said
  }
  return server
}

export const portOf = (server: Server): number => {
  const at = server.address()
  return typeof at === 'object' && at !== null ? at.port : 0
}

async function answerTo(request: IncomingMessage, routes: readonly Route[], port: number): Promise<Said> {
  const { method = '', headers } = request
  // A page in a browser may send here, and a name may be made to lead here.
  if (headers.host === undefined || ![`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host)) return words(403, 'unknown host name')
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return words(403, 'browsers are refused here')
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const fitting = routes.filter((route) => route.path.test(path))
  const route = fitting.find((one) => one.method === method)
  if (route === undefined) return fitting.length === 0 ? words(404, 'not found') : words(405, `this takes ${fitting.map((one) => one.method).join(', ')}`)
  return await route.answer({ method, parts: route.path.exec(path)?.groups ?? {}, headers, body: () => bodyOf(request) })
}

function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (body: Buffer | null): void => {
      clearTimeout(timer)
      request.removeAllListeners('data')
      if (body === null) request.resume()
      done(body)
    }
    const timer = setTimeout(() => end(null), BODY_MS)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > LARGEST) return end(null)
      chunks.push(chunk)
    })
    request.on('end', () => end(Buffer.concat(chunks)))
    request.on('error', () => end(null))
    request.on('close', () => end(null))
  })
}

function send(response: ServerResponse, { status, headers = {}, body = '', afterwards }: Said): void {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }), 'cache-control': 'no-store' })
  response.end(bytes, () => {
    if (afterwards !== undefined) setImmediate(quietly, afterwards)
  })
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // It was said; what could not be written down is told by `prudent doctor`.
  }
}
