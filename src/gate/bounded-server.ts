// How much do connections to a server of ours cost at most, and who makes way when there are too many? The same for hooks and for the desk.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Patience {
  /** For the head of a request, for all of it, and between two. */
  readonly headersMs: number
  readonly requestMs: number
  readonly idleMs: number
}
/** To be given when the server is made. */
export const MAKING = { keepAlive: true, noDelay: true, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 } as const

/** Those that ask for nothing, or have not asked to the end: of strangers, and again of those who are known. */
const MOST_IDLE = 100
const MOST_CONNECTIONS = 400

export interface Bounded {
  /** Whoever is at the other end has shown that they may ask. */
  readonly trust: (socket: Socket) => void
}

/** Whoever has waited longest makes way: nobody can keep others out by merely being there, nor take the place of those who are known. */
export function bound(server: Server, { headersMs, requestMs, idleMs }: Patience): Bounded {
  const strangers = new Set<Socket>()
  const known = new Set<Socket>()
  const trusted = new WeakSet<Socket>()
  const leaves = (socket: Socket): void => {
    strangers.delete(socket)
    known.delete(socket)
  }
  const waits = (socket: Socket): void => {
    if (socket.destroyed) return
    const own = trusted.has(socket) ? known : strangers
    own.add(socket)
    const [first] = own
    if (own.size <= MOST_IDLE || first === undefined) return
    own.delete(first)
    first.destroy()
  }
  server.on('connection', (socket: Socket) => {
    socket.on('close', () => leaves(socket))
    waits(socket)
  })
  server.on('request', ({ socket }, response) => {
    leaves(socket)
    response.on('close', () => waits(socket))
  })
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.keepAliveTimeout = idleMs
  server.maxConnections = MOST_CONNECTIONS
  return { trust: (socket) => void trusted.add(socket) }
}
