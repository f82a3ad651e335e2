// Who can use the desk besides the page that a person opened? Every combination of name, origin, kind and secret; links used twice, late, or of another start.
import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Refusal } from '../../src/desk/api.ts'
import { startDesk } from '../../src/desk/main.ts'
import { LINK_MS, makeSessions } from '../../src/desk/sessions.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'
import type { DeskHere } from './desk-here.ts'

let desk: DeskHere | null = null
afterEach(async () => {
  await desk?.close()
  desk = null
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}
/** With any header whatever, `Host` too. */
const send = (port: number, method: string, where: string, headers: OutgoingHttpHeaders, body = ''): Promise<Got> =>
  new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, method, path: where, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    asked.on('error', fail)
    asked.end(body)
  })
const code = (link: string): string => link.split('#link=')[1] ?? ''
const some = (headers: Readonly<Record<string, string | null>>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

test('of every combination of name, origin, site, kind and secret, only our own page with its secret is heard', async () => {
  desk = await deskHere()
  const { port } = desk.running
  const secret = await desk.secret()
  desk.running.entered()
  const question = questionAbout('rm -rf ../other')
  await desk.approvals.raise(question, LIMITS)
  const ours = `127.0.0.1:${port}`
  const hosts = [ours, `localhost:${port}`, `127.1:${port}`, `[::1]:${port}`, '127.0.0.1', `evil.example:${port}`, `${ours}.evil.example`]
  const origins = [`http://${ours}`, null, 'null', `http://localhost:${port}`, 'http://127.0.0.1:3000', 'https://evil.example', `https://${ours}`]
  const sites = ['same-origin', null, 'same-site', 'cross-site', 'none']
  const kinds = ['application/json', null, 'text/plain', 'application/x-www-form-urlencoded', 'application/json, text/plain']
  const bearers = [`Bearer ${secret}`, null, `Bearer ${'A'.repeat(43)}`, `Basic ${secret}`, `Bearer ${secret}x`]
  const heard: string[] = []
  let count = 0
  for (const host of hosts)
    for (const origin of origins)
      for (const site of sites)
        for (const kind of kinds)
          for (const bearer of bearers) {
            // All but one of five must be as they should, or nothing new is learnt.
            const wrong = [host !== ours, origin !== origins[0], site !== 'same-origin', kind !== kinds[0], bearer !== bearers[0]].filter(Boolean).length
            if (wrong > 2) continue
            count++
            const headers = some({ host, origin, 'sec-fetch-site': site, 'content-type': kind, authorization: bearer })
            const { status, headers: back } = await send(port, 'POST', `/api/approvals/${question.id}/respond`, headers, '{"approved":true}')
            expect(back['access-control-allow-origin']).toBeUndefined()
            if (wrong === 0) heard.push(String(status))
            else expect([status, headers], JSON.stringify(headers)).toEqual([expect.toSatisfy((one: number) => [401, 403, 415, 429].includes(one)), headers])
          }
  expect(count).toBeGreaterThan(200)
  expect(heard).toEqual(['200'])
  expect((await desk.approvals.find(question.id))?.ended?.channel).toBe('desk')
})

test('reads are held to the same: another name or another page sees nothing, and every answer carries the guards', async () => {
  desk = await deskHere()
  const { port } = desk.running
  const authorization = `Bearer ${await desk.secret()}`
  const ours = { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin', authorization }
  const get = (where: string, headers: Readonly<Record<string, string | null>>): Promise<Got> => send(desk?.running.port ?? 0, 'GET', where, some(headers))
  expect((await get('/api/approvals', ours)).status).toBe(200)
  for (const other of [
    { ...ours, host: `rebound.example:${port}` },
    { ...ours, host: `localhost:${port}` },
    { ...ours, 'sec-fetch-site': 'cross-site' },
    { ...ours, 'sec-fetch-site': 'same-site' },
    { ...ours, 'sec-fetch-site': null },
    { ...ours, origin: 'http://127.0.0.1:5173' },
    { ...ours, origin: 'null' },
  ])
    expect((await get('/api/approvals', other)).status, JSON.stringify(other)).toBe(403)
  const navigating = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await get('/', { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site', ...navigating })).status).toBe(200)
  expect((await get('/', { host: `rebound.example:${port}`, 'sec-fetch-site': 'none', ...navigating })).status).toBe(403)
  for (const dest of ['iframe', 'script', 'style', 'image', 'object'])
    expect(
      (
        await get('/', {
          host: `127.0.0.1:${port}`,
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': dest === 'iframe' ? 'navigate' : 'no-cors',
          'sec-fetch-dest': dest,
        })
      ).status,
    ).toBe(403)
  for (const got of [await get('/', { host: `127.0.0.1:${port}` }), await get('/api/approvals', ours), await get('/', { host: 'x' })]) {
    expect(got.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(got.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(got.headers['set-cookie']).toBeUndefined()
  }
  const preflight = await send(port, 'OPTIONS', '/api/approvals', { ...some(ours), 'access-control-request-method': 'GET' })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined])
})

describe('the link', () => {
  test('a second use voids what the first gave, ends its stream and is a violation', async () => {
    desk = await deskHere()
    const link = code(desk.running.link())
    const first = (await (await desk.ask('POST', '/api/session', { secret: link })).json()) as { readonly secret: string }
    const stream = await desk.ask('GET', '/api/events', { secret: first.secret })
    expect(stream.status).toBe(200)
    const second = await desk.ask('POST', '/api/session', { secret: link })
    expect([second.status, ((await second.json()) as Refusal).error]).toEqual([401, expect.stringContaining('opened before')])
    expect((await desk.ask('GET', '/api/me', { secret: first.secret })).status).toBe(401)
    await stream.text() // It ends.
    const entries = [...openJsonLines({ state: path.join(desk.home, 'state/prudent') }).entries()]
    expect(entries.filter(({ kind }) => kind === 'violation')).toMatchObject([{ of: 'self-protection', rules: ['self.desk'], verdict: 'deny' }])
    expect(entries.filter(({ kind }) => kind === 'notice')).toMatchObject([{ text: expect.stringContaining('a second time') as string }])
    // A new one works.
    expect((await desk.ask('POST', '/api/session', { secret: code(desk.running.link()) })).status).toBe(200)
  })
  test('is over after a minute, and when another was made', () => {
    let now = 0
    const sessions = makeSessions(() => now)
    const late = sessions.link()
    now = LINK_MS
    expect(sessions.open(late)).toEqual({ ok: false, because: 'expired' })
    const unused = sessions.link()
    const next = sessions.link()
    expect(sessions.open(unused)).toEqual({ ok: false, because: 'unknown' })
    now += LINK_MS - 1
    expect(sessions.open(next).ok).toBe(true)
    // Long after, its second use is still known as one.
    now += 1000 * LINK_MS
    expect(sessions.open(next)).toEqual({ ok: false, because: 'again' })
  })
  test('gives nothing that may approve before Enter, and Enter arms one page', async () => {
    const sessions = makeSessions()
    const [first, second] = [sessions.open(sessions.link()), sessions.open(sessions.link())]
    if (!first.ok || !second.ok) throw new Error('the links must open')
    expect([sessions.find(first.secret)?.armed, sessions.find(second.secret)?.armed]).toEqual([false, false])
    sessions.arm()
    expect([sessions.find(first.secret)?.armed, sessions.find(second.secret)?.armed]).toEqual([false, true])
    expect(sessions.find('')).toBeNull()
  })
})

test('after a restart the old secret is nobody’s, and the questions are still there', async () => {
  desk = await deskHere()
  const secret = await desk.secret()
  const question = questionAbout('git push --force')
  await desk.approvals.raise(question, LIMITS)
  const again = await deskHere({ approvals: desk.approvals })
  try {
    expect((await again.ask('GET', '/api/approvals', { secret })).status).toBe(401)
    const list = await again.ask('GET', '/api/approvals', { secret: await again.secret() })
    expect(await list.json()).toMatchObject({ approvals: [{ id: question.id, state: 'open' }] })
  } finally {
    await again.close()
  }
})

test('a port that is taken is refused, and its holder named', async () => {
  desk = await deskHere()
  const started = await startDesk({ port: desk.running.port, env: { HOME: desk.home }, out: () => {}, note: () => {}, open: false })
  expect(started).toMatchObject({ ok: false, message: expect.stringContaining(`port ${desk.running.port} is taken`) as string })
  if (process.platform === 'linux' && !started.ok) expect(started.message).toContain(`process ${process.pid}`)
})

test.each([
  ['no JSON', '{', 'the body is no JSON object'],
  ['a list', '[]', 'the body is no JSON object'],
  ['no answer', '{}', '`approved` must be true or false'],
  ['an answer that is no answer', '{"approved":"yes"}', '`approved` must be true or false'],
  ['a scope nobody knows', '{"approved":true,"remember":"always"}', '`remember` must be one of once, session, shape'],
  ['a scope that is not offered', '{"approved":true,"remember":"session"}', '`session` is not offered for this question'],
  ['something besides', '{"approved":true,"by":"root"}', '`by` is not known here'],
  ['a pause with a yes', '{"approved":true,"pause":true}', '`pause` goes with a no'],
])('%s is malformed, and decides nothing', async (_name, body, error) => {
  desk = await deskHere()
  const secret = await desk.secret()
  desk.running.entered()
  const question = questionAbout('ls')
  await desk.approvals.raise(question, LIMITS)
  const url = `http://127.0.0.1:${desk.running.port}`
  const headers = { 'sec-fetch-site': 'same-origin', origin: url, 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const response = await fetch(`${url}/api/approvals/${question.id}/respond`, { method: 'POST', headers, body })
  expect([response.status, await response.json()]).toEqual([400, { error }])
  expect((await desk.approvals.find(question.id))?.ended).toBeNull()
})

test('what is critical counts with its word only, what was cut cannot be allowed, and a body that is too large is not read', async () => {
  desk = await deskHere()
  const secret = await desk.secret()
  desk.running.entered()
  const critical = questionAbout('rm -rf /', { card: { severity: 'critical' } })
  const cut = questionAbout('x', { card: { calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'x', cut: true }] }] } })
  for (const question of [critical, cut]) await desk.approvals.raise(question, LIMITS)
  const respond = (id: string, body: unknown): Promise<Response> => (desk as DeskHere).ask('POST', `/api/approvals/${id}/respond`, { secret, body })
  expect((await respond(critical.id, { approved: true })).status).toBe(400)
  expect((await respond(critical.id, { approved: true, word: 'yes' })).status).toBe(400)
  expect((await respond(cut.id, { approved: true })).status).toBe(400)
  expect((await respond(critical.id, { approved: false, reason: 'x'.repeat(400_000) })).status).toBe(413)
  expect((await respond(critical.id, { approved: true, word: 'approve' })).status).toBe(200)
  expect((await respond(cut.id, { approved: false })).status).toBe(200)
})
