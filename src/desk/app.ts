// What does the desk answer? The routes: every one below /api needs the secret that the link gave, in a header.
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Remember } from '../core/model.ts'
import type { ApprovalsList, Session as Given, Me, Refusal, Respond } from './api.ts'
import type { Feed } from './events.ts'
import type { Bindings, Fetch } from './listener.ts'
import { LARGEST_BODY } from './listener.ts'
import type { PageFile } from './page.ts'
import type { Answered, Questions } from './questions.ts'
import type { Route } from './routes.ts'
import type { Opened, Session, Sessions } from './sessions.ts'
import { makeBucket } from './limits.ts'
import type { Bucket } from './limits.ts'

export interface Desk {
  readonly page: ReadonlyMap<string, PageFile>
  readonly sessions: Sessions
  readonly questions: Questions
  readonly feed: Feed
  readonly routes: readonly Route[]
  readonly me: (session: Session) => Me
  /** Why whoever is at the other end of this connection may not say yes; null when nothing speaks against it. */
  readonly objection: (session: Session, incoming: Bindings['incoming']) => string | null
  /** Why whoever is there may not even open the page. */
  readonly stranger: (incoming: Bindings['incoming']) => string | null
  readonly opened: (opened: Opened, incoming: Bindings['incoming']) => void
}

interface Kind {
  readonly Bindings: Bindings
  readonly Variables: { session: Session }
}
type Asked = Context<Kind>

export function makeApp(desk: Desk): Fetch {
  const { sessions, questions, feed } = desk
  const app = new Hono<Kind>()
  const strangers = makeBucket(STRANGERS.most, STRANGERS.perSecond)
  const known = new WeakMap<Session, Bucket>()
  const mayAsk = (session: Session): boolean => {
    const bucket = known.get(session) ?? makeBucket(KNOWN.most, KNOWN.perSecond)
    known.set(session, bucket)
    return bucket.take()
  }
  app.onError((_, asked) => no(asked, 500, { error: 'internal error' }))
  app.notFound((asked) => no(asked, 404, { error: 'not found' }))
  app.post('/api/session', (asked) => {
    if (!strangers.take()) return no(asked, 429, TOO_MANY)
    const why = desk.stranger(asked.env.incoming)
    if (why !== null) return no(asked, 403, { error: 'only a person may open this link', why })
    const opened = sessions.open(bearerOf(asked))
    desk.opened(opened, asked.env.incoming)
    return opened.ok ? asked.json<Given>({ secret: opened.secret }) : no(asked, 401, UNOPENED[opened.because])
  })
  app.use('/api/*', async (asked, next) => {
    const session = sessions.find(bearerOf(asked))
    if (!(session === null ? strangers.take() : mayAsk(session))) return no(asked, 429, TOO_MANY)
    if (session === null) return no(asked, 401, { error: 'unknown page', why: 'press Enter in the terminal that runs prudent desk and open the new link' })
    asked.set('session', session)
    asked.env.trust(asked.env.incoming.socket)
    return await next()
  })
  app.get('/api/me', (asked) => asked.json(desk.me(asked.get('session'))))
  app.get('/api/approvals', async (asked) => asked.json<ApprovalsList>(await questions.list()))
  app.get('/api/approvals/:id', async (asked) => {
    const view = await questions.find(asked.req.param('id'))
    return view === null ? no(asked, 404, UNKNOWN) : asked.json(view)
  })
  app.post('/api/approvals/:id/respond', async (asked) => {
    const respond = respondIn(await bodyOf(asked))
    if (typeof respond === 'string') return no(asked, 400, { error: respond })
    const session = asked.get('session')
    const why = respond.approved ? desk.objection(session, asked.env.incoming) : null
    if (why !== null) return no(asked, 403, { error: 'this page may not approve', why })
    return told(asked, await questions.answer(asked.req.param('id'), respond))
  })
  app.get('/api/events', (asked) => {
    const after = asked.req.query('after') ?? asked.req.header('last-event-id') ?? null
    return asked.body(feed.stream(asked.get('session').number, after), 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })
  for (const { method, path, answer } of desk.routes)
    app.on(method.toUpperCase(), path, async (asked) => {
      const told = await answer({
        query: asked.req.query(),
        parts: asked.req.param(),
        body: () => bodyOf(asked),
        objection: () => desk.objection(asked.get('session'), asked.env.incoming),
      })
      return asked.json(told.body as object, told.status)
    })
  app.get('*', (asked) => {
    const file = desk.page.get(asked.req.path)
    return file === undefined ? no(asked, 404, { error: 'not found' }) : asked.body(new Uint8Array(file.bytes), 200, { 'content-type': file.type })
  })
  return (request, bindings) => app.fetch(request, bindings)
}

/** Whoever floods us keeps nobody out who is known. */
const STRANGERS = { most: 30, perSecond: 5 }
const KNOWN = { most: 300, perSecond: 60 }
const TOO_MANY: Refusal = { error: 'too many requests: wait a moment' }
const UNKNOWN: Refusal = { error: 'no question has this id' }
const UNOPENED: Readonly<Record<Extract<Opened, { ok: false }>['because'], Refusal>> = {
  unknown: { error: 'unknown link', why: 'press Enter in the terminal that runs prudent desk and open the new link' },
  expired: { error: 'this link is over a minute old', why: 'press Enter in the terminal that runs prudent desk and open the new link' },
  again: {
    error: 'this link was opened before, so the page it opened is signed out',
    why: 'press Enter in the terminal that runs prudent desk and open the new link',
  },
}

const no = (asked: Asked, status: 400 | 401 | 403 | 404 | 409 | 429 | 500, refusal: Refusal): Response => asked.json(refusal, status)

const bearerOf = (asked: Asked): string => /^Bearer ([\w-]{1,200})$/.exec(asked.req.header('authorization') ?? '')?.[1] ?? ''

/** Undefined: not JSON, or too large. */
async function bodyOf(asked: Asked): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of asked.req.raw.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk as Uint8Array)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) as unknown
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextOrNone = (value: unknown, most: number): value is string | undefined => value === undefined || (typeof value === 'string' && value.length <= most)
const REMEMBERED: readonly string[] = ['once', 'session', 'shape']
const isRemember = (value: unknown): value is Remember | undefined => value === undefined || (typeof value === 'string' && REMEMBERED.includes(value))

/** A text says what is wrong with it. */
function respondIn(body: unknown): Respond | string {
  if (!isObject(body)) return 'the body is no JSON object'
  const { approved, reason, remember, word, pause, ...more } = body
  const [stray] = Object.keys(more)
  if (stray !== undefined) return `\`${stray.slice(0, 40)}\` is not known here`
  if (typeof approved !== 'boolean') return '`approved` must be true or false'
  if (!isTextOrNone(reason, 2000)) return '`reason` must be a text of at most 2,000 characters'
  if (!isTextOrNone(word, 100)) return '`word` must be a text'
  if (!isRemember(remember)) return `\`remember\` must be one of ${REMEMBERED.join(', ')}`
  if (pause !== undefined && (typeof pause !== 'boolean' || approved)) return '`pause` goes with a no'
  return {
    approved,
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
    ...(word === undefined ? {} : { word }),
    ...(pause === undefined ? {} : { pause }),
  }
}

function told(asked: Asked, answered: Answered): Response {
  if (answered.ok) return asked.json(answered.view)
  if (answered.because === 'unknown') return no(asked, 404, UNKNOWN)
  if (answered.because === 'malformed') return no(asked, 400, { error: answered.error })
  return no(asked, 409, { error: answered.error, approval: answered.view })
}
