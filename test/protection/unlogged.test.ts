// What the hook could not judge or write down is logged by the next call, once, and a full disk is said in the answer.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerEvent } from '../../src/answer/event.ts'
import { openPolicy } from '../../src/answer/policy.ts'
import type { DecisionEntry } from '../../src/audit/entry.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { hear } from '../../src/hosts/_frame/hear.ts'
import type { Host } from '../../src/gate/seams.ts'
import { refuse, respond } from '../../src/hook/engine.ts'
import { TOO_SLOW } from '../../src/hook/started.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { script } from '../../src/install/script.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { stateFolder } from '../../src/stores/json-lines/layout.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'
import { copyOfHook, emptyHome, runHook, shellEvent } from '../hook-process.ts'

beforeAll(ensureBuilt, 120_000)

const HARMLESS = shellEvent('claude-code', 'git status')
const GENERIC = HOSTS.find(({ name }) => name === 'generic') as Host

function somebody(home = emptyHome()) {
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), LOCALAPPDATA: join(home, 'local') }
  const state = stateFolder(env, process.platform, home)
  const at = { env, home, folders: env, cwd: home, root: ROOT }
  const store = openJsonLines({ state })
  const send = (host: string, payload: JsonObject) => {
    const heard = hear(JSON.stringify(payload), HOSTS, GENERIC, { env, cwd: home }, host)
    const opened = openPolicy(at, heard.event)
    if ('slow' in opened) throw new Error('no settings, so nothing slow')
    const { answer, afterwards } = answerEvent(at, heard, opened)
    afterwards()
    return { answer, reply: heard.host.reply(heard.event, answer) }
  }
  const failures = (): readonly DecisionEntry[] =>
    [...store.entries()].filter((entry): entry is DecisionEntry => entry.kind === 'decision' && entry.by === 'failure')
  const request = (text: string) => ({ ...at, text, problem: null, named: 'codex', event: undefined, left: () => 4000 })
  return { env, state, store, send, failures, request, folder: join(state, 'unlogged') }
}

describe('the next call logs', () => {
  test.each(['', 'git status', '[1]', '{"hello":"world"}', '{"tool_name":"Bash"', 'null'])('an event that cannot be read: %j', (text) => {
    const { send, failures, request, folder } = somebody()
    const said = respond(request(text))
    expect('response' in said && said.response.exitCode).toBe(2)
    if ('response' in said) said.response.afterwards()
    expect(readdirSync(folder)).toHaveLength(1)
    send('claude-code', HARMLESS)
    expect(failures()).toMatchObject([{ verdict: 'deny', host: 'codex', reason: 'the event could not be read' }])
    expect(existsSync(folder)).toBe(false)
    send('claude-code', { ...HARMLESS, tool_use_id: 'another' })
    expect(failures()).toHaveLength(1)
  })
  test('a judgement that took too long, and one that failed', () => {
    const { send, failures, request } = somebody()
    for (const problem of [TOO_SLOW, 'the gate failed']) refuse({ ...request(JSON.stringify(HARMLESS)), problem }).afterwards()
    send('claude-code', HARMLESS)
    expect(failures().map(({ reason }) => reason)).toEqual(['judging took too long (`gate.timeout`)', 'the gate failed'])
  })
  test('what the script that hosts start leaves, at the time it was left', () => {
    const { send, failures, folder } = somebody()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '1772452800-4711'), 'timeout\n')
    writeFileSync(join(folder, '1772452801-4712'), 'failed 137\n')
    // Made, and nothing written any more.
    writeFileSync(join(folder, '1772452802-4713'), '')
    writeFileSync(join(folder, '1772452803-4714'), `failed 1 host=${'%'.repeat(50)} tool=\u001b[2J sk-evil`)
    writeFileSync(join(folder, 'something else'), 'timeout\n')
    send('claude-code', HARMLESS)
    expect(failures().map(({ at, reason }) => [at, reason])).toEqual([
      ['2026-03-02T12:00:00.000Z', 'judging took too long (`gate.timeout`)'],
      ['2026-03-02T12:00:01.000Z', 'the gate failed (137)'],
      ['2026-03-02T12:00:02.000Z', 'the gate failed'],
      ['2026-03-02T12:00:03.000Z', 'the gate failed'],
    ])
    expect(readdirSync(folder)).toEqual(['something else'])
  })
  test('an engine that throws, and one that is not there: by the built hook', () => {
    const home = emptyHome()
    const state = stateFolder({ HOME: home }, process.platform, home)
    const broken = copyOfHook((dist) => {
      const file = join(dist, 'hook-engine.cjs')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\}\)\s*$/, `\n;exports.respond = () => { throw new Error('x') }\n})`))
    })
    const missing = copyOfHook((dist) => rmSync(join(dist, 'hook-engine.cjs')))
    for (const hook of [broken, missing]) expect(runHook(JSON.stringify(HARMLESS), { home, hook, words: ['--host', 'claude-code'] }).code).toBe(2)
    expect(runHook(JSON.stringify(HARMLESS), { home }).code).toBe(0)
    const failures = [...openJsonLines({ state }).entries()].filter((entry) => entry.kind === 'decision' && entry.by === 'failure')
    expect(failures.map(({ host }) => host)).toEqual(['claude-code', 'claude-code'])
  })
})

test.skipIf(process.platform === 'win32')('the script that hosts start leaves a note where the hook fails or is killed, and denies', async () => {
  const { send, failures, folder, env } = somebody()
  for (const [name, code] of [
    ['fails', 'process.exit(3)'],
    ['killed', "process.kill(process.pid, 'SIGKILL')"],
  ] as const) {
    const hook = join(env.HOME, `${name}.cjs`)
    writeFileSync(hook, code)
    const given = { node: process.execPath, hook, home: env.HOME, folders: env, sleep: '/bin/sleep', privileged: false, windows: false }
    writeFileSync(join(env.HOME, name), script({ ...given, args: '"$@"', passes: '0 | 2' }))
    expect(spawnSync('/bin/sh', [join(env.HOME, name), '--host', 'codex'], { input: '{}', encoding: 'utf8' }).status).toBe(2)
  }
  // Written beside the answer.
  await vi.waitFor(
    () =>
      expect(
        readdirSync(folder)
          .map((file) => readFileSync(join(folder, file), 'utf8'))
          .toSorted(),
      ).toEqual(NOTES),
    10_000,
  )
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  send('claude-code', HARMLESS)
  expect(
    failures()
      .map(({ host, reason }) => `${host}: ${reason}`)
      .toSorted(),
  ).toEqual(['codex: judging took too long (`gate.timeout`)', 'codex: the gate failed (3)'])
})
const NOTES = ['failed 3 host=codex\n', 'timeout host=codex\n']

/** A file system of 64 KB, where the system lets us have one. */
const DISK = mkdtempSync(join(tmpdir(), 'prudent-disk-'))
const isMounted = ((): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', DISK], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
afterAll(() => {
  if (isMounted) execFileSync('umount', [DISK])
  clear(DISK)
})

describe.skipIf(!isMounted)('a disk that is really full', () => {
  const SAYS = 'this call could not be recorded: the disk is full'
  /** Also what is left in the last block of the log. */
  const fill = (folder: string): void => {
    const log = readdirSync(folder).find((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name)) ?? ''
    for (const [file, data] of [
      [join(DISK, 'ballast'), Buffer.alloc(1024 * 1024)],
      [join(folder, log), Buffer.alloc(8192, '\n')],
    ] as const)
      expect(() => appendFileSync(file, data)).toThrow('ENOSPC')
  }
  test('is said in the answer of every host that has a way to say anything, and the next call is recorded once there is room', () => {
    const { send, store } = somebody(DISK)
    send('claude-code', HARMLESS)
    const before = [...store.entries()].length
    fill(store.folder)
    // Of those whose recorded call is let through as it stands.
    const asked = HOSTS.filter(({ name, runs }) => runs === 'hook' && existsSync(join(ROOT, 'src/hosts', name, 'fixtures/shell.in.json'))).flatMap(
      ({ name }) => {
        const { answer, reply } = send(name, shellEvent(name, 'git status', { tool_use_id: `on ${name}` }))
        return answer.verdict === 'abstain' ? [{ name, warned: answer.warnings.includes(SAYS), says: JSON.stringify(reply).includes(SAYS) }] : []
      },
    )
    expect(asked.length).toBeGreaterThan(12)
    expect(asked.filter(({ warned }) => !warned)).toEqual([])
    expect(asked.filter(({ says }) => !says).map(({ name }) => name)).toEqual([])
    expect([...store.entries()]).toHaveLength(before)
    rmSync(join(DISK, 'ballast'))
    expect(send('claude-code', { ...HARMLESS, tool_use_id: 'later' }).answer.warnings).toEqual([])
    expect([...store.entries()].length).toBeGreaterThan(before)
  })
})
