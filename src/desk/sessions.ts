// Who may use the desk? Whoever opened a link that was printed a moment ago, once; approving only after Enter where it was printed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const LINK_MS = 60_000
/** More links than anybody needs: the oldest pages make way. */
const MOST_SESSIONS = 32
const MOST_LINKS = 256

export interface Session {
  readonly number: number
  readonly openedAt: number
  /** The terminal that printed its link: 0 is the desk's own. */
  readonly where: number
  /** A person pressed Enter at the terminal that printed its link. */
  readonly armed: boolean
}

export type Opened =
  | { readonly ok: true; readonly secret: string; readonly session: Session }
  | { readonly ok: false; readonly because: 'unknown' | 'expired' | 'again' }

export interface Sessions {
  /** A fresh code; one that nobody used counts no longer. */
  readonly link: (where?: number) => string
  /** A second use voids what the first one gave. */
  readonly open: (code: string) => Opened
  readonly find: (secret: string) => Session | null
  /** The page opened last, by a link that was printed there, that waits for it; null: none does. */
  readonly arm: (where?: number) => Session | null
  readonly isAnyArmed: () => boolean
  readonly onVoid: (listener: (session: Session) => void) => void
  readonly voidAll: () => void
}

interface Link {
  readonly hash: Buffer
  readonly until: number
  readonly where: number
  session: number | null
}
interface Held extends Session {
  readonly hash: Buffer
  armed: boolean
}

/** Only digests are kept: who reads this process's memory later finds no secret of a page. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export function makeSessions(now: () => number = Date.now): Sessions {
  let links: Link[] = []
  let sessions: Held[] = []
  let count = 0
  const listeners: ((session: Session) => void)[] = []
  const drop = (session: Held): void => {
    sessions = sessions.filter((one) => one !== session)
    for (const listener of listeners) listener(session)
  }
  /** Every one is compared: how long it takes says nothing of which. */
  const among = <T extends { readonly hash: Buffer }>(list: readonly T[], text: string): T | null => {
    const hash = hashOf(text)
    let found: T | null = null
    for (const one of list) if (timingSafeEqual(one.hash, hash)) found = one
    return found
  }
  return {
    link: (where = 0) => {
      const code = randomBytes(24).toString('base64url')
      // Used ones are remembered, to know a second use.
      const kept = links.filter((one) => one.session !== null || one.where !== where)
      links = [...kept, { hash: hashOf(code), until: now() + LINK_MS, where, session: null }].slice(-MOST_LINKS)
      return code
    },
    open: (code) => {
      const link = among(links, code)
      if (link === null) return { ok: false, because: 'unknown' }
      if (link.session !== null) {
        const first = sessions.find(({ number }) => number === link.session)
        if (first !== undefined) drop(first)
        return { ok: false, because: 'again' }
      }
      if (now() >= link.until) return { ok: false, because: 'expired' }
      const secret = randomBytes(32).toString('base64url')
      const session: Held = { number: ++count, openedAt: now(), where: link.where, armed: false, hash: hashOf(secret) }
      link.session = session.number
      sessions.push(session)
      const [oldest] = sessions
      if (sessions.length > MOST_SESSIONS && oldest !== undefined) drop(oldest)
      return { ok: true, secret, session }
    },
    find: (secret) => among(sessions, secret),
    arm: (where = 0) => {
      const session = sessions.findLast((one) => !one.armed && one.where === where)
      if (session === undefined) return null
      session.armed = true
      return session
    },
    isAnyArmed: () => sessions.some(({ armed }) => armed),
    onVoid: (listener) => void listeners.push(listener),
    voidAll: () => {
      for (const session of sessions) drop(session)
    },
  }
}
