// Does a terminal offer what a question offers and nothing else, and do the commands that loosen work to their end there, and nowhere else? Real hooks, real terminals.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openQueue } from '../../src/ask/queue.ts'
import type { Kept } from '../../src/gate/approvals.ts'
import { switchOn } from '../../src/gate/modes.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { ensureBuilt, prudent, ROOT } from '../built.ts'
import { emptyHome, runHook, shellEvent } from '../hook-process.ts'
import { AGENT, askAsAgent, HAS_TERMINALS, openTerminal } from '../terminal-process.ts'
import type { Asking, Terminal } from '../terminal-process.ts'

beforeAll(ensureBuilt, 120_000)
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const WORDS = ['--host', 'codex', '--wait', '60']
const PUSH = 'git push --force origin feature/a'
/** From drawn to answered. */
const ARMED_MS = 500
const wait = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
const stateOf = (home: string): string => join(home, '.local/state/prudent')
let calls = 0

function person(): { readonly home: string; readonly project: string } {
  const home = emptyHome()
  const project = join(home, 'app')
  mkdirSync(join(project, '.git'), { recursive: true })
  return { home, project }
}
const eventOf = (command: string, cwd: string, session = 's1') => shellEvent('codex', command, { session_id: session, tool_use_id: `call-${++calls}`, cwd })
const asks = ({ home, project }: ReturnType<typeof person>, command = PUSH, session?: string): Asking => {
  const asking = askAsAgent(home, eventOf(command, project, session), WORDS)
  closing.push(asking.kill)
  return asking
}
/** Without anybody who waits: what the hook says at once. */
const tried = ({ home, project }: ReturnType<typeof person>, command = PUSH, session?: string): string =>
  runHook(JSON.stringify(eventOf(command, project, session)), { home, words: ['--host', 'codex'] }).out
const onlyOne = async (home: string): Promise<Kept> => {
  const open = await openQueue({ state: stateOf(home) }).listOpen()
  expect(open).toHaveLength(1)
  return open[0] as Kept
}
const opened = (home: string, words?: readonly string[]): Terminal => {
  const terminal = openTerminal(home, words, { NO_COLOR: '1' })
  closing.push(terminal.close)
  return terminal
}
const PASSED = ''
const DENIED = /"permissionDecision":"deny"/

describe.runIf(HAS_TERMINALS)('prudent watch', () => {
  test('a yes for the session is shown before it counts, and then the same passes unasked in it', async () => {
    const who = person()
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const asking = asks(who)
    expect(await terminal.shows(PUSH)).toMatch(/a allow.* s .*session.* u .*like.* d deny/)
    await wait(ARMED_MS)
    terminal.type('s')
    expect(await terminal.shows('s again allows')).toMatch(/allow in this session[^]*would allow +git push --force origin feature\/…[^]*would not/)
    // What the log says of it comes a moment later.
    await terminal.shows(/in thirty days +1 of 1/)
    await wait(ARMED_MS)
    terminal.type('s')
    expect((await asking.done).out).toBe(PASSED)
    await terminal.shows(/allowed .*in this session/)
    expect(tried(who)).toBe(PASSED)
    expect(tried(who, PUSH, 's2')).toMatch(DENIED)
    expect(await openDiskLifts({ state: stateOf(who.home) }).grants.list(new Date())).toMatchObject([{ scope: 'session:codex:s1', channel: 'terminal' }])
  }, 60_000)
  test('a no with a reason reaches the agent', async () => {
    const who = person()
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const asking = asks(who)
    await terminal.shows(PUSH)
    await wait(ARMED_MS)
    for (const key of ['r', ...'use a new branch', '\r']) {
      terminal.type(key)
      await wait(40)
    }
    expect((await asking.done).out).toMatch(/the user says: use a new branch/)
    await terminal.shows(/denied .*with a reason/)
  }, 60_000)
  test('a no that pauses: what else the session asks is denied, open or new; other sessions are asked', async () => {
    const who = person()
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const [one, two] = [asks(who), asks(who, 'git reset --hard HEAD~1')]
    await terminal.shows('1 of 2')
    await wait(ARMED_MS)
    terminal.type('P')
    for (const { out } of [await one.done, await two.done]) expect(out).toMatch(DENIED)
    expect(tried(who, 'git stash clear')).toMatch(/the user has paused this session: wait to be told to go on/)
    expect(await openQueue({ state: stateOf(who.home) }).listOpen()).toEqual([])
    expect(tried(who, 'git stash clear', 's2')).toMatch(/question [0-9a-f]{8} waits/)
    const run = (word: string): string => prudent([word], { env: { HOME: who.home, COLUMNS: '120' } }).out
    expect(run('log')).toContain('its session was paused')
    expect(run('mode')).toMatch(/session `codex:s1` is paused until .*: what it asks is denied/)
    const ending = opened(who.home, ['mode', 'off'])
    expect([await ending.ended, /one session is asked about again/.test(ending.bytes())]).toEqual([0, true])
    expect(tried(who, 'git stash clear')).toMatch(/question [0-9a-f]{8} waits/)
  }, 60_000)
  test('a mode is said on the screen as long as it is on, whoever switched it', async () => {
    const who = person()
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const { modes } = openDiskLifts({ state: stateOf(who.home) })
    const mode = await switchOn(modes, { what: 'all', minutes: 30, by: 'ann', channel: 'desk' }, new Date())
    await terminal.shows('mode on: everything up to high passes unasked in every session')
    await modes.remove(typeof mode === 'string' ? '' : mode.id)
    await terminal.shows(/no question waits.*\n\s*\n/)
  }, 60_000)
})

describe.runIf(HAS_TERMINALS)('prefer: desk', () => {
  const event = (project: string, command = PUSH): Parameters<typeof askAsAgent>[1] =>
    shellEvent('claude-code', command, { session_id: 's1', tool_use_id: `toolu_${++calls}`, cwd: project })
  test('an agent that could ask by itself leaves it to the terminal, while one is open; else it asks', async () => {
    const who = person()
    mkdirSync(join(who.home, '.config/prudent'), { recursive: true })
    const asksItself = (): string => runHook(JSON.stringify(event(who.project)), { home: who.home, words: ['--host', 'claude-code', '--wait', '60'] }).out
    const settings = join(who.home, '.config/prudent/settings.yaml')
    writeFileSync(settings, 'approvals: { prefer: desk }\n')
    expect(asksItself()).toContain('"permissionDecision":"ask"')
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const asking = askAsAgent(who.home, event(who.project), ['--host', 'claude-code', '--wait', '60'])
    closing.push(asking.kill)
    await terminal.shows(PUSH)
    await wait(ARMED_MS)
    terminal.type('a')
    expect((await asking.done).out).not.toMatch(/"permissionDecision":"(?:ask|deny)"/)
    const denied = askAsAgent(who.home, event(who.project, 'git stash clear'), ['--host', 'claude-code', '--wait', '60'])
    closing.push(denied.kill)
    await terminal.shows(/question 1 of 1[^]*git stash clear/)
    await wait(ARMED_MS)
    terminal.type('d')
    expect((await denied.done).out).toMatch(DENIED)
    writeFileSync(settings, 'approvals: { prefer: host }\n')
    expect(asksItself()).toContain('"permissionDecision":"ask"')
  }, 60_000)
})

describe.runIf(HAS_TERMINALS)('a program that embeds the gate', () => {
  const PROGRAM = `import { askPeopleThrough, loadBuiltin } from ${JSON.stringify(join(ROOT, 'dist/index.js'))}
const [command, cwd] = process.argv.slice(1)
const gate = askPeopleThrough(loadBuiltin('standard'), { ask: 'resident', timeoutMs: 60_000 })
const events = []
gate.bus.onAny((name) => events.push(name))
const call = { id: String(process.pid), host: 'my-agent', session: 's1', tool: { server: null, name: 'Bash' }, input: { command }, cwd }
const { decision } = await gate.pass(call, { cwd, project: cwd })
console.log(JSON.stringify([decision.verdict, decision.by, decision.reason, events]))`
  const passes = (who: ReturnType<typeof person>, command: string): Promise<readonly [string, string, string, readonly string[]]> =>
    new Promise((done) => {
      const child = spawn(process.execPath, ['-e', AGENT, '--', '--input-type=module', '-e', PROGRAM, command, who.project], {
        env: { PATH: process.env['PATH'] ?? '', HOME: who.home },
      })
      closing.push(() => void child.kill('SIGKILL'))
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
      child.on('close', () => done(JSON.parse(out || '[]') as readonly [string, string, string, readonly string[]]))
    })
  test('asks where people answer for all agents; what they grant there counts for it', async () => {
    const who = person()
    const terminal = opened(who.home)
    await terminal.shows('no question waits')
    const passing = passes(who, PUSH)
    expect(await terminal.shows(PUSH)).toContain('my-agent')
    await wait(ARMED_MS)
    terminal.type('u')
    await terminal.shows('u again allows')
    await wait(ARMED_MS)
    terminal.type('u')
    expect(await passing).toEqual(['allow', 'person', 'allowed by a person', ['call.gated', 'approval.requested', 'approval.answered', 'call.allowed']])
    expect((await passes(who, 'git push --force origin feature/b')).slice(0, 2)).toEqual(['allow', 'grant'])
    const denied = passes(who, 'git stash clear')
    await terminal.shows(/question 1 of 1[^]*git stash clear/)
    await wait(ARMED_MS)
    terminal.type('d')
    expect(await denied).toMatchObject([
      'deny',
      'person',
      expect.stringContaining('said no'),
      ['call.gated', 'approval.requested', 'approval.answered', 'call.denied'],
    ])
  }, 60_000)
  test('where nobody is there the question stays open, and after a yes the same call passes once', async () => {
    const who = person()
    expect(await passes(who, PUSH)).toMatchObject([
      'deny',
      'timeout',
      expect.stringMatching(/question [0-9a-f]{8} waits/),
      ['call.gated', 'approval.requested', 'approval.expired', 'call.denied'],
    ])
    const { question } = await onlyOne(who.home)
    await openQueue({ state: stateOf(who.home) }).answer(question.id, { verdict: 'allow', by: 'ann', channel: 'desk' })
    expect((await passes(who, PUSH)).slice(0, 2)).toEqual(['allow', 'person'])
    expect((await passes(who, PUSH)).slice(0, 2)).toEqual(['deny', 'timeout'])
  }, 60_000)
})

describe.runIf(HAS_TERMINALS)('prudent approvals answer', () => {
  test('yes offers what the question offers; calls like it pass from then on', async () => {
    const who = person()
    tried(who)
    const { question } = await onlyOne(who.home)
    const terminal = opened(who.home, ['approvals', 'answer', question.id.slice(0, 8), 'yes'])
    await terminal.shows(PUSH)
    await wait(ARMED_MS)
    terminal.type('u')
    await terminal.shows(/allow calls like this in this project until \d{4}-/)
    await wait(ARMED_MS)
    terminal.type('u')
    expect(await terminal.ended).toBe(0)
    expect(terminal.bytes()).toContain('allowed with its like')
    // The question's own yes, and then the grant.
    expect([tried(who), tried(who), tried(who, 'git push --force origin feature/b', 's9')]).toEqual([PASSED, PASSED, PASSED])
    expect(tried(who, 'git push --force origin main')).toMatch(DENIED)
  }, 60_000)
  test('no, with a reason and a pause', async () => {
    const who = person()
    tried(who)
    const { question } = await onlyOne(who.home)
    const terminal = opened(who.home, ['approvals', 'answer', question.id, 'no', '--reason', 'use-the-job', '--pause'])
    expect(await terminal.ended).toBe(0)
    expect(tried(who)).toMatch(/the user has paused this session/)
    expect((await openQueue({ state: stateOf(who.home) }).find(question.id))?.ended).toMatchObject({
      how: 'denied',
      reason: 'use-the-job',
      channel: 'terminal',
    })
  }, 60_000)
  test('what is critical wants the code that stands on the screen', async () => {
    const who = person()
    mkdirSync(join(who.home, '.config/prudent'), { recursive: true })
    writeFileSync(join(who.home, '.config/prudent/settings.yaml'), 'overrides: { git.force-push: ask }\n')
    tried(who, 'git push --force origin main')
    const { question } = await onlyOne(who.home)
    expect([question.card.severity, question.offers]).toEqual(['critical', ['once']])
    const terminal = opened(who.home, ['approvals', 'answer', question.id, 'yes'])
    await terminal.shows('git push --force origin main')
    await wait(ARMED_MS)
    terminal.type('a')
    const code = /to allow this, type (\w{4})/.exec(await terminal.shows('to allow this, type'))?.[1] ?? ''
    for (const key of code) {
      terminal.type(key)
      await wait(40)
    }
    expect(await terminal.ended).toBe(0)
    expect(tried(who, 'git push --force origin main')).toBe(PASSED)
  }, 60_000)
})

describe.runIf(HAS_TERMINALS)('what loosens, tried to its end by a person', () => {
  const answering = async (home: string, words: readonly string[], said: string): Promise<{ readonly code: number | null; readonly text: string }> => {
    const terminal = opened(home, words)
    const until = Date.now() + 20_000
    while (!terminal.bytes().includes('[y/N] ') && !/ended=\d/.test(terminal.bytes()) && Date.now() < until) await wait(20)
    terminal.type(`${said}\r`)
    return { code: await terminal.ended, text: terminal.bytes() }
  }
  test('allow, grants revoke', async () => {
    const who = person()
    tried(who)
    expect((await answering(who.home, ['allow'], 'n')).code).toBe(1)
    expect(tried(who)).toMatch(DENIED)
    const { code, text } = await answering(who.home, ['allow', '--reason', 'mine'], 'y')
    expect(code).toBe(0)
    const id = /granted: ([0-9a-f]{8})/.exec(text)?.[1] ?? ''
    expect(tried(who)).toBe(PASSED)
    expect((await answering(who.home, ['grants', 'revoke', id], 'y')).code).toBe(0)
    expect(tried(who)).toMatch(DENIED)
  }, 60_000)
  test('mode on, mode off', async () => {
    const who = person()
    tried(who)
    expect((await answering(who.home, ['mode', 'on', '--for', '30m'], 'y')).text).toMatch(/on: everything up to high passes unasked in session/)
    expect([tried(who), DENIED.test(tried(who, PUSH, 's2')), DENIED.test(tried(who, 'rm -rf /'))]).toEqual([PASSED, true, true])
    expect((await answering(who.home, ['mode', 'off'], '')).code).toBe(0)
    expect(tried(who)).toMatch(DENIED)
  }, 60_000)
  test('preset, and an exception from a rule, which then passes in silence', async () => {
    const who = person()
    const settings = join(who.home, '.config/prudent/settings.yaml')
    expect((await answering(who.home, ['preset', 'strict'], 'n')).code).toBe(1)
    expect(existsSync(settings)).toBe(false)
    expect((await answering(who.home, ['preset', 'relaxed'], 'y')).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).toContain('preset: relaxed')
    expect((await answering(who.home, ['preset', 'standard'], 'y')).code).toBe(0)
    expect((await answering(who.home, ['allow', 'git.force-push'], 'y')).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).toMatch(/git\.force-push: .*off.*by \w+ with prudent allow/)
    const event = JSON.stringify(shellEvent('claude-code', PUSH, { session_id: 's1', tool_use_id: `call-${++calls}`, cwd: who.project }))
    expect(runHook(event, { home: who.home, words: ['--host', 'claude-code'] }).out).not.toMatch(/git\.force-push|warning/)
  }, 60_000)
})

/** What a program prints that is given one yes. */
function saidBy(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'ignore'], timeout: 20_000 })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdin.on('error', () => {}).end('y\r')
  return new Promise((done, fail) => child.on('error', fail).on('close', () => done(out)))
}

describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script') && existsSync('/usr/bin/setsid'))('below an agent', () => {
  test.each([
    ['approvals', 'answer', 'ID', 'yes'],
    ['approvals', 'answer', 'ID', 'no'],
    ['allow'],
    ['mode', 'on'],
    ['mode', 'off'],
    ['grants', 'revoke', 'ffff'],
    ['preset', 'relaxed'],
    ['watch'],
  ])(
    'prudent %s %s %s %s is refused, however it gets a terminal',
    async (...words) => {
      const who = person()
      tried(who)
      const { question } = await onlyOne(who.home)
      const { grants } = openDiskLifts({ state: stateOf(who.home) })
      const [madeAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
      await grants.add({ id: 'f'.repeat(24), findings: [], shape: '', scope: 'host:x', shows: [], madeAt, expiresAt, by: 'ann', channel: 'desk' }, new Date())
      const line = [process.execPath, join(ROOT, 'dist/cli.js'), ...words.map((word) => (word === 'ID' ? question.id : word))].join(' ')
      const env = { PATH: process.env['PATH'] ?? '', HOME: who.home, TERM: 'xterm', SHELL: '/bin/sh' }
      const given = ['-qec', `${line}; echo ended=$?`, '/dev/null']
      const ways: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
        ['setsid', ['-w', 'script'], {}],
        ['env', ['-i', `PATH=${env.PATH}`, `HOME=${who.home}`, 'setsid', '-w', 'script'], {}],
        ['script', [], { CLAUDECODE: '1' }],
      ]
      // Each waits for a while after its input has ended: all at once.
      const said = await Promise.all(ways.map(([program, before, marks]) => saidBy(program, [...before, ...given], { ...env, ...marks })))
      // However the lines were broken.
      for (const [at, text] of said.entries())
        expect(text.replaceAll(/\s+/g, ' '), `${ways[at]?.[0] ?? ''} ${words.join(' ')}`).toMatch(
          /(?:nobody can be asked here|belongs to an agent|no terminal).* ended=2/,
        )
      expect([(await openQueue({ state: stateOf(who.home) }).listOpen()).length, (await grants.list(new Date())).length]).toEqual([1, 1])
      expect(existsSync(join(who.home, '.config/prudent/settings.yaml'))).toBe(false)
    },
    60_000,
  )
})
