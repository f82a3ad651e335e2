// The desk: where people answer in the browser. Its own listener on 127.0.0.1, started by prudent desk and prudent serve.
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import about from '../../package.json' with { type: 'json' }
import type { Approvals } from '../gate/approvals.ts'
import type { Environment } from '../gate/seams.ts'
import { openDiskApprovals } from '../stores/json-lines/approvals.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Me } from './api.ts'
import { makeApp } from './app.ts'
import { makeFeed } from './events.ts'
import type { Feed } from './events.ts'
import { makeListener, portOf } from './listener.ts'
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
  /** Whether to open a browser. */
  readonly open: boolean
  /** Why nobody stands behind this process who may approve; null when somebody does. */
  readonly standing: () => string | null
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

const LOOK_MS = 200

export async function startDesk({ port, env, out, open, standing, approvals: given }: DeskStart): Promise<Started> {
  const told = env['HOME']
  const home = told !== undefined && path.isAbsolute(told) ? told : homedir()
  const state = stateFolder(env, process.platform, home)
  const sessions = makeSessions()
  const approvals = given ?? openDiskApprovals({ state })
  const questions = makeQuestions(approvals, () => feed, nameOf())
  const feed: Feed = makeFeed(() => questions.list())
  sessions.onVoid(({ number }) => feed.close(number))
  const objection = (session: Session): string | null =>
    standing() ?? (session.armed ? null : 'press Enter in the terminal that printed the link, so that this page may approve')
  const me = (session: Session): Me => {
    const why = objection(session)
    return { mayApprove: why === null, ...(why === null ? {} : { why }), version: about.version, containment: 'seatbelt' }
  }
  let isOpening: (() => void) | null = null
  const server = makeListener(
    makeApp({
      page: pageFiles(),
      sessions,
      questions,
      feed,
      me,
      objection,
      opened: (opened) => {
        isOpening?.()
        if (opened.ok) out('a page was opened with the link: press Enter here if that was you, then it may approve\n')
        else if (opened.because === 'again') out('the link was used a second time: what it gave is void; press Enter for a new one\n')
      },
    }),
  )
  const problem = await new Promise<NodeJS.ErrnoException | null>((done) => {
    server.once('error', done)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => done(null))
  })
  if (problem !== null) return { ok: false, message: problem.code === 'EADDRINUSE' ? `port ${port} is taken` : `the desk cannot listen: ${problem.message}` }
  const at = portOf(server)
  const link = (): string => `http://127.0.0.1:${at}/#link=${sessions.link()}`
  const print = (): void => {
    const url = link()
    out(`open once, within ${LINK_MS / 1000} seconds: ${url}\n`)
    if (open) isOpening = openBrowser(url, state, env, process.platform)
  }
  let isLooking = false
  const looking = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void questions.look().finally(() => (isLooking = false))
  }, LOOK_MS)
  await questions.look()
  out(`the desk is at http://127.0.0.1:${at}/, for this machine only\n`)
  if (open) print()
  else out('press Enter for a link to it\n')
  return {
    ok: true,
    desk: {
      port: at,
      entered: () => {
        const session = sessions.arm()
        if (session === null) return print()
        feed.say('me', me(session))
        out('that page may approve now; Enter gives a link for another\n')
      },
      link,
      close: async () => {
        clearInterval(looking)
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

function nameOf(): string {
  try {
    return userInfo().username.slice(0, 100)
  } catch {
    return 'somebody'
  }
}
