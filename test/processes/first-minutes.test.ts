// Does a stranger understand what stands on the screen in the first minutes? The built command, in a real terminal of 80 by 24, in homes of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { HAS_TERMINALS, openTerminal } from '../terminal-process.ts'

beforeAll(ensureBuilt, 60_000)

const CLAUDE = `{
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "npx prettier --write" }] }
    ]
  }
}
`
function person(): string {
  const home = emptyHome()
  for (const folder of ['.claude', '.cursor', 'app/.git']) mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, '.claude/settings.json'), CLAUDE)
  return home
}
const run = (home: string, ...words: string[]): ReturnType<typeof prudent> =>
  prudent(words, { env: { HOME: home, PATH: '/usr/bin:/bin' }, cwd: join(home, 'app') })

describe.skipIf(!HAS_TERMINALS)('in a terminal', () => {
  const ENV = { PATH: '/usr/bin:/bin', NO_COLOR: '1' }
  /** What was printed so far, as lines, without what the frame of the test prints. */
  const printed = (bytes: string): readonly string[] =>
    bytes
      .replace(/^[^]*?pid=\d+\r?\n/, '')
      .replace(/ended=[^]*$/, '')
      // What the terminal is told by who reads a line.
      .replaceAll(/\u001B\[\d*[A-Za-z]/g, '')
      .split(/\r?\n/)
      .map((line) => line.slice(line.lastIndexOf('\r') + 1))
  async function upTo(terminal: ReturnType<typeof openTerminal>, what: string): Promise<readonly string[]> {
    const until = Date.now() + 20_000
    while (!terminal.bytes().includes(what)) {
      if (Date.now() > until) throw new Error(`never said ${what}: ${terminal.bytes()}`)
      await new Promise((done) => setTimeout(done, 20))
    }
    return printed(terminal.bytes())
  }
  const files = (home: string): string => readFileSync(join(home, '.claude/settings.json'), 'utf8')

  test('init: every line is shown, and which files stand beside the question; no line breaks inside a word', async () => {
    const home = person()
    const terminal = openTerminal(home, ['init'], ENV)
    const shown = await upTo(terminal, '[y/N] ')
    expect(shown.filter((line) => line.length > 80)).toEqual([])
    expect(shown).toContain('~/.claude/settings.json  changed, for claude-code')
    expect(shown.some((line) => /^ {2}~ {5}\]\{\+,\+\}$/.test(line))).toBe(true)
    expect(shown.some((line) => line.startsWith('  +     "UserPromptSubmit", "ConfigChange", each: ['))).toBe(true)
    expect(shown.slice(-10).join('\n')).toMatch(
      /\nthese files change, so that agents[^]*:\n {2}prudent +~\/\.config\/prudent\/bin\/prudent-hook +new file, \d+ lines\n {2}claude-code +~\/\.claude\/settings\.json +\d+ lines added, 2 changed\n {2}cursor +~\/\.cursor\/hooks\.json +new file, \d+ lines\nChange these 3 files\? \[y\/N\]/,
    )
    expect(files(home)).toBe(CLAUDE)
    terminal.type('n\r')
    expect(await terminal.ended).toBe(1)
    expect(files(home)).toBe(CLAUDE)
  })
  test('init: a yes changes them', async () => {
    const home = person()
    const terminal = openTerminal(home, ['init', '--host', 'claude-code'], ENV)
    await upTo(terminal, '[y/N] ')
    terminal.type('y\r')
    const all = (await upTo(terminal, 'undo it: prudent uninstall')).join('\n')
    expect(await terminal.ended).toBe(0)
    expect(all).toMatch(
      /not yet seen {3}claude-code: set up; no denied call has been observed yet\n {15}see it: prudent doctor --live claude-code, [^]*what was there before is kept in ~\/\.config\/prudent\/backups\n/,
    )
    expect(files(home)).toContain('prudent-hook --host claude-code')
  })
  test('one short file: the line and the question', async () => {
    const home = person()
    expect(run(home, 'init', '--yes', '--host', 'claude-code').code).toBe(0)
    const terminal = openTerminal(home, ['init', '--preset', 'strict', '--host', 'claude-code'], ENV)
    const asked = (await upTo(terminal, '[y/N]')).join('\n')
    expect(asked).toMatch(/\n {2}\+ preset: strict\n[^]*\n {2}prudent {2}~\/\.config\/prudent\/settings\.yaml {2}new file, 1 line\nChange this file\? \[y\/N\]/)
    terminal.type('\r')
    expect(await terminal.ended).toBe(1)
  })
  test('uninstall asks the same way', async () => {
    const home = person()
    expect(run(home, 'init', '--yes').code).toBe(0)
    const terminal = openTerminal(home, ['uninstall'], ENV)
    const shown = await upTo(terminal, '[y/N] ')
    expect(shown.join('\n')).toMatch(/claude-code +~\/\.claude\/settings\.json +\d+ lines removed, 2 changed\n/)
    expect(shown.some((line) => /^ {2}~ {5}\]\[-,-\]$/.test(line))).toBe(true)
    terminal.type('y\r')
    expect(await terminal.ended).toBe(0)
    expect(files(home)).toBe(CLAUDE)
  })
  test('what is said beside the output keeps to the edge, words whole', async () => {
    const terminal = openTerminal(emptyHome(), ['init'], ENV)
    expect(await terminal.ended).toBe(2)
    const lines = printed(terminal.bytes())
    expect(lines[0]).toMatch(/^prudent: no agent was found: \d+ were looked for, by their programs on your PATH$/)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})

test('where no agent is found nobody is sent round in a circle', () => {
  const home = emptyHome()
  const at = { env: { HOME: home, PATH: '/usr/bin:/bin' }, cwd: home }
  expect(prudent(['init'], at)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^prudent: no agent was found: [^\n]*prudent hosts [^\n]*\n$/) })
  expect(prudent(['status'], at).out).toMatch(/^not protected +no agent was found; prudent hosts lists/)
  expect(prudent(['doctor'], at).out).toMatch(/FAIL {2}no agent is protected\n.*\n +fix: no agent was found: prudent hosts lists/)
  expect(prudent(['log', 'verify'], { ...at, env: { ...at.env, HOME: emptyHome() } }).out).toBe('nothing is recorded yet, so nothing could be changed\n')
})

test('status gives each advice once', () => {
  const { out } = run(person(), 'status')
  expect(out).toMatch(/^agents +none set up\nnot protected +claude-code, cursor: not set up\n +do this: prudent init\n/)
  expect(out.match(/prudent init/g)).toHaveLength(1)
  expect(out).toContain('settings       defaults; to change them, edit ~/.config/prudent/settings.yaml\n')
  expect(out).toContain('today          no calls yet\n')
})

test('doctor: notes need no mending, what agents share is explained once, and two commands of one agent are one line', () => {
  const home = person()
  mkdirSync(join(home, '.codex'))
  mkdirSync(join(home, '.gemini'))
  expect(run(home, 'init', '--yes').code).toBe(0)
  const { out } = run(home, 'doctor')
  // Codex alone wants something: an approval.
  expect(out.match(/fix:.*/g)).toEqual([expect.stringMatching(/^fix: start codex, open/)])
  expect(out).toMatch(/note {2}isolation: none \(agents run as you\)\n {8}\S.*\n {8}if you like: /)
  expect(out.match(/set up, not yet seen/g)).toHaveLength(3)
  expect(out.match(/whether it obeys a denial is not known/g)).toHaveLength(1)
  const cursor = /\ncursor\n((?: .*\n)+)/.exec(out)?.[1] ?? ''
  expect(cursor.match(/must be denied|must pass/g)).toEqual(['must be denied', 'must pass'])
})

test('doctor says once what several findings in a row mean', () => {
  const home = person()
  run(home, 'init', '--yes', '--host', 'claude-code')
  const file = join(home, '.claude/settings.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"timeout": 20', '"timeout": 2'))
  const { out, code } = run(home, 'doctor')
  expect(code).toBe(1)
  expect(out.match(/is 2 and should be 20/g)?.length).toBeGreaterThan(2)
  expect(out.match(/it times out before/g)).toHaveLength(1)
  expect(out.match(/fix: prudent init --host claude-code\n/g)).toHaveLength(1)
  expect(out).toMatch(/\nagents: 1 set up: 1 not protected; \d+ failures(?:, \d warnings?)?\n$/)
})

test('doctor: where the settings cannot be read, they are the cause and no agent is blamed', () => {
  const home = person()
  mkdirSync(join(home, '.gemini'))
  run(home, 'init', '--yes')
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), 'preset: [\n')
  const { out } = run(home, 'doctor')
  expect(out).toMatch(/FAIL {2}\S*settings\.yaml:\d+:\d+: /)
  expect(out.match(/because of the settings, not/g)).toHaveLength(3)
  expect(out).not.toMatch(/does not pass|your settings ask about everything/)
  expect(out).toMatch(/\nagents: 3 set up: 3 not yet seen; 1 failure/)
  expect(run(home, 'check', 'ls').out).toMatch(/the settings could not be read: `\S*settings\.yaml:\d+:\d+`/)
})

test('doctor and status do not send anybody to a line that is not there', () => {
  const home = person()
  run(home, 'init', '--yes', '--host', 'claude-code')
  const settings = join(home, '.config/prudent/settings.yaml')
  writeFileSync(settings, 'enabled: false\n')
  run(home, 'doctor')
  writeFileSync(settings, 'preset: "strict\n')
  const { out } = run(home, 'doctor')
  expect(out).toMatch(/settings\.yaml:1:9: the quote that is opened here is never closed/)
  expect(out).toMatch(/`enabled: false` in the last good settings, which hold\n.*\n +fix: correct the settings/)
  expect(run(home, 'status').out).toMatch(/mode +off: `enabled: false` in the last good settings/)
})

test('check and explain name first what the verdict names, and what was not looked at once for each place', () => {
  const home = person()
  for (const command of ['check', 'explain']) {
    const { out } = run(home, command, 'rm -rf ~')
    expect(out).toContain('(floor.delete-home and 1 more)')
    expect(out.indexOf('floor.delete-home')).toBeLessThan(out.indexOf('files.delete-project'))
    expect(out.split('\n').findIndex((line) => /critical.*floor\.delete-home/.test(line))).toBeLessThan(
      out.split('\n').findIndex((line) => /critical.*files\.delete-project/.test(line)),
    )
  }
  const { out } = run(home, 'explain', 'git reset --hard')
  expect(out).toContain(`\nnot looked at, without --look\n  ${join(home, 'app')}: where it leads, whether git has all of it\n`)
  expect(run(home, 'explain', '--look', 'git reset --hard').out).not.toContain('not looked at')
})

test('stats leaves zeros out', () => {
  const home = person()
  const event = { session_id: 's', cwd: home, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'u1' }
  prudent(['hook', '--host', 'claude-code'], { env: { HOME: home }, input: JSON.stringify(event) })
  const { out } = run(home, 'stats')
  expect(out).toMatch(/^1 call: allowed\n/)
  expect(out.split('\n\n')[0]).not.toMatch(/\b0\b/)
})
