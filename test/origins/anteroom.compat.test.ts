// Does a program written for Anteroom's tool safety go on with `prudent/compat`? Over real HTTP; one test for each statement of its page, in our words.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anteroom } from '../../src/compat/index.ts'
import { emptyHome, ensureBuilt } from '../built.ts'

beforeAll(ensureBuilt, 120_000)
const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

interface Started {
  readonly safety: anteroom.ToolSafety
  readonly approvals: anteroom.PendingApprovals
  readonly respond: (id: string, body: unknown, headers?: Record<string, string>) => Promise<{ status: number; body: unknown }>
  /** What the stream has said so far. */
  readonly heard: (readonly [name: string, data: Record<string, unknown>])[]
}
const SECRET = { authorization: 'Bearer of-the-page' }
/** The web UI's server with its page listening. */
async function started(options: anteroom.PendingOptions = {}, config: anteroom.SafetyConfig = {}): Promise<Started> {
  const home = emptyHome()
  const cwd = path.join(home, 'app')
  mkdirSync(path.join(cwd, '.git'), { recursive: true })
  const approvals = new anteroom.PendingApprovals(options)
  const safety = new anteroom.ToolSafety({ approvals, config, cwd, home })
  const routes = anteroom.approvalRoutes(approvals, { authorize: (request) => request.headers.get('authorization') === SECRET.authorization })
  const server = createServer(anteroom.nodeListener(routes))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gone = new AbortController()
  closing.push(() => {
    gone.abort()
    server.closeAllConnections()
    server.close()
  })
  const heard: (readonly [string, Record<string, unknown>])[] = []
  const stream = await fetch(`${base}/api/events`, { headers: SECRET, signal: gone.signal })
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  void read(stream, heard)
  const respond: Started['respond'] = async (id, body, headers = SECRET) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
    const answer = await fetch(`${base}/api/approvals/${id}/respond`, sent)
    return { status: answer.status, body: await answer.json() }
  }
  return { safety, approvals, respond, heard }
}
async function read(stream: Response, heard: (readonly [string, Record<string, unknown>])[]): Promise<void> {
  let text = ''
  try {
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk)
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
        heard.push([name, JSON.parse(data) as Record<string, unknown>])
        text = text.slice(end + 2)
      }
    }
  } catch {
    // The test is over.
  }
}
const required = async ({ heard }: Started, at = 0): Promise<Record<string, unknown>> => {
  const asked = (): Record<string, unknown>[] => heard.flatMap(([name, data]) => (name === 'approval_required' ? [data] : []))
  await expect.poll(() => asked().length).toBeGreaterThan(at)
  return asked()[at] ?? {}
}

test('AN-022 the loop pauses and `approval_required` is streamed, with an id of its own each time', async () => {
  const one = await started()
  let ended = 0
  const checking = ['rm a.txt', 'rm b.txt'].map((command) => one.safety.check('bash', { command }, 'conversation-1').finally(() => ended++))
  const [first, second] = [await required(one, 0), await required(one, 1)]
  expect(first).toEqual({
    approval_id: expect.stringMatching(/^[\w-]{22}$/) as unknown,
    tool_name: 'bash',
    reason: expect.stringContaining('rm a.txt') as unknown,
    details: { command: 'rm a.txt' },
    conversation_id: 'conversation-1',
  })
  expect(first['approval_id']).not.toBe(second['approval_id'])
  expect(ended).toBe(0)
  for (const { approval_id: id } of [first, second]) await one.respond(String(id), { approved: true })
  expect(await Promise.all(checking)).toEqual([0, 1].map(() => ({ allowed: true, decision: 'allowed_once', reason: '' })))
  // What is harmless or blocked asks nobody.
  expect((await one.safety.check('bash', { command: 'ls' }, 'c')).decision).toBe('auto')
  expect((await one.safety.check('bash', { command: 'mkfs' }, 'c')).decision).toBe('hard_denied')
  expect(one.heard.filter(([name]) => name === 'approval_required')).toHaveLength(2)
})
test('AN-023 what was answered, or was not in time, is streamed too; a page that comes later hears what waits', async () => {
  const one = await started({ timeoutSeconds: 0.1 })
  expect(await one.safety.check('bash', { command: 'rm a.txt' }, 'c')).toMatchObject({ allowed: false, decision: 'denied' })
  const { approval_id: id } = await required(one)
  await expect.poll(() => one.heard.at(-1)).toEqual(['approval_resolved', { approval_id: id, approved: false, reason: 'timed_out' }])
})
test('AN-024 the answer is posted: true lets it run, false does not', async () => {
  const one = await started()
  for (const approved of [true, false]) {
    const checking = one.safety.check('write_file', { path: '.env', content: 'x' }, 'c')
    const { approval_id: id } = await required(one, approved ? 0 : 1)
    expect(await one.respond(String(id), { approved })).toEqual({ status: 200, body: { status: 'ok', approved, scope: 'once' } })
    expect((await checking).allowed).toBe(approved)
  }
})
test('AN-025 an id that cannot be one is refused', async () => {
  const { respond } = await started()
  for (const id of ['a%20b', '..%2f..', 'x'.repeat(65), 'a.b', '%00']) expect([id, (await respond(id, { approved: true })).status]).toEqual([id, 400])
  expect((await respond('x'.repeat(64), { approved: true })).status).toBe(404)
})
test('AN-026 other answers have their codes, a missing `approved` is a no, and who is not known may not answer', async () => {
  const one = await started()
  const checking = one.safety.check('bash', { command: 'rm a.txt' }, 'c')
  const id = String((await required(one))['approval_id'])
  expect((await one.respond(id, { approved: true }, {})).status).toBe(401)
  expect((await one.respond(id, { approved: true }, { ...SECRET, 'content-type': 'text/plain' })).status).toBe(415)
  for (const body of ['{', '[]', { approved: 'yes' }, { approved: 1 }]) expect((await one.respond(id, body)).status).toBe(422)
  expect(one.approvals.size).toBe(1)
  expect((await one.respond(id, {})).body).toMatchObject({ approved: false })
  expect((await checking).allowed).toBe(false)
})
test('AN-027 the first answer counts, a second changes nothing', async () => {
  const one = await started()
  const checking = one.safety.check('bash', { command: 'rm a.txt' }, 'c')
  const id = String((await required(one))['approval_id'])
  const answers = await Promise.all([false, true, true, true].map((approved) => one.respond(id, { approved })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
  const won = answers.find(({ status }) => status === 200)?.body as { approved: boolean }
  expect((await checking).allowed).toBe(won.approved)
  expect((await one.respond(id, { approved: true })).status).toBe(404)
})
test('AN-028 a hundred may wait; the next is blocked at once', async () => {
  const one = await started()
  const checking = Array.from({ length: 100 }, (_, at) => one.safety.check('bash', { command: `rm ${at}.txt` }, 'c'))
  await expect.poll(() => one.approvals.size).toBe(100)
  expect(await one.safety.check('bash', { command: 'rm more.txt' }, 'c')).toMatchObject({ allowed: false, decision: 'denied' })
  const [first, second] = one.approvals.pending()
  one.approvals.respond(first?.approval_id ?? '', true)
  expect((await checking[0])?.allowed).toBe(true)
  // There is room again.
  const last = one.safety.check('bash', { command: 'rm last.txt' }, 'c')
  await expect.poll(() => one.approvals.size).toBe(100)
  for (const { approval_id: id } of one.approvals.pending()) one.approvals.respond(id, id !== second?.approval_id)
  expect([(await last).allowed, (await checking[1])?.allowed]).toEqual([true, false])
})
test('without a channel nothing is asked, and what would be is blocked', async () => {
  const alone = new anteroom.ToolSafety({ cwd: emptyHome() })
  expect(await alone.check('bash', { command: 'rm a.txt' }, 'c')).toMatchObject({ allowed: false })
  expect(await alone.check('bash', { command: 'ls' }, 'c')).toMatchObject({ allowed: true })
})
test('a tool, or all of them, can be left unchecked, but for the floor', async () => {
  const { safety } = await started({}, { bash: { enabled: false } })
  expect((await safety.check('bash', { command: 'git reset --hard' }, 'c')).decision).toBe('auto')
  expect((await safety.check('bash', { command: 'rm -rf /' }, 'c')).decision).toBe('hard_denied')
  expect(safety.verdict('write_file', { path: '.env', content: 'x' }).needsApproval).toBe(true)
  const off = await started({}, { enabled: false })
  expect((await off.safety.check('write_file', { path: '.env', content: 'x' }, 'c')).decision).toBe('auto')
})
test('tools can be allowed or denied by name, and patterns and paths added', async () => {
  const { safety } = await started(
    { timeoutSeconds: 0.05 },
    { allowed_tools: ['bash'], denied_tools: ['read_file'], custom_patterns: ['heroku.*--force'], sensitive_paths: ['~/.config/gh'] },
  )
  expect((await safety.check('bash', { command: 'git reset --hard' }, 'c')).decision).toBe('auto')
  expect((await safety.check('bash', { command: 'mkfs' }, 'c')).decision).toBe('hard_denied')
  expect(await safety.check('read_file', { path: 'a.ts' }, 'c')).toMatchObject({ allowed: false, decision: 'hard_denied' })
  expect((await safety.check('write_file', { path: 'b.ts', content: 'x' }, 'c')).decision).toBe('auto')
  expect([safety.verdict('bash', { command: 'heroku ps --force' }).needsApproval, safety.verdict('bash', { command: 'heroku ps' }).needsApproval]).toEqual([
    true,
    false,
  ])
  expect(safety.verdict('write_file', { path: '~/.config/gh/hosts.yml', content: 'x' }).needsApproval).toBe(true)
  expect(safety.notes).toEqual([])
})
test('each result says how it came about', async () => {
  const { safety } = await started({ timeoutSeconds: 0.05 })
  const said = async (command: string): Promise<string> => (await safety.check('bash', { command }, 'c')).decision
  expect([await said('ls'), await said('rm a'), await said('mkfs')]).toEqual(['auto', 'denied', 'hard_denied'])
})
test('who may not answer is kept out, also where the check itself fails; a page that reads nothing is let go', async () => {
  const approvals = new anteroom.PendingApprovals({ cap: 5000, timeoutSeconds: 60 })
  const url = 'http://127.0.0.1/api/events'
  const failing = anteroom.approvalRoutes(approvals, {
    authorize: () => {
      throw new Error('no session')
    },
  })
  expect((await failing(new Request(url)))?.status).toBe(401)
  expect((await anteroom.approvalRoutes(approvals, { authorize: () => 'yes' as unknown as boolean })(new Request(url)))?.status).toBe(401)
  const routes = anteroom.approvalRoutes(approvals, { authorize: async () => true })
  expect(await routes(new Request('http://127.0.0.1/other'))).toBeNull()
  const stream = await routes(new Request(url))
  const asked = Array.from({ length: 1200 }, (_, at) => approvals.request({ tool_name: 'bash', reason: String(at), details: {}, conversation_id: 'c' }))
  const text = (await stream?.text()) ?? ''
  expect(text.split('\n\n').length).toBeLessThan(1100)
  for (const { approval_id: id } of approvals.pending()) approvals.respond(id, false)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([false]))
})
test('both pure checks are there by their names', () => {
  expect(['rm -rf /', 'mkfs', 'dd if=/dev/zero of=x', ':(){ :|:& };:'].map((command) => anteroom.checkBashCommand(command).hardDenied)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['man mkfs', 'dd if=a of=b', 'mkfs --help'].map((command) => anteroom.checkBashCommand(command).verdict)).toEqual(['allow', 'allow', 'allow'])
  expect([anteroom.checkWritePath('.env').needsApproval, anteroom.checkWritePath('a.ts').needsApproval]).toEqual([true, false])
})
