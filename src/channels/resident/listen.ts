// How are questions taken in by whoever answers? Each connection brings one; it is answered at most once, and only while the asker is there.
import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { Answer, Approval } from '../../core/model.ts'
import { makeFolder } from '../../gate/make-folder.ts'
import type { ChannelPlace } from '../../gate/seams.ts'
import { endpointOf, isTooLong, notOurs } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { approvalIn, lineOf, LONGEST_QUESTION, makeLines, messageIn, VERSION } from './wire.ts'

/** One who asks. */
export interface Asker {
  readonly approval: Approval
  /** False when it was answered already or is not asked any more. */
  readonly answer: (verdict: Answer['verdict'], by: string) => boolean
}
export interface Listening {
  /** False once somebody has removed or replaced what lies on disk: nobody can ask here any more. */
  readonly isOurs: () => boolean
  readonly close: () => void
}
export type Listened = { readonly ok: true; readonly listening: Listening } | { readonly ok: false; readonly message: string }

export interface Listener {
  /** As answers name it. */
  readonly channel: string
  readonly asked: (asker: Asker) => void
  /** The asker has gone. `taken`: the verdict by which it went; null: it did not wait for one, or not for ours. */
  readonly left: (asker: Asker, taken: Answer['verdict'] | null) => void
  /** At most so many at once; more are turned away. */
  readonly most: number
}

/** A question comes at once, or never. */
const QUESTION_MS = 5000
/** After an answer, what became of it. */
const TAKEN_MS = 2000
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
      if (await isAlive(endpoint)) return failed('another terminal is watching already: answer there, or end it first')
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
  let waiting = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    let asker: Asker | null = null
    let verdict: Answer['verdict'] | null = null
    let taken: Answer['verdict'] | null = null
    socket.setTimeout(QUESTION_MS, () => socket.destroy())
    const onLine = (line: string): void => {
      const message = messageIn(line)
      if (asker !== null) {
        // The one thing an asker says afterwards.
        if (verdict !== null && message?.['taken'] === verdict) taken = verdict
        return void socket.destroy()
      }
      const approval = approvalIn(message)
      if (approval === null) return void socket.destroy()
      if (waiting >= listener.most) return void socket.end(lineOf({ busy: approval.id }), () => socket.destroy())
      waiting++
      socket.setTimeout(0)
      asker = {
        approval,
        answer: (said, by) => {
          if (verdict !== null || socket.destroyed || !socket.writable || isPast(approval.expiresAt)) return false
          verdict = said
          const answer: Answer = { approval: approval.id, digest: approval.digest, verdict: said, by, channel: listener.channel, remember: 'once' }
          socket.setTimeout(TAKEN_MS, () => socket.destroy())
          socket.end(lineOf({ answer }))
          return true
        },
      }
      socket.write(lineOf({ shown: approval.id }))
      listener.asked(asker)
    }
    socket.on(
      'data',
      makeLines(LONGEST_QUESTION, onLine, () => socket.destroy()),
    )
    socket.on('end', () => {
      if (verdict === null) socket.destroy()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      if (asker === null) return
      waiting--
      listener.left(asker, taken)
    })
    socket.write(lineOf({ hello: { version: VERSION, pid: process.pid, channel: listener.channel } }))
  })
  server.maxConnections = MOST_CONNECTIONS
  return { server, open }
}

const isPast = (time: string): boolean => Date.now() >= Date.parse(time)
