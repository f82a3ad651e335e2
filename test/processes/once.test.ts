// Is an event that comes more than once written down once, whatever lies in the way, and more than once only when in doubt?
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isFirst } from '../../src/answer/once.ts'
import type { HostEvent } from '../../src/gate/seams.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { stateFolder } from '../../src/stores/json-lines/layout.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const HOUR = 3600_000
const NOON = Date.parse('2026-03-02T12:30:00Z')
const SPAN = Math.floor(NOON / HOUR)
const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-once-'))
afterAll(() => clear(FOLDER))

let homes = 0
/** Somebody's state, and what they say to an event. */
function somebody() {
  const home = path.join(FOLDER, `home-${homes++}`)
  const env = { HOME: home, XDG_STATE_HOME: path.join(home, 'state'), LOCALAPPDATA: path.join(home, 'local') }
  const state = stateFolder(env, process.platform, home)
  const { digest } = openJsonLines({ state })
  const seen = path.join(state, 'seen')
  const say = (event: Partial<HostEvent> = {}): boolean => isFirst({ env: {}, home, folders: env, cwd: home, root: ROOT }, { ...EVENT, ...event }, digest)
  const fileAt = (time: number): string => path.join(seen, String(Math.floor(time / HOUR)))
  return { home, state, seen, say, file: fileAt(NOON), fileAt }
}
const callOf = (command: string): HostEvent['calls'][number] => ({
  id: '',
  host: 'generic',
  session: 's',
  tool: { server: null, name: 'Bash' },
  input: { command },
  cwd: '/work',
})
const EVENT: HostEvent = {
  kind: 'before-tool',
  host: 'generic',
  name: 'PreToolUse',
  via: 'command',
  session: 's',
  calls: [callOf('ls')],
  cwd: '/work',
  payload: {},
}
const KNOWN = { toolUse: 'toolu_1' }

describe('one process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const at = (time: number): void => void vi.setSystemTime(time)

  test('the same again is not the first; another id, session, tool or text is', () => {
    const { say } = somebody()
    expect(say(KNOWN)).toBe(true)
    expect(say(KNOWN)).toBe(false)
    expect(say({ toolUse: 'toolu_2' })).toBe(true)
    expect(say({ ...KNOWN, session: 'other' })).toBe(true)
    expect(say({ ...KNOWN, calls: [callOf('ls -la')] })).toBe(true)
    expect(say()).toBe(true)
    expect(say({ calls: [{ ...callOf('ls'), tool: { server: 'files', name: 'Bash' } }] })).toBe(true)
    expect(say()).toBe(false)
  })
  test('who says no session, or calls nothing, is always the first', () => {
    const { say, seen } = somebody()
    for (const odd of [{ session: '' }, { calls: [] }]) expect([say(odd), say(odd)]).toEqual([true, true])
    expect(existsSync(seen)).toBe(false)
  })
  test.each([
    ['with an id', KNOWN, 600_000],
    ['without', {}, 2000],
  ])('%s: for so long', (_, event, within) => {
    const { say } = somebody()
    expect(say(event)).toBe(true)
    at(NOON + within)
    expect(say(event)).toBe(false)
    at(NOON + within + 1)
    expect(say(event)).toBe(true)
    at(NOON + within + 2)
    expect(say(event)).toBe(false)
  })
  test('who repeats a call without an id is written down again and again, not once for all', () => {
    const { say } = somebody()
    const said = [0, 1500, 3000, 4500, 6000].map((later) => {
      at(NOON + later)
      return say()
    })
    expect(said).toEqual([true, false, true, false, true])
  })
  test('over the end of an hour', () => {
    const end = (SPAN + 1) * HOUR
    const { say, seen } = somebody()
    at(end - 1)
    expect([say(KNOWN), say()]).toEqual([true, true])
    at(end)
    expect([say(KNOWN), say()]).toEqual([false, false])
    at(end + 1999)
    expect([say(KNOWN), say()]).toEqual([false, false])
    at(end + 2000)
    expect([say(KNOWN), say()]).toEqual([false, true])
    at(end + 600_000)
    expect(say(KNOWN)).toBe(true)
    expect(readdirSync(seen).toSorted()).toEqual([String(SPAN), String(SPAN + 1)])
  })
  test('a clock that leaps: in doubt the first, and it goes on from there', () => {
    const { say } = somebody()
    for (const leap of [0, -HOUR, 0, 365 * 24 * HOUR, -300_000 - 600_000, 0, 601_000, -1e12]) {
      at(NOON + leap)
      say(KNOWN)
      expect(say(KNOWN), String(leap)).toBe(false)
    }
    at(NOON + 2 * 24 * HOUR)
    expect(say(KNOWN)).toBe(true)
  })
  test('a clock set back by less than is remembered is the same event', () => {
    const { say } = somebody()
    expect(say(KNOWN)).toBe(true)
    at(NOON - 1000)
    expect(say(KNOWN)).toBe(false)
  })
  test('only its owner may look, and nothing in it tells what was called or answered', () => {
    const { say, seen, file } = somebody()
    say({ toolUse: 'toolu_peculiar', calls: [callOf('echo peculiar')] })
    const text = readFileSync(file, 'latin1')
    expect(text).toMatch(/^\n[\da-z]{1,7}-[\w-]{22} [\da-z]{8} [\da-z]{1,6}$/)
    if (process.platform !== 'win32') expect([seen, file].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600])
  })
  test('a file that has grown far too long is read from its end', () => {
    const { say, file } = somebody()
    say({ toolUse: 'long ago' })
    for (const length of [1, 16_300, 16_384, 65_536, 3_000_000]) {
      appendFileSync(file, 'x'.repeat(length))
      expect(say({ toolUse: `n${length}` }), String(length)).toBe(true)
      expect(say({ toolUse: `n${length}` }), String(length)).toBe(false)
    }
    // What is too far above is forgotten.
    expect(say({ toolUse: 'long ago' })).toBe(true)
  })
  test('each of very many events is the first once', () => {
    const { say } = somebody()
    const said = Array.from({ length: 2500 }, (_, n) => say({ toolUse: `n${n}` }))
    expect(said.every(Boolean)).toBe(true)
    expect(say({ toolUse: 'n2400' })).toBe(false)
  })
  test('old files go when a new one is made', () => {
    const { say, seen } = somebody()
    say(KNOWN)
    for (const name of ['q'.repeat(32), '1']) writeFileSync(path.join(seen, name), '')
    say({ toolUse: 'in the same hour' })
    expect(readdirSync(seen)).toHaveLength(3)
    at(NOON + HOUR)
    say(KNOWN)
    expect(readdirSync(seen).toSorted()).toEqual([String(SPAN), String(SPAN + 1)])
    at(NOON + 2 * HOUR)
    say(KNOWN)
    expect(readdirSync(seen).toSorted()).toEqual([String(SPAN + 1), String(SPAN + 2)])
  })
})

describe('what lies in the way', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Twice the first: nothing could be kept. */
  const inDoubt = (say: (event: Partial<HostEvent>) => boolean): void => expect([say(KNOWN), say(KNOWN)]).toEqual([true, true])

  test.each([
    ['bytes of any kind', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))],
    ['newlines', '\n'.repeat(40_000)],
    ['a line torn in its name', '\nAAAA'],
    ['zeros', Buffer.alloc(70_000)],
  ])('a file of %s: events are told apart behind it', (_, rubbish) => {
    const { say, seen, file } = somebody()
    mkdirSync(seen, { recursive: true })
    writeFileSync(file, rubbish)
    expect([say(KNOWN), say({ toolUse: 'other' }), say(KNOWN)]).toEqual([true, true, false])
  })
  test.each([['!!!!!!!! x'], [''], [' '], ['zzzzzzzzzzzzzzzz']])('a time that is none (`%s`): in doubt the first', (time) => {
    const { say, file } = somebody()
    say(KNOWN)
    const name = readFileSync(file, 'latin1').slice(0, 24)
    writeFileSync(file, `${name}${time}`)
    expect(say(KNOWN)).toBe(true)
    expect(say(KNOWN)).toBe(false)
  })
  test('the file is taken away, emptied or replaced', () => {
    const { say, seen, file } = somebody()
    say(KNOWN)
    rmSync(file)
    expect([say(KNOWN), say(KNOWN)]).toEqual([true, false])
    writeFileSync(file, '')
    expect([say(KNOWN), say(KNOWN)]).toEqual([true, false])
    rmSync(seen, { recursive: true })
    expect([say(KNOWN), say(KNOWN)]).toEqual([true, false])
  })
  test('a folder in the place of the file, a file in the place of the folder or of the state', () => {
    const one = somebody()
    mkdirSync(one.file, { recursive: true })
    inDoubt(one.say)
    const two = somebody()
    mkdirSync(two.state, { recursive: true })
    writeFileSync(two.seen, '')
    inDoubt(two.say)
    const three = somebody()
    mkdirSync(path.dirname(three.state), { recursive: true })
    writeFileSync(three.state, '')
    inDoubt(three.say)
  })
  test.skipIf(process.platform === 'win32')('a link is not followed, in the place of the file or of the one before', () => {
    const { home, say, seen, file, fileAt } = somebody()
    mkdirSync(seen, { recursive: true })
    const target = path.join(home, 'mine')
    writeFileSync(target, 'mine')
    symlinkSync(target, file)
    inDoubt(say)
    expect(readFileSync(target, 'utf8')).toBe('mine')
    rmSync(file)
    symlinkSync('/dev/zero', fileAt(NOON - HOUR))
    vi.setSystemTime(SPAN * HOUR + 1)
    expect([say(KNOWN), say(KNOWN)]).toEqual([true, false])
  })
  test.skipIf(process.platform === 'win32')('a pipe holds nobody', () => {
    const { say, seen, file, fileAt } = somebody()
    mkdirSync(seen, { recursive: true })
    execFileSync('mkfifo', [file, fileAt(NOON - HOUR)])
    inDoubt(say)
    rmSync(file)
    vi.setSystemTime(SPAN * HOUR + 1)
    expect([say(KNOWN), say(KNOWN)]).toEqual([true, false])
  })
})

describe('many processes', () => {
  const RACER = path.join(FOLDER, 'racer.cjs')
  /** As CommonJS in one file, as the hook is. */
  beforeAll(async () => {
    const bundle = await rolldown({ cwd: ROOT, input: 'test/processes/once-racer.ts', platform: 'node', tsconfig: false })
    await bundle.write({ file: RACER, format: 'cjs' })
    await bundle.close()
  })
  const race = (words: readonly string[]): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [RACER, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
      child.on('error', reject).on('close', () => resolve(JSON.parse(out) as number[]))
    })

  test.each([
    ['two', 2, 1000, 1],
    ['eight', 8, 200, 4],
  ])('%s with the same events at once: each is the first for exactly one', async (_, runners, rounds, apart) => {
    const home = path.join(FOLDER, `race-${runners}`)
    const firsts = await Promise.all(Array.from({ length: runners }, () => race([home, runners, rounds, apart].map(String))))
    expect(firsts.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: rounds }, (_, round) => round))
    // It was a race.
    expect(firsts.filter((won) => won.length > 0).length).toBeGreaterThan(1)
  })
  test.skipIf(process.platform === 'win32')('a file that may not grow, and a disk that is full: the first, and no harm done', () => {
    const home = path.join(FOLDER, 'race-full')
    const ran = spawnSync('bash', ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, RACER, home, '1', '100', '0'], { encoding: 'utf8' })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(ran.stdout)).toHaveLength(100)
  })
})
