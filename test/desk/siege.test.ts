// Can somebody on this machine keep a person from the desk: by idle connections, by half requests, by the same port on another address, by a port that is taken?
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startDesk } from '../../src/desk/main.ts'
import { ensureBuilt, emptyHome, ROOT } from '../built.ts'
import { deskHere } from './desk-here.ts'
import type { DeskHere } from './desk-here.ts'

beforeAll(ensureBuilt, 120_000)
let desk: DeskHere | null = null
const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await desk?.close()
  desk = null
})
const besiege = (port: number, count: number, says: (at: number) => string): readonly Socket[] => {
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(says(at))
    return socket
  })
  closing.push(() => sockets.forEach((socket) => socket.destroy()))
  return sockets
}

test('hundreds that ask for nothing, or for half of something, keep nobody from his page', async () => {
  desk = await deskHere()
  const { port } = desk.running
  const secret = await desk.secret()
  const begun = [
    '',
    `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}`,
    `POST /api/session HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nsec-fetch-site: same-origin\r\norigin: http://127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
  ]
  besiege(port, 600, (at) => begun[at % begun.length] ?? '')
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => (desk as DeskHere).ask('GET', '/api/approvals', { secret })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  // A stream that is open stays open meanwhile.
  const stream = await desk.ask('GET', '/api/events', { secret })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  besiege(port, 600, () => '')
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toContain(': here')
  await reader.cancel()
}, 60_000)

test('who sends a letter now and then is not waited for', async () => {
  desk = await deskHere()
  const [slow] = besiege(desk.running.port, 1, () => 'GET / HTTP/1.1\r\n')
  if (slow === undefined) throw new Error('nobody')
  const dripping = setInterval(() => slow.write('x'), 500)
  closing.push(() => clearInterval(dripping))
  await new Promise((done) => slow.once('close', done))
}, 30_000)

test('somebody on ::1 with our port is another place: the link names 127.0.0.1, and nothing of ours listens or answers there', async (context) => {
  const squatter = createServer((socket) => socket.destroy())
  const port = await new Promise<number>((done) => {
    squatter.once('error', () => done(0))
    squatter.listen({ host: '::1', port: 0 }, () => done((squatter.address() as { readonly port: number }).port))
  })
  closing.push(() => squatter.close())
  if (port === 0) return context.skip()
  desk = await deskHere({ port })
  expect(desk.running.port).toBe(port)
  expect(desk.running.link()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#link=`))
  const secret = await desk.secret()
  expect((await desk.ask('GET', '/api/me', { secret })).status).toBe(200)
  squatter.close()
  const refused = await new Promise<string>((done) => {
    const socket = connect(port, '::1')
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? ''))
    socket.once('connect', () => done('connected'))
  })
  expect(refused).toBe('ECONNREFUSED')
})

test.runIf(process.platform === 'linux')(
  'after kill -9 of the desk whoever took its port is named, and nobody is sent there',
  async () => {
    const home = emptyHome()
    const child = spawn(process.execPath, [path.join(ROOT, 'dist/cli.js'), 'serve', '--port', '0', '--desk-port', '0'], {
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    closing.push(() => void child.kill('SIGKILL'))
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
    await expect.poll(() => /approval page: http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1], { timeout: 20_000 }).toBeDefined()
    const port = Number(/approval page: http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1])
    child.kill('SIGKILL')
    await new Promise((done) => child.once('close', done))
    const squatter = spawn(process.execPath, ['-e', `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('here'))`])
    closing.push(() => void squatter.kill('SIGKILL'))
    await new Promise((done) => squatter.stdout.once('data', done))
    const said: string[] = []
    const started = await startDesk({ port, env: { HOME: home }, out: (text) => said.push(text), note: () => {}, open: false, link: true })
    expect(started).toMatchObject({ ok: false, message: expect.stringContaining(`port ${port} is taken by process ${squatter.pid} (node)`) as string })
    expect(said).toEqual([])
  },
  60_000,
)
