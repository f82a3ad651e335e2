// The desk: where people answer in the browser. Its own listener on 127.0.0.1, started by prudent desk and prudent serve.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import about from '../../package.json' with { type: 'json' }
import { agentBehind } from '../ask/person.ts'
import { makeAsk } from '../ask/command-line.ts'
import { makeHistory } from '../ask/history.ts'
import { openQueue } from '../ask/queue.ts'
import { noTerminal } from '../ask/tty.ts'
import type { Approvals } from '../gate/approvals.ts'
import type { Environment } from '../gate/seams.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { noticedEntries } from '../audit/noticed.ts'
import { makeActivity } from './activity.ts'
import { liftRoutes } from './lifts.ts'
import { openApi } from './openapi.ts'
import { join, takeIn } from './joining.ts'
import type { Objects } from './joining.ts'
import { makeService } from './service.ts'
import { holderOf, nameOf as processName, noBrowser, peersOf } from './peer.ts'
import { routesOver } from './routes.ts'
import { settingsView } from './settings.ts'
import type { Me } from './api.ts'
import { makeApp } from './app.ts'
import { makeFeed } from './events.ts'
import { follow } from './followed.ts'
import type { Feed } from './events.ts'
import { makeListener, portOf } from './listener.ts'
import { attend } from './listening.ts'
import { openBrowser } from './opener.ts'
import { pageFiles } from './page.ts'
import { makeQuestions } from './questions.ts'
import { LINK_MS, makeSessions } from './sessions.ts'
import type { Session } from './sessions.ts'

export interface DeskStart {
  /** 0: whichever is free. */
  readonly port: number
  readonly env: Environment
  readonly out: (text: string) => void
  readonly note: (text: string) => void
  /** Whether to open a browser, and to print a link before somebody wants one. */
  readonly open: boolean
  readonly link?: boolean
  /** Why nobody stands behind this process who may approve; null when somebody does. Left out: looked at as for any terminal. */
  readonly standing?: () => string | null
  /** Why a process that answers is no person's; null when nothing speaks against it. Left out: a browser that no agent has started. */
  readonly behind?: (pid: number) => string | null
  /** The same for a terminal that wants a page of this desk. Left out: as for the desk's own. */
  readonly joins?: Objects
  /** Left out: where this person's state is. */
  readonly approvals?: Approvals
}
export type Started = { readonly ok: true; readonly desk: Running } | { readonly ok: false; readonly message: string }
export interface Running {
  readonly port: number
  /** Somebody pressed Enter at our terminal. */
  readonly entered: () => void
  /** A fresh link, printed nowhere. */
  readonly link: () => string
  readonly close: () => Promise<void>
}

const LOOK_MS = 400
const NOTICE_MS = 60_000

export { openDiskApprovals } from '../stores/json-lines/approvals.ts'

export async function startDesk({
  port,
  env,
  out,
  open,
  link: wantsLink = open,
  standing,
  behind = (pid) => agentBehind(pid) ?? noBrowser(pid),
  joins,
  approvals: given,
}: DeskStart): Promise<Started> {
  const { home, state } = placeIn(env)
  const sessions = makeSessions()
  const log = openJsonLines({ state })
  const queue = openQueue({ state, log, ...(given === undefined ? {} : { approvals: given }) })
  const ending = new AbortController()
  const questions = makeQuestions(
    queue,
    () => feed,
    nameOf(),
    (told) => makeHistory(makeAsk(env, process.cwd(), ending.signal), told),
  )
  const feed: Feed = makeFeed(() => questions.list())
  sessions.onVoid(({ number }) => feed.close(number))
  const lifts = openDiskLifts({ state })
  const activity = makeActivity(log, (name, data) => feed.say(name, data))
  const folders = async (): Promise<readonly string[]> => [...(await queue.listOpen()).map(({ question }) => question.card.cwd), ...activity.folders()]
  const followed = follow({ lifts, home, cwd: process.cwd(), folders, feed })
  const stranger = (incoming: IncomingMessage): string | null => strangerAt(incoming.socket, behind)
  const service = makeService({ home, digest: log.digest })
  const stands =
    standing ??
    ((): string | null => {
      const why = noTerminal({ input: process.stdin, output: process.stdout }, env, process.platform, 'prudent desk')
      return why === null || service() === null ? null : why
    })
  const unarmed = (session: Session): string | null =>
    stands() ?? (session.armed ? null : 'press Enter in the terminal that printed the link, so that this page may approve')
  /** What is said about a page is said where its link was printed. */
  const terminals = new Map<number, (text: string) => void>([[0, out]])
  const tell = (where: number, text: string): void => (terminals.get(where) ?? out)(text)
  const me = (session: Session): Me => {
    const why = unarmed(session)
    return { mayApprove: why === null, ...(why === null ? {} : { why }), version: about.version, containment: 'seatbelt' }
  }
  /** What nobody may do: said in the log, and by status. */
  const told = new Map<string, number>()
  const notice = (text: string): void => {
    // Whoever tries again and again does not fill the log.
    if (Date.now() - (told.get(text) ?? 0) < NOTICE_MS) return
    told.set(text, Date.now())
    const at = new Date().toISOString()
    const names = { at, id: randomBytes(4).toString('hex'), call: '', host: '', session: '' }
    log.append([{ ...names, kind: 'violation', of: 'self-protection', rules: ['self.desk'], verdict: 'deny' }, ...noticedEntries({ at, text })])
  }
  let isOpening: (() => void) | null = null
  const server = makeListener(
    makeApp({
      page: pageFiles(),
      sessions,
      questions,
      feed,
      routes: [
        ...liftRoutes({
          lifts,
          by: nameOf(),
          changed: followed.look,
          noted: (event, text) =>
            log.append([{ at: new Date().toISOString(), id: randomBytes(4).toString('hex'), call: '', host: '', session: '', kind: 'notice', event, text }]),
        }),
        ...routesOver({
          activity,
          ask: makeAsk(env, process.cwd(), ending.signal),
          settings: () => settingsView(home, process.cwd()),
          health: async () => ({
            ok: true,
            version: about.version,
            open: (await queue.listOpen()).length,
            streams: feed.streams(),
            recorded: log.writable(),
          }),
          document: openApi,
        }),
      ],
      me,
      objection: (session, incoming) => {
        const why = stranger(incoming)
        if (why !== null) notice(`a program tried to approve at the desk: ${why}`)
        return why ?? unarmed(session)
      },
      stranger: (incoming) => {
        const why = stranger(incoming)
        if (why !== null) notice(`a program tried to open the desk: ${why}`)
        return why
      },
      opened: (opened, incoming) => {
        isOpening?.()
        if (opened.ok)
          return tell(
            opened.session.where,
            `a page was opened with the link${whoIs(incoming.socket)}\npress Enter if that was you: then the page may approve\n`,
          )
        if (opened.because !== 'again') return
        for (const say of terminals.values()) say('the link was opened a second time, so its page is signed out\npress Enter for a new link\n')
        notice(`the link to the desk was opened a second time${whoIs(incoming.socket)}, so the page it opened is signed out`)
      },
    }),
  )
  const problem = await new Promise<NodeJS.ErrnoException | null>((done) => {
    server.once('error', done)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => done(null))
  })
  if (problem !== null) return { ok: false, message: problem.code === 'EADDRINUSE' ? takenText(port) : `the desk cannot listen: ${problem.message}` }
  const at = portOf(server)
  const link = (where = 0): string => `http://127.0.0.1:${at}/#link=${sessions.link(where)}`
  const arm = (where: number): boolean => {
    const session = sessions.arm(where)
    if (session === null) return false
    feed.say('me', me(session))
    tell(where, 'that page may approve now; press Enter for a link for another page\n')
    return true
  }
  let joined = 0
  const joining = takeIn(
    state,
    {
      joined: ({ say, link: show }) => {
        const where = ++joined
        terminals.set(where, say)
        const give = (): void => {
          const url = link(where)
          say(printedText(url))
          show(url)
        }
        say(`approval page: http://127.0.0.1:${at}/ (this machine only)\n`)
        give()
        return { entered: () => void (arm(where) || give()), left: () => void terminals.delete(where) }
      },
      refused: (pid, why) => notice(`a program asked for a link to the desk: process ${pid} (${processName(pid)}): ${why}`),
    },
    joins,
  )
  const print = (): void => {
    const url = link()
    out(printedText(url))
    isOpening?.()
    isOpening = open ? openBrowser(url, state, env, process.platform) : null
    // Longer than the link counts, nothing of it lies there.
    setTimeout(isOpening ?? ((): void => {}), LINK_MS).unref()
  }
  const attending = attend({ state, platform: process.platform }, () => feed.streams() > 0 && sessions.isAnyArmed() && stands() === null)
  // Nobody looks: nothing is read.
  const looking = setInterval(() => {
    if (feed.streams() > 0) {
      activity.look()
      void followed.look()
    }
    void attending.look()
    joining.look()
  }, LOOK_MS)
  out(`approval page: http://127.0.0.1:${at}/ (this machine only)\n`)
  if (wantsLink) print()
  else out(process.stdin.isTTY ? 'press Enter for a link to open it\n' : 'prudent desk, in a terminal, prints a link to open it\n')
  return {
    ok: true,
    desk: {
      port: at,
      entered: () => {
        if (!arm(0)) print()
      },
      link,
      close: async () => {
        clearInterval(looking)
        ending.abort()
        attending.close()
        joining.close()
        questions.close()
        isOpening?.()
        sessions.voidAll()
        feed.end()
        await new Promise<void>((done) => {
          server.close(() => done())
          server.closeAllConnections()
        })
      },
    },
  }
}

const printedText = (url: string): string => `open this link within ${LINK_MS / 1000} seconds; it works once (Enter: a new link):\n${url}\n`

function placeIn(env: Environment): { readonly home: string; readonly state: string } {
  const said = env['HOME']
  const home = said !== undefined && path.isAbsolute(said) ? said : homedir()
  return { home, state: stateFolder(env, process.platform, home) }
}

const JOIN_MS = 3000

/** A terminal for a desk that is there already. Null where none came, or this is no person's terminal; else it is over when the desk has gone. */
export async function joinDesk({ env, out, open }: Pick<DeskStart, 'env' | 'out' | 'open'>): Promise<Remote | null> {
  const { state } = placeIn(env)
  if (noTerminal({ input: process.stdin, output: process.stdout }, env, process.platform, 'prudent desk') !== null) return null
  let isOpening: (() => void) | null = null
  const link = (url: string): void => {
    isOpening?.()
    isOpening = open ? openBrowser(url, state, env, process.platform) : null
    setTimeout(isOpening ?? ((): void => {}), LINK_MS).unref()
  }
  const terminal = join(state, { say: out, link }, JOIN_MS)
  const close = (): void => {
    isOpening?.()
    terminal.close()
  }
  const came = await terminal.came
  if (came === null) return (close(), null)
  return { gone: came.gone, entered: terminal.entered, close: async () => close() }
}
export interface Remote extends Pick<Running, 'entered' | 'close'> {
  readonly gone: Promise<void>
}

const takenText = (port: number): string => {
  const holder = holderOf(port)
  return `port ${port} is taken${holder === null ? '' : ` by ${holder}`}: if that is prudent, press Enter in its terminal; else stop that program or choose another port`
}

/** In brackets, where the system tells who it is. */
function whoIs({ localPort, remotePort }: Socket): string {
  const [pid] = process.platform === 'linux' && localPort !== undefined && remotePort !== undefined ? peersOf({ localPort, remotePort }) : []
  return pid === undefined ? '' : ` (process ${pid}, ${processName(pid)})`
}

/** Why whoever is at the other end may not answer; null when nothing speaks against it, or the system does not tell. */
function strangerAt({ localPort, remotePort }: Socket, behind: (pid: number) => string | null): string | null {
  if (process.platform !== 'linux') return null
  if (localPort === undefined || remotePort === undefined) return 'it has ended'
  const pids = peersOf({ localPort, remotePort })
  if (pids.length === 0) return 'the process behind this connection cannot be identified'
  for (const pid of pids) {
    const why = behind(pid)
    if (why !== null) return `process ${pid} (${processName(pid)}) answers: ${why}`
  }
  return null
}

function nameOf(): string {
  try {
    return userInfo().username.slice(0, 100)
  } catch {
    return 'somebody'
  }
}
