// Is whatever changes the gate's ground between the answer to a call and its result noticed and put back, though nobody read that the call would? The real
// hook, real files in homes of their own.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groundFile, noticeFiles } from '../../src/install/ground-files.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'

interface Stage {
  readonly home: string
  readonly state: string
  readonly env: Readonly<Record<string, string>>
  /** By what each is called in the tests. */
  readonly files: Readonly<Record<'settings' | 'included' | 'record' | 'installed' | 'script' | 'entry', string>>
}
const states: string[] = []
function stage(settings: string | null = 'include: [mine.yaml]\n'): Stage {
  const home = realpathSync(emptyHome())
  for (const folder of ['.claude', 'project', '.config/prudent']) mkdirSync(join(home, folder), { recursive: true })
  const own = (name: string): string => join(home, '.config/prudent', name)
  const files = {
    settings: own('settings.yaml'),
    included: own('mine.yaml'),
    record: groundFile(home),
    installed: own('installed.json'),
    script: own('bin/prudent-hook'),
    entry: join(home, '.claude/settings.json'),
  }
  writeFileSync(files.entry, '{ "model": "x" }\n')
  writeFileSync(files.included, 'pack: mine\ntitle: mine\nrules: []\n')
  if (settings !== null) writeFileSync(files.settings, settings)
  const env = { HOME: home }
  expect(prudent(['init', '--host', 'claude-code', '--yes'], { env }).code).toBe(0)
  prudent(['check', '--project', join(home, 'project'), 'ls'], { env })
  const state = join(home, '.local/state/prudent')
  states.push(state)
  return { home, state, env, files }
}
// By the script as it was installed: another host's, or another session's in its container. Where none is left, no event reaches us.
function say({ home, env, files }: Stage, event: string, more: Readonly<Record<string, unknown>> = {}, script = files.script): string {
  const input = JSON.stringify({ session_id: 's', cwd: join(home, 'project'), hook_event_name: event, ...more })
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, cwd: join(home, 'project'), encoding: 'utf8', timeout: 60_000, input } as const
  return spawnSync('/bin/sh', ['-c', readFileSync(script, 'utf8'), script, '--host', 'claude-code'], options).stdout
}
const call = (command: string, id: string): Readonly<Record<string, unknown>> => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: id })
async function until(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (holds()) return true
    await new Promise((done) => setTimeout(done, 50))
  }
  return false
}
const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)
const isLookedAfter = ({ state }: Stage): boolean => existsSync(noticeFiles(state).lookout)
const newsOf = ({ state }: Stage): string => textOf(noticeFiles(state).news) ?? ''
const beside = ({ home }: Stage): readonly string[] => readdirSync(join(home, '.config/prudent')).filter((name) => name.includes('.changed-'))
/** Longer than the coarsest clock of a file system. */
const aMoment = async (): Promise<void> => new Promise((done) => setTimeout(done, 30))

beforeAll(ensureBuilt, 120_000)
afterAll(() => {
  for (const state of states)
    try {
      process.kill((JSON.parse(readFileSync(noticeFiles(state).lookout, 'utf8')) as { pid: number }).pid)
    } catch {
      // It has ended.
    }
})

const LOOSE = 'enabled: false\n'
/** Runs code that nobody read, and nothing in it says that it may write to us: no mark, so nobody looks while it runs. */
const COMMANDS = ['npm test', 'python3 -m unittest discover tests', 'go test ./...', 'git add .', './built', 'cp -r tpl/. c/']
type Which = keyof Stage['files']
const CHANGES: readonly (readonly [name: string, which: Which, change: (file: string) => void])[] = [
  ['settings overwritten', 'settings', (file) => writeFileSync(file, LOOSE)],
  ['settings taken away', 'settings', unlinkSync],
  ['an included file emptied', 'included', (file) => writeFileSync(file, '')],
  ['the record taken away', 'record', unlinkSync],
  ['the record forged', 'record', (file) => writeFileSync(file, '{"mac":"","ground":{"scripts":[],"entries":[],"package":{}}}')],
  ['what was set up, written anew', 'installed', (file) => writeFileSync(file, '[]')],
  ['our script replaced', 'script', (file) => writeFileSync(file, '#!/bin/sh\nexit 0\n')],
  ['our entry taken out', 'entry', (file) => writeFileSync(file, '{}\n')],
  ["the agent's settings emptied", 'entry', (file) => writeFileSync(file, '')],
]
const CASES = CHANGES.map(([name, which, change], at) => [name, COMMANDS[at % COMMANDS.length] ?? '', which, change] as const)

describe('a call that nobody marked', () => {
  test.each(CASES)('%s by `%s`: put back and said', async (_name, command, which, change) => {
    const at = stage()
    const file = at.files[which]
    const [was, script] = [textOf(file), join(at.home, 'script')]
    writeFileSync(script, readFileSync(at.files.script))
    expect(say(at, 'PreToolUse', call(command, 't1'), script)).not.toMatch(/"(?:ask|deny)"/)
    expect(isLookedAfter(at)).toBe(false)
    change(file)
    say(at, 'PostToolUse', call(command, 't1'), script)
    expect(await until(() => newsOf(at).includes('put back'))).toBe(true)
    if (which === 'entry') expect(textOf(file)).toContain('prudent-hook')
    else expect(textOf(file)).toBe(was)
    expect(say(at, 'PreToolUse', call('ls', 't2'), script)).toContain('was put back')
    expect(prudent(['doctor', '--json'], { env: at.env }).out).toContain('gate.noticed')
  })
  test('settings where there were none go aside, before the next call is judged, though no result came', () => {
    const at = stage(null)
    say(at, 'PreToolUse', call('npm test', 't1'))
    writeFileSync(at.files.settings, LOOSE)
    const next = say(at, 'PreToolUse', call('git push --force origin main', 't2'))
    expect([next.includes('and was removed'), /"(?:ask|deny)"/.test(next), existsSync(at.files.settings), beside(at).length]).toEqual([true, true, false, 1])
  })
  test.each([
    ['a prompt', 'UserPromptSubmit', { prompt: 'go on' }],
    ['a session that begins', 'SessionStart', {}],
    ['a session that ends', 'SessionEnd', {}],
    ['a turn that ends', 'Stop', {}],
    ['another call', 'PreToolUse', call('ls', 'other')],
    ['the result of another call', 'PostToolUse', call('ls', 'other')],
  ])('does not end by %s that it sends itself', async (_name, event, more) => {
    const at = stage()
    const was = textOf(at.files.settings)
    say(at, 'PreToolUse', call('npm test', 't1'))
    say(at, event, more)
    await aMoment()
    writeFileSync(at.files.settings, LOOSE)
    // Nor by making somebody look too early.
    say(at, event, more)
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect([textOf(at.files.settings), beside(at).length]).toEqual([was, 1])
    expect(newsOf(at)).toContain('was put back')
  })
  test('taking away what is remembered is said', () => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    unlinkSync(noticeFiles(at.state).settings)
    writeFileSync(at.files.settings, LOOSE)
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect(newsOf(at)).toContain('was removed or written by somebody else')
  })
})

describe('a person', () => {
  test('who writes while no call is open keeps what they wrote, and hears of it once', async () => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    say(at, 'PostToolUse', call('npm test', 't1'))
    await aMoment()
    writeFileSync(at.files.settings, 'preset: strict\n')
    writeFileSync(at.files.entry, '{}\n')
    await new Promise((done) => setTimeout(done, 100))
    expect(say(at, 'PreToolUse', call('ls', 't2'))).toContain('check that it was you')
    expect(say(at, 'PostToolUse', call('ls', 't2'))).toBe('')
    expect(say(at, 'PreToolUse', call('ls', 't3'))).not.toContain('settings.yaml')
    expect([textOf(at.files.settings), beside(at)]).toEqual(['preset: strict\n', []])
    expect(textOf(at.files.entry)).toBe('{}\n')
    // And from then on that is what must stay.
    writeFileSync(at.files.settings, LOOSE)
    say(at, 'PostToolUse', call('ls', 't3'))
    expect(textOf(at.files.settings)).toBe('preset: strict\n')
  })
  test.each([80, 200, 600, 1500])('who writes %s ms before a call keeps it, though nobody can read what the call does', async (before) => {
    const at = stage()
    say(at, 'PreToolUse', call('ls', 't1'))
    say(at, 'PostToolUse', call('ls', 't1'))
    await aMoment()
    writeFileSync(at.files.settings, 'preset: strict\n')
    writeFileSync(at.files.entry, '{}\n')
    await new Promise((done) => setTimeout(done, before))
    const unread = 'echo x > "$(cat target)"'
    expect(say(at, 'PreToolUse', call(unread, 't2'))).toContain('check that it was you')
    say(at, 'PostToolUse', call(unread, 't2'))
    expect(await until(() => newsOf(at).includes('no call of an agent is known to have done it'))).toBe(true)
    expect([textOf(at.files.settings), textOf(at.files.entry), beside(at)]).toEqual(['preset: strict\n', '{}\n', []])
  })
  test('who was asked about something else meanwhile does not lose it to the next call', async () => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    say(at, 'UserPromptSubmit', { prompt: 'stop that' })
    await aMoment()
    writeFileSync(at.files.settings, 'preset: strict\n')
    say(at, 'PreToolUse', call('npm test', 't2'))
    writeFileSync(at.files.settings, LOOSE)
    say(at, 'PostToolUse', call('npm test', 't2'))
    expect(textOf(at.files.settings)).toBe('preset: strict\n')
  })
  test('who runs our own commands while a call is open is not undone, and the next answer tells that they ran', () => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    expect(prudent(['init', '--host', 'claude-code,codex', '--yes'], { env: at.env }).code).toBe(0)
    const made = [textOf(at.files.installed), textOf(at.files.record)]
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect([textOf(at.files.installed), textOf(at.files.record)]).toEqual(made)
    expect(newsOf(at)).toContain('`prudent init` changed what is installed while a call of claude-code ran')
    expect(prudent(['uninstall', '--yes'], { env: at.env }).code).toBe(0)
    expect([existsSync(at.files.script), existsSync(noticeFiles(at.state).settings)]).toEqual([false, false])
  })
  test('whose settings nobody touched hears nothing, and nobody looks', () => {
    const at = stage()
    for (const id of ['t1', 't2', 't3']) {
      expect(say(at, 'PreToolUse', call('npm test', id))).toBe('')
      writeFileSync(join(at.home, 'project', id), '')
      expect(say(at, 'PostToolUse', call('npm test', id))).toBe('')
    }
    expect([isLookedAfter(at), newsOf(at), beside(at)]).toEqual([false, '', []])
  })
})

describe("an agent's settings in the project", () => {
  const OFF = ['{"disableAllHooks":true}', '{"model":"x","disable\\u0041llHooks":true}', '{"hooksConfig":{"enabled":false}}', '{"hooks":{"disabled":true}}']
  const FILES = ['.claude/settings.json', '.claude/settings.local.json', '.gemini/settings.json', '.qwen/settings.json']
  const inProject = ({ home }: Stage, file: string): string => join(home, 'project', file)
  const put = (at: Stage, file: string, text: string): void => {
    mkdirSync(join(inProject(at, file), '..'), { recursive: true })
    writeFileSync(inProject(at, file), text)
  }
  test.each(
    FILES.flatMap((file, at) => [[file, OFF[at % OFF.length] ?? '', null] as const, [file, OFF[(at + 1) % OFF.length] ?? '', '{"model":"opus"}\n'] as const]),
  )('%s switched off while a call ran is put back: %s, before: %s', async (file, off, before) => {
    const at = stage()
    if (before !== null) put(at, file, before)
    say(at, 'PreToolUse', call('npm test', 't1'))
    await aMoment()
    put(at, file, off)
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect(textOf(inProject(at, file))).toBe(before)
    expect(newsOf(at)).toContain(file)
    expect(readdirSync(join(inProject(at, file), '..')).some((name) => name.includes('.changed-'))).toBe(true)
  })
  test.each(FILES)('%s changed otherwise while a call ran is left alone, and nothing is said', async (file) => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    await aMoment()
    put(at, file, '{"permissions":{"allow":["Bash(npm test)"]}}')
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect([textOf(inProject(at, file)), newsOf(at)]).toEqual(['{"permissions":{"allow":["Bash(npm test)"]}}', ''])
  })
  test('what was so before the call stays, and so does what a person writes between two', async () => {
    const at = stage()
    put(at, '.claude/settings.json', OFF[0] ?? '')
    say(at, 'PreToolUse', call('npm test', 't1'))
    say(at, 'PostToolUse', call('npm test', 't1'))
    await aMoment()
    put(at, '.claude/settings.local.json', OFF[0] ?? '')
    await new Promise((done) => setTimeout(done, 100))
    expect(say(at, 'PreToolUse', call('ls', 't2'))).toContain('switches hooks off')
    expect([textOf(inProject(at, '.claude/settings.json')), textOf(inProject(at, '.claude/settings.local.json'))]).toEqual([OFF[0], OFF[0]])
  })
})

describe('a record that is gone, where something is installed', () => {
  test.each([
    ['it alone', (at: Stage) => unlinkSync(at.files.record)],
    ['its copy too', (at: Stage) => [at.files.record, noticeFiles(at.state).record].forEach((file) => unlinkSync(file))],
    [
      'and all that names it',
      (at: Stage) => {
        for (const file of [at.files.record, noticeFiles(at.state).record, noticeFiles(at.state).settings]) rmSync(file)
        writeFileSync(at.files.installed, '[]')
      },
    ],
  ])('%s: doctor fails, status says it', (_name, take) => {
    const at = stage()
    take(at)
    const doctor = prudent(['doctor', '--json'], { env: at.env })
    expect([doctor.code === 0, doctor.out.includes('gate.record-missing')]).toEqual([false, true])
    expect(prudent(['status'], { env: at.env }).out.replaceAll(/\s+/g, ' ')).toContain('is gone, though prudent is set up here')
  })
  test('after `prudent uninstall` nothing is missing', () => {
    const at = stage()
    expect(prudent(['uninstall', '--yes'], { env: at.env }).code).toBe(0)
    expect(prudent(['doctor', '--json'], { env: at.env }).out).not.toContain('gate.record-missing')
  })
  test('and nothing tells what it was: the next answers say so', async () => {
    const at = stage()
    say(at, 'PreToolUse', call('npm test', 't1'))
    for (const file of [at.files.record, noticeFiles(at.state).record]) unlinkSync(file)
    say(at, 'PostToolUse', call('npm test', 't1'))
    expect(await until(() => newsOf(at).includes('there is no record of what was installed'))).toBe(true)
  })
})
