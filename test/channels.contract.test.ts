// What holds for every channel, and does the one that asks a resident process take nothing but one answer to its own question?
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { CHANNELS } from '../src/channels/registry.gen.ts'
import { makeResident, reach } from '../src/channels/resident/index.ts'
import { listen } from '../src/channels/resident/listen.ts'
import type { Asker, Listening } from '../src/channels/resident/listen.ts'
import { approvalIn, LONGEST_QUESTION } from '../src/channels/resident/wire.ts'
import type { Answer, Approval } from '../src/core/model.ts'
import type { Asked, ChannelPlace } from '../src/gate/seams.ts'
import { ROOT } from './built.ts'
import { quickest } from './processor-time.ts'

const approval = (more: Partial<Approval> = {}): Approval => ({
  id: 'question-1',
  digest: 'hmac-sha256:abc',
  host: 'codex',
  session: 's1',
  cwd: '/home/dev/app',
  calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git reset --hard', cut: false }] }],
  severity: 'high',
  findings: [{ rule: 'git.reset-hard', severity: 'high', title: 'throws away uncommitted changes' }],
  actions: [],
  reach: [],
  policy: 'p',
  askedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  ...more,
})
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
  test('says so when nobody is there, at once and without a word to anybody', async () => {
    const at = place()
    let shown = 0
    const ask = async (): Promise<void> =>
      expect(await channel.ask(approval(), at, 60_000, () => shown++)).toEqual({ kind: 'unanswered', because: 'nobody', channel: null })
    expect(await quickest(ask, 3)).toBeLessThan(2000)
    expect(shown).toBe(0)
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

const HELLO = { hello: { version: 1, pid: process.pid, channel: 'terminal' } }
const answer = (more: Partial<Answer> = {}): Answer => ({
  approval: 'question-1',
  digest: 'hmac-sha256:abc',
  verdict: 'allow',
  by: 'dev',
  channel: 'terminal',
  remember: 'once',
  ...more,
})
const line = (message: object): string => `${JSON.stringify(message)}\n`

/** Greets, takes the question, and then says this. */
const saying =
  (text: string, end = true) =>
  (socket: Socket) => {
    socket.write(line(HELLO))
    socket.once('data', () => {
      socket.write(text)
      if (end) socket.end()
    })
  }
const shown = { shown: 'question-1' }

const askWith = async (talk: (socket: Socket) => void, millis = 60_000): Promise<Asked> => {
  const at = place()
  await impostor(at, talk)
  return resident.ask(approval(), at, millis, () => {})
}

describe('one answer to this question, and then the end', () => {
  test.each(['allow', 'deny'] as const)('%s counts', async (verdict) => {
    expect(await askWith(saying(line(shown) + line({ answer: answer({ verdict }) })))).toEqual({ kind: 'answered', answer: answer({ verdict }) })
  })
  test.each(['once', 'session', 'shape'] as const)('for how long is kept: %s', async (remember) => {
    expect(await askWith(saying(line(shown) + line({ answer: answer({ remember }) })))).toEqual({ kind: 'answered', answer: answer({ remember }) })
  })
  test.each([
    ['of another question', line(shown) + line({ answer: answer({ approval: 'question-2' }) })],
    ['for another call', line(shown) + line({ answer: answer({ digest: 'hmac-sha256:abd' }) })],
    ['without a digest', line(shown) + line({ answer: { ...answer(), digest: undefined } })],
    ['twice', line(shown) + line({ answer: answer() }) + line({ answer: answer() })],
    ['yes and no', line(shown) + line({ answer: answer() }) + line({ answer: answer({ verdict: 'deny' }) })],
    ['with something behind it', `${line(shown)}${line({ answer: answer() })}x`],
    ['before the question was shown', line({ answer: answer() })],
    ['before another was shown', line({ shown: 'question-2' }) + line({ answer: answer() })],
    ['in another word', line(shown) + line({ answer: { ...answer(), verdict: 'yes' } })],
    ['for ever', line(shown) + line({ answer: { ...answer(), remember: 'always' } })],
    ['as a list', line(shown) + line([{ answer: answer() }])],
    ['cut off', (line(shown) + line({ answer: answer() })).slice(0, -1)],
    ['that is no JSON', `${line(shown)}allow\n`],
    ['that is nothing', ''],
    ['that is an empty line', `${line(shown)}\n`],
    ['too long to be one', `${line(shown)}${'x'.repeat(20_000)}\n`],
    ['with zeros', `${line(shown)}\0\0\n`],
  ])('none counts: %s', async (_name, text) => {
    const asked = await askWith(saying(text))
    expect(asked).toMatchObject({ kind: 'unanswered' })
    expect(['garbled', 'gone', 'silent']).toContain(asked.kind === 'unanswered' ? asked.because : '')
  })
  test('an answer without an end is none', async () => {
    expect(await askWith(saying(line(shown) + line({ answer: answer() }), false))).toMatchObject({ kind: 'unanswered', because: 'garbled' })
  })
  test('garbage at once, in pieces, or instead of a greeting', async () => {
    expect(await askWith((socket) => socket.end('GET / HTTP/1.1\r\n\r\n'))).toMatchObject({ because: 'garbled' })
    expect(await askWith((socket) => socket.end(Buffer.alloc(100_000, 0xff)))).toMatchObject({ because: 'garbled' })
    expect(await askWith((socket) => socket.end(line({ answer: answer() })))).toMatchObject({ because: 'garbled' })
    expect(await askWith((socket) => socket.end(line({ hello: { version: 2, pid: 1, channel: 'terminal' } })))).toMatchObject({ because: 'garbled' })
  })
  test('an answer arrives in pieces too', async () => {
    const asked = await askWith((socket) => {
      socket.write(line(HELLO))
      socket.once('data', () => {
        const bytes = Buffer.from(line(shown) + line({ answer: answer({ by: 'Zoë' }) }))
        let at = 0
        const next = (): void => {
          if (at >= bytes.length) return void socket.end()
          socket.write(bytes.subarray(at, ++at))
          setImmediate(next)
        }
        next()
      })
    })
    expect(asked).toMatchObject({ kind: 'answered', answer: { by: 'Zoë' } })
  })
  test('who listens and says nothing, or stops in the middle, is not waited for without end', async () => {
    const began = performance.now()
    expect(await askWith(() => {}, 60_000)).toMatchObject({ because: 'silent' })
    expect(await askWith((socket) => void socket.write(line(HELLO)), 60_000)).toMatchObject({ because: 'silent' })
    expect(performance.now() - began).toBeLessThan(9000)
    expect(await askWith(saying(line(shown), false), 2000)).toEqual({ kind: 'unanswered', because: 'expired', channel: 'terminal' })
    expect(await askWith(saying(line(shown)), 60_000)).toMatchObject({ because: 'gone' })
  }, 60_000)
  test('only what is the person’s own is asked', async () => {
    const at = place()
    await impostor(at, saying(line(shown) + line({ answer: answer() })))
    chmodSync(join(at.state, 'asking'), 0o755)
    expect(await resident.ask(approval(), at, 60_000, () => {})).toMatchObject({ because: 'nobody' })
    chmodSync(join(at.state, 'asking'), 0o700)
    chmodSync(join(at.state, 'asking/socket'), 0o666)
    expect(await resident.ask(approval(), at, 60_000, () => {})).toMatchObject({ because: 'nobody' })
    chmodSync(join(at.state, 'asking/socket'), 0o600)
    expect(await resident.ask(approval(), at, 60_000, () => {})).toMatchObject({ kind: 'answered' })
    const other = place()
    symlinkSync(join(at.state, 'asking'), join(other.state, 'asking'))
    expect(await resident.ask(approval(), other, 60_000, () => {})).toMatchObject({ because: 'nobody' })
  })
  test.runIf(process.platform === 'linux')('who holds no terminal of a person’s is not asked, and learns nothing', async () => {
    const strict = makeResident()
    const heard: string[] = []
    const greet = (pid: number) => (socket: Socket) => {
      socket.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
      socket.write(line({ hello: { version: 1, pid, channel: 'terminal' } }))
    }
    for (const pid of [process.pid, 1, 4_000_000]) {
      const at = place()
      await impostor(at, greet(pid))
      expect(await strict.ask(approval(), at, 60_000, () => {})).toMatchObject({ kind: 'unanswered', because: 'no-person' })
      expect(await reach(at)).toMatchObject({ ok: false, because: 'no-person' })
    }
    expect(heard).toEqual([])
  })
})

interface Desk {
  readonly at: ChannelPlace
  readonly listening: Listening
  readonly asked: Asker[]
  readonly left: (readonly [string, Answer['verdict'] | null])[]
}
async function desk(most = 100): Promise<Desk> {
  const at = place()
  const asked: Asker[] = []
  const left: (readonly [string, Answer['verdict'] | null])[] = []
  const made = await listen(at, {
    channel: 'terminal',
    most,
    asked: (asker) => void asked.push(asker),
    left: (asker, taken) => void left.push([asker.approval.id, taken]),
  })
  if (!made.ok) throw new Error(made.message)
  closing.push(made.listening.close)
  return { at, listening: made.listening, asked, left }
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 1500 && !holds(); turn++) await new Promise((done) => setTimeout(done, 10))
  expect(holds()).toBe(true)
}

describe('who listens', () => {
  test('is the person’s alone, and leaves nothing behind', async () => {
    const { at, listening } = await desk()
    expect(statSync(join(at.state, 'asking')).mode & 0o777).toBe(0o700)
    expect(statSync(join(at.state, 'asking/socket')).mode & 0o777).toBe(0o600)
    expect(CHANNELS.some((channel) => channel.isOpen(at))).toBe(true)
    listening.close()
    expect(existsSync(join(at.state, 'asking/socket'))).toBe(false)
  })
  test('passes answers on, each to its own question, whatever their order', async () => {
    const { at, asked, left } = await desk()
    const questions = Array.from({ length: 20 }, (_, number) => approval({ id: `q${number}`, digest: `d${number}` }))
    const answers = questions.map((one) => resident.ask(one, at, 60_000, () => {}))
    await until(() => asked.length === 20)
    for (const asker of asked.toReversed()) {
      const even = Number(asker.approval.id.slice(1)) % 2 === 0
      expect(asker.answer(even ? 'allow' : 'deny', 'dev')).toBe(true)
    }
    const said = await Promise.all(answers)
    for (const [number, one] of said.entries())
      expect(one).toMatchObject({
        kind: 'answered',
        answer: { approval: `q${number}`, digest: `d${number}`, verdict: number % 2 === 0 ? 'allow' : 'deny', remember: 'once' },
      })
    await until(() => left.length === 20)
    for (const [id, taken] of left) expect(taken).toBe(Number(id.slice(1)) % 2 === 0 ? 'allow' : 'deny')
  })
  test('answers once', async () => {
    const { at, asked } = await desk()
    const asking = resident.ask(approval(), at, 60_000, () => {})
    await until(() => asked.length === 1)
    expect([asked[0]?.answer('deny', 'dev'), asked[0]?.answer('allow', 'dev'), asked[0]?.answer('allow', 'eve')]).toEqual([true, false, false])
    expect(await asking).toMatchObject({ kind: 'answered', answer: { verdict: 'deny', by: 'dev' } })
    expect(asked[0]?.answer('allow', 'dev')).toBe(false)
  })
  test('answers nobody who has gone, and nothing that has expired', async () => {
    const { at, asked, left } = await desk()
    const asking = resident.ask(approval(), at, 2000, () => {})
    await until(() => asked.length === 1)
    expect(await asking).toMatchObject({ because: 'expired' })
    await until(() => left.length === 1)
    expect(left).toEqual([['question-1', null]])
    expect(asked[0]?.answer('allow', 'dev')).toBe(false)
    void resident.ask(approval({ id: 'q2', expiresAt: new Date(Date.now() - 1).toISOString() }), at, 60_000, () => {})
    await until(() => asked.length === 2)
    expect(asked[1]?.answer('allow', 'dev')).toBe(false)
  })
  test('an answer that was overheard answers nothing else', async () => {
    const { at, asked } = await desk()
    const first = resident.ask(approval({ id: 'q1', digest: 'd1' }), at, 60_000, () => {})
    await until(() => asked.length === 1)
    asked[0]?.answer('allow', 'dev')
    const said = await first
    const replayed = said.kind === 'answered' ? line({ shown: 'q2' }) + line({ answer: said.answer }) : ''
    const other = place()
    await impostor(other, saying(replayed))
    expect(await resident.ask(approval({ id: 'q2', digest: 'd1' }), other, 60_000, () => {})).toMatchObject({ because: 'garbled' })
  })
  test('takes so many and no more', async () => {
    const { at, asked } = await desk(3)
    const all = Array.from({ length: 5 }, (_, number) => resident.ask(approval({ id: `q${number}` }), at, 60_000, () => {}))
    await until(() => asked.length === 3)
    for (const asker of asked) asker.answer('allow', 'dev')
    const said = await Promise.all(all)
    expect(said.filter((one) => one.kind === 'answered')).toHaveLength(3)
    expect(said.filter((one) => one.kind === 'unanswered' && one.because === 'busy')).toHaveLength(2)
  })
  test('is not moved by anything but a question', async () => {
    const { at, asked } = await desk()
    const address = join(at.state, 'asking/socket')
    const huge = line({
      ask: approval({ calls: [{ tool: { server: null, name: 'x' }, fields: [{ name: 'a', text: 'x'.repeat(LONGEST_QUESTION), cut: false }] }] }),
    })
    const texts = [
      'hello\n',
      '{}\n',
      line({ ask: {} }),
      line({ ask: { ...approval(), calls: [] } }),
      line({ answer: answer() }),
      line({ taken: 'allow' }),
      huge,
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
    const asking = resident.ask(approval(), at, 60_000, () => {})
    await until(() => asked.length === 1)
    asked[0]?.answer('allow', 'dev')
    expect(await asking).toMatchObject({ kind: 'answered' })
  })
  test('two are never there at once, and one that died is no hindrance', async () => {
    const { at, listening } = await desk()
    const second = await listen(at, { channel: 'terminal', most: 1, asked: () => {}, left: () => {} })
    expect(second).toMatchObject({ ok: false, message: expect.stringContaining('another terminal') as string })
    rmSync(join(at.state, 'asking/socket'))
    expect(listening.isOurs()).toBe(false)
    writeFileSync(join(at.state, 'asking/socket'), '')
    const third = await listen(at, { channel: 'terminal', most: 1, asked: () => {}, left: () => {} })
    expect(third.ok).toBe(true)
    if (third.ok) closing.push(third.listening.close)
  })
  test('a path too long for a socket is told', async () => {
    const at = { state: join(tmpdir(), 'x'.repeat(120)), platform: process.platform }
    expect(await listen(at, { channel: 'terminal', most: 1, asked: () => {}, left: () => {} })).toMatchObject({
      ok: false,
      message: expect.stringContaining('too long') as string,
    })
  })
})

test('a question is read as it was sent, and every part is wanted', () => {
  const whole = approval({ branch: 'main' })
  expect(approvalIn(JSON.parse(JSON.stringify({ ask: whole })))).toEqual(whole)
  for (const key of Object.keys(whole).filter((name) => name !== 'branch'))
    expect([key, approvalIn({ ask: { ...JSON.parse(JSON.stringify(whole)), [key]: undefined } })]).toEqual([key, null])
})
