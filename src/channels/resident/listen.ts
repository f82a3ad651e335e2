// How do those who show questions hear of new ones at once? Each connection names one, and stays for as long as somebody waits for it.
import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { makeFolder } from '../../gate/make-folder.ts'
import type { ChannelPlace } from '../../gate/seams.ts'
import { endpointOf, isTooLong, notOurs } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { askedIn, lineOf, makeLines, messageIn, VERSION } from './wire.ts'

export interface Listening {
  /** False once somebody has removed or replaced what lies on disk: nobody can ask here any more. */
  readonly isOurs: () => boolean
  readonly close: () => void
}
/** `taken`: another of ours listens already. */
export type Listened = { readonly ok: true; readonly listening: Listening } | { readonly ok: false; readonly message: string; readonly taken?: true }

export interface Listener {
  /** As answers name it. */
  readonly channel: string
  /** A question is in the store, and somebody waits for its end. Anybody can say so: the store is to be looked at. */
  readonly asked: (id: string) => void
  /** One who waited waits no longer. */
  readonly left: (id: string) => void
}

/** It is named at once, or never. */
const NAMED_MS = 5000
const MOST_CONNECTIONS = 256

export async function listen(at: ChannelPlace, listener: Listener): Promise<Listened> {
  const endpoint = endpointOf(at)
  const failed = (message: string): Listened => ({ ok: false, message })
  if (isTooLong(endpoint.address)) return failed(`\`${endpoint.address}\` is too long for a socket: set XDG_STATE_HOME to a shorter folder, for the agent too`)
  const user = at.platform === 'win32' ? null : (process.getuid?.() ?? null)
  try {
    makeFolder(endpoint.folder, 0o700)
    if (user !== null) chmodSync(endpoint.folder, 0o700)
    if (lstatSync(endpoint.mark, { throwIfNoEntry: false }) !== undefined) {
      if (await isAlive(endpoint)) return { ok: false, taken: true, message: 'another terminal is watching already, or the desk is open' }
      rmSync(endpoint.mark, { force: true })
    }
  } catch (error) {
    return failed(`\`${endpoint.folder}\` cannot be used: ${(error as Error).message}`)
  }
  const { server, open } = serve(listener)
  const problem = await bind(server, endpoint)
  if (problem !== null) return failed(`\`${endpoint.address}\` cannot be listened on: ${problem}`)
  try {
    if (at.platform === 'win32') writeFileSync(endpoint.mark, `${process.pid}\n`, { mode: 0o600 })
    else chmodSync(endpoint.mark, 0o600)
  } catch {
    // Told below.
  }
  const objection = notOurs(endpoint, user)
  const known = lstatSync(endpoint.mark, { throwIfNoEntry: false })?.ino
  const isOurs = (): boolean => lstatSync(endpoint.mark, { throwIfNoEntry: false })?.ino === known
  const close = (): void => {
    if (isOurs()) rmSync(endpoint.mark, { force: true })
    server.close()
    for (const socket of open) socket.destroy()
  }
  if (objection !== null) {
    close()
    return failed(objection)
  }
  return { ok: true, listening: { isOurs, close } }
}

/** A socket outlives a process that was killed. */
function isAlive({ address }: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const say = (alive: boolean): void => {
      socket.destroy()
      resolve(alive)
    }
    socket.setTimeout(1000, () => say(true))
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
  })
}

function bind(server: Server, { address }: Endpoint): Promise<string | null> {
  // Nobody else's from its first moment.
  const usual = process.umask(0o177)
  return new Promise<string | null>((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.listen(address, () => resolve(null))
  }).finally(() => process.umask(usual))
}

function serve(listener: Listener): { readonly server: Server; readonly open: ReadonlySet<Socket> } {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let id: string | null = null
    socket.setTimeout(NAMED_MS, () => socket.destroy())
    const onLine = (line: string): void => {
      const named = id === null ? askedIn(messageIn(line)) : null
      if (named === null) return void socket.destroy()
      id = named
      socket.setTimeout(0)
      socket.write(lineOf({ heard: id }))
      listener.asked(id)
    }
    socket.on(
      'data',
      makeLines(onLine, () => socket.destroy()),
    )
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      if (id !== null) listener.left(id)
    })
    socket.write(lineOf({ hello: { version: VERSION, pid: process.pid, channel: listener.channel } }))
  })
  server.maxConnections = MOST_CONNECTIONS
  return { server, open }
}
