// What holds for every channel, and does the one that speaks to a resident process carry hints and nothing else?
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { CHANNELS } from '../../src/channels/registry.gen.ts'
import { makeResident, reach } from '../../src/channels/resident/index.ts'
import { listen } from '../../src/channels/resident/listen.ts'
import type { Listening } from '../../src/channels/resident/listen.ts'
import type { Announced, ChannelPlace } from '../../src/gate/seams.ts'
import { ROOT } from '../built.ts'
import { quickest } from '../processor-time.ts'

const ID = '0123456789abcdef01234567'
const place = (): ChannelPlace => ({ state: mkdtempSync(join(tmpdir(), 'prudent-ask-')), platform: process.platform })
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

describe.each(CHANNELS.map((channel) => [channel.name, channel] as const))('%s', (name, channel) => {
  test('is named after its folder', () => {
    expect(readdirSync(join(ROOT, 'src/channels'))).toContain(name)
  })
  test('is not open where nobody is, and looking changes nothing', () => {
    const at = place()
    expect(channel.isOpen(at)).toBe(false)
    expect(channel.isOpen({ ...at, state: '/nowhere\0/x' })).toBe(false)
    expect(readdirSync(at.state)).toEqual([])
  })
  test('says so when nobody is there, at once', async () => {
    const at = place()
    const announce = async (): Promise<void> => expect(await channel.announce(ID, at)).toEqual({ ok: false, because: 'nobody' })
    expect(await quickest(announce, 3)).toBeLessThan(2000)
  })
})

/** Nobody of ours: the test itself holds no terminal. */
const resident = makeResident(() => null)

/** Another listener in our place, which says what it likes. */
async function impostor(at: ChannelPlace, talk: (socket: Socket) => void): Promise<Server> {
  mkdirSync(join(at.state, 'asking'), { mode: 0o700 })
  const address = join(at.state, 'asking/socket')
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  await new Promise<void>((done) => server.listen(address, done))
  chmodSync(address, 0o600)
  closing.push(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return server
}

const HELLO = { hello: { version: 2, pid: process.pid, channel: 'terminal' } }
const line = (message: object): string => `${JSON.stringify(message)}\n`
const heard = line({ heard: ID })
/** Greets, takes the hint, and then says this. */
const saying =
  (text: string, end = false) =>
  (socket: Socket) => {
    socket.write(line(HELLO))
    socket.once('data', () => {
      socket.write(text)
      if (end) socket.end()
    })
  }
const announceTo = async (talk: (socket: Socket) => void): Promise<Announced> => {
  const at = place()
  await impostor(at, talk)
  const announced = await resident.announce(ID, at)
  if (announced.ok) closing.push(announced.close)
  return announced
}
const hasGone = (announced: Announced): Promise<boolean> =>
  announced.ok ? Promise.race([announced.gone.then(() => true), new Promise<boolean>((done) => setTimeout(() => done(false), 15_000))]) : Promise.resolve(false)

describe('whoever asks', () => {
  test('knows that somebody has heard, and when it leaves', async () => {
    const staying = await announceTo(saying(heard))
    expect(staying).toMatchObject({ ok: true, channel: 'terminal', pid: process.pid })
    expect(await hasGone(await announceTo(saying(heard, true)))).toBe(true)
  })
  test.each([
    ['of another question', line({ heard: 'f'.repeat(24) })],
    ['that is an answer', line({ answer: { approval: ID, verdict: 'allow' } })],
    ['as a list', line([{ heard: ID }])],
    ['that is no JSON', 'heard\n'],
    ['that is an empty line', '\n'],
    ['too long to be one', `${'x'.repeat(20_000)}\n`],
    ['with zeros', '\0\0\n'],
  ])('is told nothing by a word %s', async (_name, text) => {
    expect(await announceTo(saying(text, true))).toEqual({ ok: false, because: 'garbled' })
  })
  test('takes no answer over the socket: whoever says more is left', async () => {
    for (const more of [line({ answer: { approval: ID, verdict: 'allow' } }), heard, 'x\n'])
      expect(await hasGone(await announceTo(saying(heard + more)))).toBe(true)
  })
  test('is not held by garbage at once, in pieces, or instead of a greeting', async () => {
    expect(await announceTo((socket) => socket.end('GET / HTTP/1.1\r\n\r\n'))).toMatchObject({ because: 'garbled' })
    expect(await announceTo((socket) => socket.end(Buffer.alloc(100_000, 0xff)))).toMatchObject({ because: 'garbled' })
    expect(await announceTo((socket) => socket.end(heard))).toMatchObject({ because: 'garbled' })
    expect(await announceTo((socket) => socket.end(line({ hello: { version: 1, pid: 1, channel: 'terminal' } })))).toMatchObject({ because: 'garbled' })
    expect(await announceTo((socket) => socket.end())).toMatchObject({ because: 'nobody' })
    expect(await announceTo(saying('', true))).toMatchObject({ because: 'gone' })
  })
  test('does not wait without end for one who listens and says nothing', async () => {
    const began = performance.now()
    expect(await announceTo(() => {})).toMatchObject({ because: 'silent' })
    expect(await announceTo((socket) => void socket.write(line(HELLO)))).toMatchObject({ because: 'silent' })
    expect(performance.now() - began).toBeLessThan(9000)
  }, 60_000)
  test('turns only to what is the person’s own', async () => {
    const at = place()
    await impostor(at, saying(heard))
    chmodSync(join(at.state, 'asking'), 0o755)
    expect(await resident.announce(ID, at)).toMatchObject({ because: 'nobody' })
    chmodSync(join(at.state, 'asking'), 0o700)
    chmodSync(join(at.state, 'asking/socket'), 0o666)
    expect(await resident.announce(ID, at)).toMatchObject({ because: 'nobody' })
    chmodSync(join(at.state, 'asking/socket'), 0o600)
    expect(await resident.announce(ID, at)).toMatchObject({ ok: true })
    const other = place()
    symlinkSync(join(at.state, 'asking'), join(other.state, 'asking'))
    expect(await resident.announce(ID, other)).toMatchObject({ because: 'nobody' })
  })
  test.runIf(process.platform === 'linux')('tells nothing to one who holds no terminal of a person’s', async () => {
    const strict = makeResident()
    const words: string[] = []
    const greet = (pid: number) => (socket: Socket) => {
      socket.on('data', (chunk: Buffer) => words.push(chunk.toString()))
      socket.write(line({ hello: { version: 2, pid, channel: 'terminal' } }))
    }
    for (const pid of [process.pid, 1, 4_000_000]) {
      const at = place()
      await impostor(at, greet(pid))
      expect(await strict.announce(ID, at)).toEqual({ ok: false, because: 'no-person' })
      expect(await reach(at)).toMatchObject({ ok: false, because: 'no-person' })
    }
    expect(words).toEqual([])
  })
})

interface Desk {
  readonly at: ChannelPlace
  readonly listening: Listening
  readonly asked: string[]
  readonly left: string[]
}
async function desk(): Promise<Desk> {
  const at = place()
  const [asked, left]: [string[], string[]] = [[], []]
  const made = await listen(at, { channel: 'terminal', asked: (id) => void asked.push(id), left: (id) => void left.push(id) })
  if (!made.ok) throw new Error(made.message)
  closing.push(made.listening.close)
  return { at, listening: made.listening, asked, left }
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 1500 && !holds(); turn++) await new Promise((done) => setTimeout(done, 10))
  expect(holds()).toBe(true)
}
const idOf = (number: number): string => number.toString(16).padStart(24, '0')

describe('who listens', () => {
  test('is the person’s alone, and leaves nothing behind', async () => {
    const { at, listening } = await desk()
    expect(statSync(join(at.state, 'asking')).mode & 0o777).toBe(0o700)
    expect(statSync(join(at.state, 'asking/socket')).mode & 0o777).toBe(0o600)
    expect(CHANNELS.some((channel) => channel.isOpen(at))).toBe(true)
    listening.close()
    expect(existsSync(join(at.state, 'asking/socket'))).toBe(false)
  })
  test('hears of each question, and when nobody waits for it any more', async () => {
    const { at, asked, left, listening } = await desk()
    const all = await Promise.all(Array.from({ length: 20 }, (_, number) => resident.announce(idOf(number), at)))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(asked.toSorted()).toEqual(Array.from({ length: 20 }, (_, number) => idOf(number)))
    expect(left).toEqual([])
    for (const [number, one] of all.entries()) if (one.ok && number % 2 === 0) one.close()
    await until(() => left.length === 10)
    expect(left.toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => idOf(number * 2)))
    // The others learn that it goes.
    listening.close()
    for (const one of all) expect(await hasGone(one)).toBe(true)
  })
  test('is not moved by anything but the name of a question', async () => {
    const { at, asked } = await desk()
    const address = join(at.state, 'asking/socket')
    const texts = [
      'hello\n',
      '{}\n',
      line({ asked: '' }),
      line({ asked: '../../x' }),
      line({ asked: ['0123456789abcdef'] }),
      line({ answer: { approval: ID, verdict: 'allow' } }),
      line({ asked: 'a'.repeat(100_000) }),
      '\0\n',
      '[]\n',
    ]
    for (const text of texts) {
      await new Promise<void>((done) => {
        const socket = connect(address, () => socket.write(text))
        socket.on('error', () => {})
        socket.on('data', () => {})
        socket.on('close', () => done())
      })
    }
    expect(asked).toEqual([])
    expect(await resident.announce(ID, at)).toMatchObject({ ok: true })
    expect(asked).toEqual([ID])
  })
  test('two are never there at once, and one that died is no hindrance', async () => {
    const { at, listening } = await desk()
    const none = { channel: 'terminal', asked: () => {}, left: () => {} }
    expect(await listen(at, none)).toMatchObject({ ok: false, taken: true })
    rmSync(join(at.state, 'asking/socket'))
    expect(listening.isOurs()).toBe(false)
    writeFileSync(join(at.state, 'asking/socket'), '')
    const third = await listen(at, none)
    expect(third.ok).toBe(true)
    if (third.ok) closing.push(third.listening.close)
  })
  test('a path too long for a socket is told', async () => {
    const at = { state: join(tmpdir(), 'x'.repeat(120)), platform: process.platform }
    expect(await listen(at, { channel: 'terminal', asked: () => {}, left: () => {} })).toMatchObject({
      ok: false,
      message: expect.stringContaining('too long') as string,
    })
  })
})
