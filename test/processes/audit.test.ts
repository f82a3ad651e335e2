// Does the log hold when real processes write at once, are killed, and run out of room?
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../src/gate/seams.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import type { JsonLinesStore } from '../../src/stores/json-lines/store.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-audit-'))
const WRITER = path.join(FOLDER, 'writer.cjs')
afterAll(() => clear(FOLDER))

/** As CommonJS in one file, as the hook is. */
beforeAll(async () => {
  const bundle = await rolldown({ cwd: ROOT, input: 'test/processes/audit-writer.ts', platform: 'node', tsconfig: false })
  await bundle.write({ file: WRITER, format: 'cjs' })
  await bundle.close()
})

let states = 0
const freshState = (): string => path.join(FOLDER, `state-${states++}`)

interface Ran {
  readonly out: string
  readonly signal: string | null
}
/** What it said, and how it ended. */
function write(words: readonly string[], killAfterMs?: number): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      // The time runs from its first record: how long a start takes depends on the machine.
      if (out === '' && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      out += text
    })
    child.on('error', reject).on('close', (_code, signal) => resolve({ out, signal }))
  })
}
/** A last line without its newline was not said whole. */
const said = (out: string): string[] => out.split('\n').slice(0, -1)
const callsIn = (entries: Iterable<AuditEntry>, kind: AuditEntry['kind']): string[] =>
  [...entries].filter((entry) => entry.kind === kind).map(({ call }) => call)
const tally = (calls: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1)
  return counts
}
function sealAll(store: JsonLinesStore): void {
  let sealed = store.seal()
  while (sealed.ok && sealed.lines > 0) sealed = store.seal()
  expect(sealed).toMatchObject({ ok: true })
}
function freeLock(state: string): void {
  try {
    utimesSync(path.join(state, 'audit', 'seal.lock'), 0, 0)
  } catch {
    // Nobody left one.
  }
}

describe('many at once', () => {
  test('forty processes, twenty-five calls each: none lost, none torn, all sealed', { timeout: 60_000 }, async () => {
    const state = freshState()
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(['write', state, `p${n}`, '25'])))
    const store = openJsonLines({ state })
    const wanted = Array.from({ length: 1000 }, (_, n) => `p${Math.floor(n / 25)}-${n % 25}`).toSorted()
    expect(callsIn(store.entries(), 'attempt').toSorted()).toEqual(wanted)
    expect(callsIn(store.entries(), 'decision').toSorted()).toEqual(wanted)
    // Whoever was last may have met the lock of another and gone on.
    sealAll(store)
    expect(store.verify()).toMatchObject({ ok: true, problems: [], sealed: { lines: 2000 }, unsealed: { lines: 0, bytes: 0, torn: 0 } })
    // All made the same keys.
    expect(readdirSync(path.join(state, 'keys')).toSorted()).toEqual(['audit-digest', 'audit-signing'])
    const digests = new Set([...store.entries()].flatMap((entry) => (entry.kind === 'attempt' && entry.call.endsWith('-7') ? [entry.digest] : [])))
    expect(digests.size).toBe(1)
  })

  test('killed at any point: what was acknowledged is there, the chain holds, others go on', { timeout: 60_000 }, async () => {
    const state = freshState()
    const ran = await Promise.all(Array.from({ length: 12 }, (_, n) => write([n % 2 === 0 ? 'seal' : 'write', state, `k${n}`, '1000000'], Math.random() * 300)))
    expect(ran.every(({ signal }) => signal === 'SIGKILL')).toBe(true)
    const acknowledged = ran.flatMap(({ out }) => said(out))
    const store = openJsonLines({ state })
    const verified = store.verify()
    expect(verified.problems).toEqual([])
    expect(verified.unsealed.torn).toBeLessThanOrEqual(12)
    const found = tally(callsIn(store.entries(), 'decision'))
    expect(acknowledged.length).toBeGreaterThan(12)
    expect(acknowledged.filter((call) => found.get(call) !== 1)).toEqual([])
    expect((await write(['write', state, 'after', '3'])).out).toBe('after-0\nafter-1\nafter-2\n')
    freeLock(state)
    sealAll(store)
    expect(store.verify()).toMatchObject({ ok: true, unsealed: { lines: 0 } })
    expect(callsIn(store.entries(), 'decision').filter((call) => call.startsWith('after'))).toHaveLength(3)
  })
})

describe('no room', () => {
  /** A disk of its own, where we may make one. */
  const small = path.join(FOLDER, 'small')
  mkdirSync(small)
  const mounted = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', small]).status === 0
  afterAll(() => {
    if (mounted) execFileSync('umount', [small])
  })

  const expectHonest = (state: string, out: string): void => {
    const lines = said(out)
    expect(lines.at(-1)).toBe('failed no-space')
    const acknowledged = lines.slice(0, -1)
    expect(acknowledged.length).toBeGreaterThan(3)
    const found = new Set(callsIn(openJsonLines({ state }).entries(), 'decision'))
    expect(acknowledged.filter((call) => !found.has(call))).toEqual([])
    expect(openJsonLines({ state }).verify().problems).toEqual([])
  }

  test.runIf(mounted)('a full disk: told, nothing acknowledged is missing, and it goes on when there is room', { timeout: 60_000 }, async () => {
    const state = path.join(small, 'state')
    openJsonLines({ state }).append([])
    openJsonLines({ state }).seal()
    const { out } = await write(['fill', state, 'full', '1000000'])
    expectHonest(state, out)
    expect(openJsonLines({ state }).seal().ok).toBe(false)
    expect(openJsonLines({ state }).verify().problems).toEqual([])
    execFileSync('mount', ['-o', 'remount,size=4m', small])
    expect((await write(['write', state, 'later', '2'])).out).toBe('later-0\nlater-1\n')
    freeLock(state)
    expect(openJsonLines({ state }).seal()).toMatchObject({ ok: true })
    expect(openJsonLines({ state }).verify()).toMatchObject({ ok: true, unsealed: { bytes: 0 } })
  })

  test.skipIf(process.platform === 'win32')('a file that may not grow', { timeout: 60_000 }, () => {
    const state = freshState()
    const ran = spawnSync('bash', ['-c', `ulimit -f 64; exec "$0" "$@"`, process.execPath, WRITER, 'fill', state, 'limit', '1000000'], {
      encoding: 'utf8',
    })
    expect(ran.signal).toBeNull()
    expectHonest(state, ran.stdout)
  })

  test.runIf(mounted)('a disk that may only be read', () => {
    const state = path.join(small, 'read-only')
    const store = openJsonLines({ state })
    expect(store.append([NOTICE])).toEqual({ ok: true })
    execFileSync('mount', ['-o', 'remount,ro', small])
    try {
      expect(store.append([NOTICE], true)).toMatchObject({ ok: false, code: 'not-writable' })
      expect(store.seal()).toMatchObject({ ok: false })
      expect([...store.entries()]).toHaveLength(1)
      expect(openJsonLines({ state: path.join(small, 'none') }).digest('x')).toBeNull()
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', small])
    }
  })
})

const NOTICE: AuditEntry = { at: '2026-03-02T12:00:00.000Z', id: 'a', call: '', host: '', session: '', kind: 'notice', event: 'e', text: 't' }

describe('something else in its place', () => {
  const noon = () => new Date('2026-03-02T12:00:00Z')
  const file = (state: string) => path.join(state, 'audit', '2026-03-02.jsonl')
  const prepared = (): string => {
    const state = freshState()
    mkdirSync(path.join(state, 'audit'), { recursive: true })
    return state
  }

  test('a file where the folder should be', () => {
    const state = freshState()
    writeFileSync(state, 'mine')
    expect(openJsonLines({ state }).append([NOTICE], true)).toMatchObject({ ok: false, code: 'not-writable' })
    expect(readFileSync(state, 'utf8')).toBe('mine')
  })
  test.skipIf(process.platform === 'win32')('a link that leads elsewhere is not followed', () => {
    const state = prepared()
    const elsewhere = path.join(FOLDER, 'elsewhere')
    writeFileSync(elsewhere, 'mine')
    symlinkSync(elsewhere, file(state))
    expect(openJsonLines({ state, now: noon }).append([NOTICE])).toMatchObject({ ok: false, code: 'not-writable' })
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
  })
  test.skipIf(process.platform === 'win32')('a pipe does not hold us', () => {
    const state = prepared()
    execFileSync('mkfifo', [file(state)])
    const store = openJsonLines({ state, now: noon })
    expect(store.append([NOTICE])).toMatchObject({ ok: false, code: 'not-writable' })
    expect([...store.entries()]).toEqual([])
    expect(store.seal()).toMatchObject({ ok: true, lines: 0 })
  })
})
