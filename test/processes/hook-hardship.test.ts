// Does the hook answer, and leave everything in order, when it is killed at any moment, may write nowhere, or runs forty times at once?
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { ensureBuilt } from '../built.ts'
import type { Ran } from '../built.ts'
import { emptyHome, HOOK, runHook, shellEvent, startHook } from '../hook-process.ts'
import type { Given } from '../hook-process.ts'

beforeAll(ensureBuilt, 120_000)

const event = (command: string, id?: string): string => JSON.stringify(shellEvent('claude-code', command, id === undefined ? {} : { tool_use_id: id }))
const isStopped = ({ code, out }: Ran): boolean => code === 2 || (code === 0 && /"permissionDecision":"(?:ask|deny)"/.test(out))
const isSilent = ({ code, out }: Ran): boolean => code === 0 && out === ''
/** It runs, and somebody is told that it is not written down. */
const isUnrecorded = ({ code, out }: Ran): boolean => code === 0 && /^\{"systemMessage":"Prudent: this call could not be recorded: [^"]*"\}$/.test(out)
const storeOf = (home: string) => openJsonLines({ state: join(home, '.local/state/prudent') })

function homeWith(settings: string): string {
  const home = emptyHome()
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), settings)
  return home
}

test('killed at any moment: the next one judges as ever, the log holds, and no half of a file is taken for a whole', { timeout: 120_000 }, async () => {
  const home = homeWith('overrides: { git.force-push: deny }\n')
  const killed = async (afterMs: number, n: number): Promise<string | null> => {
    const child = spawn(process.execPath, [HOOK, '--home', home], { env: { PATH: process.env['PATH'] ?? '', HOME: home }, stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.on('error', () => {})
    child.stdin.end(event('git status', `k${n}`))
    setTimeout(() => child.kill('SIGKILL'), afterMs)
    return await new Promise((done) => child.on('close', (_code, signal) => done(signal)))
  }
  const signals: (string | null)[] = []
  for (let n = 0; n < 24; n++) {
    // What was kept so far goes now and then, so that writing it is interrupted too.
    if (n % 6 === 0) rmSync(join(home, '.cache'), { recursive: true, force: true })
    signals.push(await killed(20 + n * 25, n))
  }
  expect(signals).toContain('SIGKILL')
  expect(isStopped(runHook(event('git push --force'), { home }))).toBe(true)
  expect(runHook(event('git push --force'), { home }).out).toContain('"deny"')
  expect(isSilent(runHook(event('git status', 'after'), { home }))).toBe(true)
  const store = storeOf(home)
  expect(store.verify().problems).toEqual([])
  const calls = [...store.entries()].flatMap((entry) => (entry.kind === 'decision' ? [entry.call] : []))
  expect(calls).toContain('after')
  expect(new Set(calls.filter((call) => call.startsWith('k'))).size).toBe(calls.filter((call) => call.startsWith('k')).length)
})

test(
  'forty at once, on settings that nobody has compiled: all that is dangerous is stopped, and everything is left in order',
  { timeout: 180_000 },
  async () => {
    const home = homeWith('overrides: { git.force-push: deny }\n')
    const commands = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 'git push --force' : 'git status'))
    const ran = await Promise.all(commands.map((command, n) => startHook(event(command, `t${n}`), { home })))
    for (const [n, one] of ran.entries()) {
      if (n % 2 === 0) expect(isStopped(one)).toBe(true)
      // A machine that is too busy says so, and stops: nothing is ever let through because of it.
      else expect(isSilent(one) || (isStopped(one) && (one.out + one.err).includes('gate.timeout'))).toBe(true)
      expect(one.millis).toBeLessThan(20_000)
    }
    // Whoever ran out of time may have been writing just then; nobody else leaves half a file.
    const late = new Set(ran.filter((one) => (one.out + one.err).includes('gate.timeout')).map(({ pid }) => String(pid)))
    const halves = readdirSync(join(home, '.cache/prudent'), { recursive: true, encoding: 'utf8' }).flatMap(
      (name) => /\.(\d+)(?:\.[0-9a-f]+)?$/.exec(name)?.[1] ?? [],
    )
    expect(halves.filter((pid) => !late.has(pid))).toEqual([])
    const store = storeOf(home)
    expect(store.verify().problems).toEqual([])
    const answered = ran.filter((one) => !(one.out + one.err).includes('gate.timeout')).length
    const decisions = [...store.entries()].filter((entry) => entry.kind === 'decision')
    expect(decisions.length).toBeGreaterThanOrEqual(answered)
    expect(runHook(event('git push --force'), { home }).out).toContain('"deny"')
  },
)

describe('a home that may only be read', () => {
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
  const isRoot = process.getuid?.() === 0
  const canBeNobody = isRoot && spawnSync('setpriv', [...nobody, process.execPath, '-e', `require('fs').accessSync(${JSON.stringify(HOOK)})`]).status === 0
  if (isRoot && !canBeNobody)
    console.warn('not tested: a home that may only be read (root may write everywhere, and `setpriv` cannot make us somebody else here)')

  const run = (command: string, home: string): Ran => {
    const [program, words] = isRoot ? ['setpriv', [...nobody, process.execPath, HOOK, '--home', home]] : [process.execPath, [HOOK, '--home', home]]
    const ran = spawnSync(program, words, {
      input: event(command),
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      cwd: '/',
      encoding: 'utf8',
      timeout: 60_000,
    })
    return { code: ran.status, out: ran.stdout, err: ran.stderr }
  }
  const readOnly = (home: string): void => {
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) chmodSync(join(home, name), name.endsWith('.yaml') ? 0o444 : 0o555)
    chmodSync(home, 0o555)
  }

  test.skipIf(isRoot && !canBeNobody)(
    'the answer is the same, also with settings that cannot be kept compiled; with a strict log nothing runs unrecorded',
    () => {
      const plain = emptyHome()
      readOnly(plain)
      expect([isUnrecorded(run('git status', plain)), isStopped(run('rm -rf ~', plain))]).toEqual([true, true])
      const home = homeWith('overrides: { git.force-push: deny }\n')
      readOnly(home)
      for (const _again of [1, 2]) expect([isUnrecorded(run('git status', home)), run('git push --force', home).out.includes('"deny"')]).toEqual([true, true])
      expect(readdirSync(home)).toEqual(['.config'])
      const hidden = homeWith('overrides: { git.force-push: deny }\n')
      chmodSync(join(hidden, '.config/prudent'), 0)
      chmodSync(hidden, 0o555)
      expect(isStopped(run('git status', hidden))).toBe(true)
      const strict = homeWith('audit: { strict: true }\n')
      readOnly(strict)
      const refused = run('git status', strict)
      expect([isStopped(refused), (refused.out + refused.err).includes('audit log')]).toEqual([true, true])
      expect(readFileSync(join(strict, '.config/prudent/settings.yaml'), 'utf8')).toBe('audit: { strict: true }\n')
    },
  )
})

describe.skipIf(process.platform !== 'linux')(
  'where the state would lie in a folder that the system makes up, it answers and leaves',
  { timeout: 120_000 },
  () => {
    const linked = emptyHome()
    mkdirSync(join(linked, '.local/state'), { recursive: true })
    symlinkSync('/proc/self', join(linked, '.local/state/prudent'))
    const places: readonly (readonly [string, Given])[] = [
      ['--home /proc', { home: '/proc' }],
      ['--home /sys', { home: '/sys' }],
      ['XDG_STATE_HOME=/proc', { words: ['--folder', 'XDG_STATE_HOME=/proc'] }],
      ['XDG_CACHE_HOME=/proc', { words: ['--folder', 'XDG_CACHE_HOME=/proc/self'] }],
      ['a link to /proc/self', { home: linked }],
    ]
    // `runHook` kills what does not end; its exit code is null then.
    test.each(places)('%s', (_, given) => {
      const stopped = runHook(event('rm -rf ~'), given)
      expect(stopped.code).not.toBeNull()
      expect(isStopped(stopped)).toBe(true)
      expect(runHook(event('git status', 'made-up'), given).code).toBe(0)
    })
  },
)
