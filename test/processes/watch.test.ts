// Does a person at `prudent watch` answer for an agent that cannot ask, and is everything else a denial? Real processes, a real terminal.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt, linesOf, prudent, ROOT } from '../built.ts'
import { emptyHome, homeWith, shellEvent } from '../hook-process.ts'
import { askAsAgent, ENTERED, HAS_TERMINALS, LEFT, openTerminal, screenAfter } from '../terminal-process.ts'
import type { Asking, Terminal } from '../terminal-process.ts'

const ASKED = 'git reset --hard HEAD~1'
const WORDS = ['--host', 'codex', '--wait', '60']
/** From drawn to answered. */
const ARMED_MS = 500

beforeAll(ensureBuilt, 120_000)
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const open = async (home: string, words?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Terminal> => {
  const terminal = openTerminal(home, words, env)
  closing.push(terminal.close)
  await terminal.shows('no question waits')
  return terminal
}
const ask = (home: string, command = ASKED, words: readonly string[] = WORDS, id = 'call-1'): Asking => {
  const asking = askAsAgent(home, shellEvent('codex', command, { session_id: 's1', tool_use_id: id, cwd: ROOT }), words)
  closing.push(asking.kill)
  return asking
}
const wait = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
const DENIED = /"permissionDecision":"deny"/

interface Entry {
  readonly kind: string
  readonly call: string
  readonly event?: string
}
const logOf = (home: string): readonly Entry[] => {
  const folder = join(home, '.local/state/prudent/audit')
  const text = readdirSync(folder)
    .filter((name) => /^\d.*\d\.jsonl$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}
const approvals = (home: string): readonly Entry[] => logOf(home).filter(({ kind }) => kind === 'approval')

describe.runIf(HAS_TERMINALS)('a person at the terminal', () => {
  test('allows: the agent goes on, and the log knows who', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const asking = ask(home)
    const card = await terminal.shows('git reset --hard')
    for (const part of ['question 1 of 1', 'left, then denied', 'high', 'throws away uncommitted changes', 'instead', 'codex', ROOT, 'a allow once'])
      expect(card).toContain(part)
    await wait(ARMED_MS)
    terminal.type('a')
    expect(await asking.done).toMatchObject({ code: 0, out: '' })
    await terminal.shows(/allowed {2}codex: Bash: git reset --hard/)
    const entries = logOf(home)
    expect(entries.map(({ kind, event }) => event ?? kind)).toEqual(['attempt', 'decision', 'asked', 'answered'])
    expect(new Set(entries.map(({ call }) => call))).toEqual(new Set(['call-1']))
    expect(entries.slice(2)).toMatchObject([
      { event: 'asked', channel: 'terminal', approval: expect.stringMatching(/^[0-9a-f]{24}$/) as string },
      { event: 'answered', channel: 'terminal', verdict: 'allow', remember: 'once', by: expect.any(String) as string },
    ])
    const run = (...words: readonly string[]) => prudent(words, { env: { HOME: home } }).out
    expect(run('log')).toMatch(/allowed by \S+ \(terminal\)/)
    expect(JSON.parse(run('stats', '--json'))).toMatchObject({ all: { ask: 1, approved: 1 } })
    expect(run('status')).toMatch(/terminal +running/)
    expect(JSON.parse(run('doctor', '--json'))).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ id: 'terminal.reachable', level: 'good' })]) as unknown,
    })
  }, 60_000)
  test('denies: the agent is told, and told nothing about how to get round it', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const asking = ask(home)
    await terminal.shows('git reset --hard')
    await wait(ARMED_MS)
    terminal.type('d')
    const { code, out } = await asking.done
    expect([code, out]).toEqual([0, expect.stringMatching(DENIED)])
    expect(out).toContain('the user was asked and said no')
    expect(out).not.toMatch(/prudent (?:mode|uninstall|settings)|enabled|observe/)
    expect(approvals(home)).toMatchObject([{ event: 'asked' }, { event: 'answered', verdict: 'deny' }])
  }, 60_000)
  test('is not asked the very same again at once', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const first = ask(home)
    await terminal.shows('git reset --hard')
    await wait(ARMED_MS)
    terminal.type('d')
    await first.done
    expect((await ask(home, ASKED, WORDS, 'call-2').done).out).toContain('the user was asked and said no')
    expect(terminal.screen()).toContain('no question waits')
    const other = ask(home, `${ASKED} HEAD~1`, WORDS, 'call-3')
    // Not by its command: what was denied before still stands below it.
    await terminal.shows('question 1 of 1')
    await wait(ARMED_MS)
    terminal.type('a')
    expect(await other.done).toMatchObject({ code: 0, out: '' })
    expect(approvals(home).map(({ event }) => event)).toEqual(['asked', 'answered', 'answered', 'asked', 'answered'])
  }, 60_000)
  test('is not asked about what is allowed or denied anyway', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    expect(await ask(home, 'git status').done).toMatchObject({ code: 0, out: '' })
    expect((await ask(home, 'rm -rf ~', WORDS, 'call-2').done).out).toMatch(DENIED)
    expect(terminal.screen()).toContain('no question waits')
    expect(approvals(home)).toEqual([])
  }, 60_000)
  test('answers twenty at once, each its own', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    // Started a few at a time, so that a busy machine judges each in time; all of them wait at once.
    const all: Asking[] = []
    while (all.length < 20) {
      for (let turn = 0; turn < 4; turn++)
        all.push(ask(home, `git reset --hard HEAD~${all.length}`, ['--host', 'codex', '--wait', '150'], `call-${all.length}`))
      await terminal.shows(`of ${all.length} `, 60_000)
    }
    const expected = new Map<number, boolean>()
    for (let turn = 0; turn < 20; turn++) {
      const left = 20 - turn
      const text = await terminal.shows(left > 1 ? `of ${left} ` : 'question 1 of 1')
      const number = Number(/HEAD~(\d+)/.exec(text)?.[1])
      expect(expected.has(number)).toBe(false)
      expected.set(number, number % 3 === 0)
      await wait(ARMED_MS)
      terminal.type(number % 3 === 0 ? 'a' : 'd')
    }
    await terminal.shows('no question waits')
    const said = await Promise.all(all.map(({ done }) => done))
    for (const [number, { code, out }] of said.entries()) {
      expect(code).toBe(0)
      if (number % 3 === 0) expect(out).toBe('')
      else expect(out).toMatch(DENIED)
    }
    expect(approvals(home).filter(({ event }) => event === 'answered')).toHaveLength(20)
  }, 180_000)
  test('is shown hostile text as text', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const command = `git reset --hard HEAD~1 #\u001B[2J\u001B[1;1H\u001B]0;x\u0007\r\n${' '.repeat(300)}\u202Eharmless\n\na allow once   d deny   nothing to see`
    const asking = ask(home, command)
    const card = await terminal.shows('nothing to see')
    for (const part of ['⟨u+1b⟩[2J', '⟨u+d⟩', '⟨300 blanks⟩⟨u+202e⟩harmless', '│ a allow once   d deny   nothing to see', '\na allow once '])
      expect(card).toContain(part)
    // Everything but our own sequences is printable; the helper throws at others.
    expect(terminal.bytes()).not.toContain('\u001B]')
    await wait(ARMED_MS)
    terminal.type('d')
    expect((await asking.done).out).toMatch(DENIED)
  }, 60_000)
  test('sees secrets covered', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'.slice(0, 36)}`
    const asking = ask(home, `GITHUB_TOKEN=${secret} git reset --hard HEAD~1`)
    await terminal.shows('git reset --hard')
    expect(terminal.bytes()).not.toContain(secret)
    expect(terminal.screen()).toMatch(/\[[^\]]*, \d+ characters\]/)
    await wait(ARMED_MS)
    terminal.type('d')
    expect((await asking.done).out).not.toContain(secret)
    expect(JSON.stringify(logOf(home))).not.toContain(secret)
  }, 60_000)
  test('resizes', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    ask(home, `git reset --hard HEAD~1 ${'HEAD '.repeat(30)}`)
    await terminal.shows('git reset --hard')
    terminal.resize(40, 12)
    // Drawn anew for the smaller screen: its keys stand in its last line.
    await terminal.shows(/^(?:.*\n){11}a allow/)
    const lines = screenAfter(terminal.bytes(), 40, 12)
    expect(lines.at(-1)).toMatch(/^a allow/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  }, 60_000)
})

describe.runIf(HAS_TERMINALS)('without a yes it is a no', () => {
  test('nobody answers in time', async () => {
    const home = homeWith('approvals: { timeout: 6 }\n', ROOT)
    const terminal = await open(home)
    const asking = ask(home)
    await terminal.shows('git reset --hard')
    const { out, millis } = await asking.done
    expect(out).toMatch(DENIED)
    expect(out).toContain('nobody answered in time')
    expect(millis).toBeGreaterThan(5500)
    expect(millis).toBeLessThan(20_000)
    // It stays open: who tries again after a yes passes, once.
    await terminal.shows('left, for its next try')
    expect(approvals(home)).toMatchObject([{ event: 'asked' }, { event: 'expired', because: 'expired' }])
    terminal.type('a')
    await terminal.shows(/allowed {2}codex: .*\(for its next try\)/)
    expect(await ask(home, ASKED, WORDS, 'call-2').done).toMatchObject({ code: 0, out: '' })
    expect(approvals(home).slice(2)).toMatchObject([
      { call: 'call-1', event: 'late', verdict: 'allow', because: 'ticket' },
      { call: 'call-2', event: 'answered', verdict: 'allow', because: 'ticket' },
    ])
  }, 60_000)
  test('the host does not wait long enough: the question stays open', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const { out, millis } = await ask(home, ASKED, ['--host', 'codex', '--wait', '9']).done
    expect(out).toMatch(DENIED)
    expect(out).toContain('prudent watch')
    expect(millis).toBeLessThan(9000)
    await terminal.shows('left, for its next try')
  }, 60_000)
  test('the terminal is killed in mid-question; one that comes later shows it, and its yes lets the next try pass', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    const asking = ask(home)
    await terminal.shows('git reset --hard')
    // The card comes from the store: whoever asks may only then be told that somebody is there.
    for (let turn = 0; turn < 500 && !approvals(home).some(({ event }) => event === 'asked'); turn++) await wait(20)
    terminal.signal('SIGKILL')
    const { out, millis } = await asking.done
    expect(out).toMatch(DENIED)
    expect(out).toContain('closed while the user was asked')
    expect(millis).toBeLessThan(15_000)
    expect(approvals(home).at(-1)).toMatchObject({ event: 'expired', because: 'gone' })
    // A socket without anybody behind it.
    expect(existsSync(join(home, '.local/state/prudent/asking/socket'))).toBe(true)
    const alone = await ask(home, ASKED, WORDS, 'call-2').done
    expect(alone.out).toMatch(DENIED)
    expect(alone.out).toContain('nobody could be asked')
    const next = openTerminal(home)
    closing.push(next.close)
    await next.shows('git reset --hard')
    await wait(ARMED_MS)
    next.type('a')
    await next.shows('no question waits')
    expect(await ask(home, ASKED, WORDS, 'call-3').done).toMatchObject({ code: 0, out: '' })
  }, 90_000)
  test('the terminal hangs', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    terminal.signal('SIGSTOP')
    const { out, millis } = await ask(home).done
    expect(out).toMatch(DENIED)
    expect(out).toContain('does not respond')
    expect(millis).toBeLessThan(20_000)
    terminal.signal('SIGCONT')
  }, 60_000)
  test('what the agent itself has started is not asked', async () => {
    const line = `${process.execPath} ${join(ROOT, 'dist/cli.js')} watch`
    for (const words of [
      ['script', '-qc', line, '/dev/null'],
      ['env', '-i', `PATH=${process.env['PATH'] ?? ''}`, `HOME=${emptyHome()}`, 'script', '-qc', line, '/dev/null'],
    ]) {
      const { stdout } = spawnSync('setsid', words, {
        env: { PATH: process.env['PATH'] ?? '', HOME: emptyHome(), SHELL: '/bin/sh' },
        encoding: 'utf8',
        timeout: 30_000,
      })
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/nobody can be asked here: its terminal was not opened by [^:]*: run prudent watch by hand/)
    }
  }, 60_000)
  test('what was shown is not what would run any more', async () => {
    const home = emptyHome()
    const project = join(home, 'app')
    mkdirSync(join(project, '.git'), { recursive: true })
    const script = join(project, 'clean.sh')
    writeFileSync(script, 'git reset --hard HEAD~1\n')
    const terminal = await open(home)
    const asking = askAsAgent(home, shellEvent('codex', 'bash clean.sh', { session_id: 's1', tool_use_id: 'call-1', cwd: project }), WORDS, project)
    await terminal.shows('bash clean.sh')
    writeFileSync(script, 'git reset --hard HEAD~1\ngit clean -fdx\n')
    await wait(ARMED_MS)
    terminal.type('a')
    const { out } = await asking.done
    expect(out).toMatch(DENIED)
    expect(out).toContain('changed while the user was asked')
    expect(approvals(home).at(-1)).toMatchObject({ event: 'expired', because: 'changed' })
  }, 60_000)
})

describe('without a terminal', () => {
  test('a denial says what the person can do, and the log that nobody could be asked', async () => {
    const home = emptyHome()
    const { out } = await ask(home).done
    expect(out).toMatch(DENIED)
    expect(out).toMatch(/question [0-9a-f]{8} waits for an answer/)
    expect(out).not.toMatch(/uninstall|enabled|observe|settings/)
    expect(approvals(home)).toMatchObject([{ event: 'expired', because: 'nobody' }])
    const shown = prudent(['log', '--verdict', 'deny'], { env: { HOME: home } })
    expect(shown.out).toMatch(/deny +codex[^]*nobody was there to answer/)
    expect(prudent(['log', '--verdict', 'ask'], { env: { HOME: home } }).out).toBe('')
    expect(JSON.parse(prudent(['stats', '--json'], { env: { HOME: home } }).out)).toMatchObject({ all: { ask: 0, deny: 1 } })
    expect(existsSync(join(home, '.local/state/prudent/asking'))).toBe(false)
  }, 60_000)
  test('something else on the socket is not asked', async () => {
    const home = emptyHome()
    const folder = join(home, '.local/state/prudent/asking')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const heard: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (chunk) => heard.push(chunk.toString()))
      socket.write(`${JSON.stringify({ hello: { version: 2, pid: process.pid, channel: 'terminal' } })}\n`)
    })
    await new Promise<void>((done) => server.listen(join(folder, 'socket'), done))
    closing.push(() => server.close())
    chmodSync(join(folder, 'socket'), 0o600)
    const { out } = await ask(home).done
    expect(out).toMatch(DENIED)
    if (process.platform === 'linux') expect(heard).toEqual([])
  }, 60_000)
  test('hosts that ask by themselves go on doing so', () => {
    const home = emptyHome()
    const { out } = prudent(['hook'], { input: JSON.stringify(shellEvent('claude-code', ASKED)), env: { HOME: home } })
    expect(linesOf(out)).toMatchObject([{ hookSpecificOutput: { permissionDecision: 'ask' } }])
  })
  test('`prudent watch` wants one, and says so', () => {
    const { code, out, err } = prudent(['watch'], { env: { HOME: emptyHome() } })
    expect([code, out, err]).toEqual([2, '', 'prudent: this is not a terminal: run prudent watch by hand in a terminal window of its own\n'])
  })
})

describe.runIf(HAS_TERMINALS)('the terminal is given back as it was', () => {
  const expectClean = (terminal: Terminal): void => {
    const bytes = terminal.bytes()
    expect(bytes.lastIndexOf(LEFT)).toBeGreaterThan(bytes.lastIndexOf(ENTERED))
    expect(bytes.lastIndexOf('\u001B[?25h')).toBeGreaterThan(bytes.lastIndexOf('\u001B[?25l'))
    expect(bytes.lastIndexOf('\u001B[?2004l')).toBeGreaterThan(bytes.lastIndexOf('\u001B[?2004h'))
    const settings = bytes.slice(bytes.lastIndexOf('ended='))
    expect(settings).toMatch(/[^-]icanon/)
    expect(settings).toMatch(/[^-]\becho\b/)
    expect(settings).toMatch(/[^-]isig/)
  }
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'on %s, with a question open, which is denied',
    async (signal) => {
      const home = emptyHome()
      const terminal = await open(home)
      const asking = ask(home)
      await terminal.shows('git reset --hard')
      terminal.signal(signal)
      expect((await asking.done).out).toMatch(DENIED)
      expect(await terminal.ended).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129, SIGQUIT: 131 }[signal])
      expectClean(terminal)
      expect(existsSync(join(home, '.local/state/prudent/asking/socket'))).toBe(false)
    },
    60_000,
  )
  test('even when it is killed', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    terminal.signal('SIGKILL')
    expect(await terminal.ended).toBe(137)
    expectClean(terminal)
  }, 60_000)
  test('on q, and on control-c', async () => {
    for (const key of ['q', '\u0003']) {
      const home = emptyHome()
      const terminal = await open(home)
      terminal.type(key)
      expect(await terminal.ended).toBe(0)
      expectClean(terminal)
    }
  }, 60_000)
  test('when its socket is taken away', async () => {
    const home = emptyHome()
    const terminal = await open(home)
    writeFileSync(join(home, 'x'), '')
    spawn('rm', ['-f', join(home, '.local/state/prudent/asking/socket')])
    expect(await terminal.ended).toBe(1)
    expectClean(terminal)
    expect(terminal.bytes()).toContain('its socket was removed or replaced')
  }, 60_000)
  test('two may be open at once: the first answer counts, and the other says who gave it; once one has gone, the other is told of questions', async () => {
    const home = emptyHome()
    const [first, second] = [await open(home), await open(home)]
    const asking = ask(home)
    await Promise.all([first.shows('git reset --hard'), second.shows('git reset --hard')])
    await wait(ARMED_MS)
    second.type('d')
    expect((await asking.done).out).toMatch(DENIED)
    await Promise.all([first.shows(/denied {3}codex: .*, terminal\)/), second.shows(/denied {3}codex: /)])
    first.type('q')
    expect(await first.ended).toBe(0)
    const socket = join(home, '.local/state/prudent/asking/socket')
    for (let turn = 0; turn < 500 && !existsSync(socket); turn++) await wait(20)
    const other = ask(home, `${ASKED} HEAD~2`, WORDS, 'call-2')
    await second.shows('left, then denied')
    await wait(ARMED_MS)
    second.type('a')
    expect(await other.done).toMatchObject({ code: 0, out: '' })
  }, 60_000)
  test('an agent’s terminal is sent away', async () => {
    const third = openTerminal(emptyHome(), ['watch'], { CLAUDECODE: '1' })
    closing.push(third.close)
    expect(await third.ended).toBe(2)
    expect(third.bytes()).toContain('belongs to an agent')
  }, 60_000)
  test('one that can only print is printed to', async () => {
    const home = emptyHome()
    const terminal = openTerminal(home, ['watch'], { TERM: 'dumb' })
    closing.push(terminal.close)
    const until = async (text: string): Promise<void> => {
      for (let turn = 0; turn < 500 && !terminal.bytes().includes(text); turn++) await wait(20)
      expect(terminal.bytes()).toContain(text)
    }
    await until('no question waits')
    const asking = ask(home)
    await until('│ git reset --hard')
    await wait(ARMED_MS)
    terminal.type('a')
    expect(await asking.done).toMatchObject({ code: 0, out: '' })
    expect(terminal.bytes()).not.toContain('\u001B[')
    terminal.type('q')
    expect(await terminal.ended).toBe(0)
  }, 60_000)
})
