// Does the server answer hosts as the hook does, and nobody else? The built command, on a port of its own.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../clear.ts'
import { rolldown } from 'rolldown'
import type { JsonObject } from '../../src/core/model.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { emptyHome, ensureBuilt, linesOf, prudent, ROOT } from '../built.ts'
import { runHook, shellEvent } from '../hook-process.ts'
import { incoming } from '../host-fixtures.ts'

const home = emptyHome()
let server: ChildProcess
let port = 0
let token = ''

async function start(words: readonly string[] = ['--port', '0', '--desk-port', '0']): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), 'serve', ...words], { env: { PATH: '/usr/bin:/bin', HOME: home }, stdio: 'pipe' })
  return await new Promise((done) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes('\n')) done({ child, said })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
}

beforeAll(async () => {
  ensureBuilt()
  mkdirSync(join(home, 'work/.git'), { recursive: true })
  const { child, said } = await start()
  server = child
  expect(said).toMatch(/^hook server: http:\/\/127\.0\.0\.1:\d+ \(this machine only\)\nno agent uses it yet: prudent init --http --port \d+ sets them up\n$/)
  port = Number(/:(\d+) \(/.exec(said)?.[1])
  token = readFileSync(join(home, '.config/prudent/http-token'), 'utf8').trim()
}, 60_000)
afterAll(() => {
  server.kill()
  clear(home)
})

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}
interface Sending {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

function send(host: string, body: string | Uint8Array, { path = `/hooks/${host}`, method = 'POST', headers = {} }: Sending = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: text }))
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}
const shell = (host: string, command: string, more: JsonObject = {}): string => JSON.stringify(shellEvent(host, command, more))
const bodyOf = ({ body }: Answer): JsonObject => JSON.parse(body) as JsonObject
const log = (): Record<string, unknown>[] => linesOf(prudent(['log', '--all', '--json'], { env: { HOME: home } }).out)
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 100))

describe('Claude Code', () => {
  test('a denial, a question and nothing to say', async () => {
    const denied = await send('claude-code', shell('claude-code', 'rm -rf /'))
    expect([denied.status, denied.type]).toEqual([200, 'application/json'])
    expect(bodyOf(denied)).toMatchObject({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } })
    const asked = await send('claude-code', shell('claude-code', 'git stash clear'))
    expect(bodyOf(asked)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } })
    expect(await send('claude-code', shell('claude-code', 'ls'))).toMatchObject({ status: 204, body: '' })
  })
  test('the same answers as the command', async () => {
    for (const file of ['shell', 'read', 'mcp', 'write', 'webfetch', 'permission-request', 'user-prompt-submit', 'post-tool-use', 'session-start']) {
      const text = JSON.stringify(incoming('claude-code', file).payload)
      const { out } = runHook(text, { home: emptyHome(), words: ['--host', 'claude-code'] })
      const { status, body } = await send('claude-code', text)
      expect([file, body]).toEqual([file, out])
      expect(status).toBe(body === '' ? 204 : 200)
    }
  })
  test('a change of its settings', async () => {
    writeFileSync(join(home, 'settings.json'), '{ "disableAllHooks": true }')
    const event = JSON.stringify({ ...incoming('claude-code', 'config-change').payload, file_path: join(home, 'settings.json') })
    expect(bodyOf(await send('claude-code', event))).toMatchObject({ decision: 'block' })
  })
})

describe('what cannot be judged is a denial with 200: anything else lets the call run', () => {
  const refused = (answer: Answer): void => {
    expect(answer.status).toBe(200)
    expect(bodyOf(answer)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  }
  test.each(['', '{', 'null', '[]', '{"hook_event_name":"PreToolUse"}', '{"a":'.repeat(3000)])('%s', async (text) => refused(await send('claude-code', text)))
  test('bytes that are no text', async () => refused(await send('claude-code', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))))
  test('a body that is too large', async () => refused(await send('claude-code', `{"tool_name":"Bash","x":"${'x'.repeat(10 * 1024 * 1024)}"}`)))
  test('a body that never ends', async () => {
    const text = await new Promise<string>((done) => {
      const socket = connect(port, '127.0.0.1')
      let said = ''
      socket.on('data', (chunk) => {
        said += chunk.toString()
        if (said.includes('\r\n\r\n')) {
          socket.destroy()
          done(said)
        }
      })
      socket.write(`POST /hooks/claude-code HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{"tool_`)
    })
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text).toContain('"permissionDecision":"deny"')
  }, 60_000)
  test.each(['', 'Bearer ', 'Bearer wrong', 'Basic abc'])('no token of ours: %s', async (authorization) => {
    const answer = await send('claude-code', shell('claude-code', 'ls'), { headers: { authorization } })
    refused(answer)
    expect(answer.body).toContain('has no valid token')
    expect(answer.body).not.toContain(token)
  })
})

describe('who is turned away', () => {
  test.each<readonly [name: string, status: number, sending: Sending]>([
    ['another name that leads here', 403, { headers: { host: 'evil.example' } }],
    ['another port in the name', 403, { headers: { host: '127.0.0.1:1' } }],
    ['a page in a browser', 403, { headers: { origin: 'https://evil.example' } }],
    ['a page of this machine', 403, { headers: { origin: 'http://127.0.0.1' } }],
    ['a form in a browser', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a host that does not ask over HTTP', 404, { path: '/hooks/cursor' }],
    ['a host that nobody knows', 404, { path: '/hooks/nobody' }],
    ['another path', 404, { path: '/' }],
    ['a path that climbs', 404, { path: '/hooks/../hooks/claude-code' }],
    ['another method', 405, { method: 'PUT' }],
  ])('%s', async (_name, status, sending) => {
    const before = log().length
    expect((await send('claude-code', shell('claude-code', 'ls'), sending)).status).toBe(status)
    await settle()
    expect(log().length).toBe(before)
  })
  test.runIf(process.platform === 'linux')('it listens on this machine only', () => {
    // Where the system was told to know no IPv6, there is one table only.
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
    const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    const listening = rows.flatMap(([, local = '', , state]) => (state === '0A' ? [local] : []))
    const ours = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
    expect(listening.filter((local) => local.endsWith(ours))).toEqual([`0100007F${ours}`])
  })
  test('the token is for its owner alone', () => {
    expect(statSync(join(home, '.config/prudent/http-token')).mode & 0o777).toBe(0o600)
  })
})

describe('other hosts', () => {
  const NAMES = HOSTS.filter(({ http }) => http === true).map(({ name }) => name)
  test('are these', () => {
    expect(NAMES).toEqual(['auggie', 'claude-code', 'copilot-cli', 'generic', 'grok', 'qwen-code'])
  })
  test.each(NAMES)('%s is denied and let pass in its own words', async (host) => {
    const denied = await send(host, shell(host, 'rm -rf /'))
    expect(denied.status).toBe(200)
    expect(denied.body).toMatch(/"(?:permissionDecision|decision|verdict)":"deny"/)
    const passed = await send(host, shell(host, 'ls'))
    // Silence where the host takes that for no objection.
    if (host === 'generic') expect([passed.status, bodyOf(passed)]).toEqual([200, { verdict: 'allow', reason: 'no objection', findings: [] }])
    else expect([passed.status, passed.body]).toEqual([204, ''])
    const lost = await send(host, '{')
    expect([lost.status, /"(?:permissionDecision|decision|verdict)":"deny"/.test(lost.body)]).toEqual([200, true])
  })
  test('Auggie’s policy, which sends no headers of its own, by a path', async () => {
    const { payload } = incoming('auggie', 'policy-shell')
    const sending = { path: `/hooks/auggie/${token}`, headers: { authorization: '' } }
    expect(bodyOf(await send('auggie', JSON.stringify(payload), sending))).toMatchObject({ allow: false })
    const harmless = { ...payload, details: { cwd: '/home/dev/app', command: 'ls' } }
    expect(bodyOf(await send('auggie', JSON.stringify(harmless), sending))).toMatchObject({ allow: true })
  })
})

test('settings that change count for the next call', async () => {
  const file = join(home, '.config/prudent/settings.yaml')
  const verdict = async (): Promise<string> => (await send('claude-code', shell('claude-code', 'git stash clear'))).body
  expect(await verdict()).toContain('"ask"')
  writeFileSync(file, 'overrides: { git.stash-drop: deny }\n')
  expect(await verdict()).toContain('"deny"')
  writeFileSync(file, 'overrides: { git.stash-drop: allow }\n')
  expect(await verdict()).not.toMatch(/"(?:ask|deny)"/)
  rmSync(file)
  expect(await verdict()).toContain('"ask"')
})

test('a call that comes by both ways is answered twice and written down once', async () => {
  const text = shell('claude-code', 'git push --force origin main', { tool_use_id: 'toolu_twice', session_id: 'twice' })
  const [{ out }, { body }] = [runHook(text, { home, words: ['--host', 'claude-code'] }), await send('claude-code', text)]
  expect(body).toBe(out)
  await settle()
  const entries = log().filter(({ session }) => session === 'twice')
  expect(entries.map(({ kind }) => kind)).toEqual(['attempt', 'decision'])
})

test('fifty at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, at) => send('claude-code', shell('claude-code', at % 2 === 0 ? 'ls' : 'rm -rf /', { tool_use_id: `many${at}` }))),
  )
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? 204 : 200)))
})

test('hundreds that ask for nothing, or for half of something, keep nobody waiting', async () => {
  const begun = [
    '',
    'POST /hooks/claude-code HTTP/1.1\r\nhost: x',
    `POST /hooks/claude-code HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 99\r\n\r\n{`,
  ]
  const sockets = Array.from({ length: 450 }, (_, at) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(begun[at % begun.length] ?? '')
    return socket
  })
  try {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => send('claude-code', shell('claude-code', 'rm -rf ~'))))
      expect(answers.map(({ status, body }) => [status, body.includes('"deny"')])).toEqual(answers.map(() => [200, true]))
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
test('a second server says that the port is taken', async () => {
  const { child, said } = await start(['--port', String(port)])
  const code = await new Promise((done) => child.on('close', done))
  expect([code, said]).toEqual([1, `prudent: port ${port} is in use: stop what listens there, or choose another with --port\n`])
  expect(prudent(['serve', '--port', 'x']).err).toBe('prudent: `x` is no port: write a number up to 65535\n')
})

test('it ends when it is told to', async () => {
  const { child } = await start()
  child.kill('SIGTERM')
  expect(await new Promise((done) => child.on('close', done))).toBe(0)
})

test('judging that never ends is the end of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prudent-sentinel-'))
  const file = join(folder, 'sentinel.mjs')
  const bundle = await rolldown({ cwd: ROOT, input: 'src/http/sentinel.ts', platform: 'node', tsconfig: false })
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  const run = (work: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ['--input-type=module'], {
      input: `import { keepWatch } from ${JSON.stringify(pathToFileURL(file).href)}\nconst guard = keepWatch()\n${work}`,
      timeout: 30_000,
    })
  expect(run('guard(200, () => { for (;;); })').signal).toBe('SIGKILL')
  expect(run('guard(200, () => 1); await new Promise((done) => setTimeout(done, 2000))').status).toBe(0)
  rmSync(folder, { recursive: true })
}, 60_000)

describe('init --http', () => {
  test('adds the server beside the command, shows no token, and goes again', () => {
    const own = emptyHome()
    const file = join(own, '.claude/settings.json')
    mkdirSync(join(own, '.claude'))
    mkdirSync(join(own, '.qwen'))
    writeFileSync(file, '{\n  "model": "opus"\n}\n')
    const run = (...words: string[]): ReturnType<typeof prudent> => prudent(words, { env: { HOME: own, PATH: '/usr/bin:/bin' } })
    expect(run('init', '--http', '--dry-run').code).toBe(0)
    expect(run('init', '--http', '--project', '--yes').code).toBe(2)
    const { code, out } = run('init', '--http', '--port', '5000', '--yes')
    expect(code).toBe(0)
    const kept = readFileSync(join(own, '.config/prudent/http-token'), 'utf8').trim()
    expect(out).not.toContain(kept)
    expect(out).toContain('Bearer …')
    for (const [host, text] of [
      ['claude-code', readFileSync(file, 'utf8')],
      ['qwen-code', readFileSync(join(own, '.qwen/settings.json'), 'utf8')],
    ] as const) {
      const { hooks } = JSON.parse(text) as { hooks: { PreToolUse: { hooks: JsonObject[] }[] } }
      expect(hooks.PreToolUse.map((group) => group.hooks.map(({ type }) => type))).toEqual([['command'], ['http']])
      expect(hooks.PreToolUse[1]?.hooks[0]).toMatchObject({
        url: `http://127.0.0.1:5000/hooks/${host}?by=prudent`,
        headers: { Authorization: `Bearer ${kept}` },
      })
    }
    expect(run('init', '--http', '--port', '5000', '--yes').out).toMatch(/^not yet seen +claude-code, qwen-code: set up; /)
    expect(JSON.parse(run('doctor', '--json').out)).toMatchObject({
      hosts: [
        { host: 'claude-code', state: 'set-up' },
        { host: 'qwen-code', state: 'set-up' },
      ],
    })
    const gone = run('uninstall', '--yes')
    expect([gone.code, gone.out.includes(kept)]).toEqual([0, false])
    expect(readFileSync(file, 'utf8')).toBe('{\n  "model": "opus"\n}\n')
    expect(statSync(join(own, '.config/prudent/http-token'), { throwIfNoEntry: false })).toBeUndefined()
    rmSync(own, { recursive: true })
  }, 60_000)
})

describe('POST /v1/check: the gate for any program', () => {
  const check = (call: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send('', typeof call === 'string' ? call : JSON.stringify(call), { path: '/v1/check', headers })
  const cwd = join(home, 'work')

  test('a decision, in the log too', async () => {
    const denied = await check({ tool: 'Bash', input: { command: 'rm -rf /' }, cwd, session: 'checked' })
    expect([denied.status, bodyOf(denied)]).toMatchObject([
      200,
      { verdict: 'deny', findings: expect.arrayContaining([expect.objectContaining({ verdict: 'deny' })]) as unknown },
    ])
    expect(bodyOf(await check({ tool: 'Bash', input: { command: 'ls' }, cwd }))).toMatchObject({ verdict: 'allow', findings: [] })
    await settle()
    expect(log().filter(({ session, kind }) => session === 'checked' && kind === 'decision')).toMatchObject([{ verdict: 'deny' }])
  })
  test.each([
    ['no JSON', '{', {}, 400],
    ['no call', {}, {}, 400],
    ['an input that is none', { tool: 'Bash', input: 'ls' }, {}, 400],
    ['no token', { tool: 'Bash', input: {} }, { authorization: '' }, 401],
    ['another token', { tool: 'Bash', input: {} }, { authorization: 'Bearer x' }, 401],
    ['a browser', { tool: 'Bash', input: {} }, { origin: 'http://127.0.0.1:3000' }, 403],
    ['another name', { tool: 'Bash', input: {} }, { host: 'evil.example' }, 403],
  ] as const)('%s', async (_name, call, headers, status) => {
    const answer = await check(call, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toContain('allow')
  })
  // Looked up as it is here: it may need a home that is not the test's.
  const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  test.skipIf(python === '' && process.env['CI'] === undefined)('the client of docs/http.md', () => {
    const text = readFileSync(join(ROOT, 'docs/http.md'), 'utf8')
    const client = /```python\n([\s\S]*?)```/.exec(text)?.[1]?.replace('port=4765', `port=${port}`) ?? ''
    expect(
      client
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(10)
    const ran = spawnSync(python, ['-c', client], { env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' })
    expect([ran.stdout, ran.stderr]).toEqual(['deny\n', ''])
  })
})
