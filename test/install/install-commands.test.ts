// Do init, doctor, status and uninstall keep their word as a person meets them: the built command, in a home of its own?
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import type { Ran } from '../built.ts'

beforeAll(ensureBuilt, 60_000)

const SETTINGS = '{\n  "model":   "opus"\n}\n'
function person(): { readonly home: string; readonly run: (...words: string[]) => Ran; readonly files: () => string[] } {
  const home = emptyHome()
  const project = join(home, 'work')
  for (const folder of ['.claude', '.codex', 'work/.git']) mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, '.claude/settings.json'), SETTINGS)
  const files = (): string[] =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  return { home, files, run: (...words) => prudent(words, { env: { HOME: home, PATH: '/usr/bin:/bin' }, cwd: project }) }
}

describe('init', () => {
  test('without a terminal it shows what it would do, does nothing and says so', () => {
    const { run, files } = person()
    const before = files()
    const { code, out, err } = run('init')
    expect(code).toBe(2)
    expect(out).toContain('~/.claude/settings.json  changed, for claude-code')
    expect(out).toContain('+     "PreToolUse": [')
    expect(out).toContain('~/.codex/hooks.json  new file, for codex')
    expect(err).toBe('prudent: not a terminal, so nothing was changed: add --yes\n')
    expect(files()).toEqual(before)
  })
  test('--dry-run shows the same and changes nothing', () => {
    const { run, files } = person()
    const before = files()
    const { code, out, err } = run('init', '--dry-run', '--yes')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('new file, for codex')
    expect(out).toMatch(
      /\nthese files change, .*:\n(?: {2}\S.*\n)* {2}codex +~\/\.codex\/hooks\.json +new file, \d+ lines\nnothing was changed \(--dry-run\)\n$/,
    )
    expect(files()).toEqual(before)
  })
  test('sets up, says that nothing was seen yet, does nothing the second time, and goes without a trace', () => {
    const { home, run } = person()
    expect(run('init', '--yes', '--preset', 'strict').code).toBe(0)
    expect(readFileSync(join(home, '.config/prudent/settings.yaml'), 'utf8')).toBe('preset: strict\n')
    const again = run('init', '--yes')
    expect({ ...again, out: '' }).toEqual({ code: 0, out: '', err: '' })
    expect(again.out).toMatch(
      /^not yet seen +claude-code: set up; no denied call has been observed yet\n +see it: prudent doctor --live claude-code, [^]*\nnot protected +codex: needs your approval[^]*\n +do this: start codex, open `\/hooks`/,
    )
    expect(again.out).not.toMatch(/^protected/m)
    const status = run('status')
    expect(status.out).toMatch(
      /^agents +2 set up: 1 not yet seen, 1 not protected\nnot yet seen +claude-code: [^]*\nnot protected +codex: needs your approval[^]*\npreset +strict\nmode +enforce\nterminal +not running; .*prudent watch\nsettings +yours \(~\/\.config\/prudent\/settings\.yaml\)\ntoday +no calls yet\n$/,
    )
    const { code, out } = run('doctor', '--json')
    const { hosts, findings } = JSON.parse(out) as { hosts: { host: string; state: string }[]; findings: { id: string; level: string }[] }
    expect(hosts.map(({ host, state }) => `${host} ${state}`)).toEqual(['claude-code set-up', 'codex not-protected'])
    expect(code).toBe(1)
    expect(findings.filter(({ level }) => level === 'failure').map(({ id }) => id)).toEqual(['host.needs-approval'])
    expect(run('uninstall').code).toBe(2)
    const gone = run('uninstall', '--yes')
    expect(gone.code).toBe(0)
    expect(gone.out).toMatch(/\nrestart agent sessions that are open.*\nkept: settings in ~\/\.config\/prudent, the log in ~\/\.local\/state\/prudent/)
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(SETTINGS)
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false)
    expect(existsSync(join(home, '.config/prudent/bin'))).toBe(false)
    expect(run('doctor').code).toBe(1)
    expect(run('uninstall', '--yes')).toMatchObject({ code: 0, out: '' })
  })
  test('leaves a broken file alone, by line and column, and goes on with the others', () => {
    const { home, run } = person()
    writeFileSync(join(home, '.claude/settings.json'), '{\n  "hooks": [\n')
    const { code, out } = run('init', '--yes')
    expect(code).toBe(1)
    expect(out).toMatch(/left alone {2}claude-code: ~\/\.claude\/settings\.json: line 3, column 1: /)
    expect(out).toMatch(/^not protected +codex: needs your approval/m)
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{\n  "hooks": [\n')
  })
  test('a project gets files of its own', () => {
    const { home, run } = person()
    expect(run('init', '--yes', '--project', '--host', 'claude-code,cursor').code).toBe(0)
    expect(readdirSync(join(home, 'work')).toSorted()).toEqual(['.claude', '.cursor', '.git'])
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(SETTINGS)
    expect(run('uninstall', '--yes').code).toBe(0)
    expect(readdirSync(join(home, 'work'))).toEqual(['.git'])
  })
  test.each<readonly [words: readonly string[], said: RegExp]>([
    [['init', '--host', 'claud-code'], /cannot be set up by prudent init.*did you mean `claude-code`/],
    [['init', '--host', 'windsurf'], /docs\/hosts\.md tells about the others/],
    [['init', '--preset', 'strct'], /did you mean `strict`/],
    [['init', '--user', '--project'], /keep one/],
    [['init', 'codex'], /too many arguments/],
  ])('%j is told in one line', (words, said) => {
    const { code, out, err } = person().run(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^prudent: [^\n]*\n$/)
    expect(err).toMatch(said)
  })
})

describe('doctor', () => {
  test('names wrong settings by line and column, and says how to mend what fails', () => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'preset: standard\nmode: observe\nmodee: x\n')
    const wrapper = join(home, '.config/prudent/bin/prudent-hook')
    chmodSync(wrapper, 0o600)
    const { code, out } = run('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/FAIL {2}\S*settings\.yaml:3:1: /)
    expect(out).toMatch(/prudent-hook is not\s+executable[^]*fix: chmod 755/)
    expect(out).toMatch(/FAIL {2}`[^`]+` is not denied/)
    expect(out).toMatch(/\nagents: 1 set up: 1 not protected; \d+ failures/)
    expect(run('init', '--yes', '--host', 'claude-code').out).toContain('made executable')
    expect(statSync(wrapper).mode & 0o777).toBe(0o755)
  })
  test('tells when nothing is enforced', () => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'mode: observe\n')
    expect(run('doctor').out).toContain('`mode: observe` in your settings')
    expect(run('status').out).toMatch(/not protected +claude-code: observe mode is on \(`mode: observe`\)[^\n]*\n[^]*mode +observe/)
    expect(run('check', 'git push --force origin fix')).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^ask [^]*the hook lets it run[^]*`mode: observe`/),
    })
    expect(JSON.parse(run('check', '--json', 'git push --force origin fix').out)).toMatchObject({ verdict: 'ask', mode: 'observe', hook: 'allow' })
    expect(run('explain', 'git push --force origin fix').out).toContain('the hook lets it run')
    for (const command of ['ls', 'rm -rf /']) expect(run('check', command).out).not.toContain('the hook lets it run')
  })
  test.each(['ground.json', 'bin/prudent-hook'])('status fails when %s of ours is gone, and says so', (name) => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    expect([run('status').code, run('status', '--json').code]).toEqual([0, 0])
    rmSync(join(home, '.config/prudent', name))
    const { code, out } = run('status')
    expect({ code, says: out.includes(name) }).toEqual({ code: 1, says: true })
    expect(run('status', '--json').code).toBe(1)
  })
  test('shouts when the gate is switched off', () => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    expect(JSON.parse(run('status', '--json').out)).toMatchObject({
      hosts: [
        { host: 'claude-code', state: 'set-up' },
        { host: 'codex', says: 'not set up' },
      ],
      mode: 'enforce',
    })
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'enabled: false\n')
    const { code, out } = run('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/FAIL {2}the gate is switched off[^]*\nagents: 1 set up: 1 not protected; /)
    expect(JSON.parse(run('doctor', '--json').out)).toMatchObject({ hosts: [{ host: 'claude-code', state: 'not-protected' }, { host: 'codex' }] })
    expect(run('status').out).toMatch(/^agents +1 set up: 1 not protected\nnot protected +claude-code: the gate is switched off/)
    expect(JSON.parse(run('status', '--json').out)).toMatchObject({ hosts: [{ state: 'not-protected' }, { state: 'not-protected' }], mode: 'off' })
    expect(run('check', 'git push --force origin fix').out).toMatch(/the hook lets it run[^]*`enabled: false`/)
  })
  test('tells what in the settings says nothing', () => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'overrides: { git.reset-hrd: allow, floor.delete-root: allow }\n')
    const { code, out } = run('doctor')
    expect(code).toBe(0)
    expect(out).toMatch(/warn {2}no rule is called `git\.reset-hrd`[^]*warn {2}[^]*`floor\.delete-root: allow` is ignored/)
    expect(out).not.toContain('settings are valid')
    expect(run('status').out).toMatch(/settings +no rule is called `git\.reset-hrd`/)
    expect(JSON.parse(run('status', '--json').out)).toMatchObject({
      settings: [],
      notes: [expect.stringContaining('git.reset-hrd'), expect.stringContaining('floor.delete-root')],
    })
  })
  test('says which settings hold while a file must be corrected', () => {
    const { home, run } = person()
    run('init', '--yes', '--host', 'claude-code')
    const file = join(home, '.config/prudent/settings.yaml')
    const says = (): string => run('doctor').out.replaceAll(/\s+/g, ' ')
    writeFileSync(file, 'overides: {}\n')
    expect(says()).toMatch(/FAIL \S*settings\.yaml:1:1: unknown key `overides`.*that file does not count and every call is asked about fix:/)
    writeFileSync(file, 'preset: strict\n')
    expect(says()).toContain('settings are valid, preset strict')
    writeFileSync(file, 'overides: {}\n')
    expect(says()).toMatch(/until this is corrected, the last good settings hold \(\S+\) fix:/)
    writeFileSync(file, '')
    expect(says()).toMatch(/FAIL \S*settings\.yaml:1:1: it is empty now.*the last good settings hold/)
    expect(run('status').out.replaceAll(/\s+/g, ' ')).toMatch(/it is empty now.*the last good settings hold/)
  })
})

test('status shows the last calls and what was asked today, trials left out', () => {
  const { home, run } = person()
  run('init', '--yes', '--host', 'claude-code')
  run('doctor')
  expect(JSON.parse(run('status', '--json').out)).toMatchObject({ today: { calls: 0 }, last: [] })
  const event = {
    session_id: 's',
    cwd: home,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push --force origin fix' },
    tool_use_id: 'u1',
    permission_mode: 'default',
  }
  prudent(['hook', '--host', 'claude-code'], { env: { HOME: home }, input: JSON.stringify(event) })
  expect(JSON.parse(run('status', '--json').out)).toMatchObject({ today: { calls: 1, asked: 1 }, last: [{ host: 'claude-code', verdict: 'ask' }] })
  expect(run('status').out).toMatch(/1 call, 1 asked about[^]*git push --force/)
})
