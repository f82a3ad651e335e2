// Is a process that an agent has started taken for a person's, or a person's for an agent's? Families of processes, made up and real.
import { spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
import { AGENT_MARKS, agentBehind, agentMayBeBehind, noPersonBehind } from './person.ts'
import type { Look, Started } from './person.ts'

/** From the first process down to ours: name, then what is said of it. A new terminal (`tty`) begins a session below its opener. */
interface Made {
  readonly name: string
  readonly words?: readonly string[]
  readonly variables?: readonly string[] | null
  /** It leads a session, with a terminal of its own or without any. */
  readonly leads?: 'terminal' | 'nothing'
  readonly program?: Started['program']
}
function family(...made: readonly Made[]): { readonly pid: number; readonly look: Look } {
  const all: Started[] = []
  for (const [at, { name, words = [name], variables = ['PATH', 'HOME'], leads, program }] of made.entries()) {
    const pid = at === 0 ? 1 : 100 + at
    const above = all.at(-1)
    const terminal = leads === 'terminal' ? 34_816 + at : leads === 'nothing' ? 0 : (above?.terminal ?? 0)
    all.push({
      pid,
      parent: above?.pid ?? 0,
      session: leads === undefined ? (above?.session ?? pid) : pid,
      terminal,
      name,
      words,
      variables,
      ...(program === undefined ? {} : { program }),
    })
  }
  return { pid: all.at(-1)?.pid ?? 0, look: (pid) => all.find((one) => one.pid === pid) ?? null }
}
const says = (...made: readonly Made[]): string | null => {
  const { pid, look } = family(...made)
  return noPersonBehind(pid, 'linux', look)
}
const INIT: Made = { name: 'systemd' }
const USER: Made = { name: 'systemd', leads: 'nothing' }
const SHELL: Made = { name: 'bash', leads: 'terminal' }
const OURS: Made = { name: 'node', words: ['node', '/usr/bin/prudent', 'watch'] }

describe('a person', () => {
  test.each<[string, readonly Made[]]>([
    ['in a window', [INIT, USER, { name: 'gnome-terminal-' }, SHELL, OURS]],
    ['in a window whose starter has gone', [INIT, { name: 'kitty', leads: 'nothing' }, SHELL, OURS]],
    ['in a window that nobody knows', [INIT, USER, { name: 'myterm', variables: ['WAYLAND_DISPLAY'] }, SHELL, OURS]],
    ['over the network', [INIT, { name: 'sshd', variables: null }, { name: 'sshd', leads: 'nothing' }, SHELL, OURS]],
    ['at the console', [INIT, { name: 'login', leads: 'terminal' }, SHELL, OURS]],
    ['in tmux', [INIT, { name: 'tmux: server', leads: 'nothing' }, SHELL, OURS]],
    ['in script, in tmux', [INIT, { name: 'tmux: server', leads: 'nothing' }, SHELL, { name: 'script' }, SHELL, OURS]],
    ['in an editor’s terminal', [INIT, USER, { name: 'code' }, { name: 'code' }, SHELL, OURS]],
    ['in Cursor’s terminal', [INIT, USER, { name: 'cursor' }, SHELL, OURS]],
    [
      'in an editor’s terminal over the network',
      [INIT, { name: 'sh', leads: 'nothing' }, { name: 'node', words: ['/home/x/.vscode-server/bin/1/node', '/x', '--type=ptyHost'] }, SHELL, OURS],
    ],
    ['in a window of the system’s', [INIT, USER, { name: 'xterm', program: { name: 'xterm', isRoots: true } }, SHELL, OURS]],
    ['in tmux, in a window of their own', [INIT, { name: 'tmux: server', leads: 'nothing', program: { name: 'tmux', isRoots: true } }, SHELL, OURS]],
    [
      'in a window of their own that was opened below the system’s',
      [INIT, { name: 'sshd', leads: 'nothing' }, SHELL, { name: 'kitty', program: { name: 'kitty', isRoots: false } }, SHELL, OURS],
    ],
    ['in a window that is a script', [INIT, USER, { name: 'terminator', program: { name: 'terminator', isRoots: true } }, SHELL, OURS]],
    ['in a container', [{ name: 'bash', leads: 'terminal' }, OURS]],
    ['by npx', [INIT, { name: 'foot', leads: 'nothing' }, SHELL, { name: 'npm exec prudent' }, { name: 'sh' }, OURS]],
    ['through WSL', [{ name: 'init' }, { name: 'SessionLeader', leads: 'nothing' }, { name: 'Relay(9)' }, SHELL, OURS]],
  ])('%s', (_, made) => expect(says(...made)).toBeNull())
})

describe('nobody', () => {
  test.each<[string, readonly Made[]]>([
    ['without a terminal', [INIT, USER, { name: 'kitty' }, { name: 'bash', leads: 'nothing' }, OURS]],
    ['set apart, with a terminal made for it', [INIT, { name: 'script', leads: 'nothing' }, { name: 'sh', leads: 'terminal' }, OURS]],
    ['set apart in a container that has a terminal', [{ name: 'bash', leads: 'terminal' }, { name: 'script', leads: 'nothing' }, SHELL, OURS]],
    ['set apart by a script', [INIT, { name: 'python3', leads: 'nothing' }, SHELL, OURS]],
    ['set apart twice', [INIT, { name: 'script', leads: 'nothing' }, SHELL, { name: 'script' }, SHELL, OURS]],
    ['set apart by a script that has a screen', [INIT, { name: 'node', leads: 'nothing', variables: ['DISPLAY'] }, SHELL, OURS]],
    ['in a terminal whose opener has gone', [INIT, SHELL, OURS]],
    ['under a copy with a terminal’s name', [INIT, { name: 'xterm', leads: 'nothing', program: { name: 'xterm', isRoots: false } }, SHELL, OURS]],
    ['under a link with a terminal’s name', [INIT, { name: 'xterm', leads: 'nothing', program: { name: 'script', isRoots: true } }, SHELL, OURS]],
    [
      'under a copy that says it has a screen',
      [INIT, { name: 'myterm', leads: 'nothing', variables: ['DISPLAY'], program: { name: 'myterm', isRoots: false } }, SHELL, OURS],
    ],
    [
      'under a link that says it has a screen',
      [INIT, { name: 'myterm', leads: 'nothing', variables: ['DISPLAY'], program: { name: 'script', isRoots: true } }, SHELL, OURS],
    ],
    ['by a service', [INIT, { name: 'cron', leads: 'nothing' }, { name: 'script' }, SHELL, OURS]],
  ])('%s', (_, made) => expect(says(...made)).not.toBeNull())
  test('below any agent, wherever it stands, whatever it cleared', () => {
    const places = (agent: Made): readonly (readonly Made[])[] => [
      [INIT, USER, { name: 'kitty' }, SHELL, agent, OURS],
      [INIT, USER, { name: 'kitty' }, SHELL, agent, { name: 'script', variables: [] }, SHELL, { ...OURS, variables: [] }],
      [INIT, { name: 'tmux: server', leads: 'nothing' }, SHELL, agent, { name: 'bash', leads: 'nothing' }, { name: 'script' }, SHELL, OURS],
      [INIT, agent, { name: 'tmux: server', leads: 'nothing' }, SHELL, OURS],
    ]
    const agents: readonly Made[] = [
      ...INSTALLS.flatMap(({ programs, editor = [] }) => programs.filter((name) => !editor.includes(name))).flatMap((name) => [
        { name },
        { name: 'node', words: ['node', `/usr/local/bin/${name}`] },
        { name: 'MainThread', words: [`/opt/x/${name}`] },
      ]),
      ...INSTALLS.flatMap(({ packages = [] }) => packages).map((name) => ({ name: 'node', words: ['node', `/usr/lib/node_modules/${name}/dist/x.js`] })),
      ...AGENT_MARKS.map((mark) => ({ name: 'bash', variables: ['PATH', mark] })),
    ]
    expect(agents.length).toBeGreaterThan(80)
    for (const agent of agents)
      for (const made of places(agent)) {
        expect(says(...made), JSON.stringify([agent, made.length])).toMatch(/an agent has started it/)
        const { pid, look } = family(...made)
        expect(agentBehind(pid, 'linux', look)).toMatch(/an agent has started it/)
      }
  })
  test('a browser needs no terminal, and no agent above it', () => {
    const { pid, look } = family(INIT, USER, { name: 'chromium' })
    expect(agentBehind(pid, 'linux', look)).toBeNull()
  })
})

describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script') && existsSync('/usr/bin/setsid'))('for real', () => {
  const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-person-'))
  afterAll(() => clear(FOLDER))
  const PROBE = path.join(FOLDER, 'probe.sh')
  // What the kernel says of who asks, for `noPersonBehind` to be asked about while it waits.
  writeFileSync(PROBE, `echo $$ > "$1"; while [ ! -e "$1.done" ]; do sleep 0.05; done\n`)
  let count = 0
  const objection = async (...words: readonly string[]): Promise<string | null> => {
    const file = path.join(FOLDER, String(count++))
    const line = words.map((word) => word.replace('PROBE', `sh ${PROBE} ${file}`))
    // Apart from the terminal of whoever runs the tests.
    spawnSync('setsid', ['sh', '-c', `"$@" >/dev/null 2>&1 &`, 'sh', ...line], { stdio: 'ignore', env: { PATH: process.env['PATH'] ?? '' } })
    try {
      for (let turn = 0; turn < 1000 && !existsSync(file); turn++) await new Promise((done) => setTimeout(done, 20))
      let pid = 0
      while (pid === 0) pid = Number(readFileSync(file, 'utf8'))
      return noPersonBehind(pid)
    } finally {
      writeFileSync(`${file}.done`, '')
    }
  }
  test('`setsid -f` and `env -i script` are nobody', async () => {
    expect(await objection('setsid', '-f', 'sh', '-c', 'PROBE')).toBe('it has no terminal')
    for (const words of [
      ['setsid', '-f', 'script', '-qc', 'PROBE', '/dev/null'],
      ['env', '-i', 'PATH=/usr/bin:/bin', 'script', '-qc', 'PROBE', '/dev/null'],
      ['env', '-i', 'PATH=/usr/bin:/bin', 'setsid', '-f', 'script', '-qc', "script -qc 'PROBE' /dev/null", '/dev/null'],
    ])
      expect(await objection(...words), words.join(' ')).toMatch(/was not opened by a terminal program, a login or a multiplexer/)
    const link = path.join(FOLDER, 'xterm')
    symlinkSync('/usr/bin/script', link)
    expect(await objection('setsid', '-f', link, '-qc', 'PROBE', '/dev/null')).toMatch(/was not opened by a terminal program, a login or a multiplexer/)
    const copy = path.join(FOLDER, 'kitty')
    copyFileSync('/usr/bin/script', copy)
    // As somebody else's file, whoever runs the tests.
    if (process.getuid?.() === 0) chownSync(copy, 12_345, 12_345)
    expect(await objection('setsid', '-f', copy, '-qc', 'PROBE', '/dev/null')).toMatch(/`kitty` above its terminal is a file that is not root's alone/)
    expect(await objection('env', 'CLAUDECODE=1', 'script', '-qc', 'env -i PATH=/usr/bin:/bin PROBE', '/dev/null')).toMatch(/CLAUDECODE is set in process/)
  }, 60_000)
})

describe('whoever changes an installation without a terminal', () => {
  const objection = (...made: readonly Made[]): string | null => {
    const { pid, look } = family(...made)
    return agentMayBeBehind(pid, 'linux', look)
  }
  const NONE: Made = { name: 'sh', leads: 'nothing' }
  test.each<[string, readonly Made[]]>([
    ['a script that cron runs', [INIT, { name: 'cron', leads: 'nothing' }, { name: 'cron' }, NONE, OURS]],
    ['a command over ssh', [INIT, { name: 'sshd', leads: 'nothing' }, { name: 'sshd', leads: 'nothing' }, NONE, OURS]],
    ['a service that provisions', [INIT, { name: 'ansible-pull', leads: 'nothing' }, NONE, OURS]],
    ['the first process of a container', [{ name: 'sh', leads: 'nothing' }, OURS]],
    ['a person at a terminal', [INIT, USER, { name: 'gnome-terminal-' }, SHELL, OURS]],
  ])('may be %s', (_, made) => {
    expect(objection(...made)).toBeNull()
  })
  test.each<[string, readonly Made[]]>([
    ['an agent', [INIT, USER, { name: 'gnome-terminal-' }, SHELL, { name: 'claude' }, NONE, OURS]],
    ['one whose marks are set above', [INIT, USER, { name: 'bash', variables: ['CLAUDECODE'], leads: 'nothing' }, { name: 'env' }, OURS]],
    ['what was started apart (`setsid -f`)', [INIT, NONE, OURS]],
    ['what was started apart below a user’s own first process', [INIT, USER, { name: 'bash', leads: 'nothing' }, OURS]],
    ['what was started apart in a container', [{ name: 'tini', leads: 'nothing' }, { name: 'node', leads: 'nothing' }, OURS]],
    ['a terminal that a program opened', [INIT, { name: 'script' }, SHELL, OURS]],
  ])('is not %s', (_, made) => {
    expect(objection(...made)).toEqual(expect.any(String))
  })
})
