// How does a person get a page of a desk that runs elsewhere, as a service or in another terminal? `prudent desk` listens in our state folder; the desk looks who that is, and connects.
//
//   desk      {"out": "text"}      what the terminal prints
//   desk      {"link": "url"}      what it opens in a browser, where it may
//   terminal  {"entered": true}    Enter was pressed
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import path from 'node:path'
import { noPersonBehind } from '../ask/person.ts'
import { isTooLong, notOurs } from '../channels/resident/endpoint.ts'
import { objectionTo } from '../channels/resident/standing.ts'
import { lineOf, makeLines, messageIn } from '../channels/resident/wire.ts'
import { makeFolder } from '../gate/make-folder.ts'

const folderOf = (state: string): string => path.join(state, 'desk')
const NAME = /^\d{1,9}$/
const MOST_TERMINALS = 16
const MOST_UNHEARD = 64

/** One of ours that joined. */
export interface Joined {
  readonly say: (text: string) => void
  readonly link: (url: string) => void
}
export interface Joining {
  readonly look: () => void
  readonly close: () => void
}
/** Why nobody who may have a link listens there; null when a person does. Where the system does not tell, nothing speaks against it. */
export type Objects = (pid: number, address: string) => string | null
const strictly: Objects = (pid, address) => objectionTo(pid, address, process.platform, null) ?? noPersonBehind(pid)

export interface Joiners {
  readonly joined: (terminal: Joined) => { readonly entered: () => void; readonly left: () => void }
  /** Somebody is there who is no person. */
  readonly refused: (pid: number, why: string) => void
}

/** The desk's half: nobody is heard here, it looks for itself who listens. */
export function takeIn(state: string, { joined, refused }: Joiners, objects: Objects = strictly): Joining {
  const folder = folderOf(state)
  const open = new Map<string, () => void>()
  const unheard = new Set<string>()
  const look = (): void => {
    for (const name of namesIn(folder)) {
      const address = path.join(folder, name)
      const about = lstatSync(address, { throwIfNoEntry: false })
      const key = `${name} ${about?.ino ?? 0}`
      if (about === undefined || open.has(key) || unheard.has(key) || open.size >= MOST_TERMINALS) continue
      const why = notOurs({ address, folder, mark: address }, process.getuid?.() ?? null) ?? objects(Number(name), address)
      if (why === null) {
        enter(key, address)
        continue
      }
      if (unheard.size >= MOST_UNHEARD) unheard.clear()
      unheard.add(key)
      refused(Number(name), why)
    }
  }
  const enter = (key: string, address: string): void => {
    const socket = connect({ path: address })
    open.set(key, () => socket.destroy())
    let terminal: ReturnType<Joiners['joined']> | null = null
    const send = (message: object): void => void (socket.destroyed ? false : socket.write(lineOf(message)))
    const pid = Number(path.basename(address))
    socket.on('connect', () => (terminal = joined({ say: (out) => send({ out }), link: (link) => send({ link }) })))
    socket.on(
      'data',
      makeLines(
        (line) => {
          // Who was a person is looked at again: the name of a process may be another's by now.
          if (messageIn(line)?.['entered'] === true && objects(pid, address) === null) terminal?.entered()
          else socket.destroy()
        },
        () => socket.destroy(),
      ),
    )
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(key)
      terminal?.left()
    })
  }
  return {
    look,
    close: () => {
      for (const leave of open.values()) leave()
    },
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name))
  } catch {
    return []
  }
}

export interface Terminal {
  readonly entered: () => void
  readonly close: () => void
  /** Null where nobody came; else when the desk has gone. */
  readonly came: Promise<{ readonly gone: Promise<void> } | null>
}

const LINK = /^http:\/\/127\.0\.0\.1:\d{1,5}\/#link=[\w-]{1,100}$/

/** The terminal's half. `patience`: how long a desk may take to look. */
export function join(state: string, { say, link }: Joined, patience: number): Terminal {
  const folder = folderOf(state)
  const address = path.join(folder, String(process.pid))
  let desk: Socket | null = null
  const onLine = (line: string): void => {
    const { out, link: url } = messageIn(line) ?? {}
    // Anybody may connect, and say what he likes: it is printed as text, and leads nowhere but here.
    if (typeof out === 'string') say(out.replaceAll(/[^\n -~]/g, '?'))
    if (typeof url === 'string' && LINK.test(url)) link(url)
  }
  const server = createServer()
  const close = (): void => {
    server.close()
    desk?.destroy()
    rmSync(address, { force: true })
  }
  const came = new Promise<{ readonly gone: Promise<void> } | null>((done) => {
    server.on('connection', (socket) => {
      // One desk; whoever comes later has nothing to say here.
      if (desk !== null) return void socket.destroy()
      desk = socket
      socket.on(
        'data',
        makeLines(onLine, () => socket.destroy()),
      )
      socket.on('error', () => socket.destroy())
      done({ gone: new Promise((gone) => socket.on('close', () => gone())) })
    })
    server.on('error', () => done(null))
    setTimeout(() => done(null), patience)
    if (isTooLong(address)) return done(null)
    makeFolder(folder, 0o700)
    chmodSync(folder, 0o700)
    rmSync(address, { force: true })
    // Nobody else's from its first moment.
    const usual = process.umask(0o177)
    server.listen(address)
    process.umask(usual)
  })
  return { came, entered: () => void desk?.write(lineOf({ entered: true })), close }
}
