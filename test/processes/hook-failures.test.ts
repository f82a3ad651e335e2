// Does every way out of the hook end in a denial or a question that the host understands, never in exit code 1 and never in two answers?
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emergency } from '../../src/hook/emergency.ts'
import { refusal } from '../../src/hosts/_frame/hear.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { ensureBuilt } from '../built.ts'
import type { Ran } from '../built.ts'
import { compileIn, copyOfHook, emptyHome, HOOK, runHook, shellEvent, startHook } from '../hook-process.ts'
import { quickest } from '../processor-time.ts'

beforeAll(ensureBuilt, 120_000)

const event = (command: string): string => JSON.stringify(shellEvent('claude-code', command))
const HARMLESS = event('git status')

/** Exit code 2 with a reason, or one JSON document that asks or denies. */
function expectStopped({ code, out, err }: Ran): void {
  if (code === 2) {
    expect(err + out).not.toBe('')
    if (out !== '') JSON.parse(out)
    return
  }
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ hookSpecificOutput: { permissionDecision: expect.stringMatching(/^(?:ask|deny)$/) as string } })
}

describe('events that are none', () => {
  const events: readonly (readonly [string, string | Uint8Array])[] = [
    ['nothing', ''],
    ['blanks', ' \n'],
    ['half an event', HARMLESS.slice(0, -20)],
    ['two events', HARMLESS + HARMLESS],
    ['a list', `[${HARMLESS}]`],
    ['null', 'null'],
    ['a string', '"git status"'],
    ['not JSON', 'git status'],
    ['something else', '{"hello":"world"}'],
    ['no input', '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash"}'],
    ['an input that is none', '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":7}'],
    ['bytes that are no text', Buffer.concat([Buffer.from(HARMLESS.slice(0, -3)), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('"}')])],
    ['zeros', Buffer.alloc(1000)],
    [
      'deep nesting',
      `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    ['brackets without end', '['.repeat(1_000_000)],
    [
      'more than is read',
      `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"${'x'.repeat(11 * 1024 * 1024)}"}}`,
    ],
  ]
  test.each(events)('%s', (_name, input) => {
    for (const words of [[], ['--host', 'claude-code'], ['--host', 'nobody']]) expectStopped(runHook(input, { words }))
  })
  test('Cline, which looks at nothing but what is printed, is told there', () => {
    for (const [input, words] of [
      ['', ['--host', 'cline']],
      ['{"clineVersion":"3.1","hookName":"tool_call"', []],
    ] as const) {
      expect(JSON.parse(runHook(input, { words }).out)).toMatchObject({ cancel: true })
    }
  })
  test('an event of nine megabytes is judged in time', () => {
    const input = JSON.stringify(shellEvent('claude-code', `echo ${'x'.repeat(9_000_000)}; rm -rf ~`))
    expectStopped(runHook(input))
  })
})

describe('time', () => {
  /** The least that a host waits. */
  const WAITED_FOR_MS = 4900
  test('standard input that never closes: a whole event is judged, half of one denied', async () => {
    const millis = await quickest(
      async () => {
        const [whole, half, none] = await Promise.all([
          startHook(event('rm -rf ~'), { end: false }),
          startHook(HARMLESS.slice(0, 40), { end: false }),
          startHook('', { end: false, words: ['--host', 'claude-code'] }),
        ])
        expect(whole.out).toContain('floor.delete-home')
        for (const ran of [whole, half, none]) expectStopped(ran)
      },
      6,
      WAITED_FOR_MS,
    )
    expect(millis).toBeLessThan(WAITED_FOR_MS)
  }, 120_000)
  test('a judge that never ends is interrupted', async () => {
    const hook = copyOfHook((dist) => addToEngine(dist, 'exports.respond = () => { for (;;); }'))
    const millis = await quickest(
      () => {
        const ran = runHook(HARMLESS, { hook })
        expectStopped(ran)
        expect(ran.err + ran.out).toContain('gate.timeout')
      },
      6,
      WAITED_FOR_MS,
    )
    expect(millis).toBeLessThan(WAITED_FOR_MS)
  }, 120_000)
  test('a pattern that runs away is interrupted', () => {
    const hook = copyOfHook((dist) => addToEngine(dist, `exports.respond = () => /^(a+)+$/.test('a'.repeat(60) + 'b')`))
    expect(runHook(HARMLESS, { hook }).err).toContain('gate.timeout')
  })
  test('who is interrupted while saying an answer has not said it', () => {
    const answer = `{ response: { exitCode: 0, stderr: '', get stdout() { for (;;); }, afterwards: () => {} } }`
    const hook = copyOfHook((dist) => addToEngine(dist, `exports.respond = () => (${answer})`))
    expect(runHook(HARMLESS, { hook })).toMatchObject({ code: 2, out: '', err: expect.stringContaining('gate.timeout') as string })
    expect(JSON.parse(runHook('{"clineVersion":"3.1","hookName":"tool_call"}', { hook }).out)).toMatchObject({ cancel: true })
  })
})

const addToEngine = (dist: string, code: string): void => {
  const file = join(dist, 'hook-engine.cjs')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\}\)\s*$/, `\n;${code}\n})`))
}

describe('our own faults', () => {
  const faults: readonly (readonly [name: string, change: (dist: string) => void, data?: 'linked' | 'copied'])[] = [
    ['no engine', (dist) => rmSync(join(dist, 'hook-engine.cjs'))],
    ['neither engine nor rescue', (dist) => ['hook-engine.cjs', 'hook-rescue.cjs'].forEach((name) => rmSync(join(dist, name)))],
    ['half an engine', (dist) => writeFileSync(join(dist, 'hook-engine.cjs'), readFileSync(join(dist, 'hook-engine.cjs')).subarray(0, 100_000))],
    ['an empty engine', (dist) => writeFileSync(join(dist, 'hook-engine.cjs'), '')],
    ['no part for the shell', (dist) => rmSync(join(dist, 'hook-shell.cjs'))],
    ['half a part', (dist) => writeFileSync(join(dist, 'hook-shell.cjs'), readFileSync(join(dist, 'hook-shell.cjs')).subarray(0, 20_000))],
    [
      'a part of another engine',
      (dist) =>
        writeFileSync(join(dist, 'hook-shell.cjs'), readFileSync(join(dist, 'hook-shell.cjs'), 'latin1').replace(/\$mark:"\w+"/, '$mark:"other"'), 'latin1'),
    ],
    ['an engine that throws while loading', (dist) => addToEngine(dist, `throw new Error('broken')`)],
    ['a judge that throws', (dist) => addToEngine(dist, `exports.respond = () => { throw new Error('broken') }`)],
    ['a judge that throws nothing', (dist) => addToEngine(dist, `exports.respond = () => { throw undefined }`)],
    ['a judge that says nothing', (dist) => addToEngine(dist, `exports.respond = () => undefined`)],
    ['neither judging nor refusing', (dist) => addToEngine(dist, `exports.respond = exports.refuse = () => { throw new Error('broken') }`)],
    ['refusing without end', (dist) => addToEngine(dist, `exports.respond = () => { throw 1 }; exports.refuse = () => { for (;;); }`)],
    ['too deep a call', (dist) => addToEngine(dist, `exports.respond = function f() { return f() }`)],
    ['a promise nobody holds', (dist) => addToEngine(dist, `exports.respond = () => { Promise.reject(new Error('x')); return { slow: '/nowhere.js' } }`)],
    [
      'an error later',
      (dist) =>
        addToEngine(
          dist,
          `exports.respond = () => { setImmediate(() => { throw new Error('x') }); return { slow: 'data:text/javascript,await new Promise(() => {})' } }`,
        ),
    ],
    ['no data', (dist) => rmSync(join(dist, 'data'), { recursive: true }), 'copied'],
    ['no policy', (dist) => rmSync(join(dist, 'data/policy.txt')), 'copied'],
    ['no programs', (dist) => rmSync(join(dist, 'data/meaning.txt')), 'copied'],
    ['no places', (dist) => rmSync(join(dist, 'data/places.txt')), 'copied'],
    ['half the programs', (dist) => writeFileSync(join(dist, 'data/meaning.txt'), readFileSync(join(dist, 'data/meaning.txt')).subarray(0, 60_000)), 'copied'],
  ]
  test.each(faults.map(([name, change, data]) => ({ name, change, data })))('$name', ({ change, data }) => {
    expectStopped(runHook(event('git reset --hard'), { hook: copyOfHook(change, data) }))
  })
  test.each([0, 7, 500, 40_000, 100_000, 300_000, 500_000])('a policy cut after %i bytes never loosens', (length) => {
    const hook = copyOfHook((dist) => writeFileSync(join(dist, 'data/policy.txt'), readFileSync(join(dist, 'data/policy.txt')).subarray(0, length)), 'copied')
    expectStopped(runHook(event('git reset --hard'), { hook }))
    expectStopped(runHook(event('rm -rf ~'), { hook }))
  })
  test('a fault while a prompt is looked at does not stop the prompt', () => {
    const hook = copyOfHook((dist) => rmSync(join(dist, 'data/secret-keywords.bin')), 'copied')
    const { code, out } = runHook(JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: '/', prompt: 'hello' }), { hook })
    expect([code, JSON.parse(out)]).toEqual([0, { systemMessage: expect.stringContaining('not checked') as string }])
  })
})

describe('where nothing can be written', () => {
  /** It runs, and somebody is told that it is not written down. */
  const UNRECORDED = { code: 0, out: expect.stringMatching(/^\{"systemMessage":"Prudent: this call could not be recorded: [^"]*"\}$/) as unknown }
  test('no home at all', () => {
    for (const home of ['/dev/null/home', '/dev/null', '']) {
      expectStopped(runHook(event('rm -rf /'), { home }))
      // Without a name for it, the system knows where the home is.
      expect(runHook(HARMLESS, { home })).toMatchObject(home === '' ? { code: 0 } : UNRECORDED)
    }
  })
  test('files in the places of our folders', () => {
    const home = emptyHome()
    for (const name of ['.cache', '.local', '.config']) writeFileSync(join(home, name), '')
    expectStopped(runHook(event('rm -rf ~'), { home }))
    expect(runHook(HARMLESS, { home })).toMatchObject(UNRECORDED)
  })
  test.skipIf(process.getuid?.() === 0)('a home that is read-only', () => {
    const home = emptyHome()
    chmodSync(home, 0o500)
    expect(runHook(HARMLESS, { home })).toMatchObject(UNRECORDED)
    expectStopped(runHook(event('rm -rf ~'), { home }))
  })
  test('a disk that takes nothing: the answer says so; with a strict log nothing runs unrecorded', () => {
    const home = emptyHome()
    mkdirSync(join(home, '.config/prudent'), { recursive: true })
    const full = (input: string): Ran => {
      const shell = `ulimit -f 0; trap '' XFSZ; exec "${process.execPath}" "${HOOK}" --home "${home}"`
      const ran = spawnSync('bash', ['-c', shell], { input, env: { PATH: process.env['PATH'] ?? '', HOME: home }, encoding: 'utf8', timeout: 60_000 })
      return { code: ran.status, out: ran.stdout, err: ran.stderr }
    }
    expect(full(HARMLESS)).toMatchObject({ code: 0, out: '{"systemMessage":"Prudent: this call could not be recorded: the disk is full"}' })
    expectStopped(full(event('rm -rf ~')))
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'audit: { strict: true }\n')
    compileIn(home)
    expect(runHook(HARMLESS, { home })).toMatchObject({ code: 0, out: '' })
    const strict = full(HARMLESS)
    expectStopped(strict)
    expect(strict.err + strict.out).toContain('audit log')
  })
  test('caches that are damaged, foreign or gone', () => {
    const home = emptyHome()
    const folder = join(home, '.cache/prudent')
    runHook(HARMLESS, { home })
    for (const damage of [
      (file: string) => writeFileSync(file, ''),
      (file: string) => writeFileSync(file, Buffer.alloc(100_000, 7)),
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000)),
      (file: string) => chmodSync(file, 0o666),
      (file: string) => rmSync(file),
      () => rmSync(folder, { recursive: true, force: true }),
    ]) {
      for (const name of readdirSync(folder)) damage(join(folder, name))
      expectStopped(runHook(event('rm -rf ~'), { home }))
      expect(runHook(HARMLESS, { home })).toMatchObject({ code: 0, out: '' })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
  })
  test('nobody reads the answer', async () => {
    const child = spawn(process.execPath, [HOOK, '--home', emptyHome()], { env: { PATH: process.env['PATH'] ?? '' } })
    child.stdout.destroy()
    child.stdin.on('error', () => {})
    const done = new Promise<number | null>((end) => child.on('exit', end))
    await new Promise((ready) => setTimeout(ready, 50))
    child.stdin.end(event('rm -rf ~'))
    expect(await done).toBe(2)
  })
})

test('twenty at once on a fresh home, or as many as the machine answers in time', async () => {
  // One that is too busy says so, and stops: then fewer are tried, on another home.
  const isLate = ({ out, err }: Ran): boolean => (out + err).includes('gate.timeout')
  for (let many = 20; ; many = Math.ceil(many / 2)) {
    const home = emptyHome()
    const commands = Array.from({ length: many }, (_, i) => (i % 2 === 0 ? 'rm -rf ~' : 'git status'))
    const ran = await Promise.all(
      commands.map((command, i) => startHook(JSON.stringify(shellEvent('claude-code', command, { tool_use_id: `t${i}` })), { home })),
    )
    ran.forEach((one, i) => {
      if (i % 2 === 0 || isLate(one)) expectStopped(one)
      else expect(one).toMatchObject({ code: 0, out: '' })
    })
    if (many > 2 && ran.some(isLate)) continue
    const log = readdirSync(join(home, '.local/state/prudent/audit')).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
    const decisions = log
      .flatMap((name) => readFileSync(join(home, '.local/state/prudent/audit', name), 'utf8').split('\n'))
      .filter((line) => line.includes('"kind":"decision"'))
    expect(decisions).toHaveLength(many)
    break
  }
}, 120_000)

describe('the plainest denial', () => {
  const refused = HOSTS.filter(({ runs }) => runs === 'hook').map((host) => {
    const bare = { kind: 'before-tool', host: host.name, name: '', via: 'command', session: '', calls: [], cwd: '', payload: {} } as const
    return [host.name, host.reply(bare, refusal('x'))] as const
  })
  test('is exit code 2, which blocks everywhere but in Cline, though some are denied by what is printed', () => {
    const printed = refused.filter(([, own]) => own.kind !== 'command' || own.exitCode !== 2).map(([name]) => name)
    expect(printed).toEqual(['antigravity', 'cline'])
    for (const [name] of refused) expect(emergency('x', name, '')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('x') as string })
  })
  test('is what Cline reads', () => {
    const own = refused.find(([name]) => name === 'cline')?.[1]
    expect(JSON.parse(emergency('x', 'cline', '').stdout)).toEqual(own?.kind === 'command' ? own.stdout : null)
    expect(emergency('x', 'claude-code', '').stdout).toBe('')
  })
})

test('an empty HOME does not put our state into the folder the agent works in', () => {
  const project = emptyHome()
  const ran = spawnSync(process.execPath, [HOOK, '--home', ''], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: '' },
    input: JSON.stringify(shellEvent('claude-code', 'rm -rf ~')),
    encoding: 'utf8',
  })
  expectStopped({ code: ran.status ?? -1, out: ran.stdout, err: ran.stderr })
  expect(readdirSync(project)).toEqual([])
})
