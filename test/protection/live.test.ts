// Does a live trial pass where an agent is stopped, and tell every way in which it is not? The agent is a stand-in that can be dishonest; the hook, the server, the model and the log are real.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTrial, storiesOf } from '../../src/audit/stories.ts'
import type { HostInstall, InstallPlace } from '../../src/hosts/_frame/install.ts'
import { install } from '../../src/hosts/claude-code/install.ts'
import { live } from '../../src/hosts/claude-code/live.ts'
import { here } from '../../src/install/here.ts'
import { explain } from '../../src/live/explain.ts'
import type { LiveTold } from '../../src/live/explain.ts'
import { startablesOf } from '../../src/live/program.ts'
import { reasonsFor } from '../../src/live/reasons.ts'
import { tryLive } from '../../src/live/trial.ts'
import type { LiveSeen } from '../../src/live/trial.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'

beforeAll(ensureBuilt, 60_000)

/** Nobody else's trials lie here. */
process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'prudent-trials-'))
afterAll(() => clear(process.env['TMPDIR'] ?? ''))

type Switches = Readonly<Record<string, unknown>>
interface Person {
  readonly home: string
  readonly place: InstallPlace
  readonly program: string
  readonly switches: (given: Switches) => void
  /** What the agent saw of its surroundings. */
  readonly report: () => { readonly env: Readonly<Record<string, string>>; readonly settings: object; readonly args: readonly string[]; readonly cwd: string }
}

/** Somebody with other hooks, other servers and a key, who has set us up. */
function person(cli = ROOT, variables: Readonly<Record<string, string>> = {}): Person {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-person-')))
  const bin = join(home, 'bin')
  for (const folder of [bin, join(home, '.claude')]) mkdirSync(folder)
  const program = join(bin, 'claude')
  copyFileSync(join(import.meta.dirname, 'stand-in-host.mjs'), program)
  chmodSync(program, 0o755)
  const own = {
    env: { ANTHROPIC_API_KEY: 'sk-of-the-person' },
    apiKeyHelper: 'touch started-helper',
    hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: `touch ${home}/started-other-hook` }] }] },
    mcpServers: { theirs: { command: 'touch', args: [`${home}/started-their-server`] } },
  }
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(own, null, 2))
  // An empty one stands for a folder of the person's.
  const moved = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === '' ? join(home, 'elsewhere') : value]))
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, ANTHROPIC_API_KEY: 'sk-of-the-person', ...moved }
  const init = spawnSync(process.execPath, [join(cli, 'dist/cli.js'), 'init', '--yes', '--host', 'claude-code'], { env, cwd: home, encoding: 'utf8' })
  expect([init.status, init.stderr]).toEqual([0, ''])
  const switches = (given: Switches): void => writeFileSync(join(bin, 'switches.json'), JSON.stringify({ report: join(home, 'report.json'), ...given }))
  switches({})
  return {
    home,
    program,
    switches,
    place: { home, project: home, env },
    report: () => JSON.parse(readFileSync(join(home, 'report.json'), 'utf8')) as ReturnType<Person['report']>,
  }
}

/** For what does not touch the person's files. */
let shared: Person
beforeAll(() => void (shared = person()))

interface Tried extends LiveTold {
  readonly seen: LiveSeen
  /** By what it is about: `harmless`, `denied`, `write` … */
  readonly levels: Readonly<Record<string, string>>
  readonly why: readonly string[]
}

async function tried({ place, home, program }: Person, limits = {}): Promise<Tried> {
  const given: HostInstall = install
  const seen = await tryLive({ install: given, live, place, program, version: '9.8.7', limits: { thinksMs: 0, patienceMs: 300, ...limits } })
  const paths = { ...here(home).paths, home, folders: {} }
  const told = explain(seen, explain(seen, []).held ? [] : await reasonsFor(given, place, paths, seen, 5000))
  const levels = Object.fromEntries(told.findings.filter(({ id }) => id !== 'live.why').map(({ id, level }) => [id.replace('live.', ''), level]))
  return { ...told, seen, levels, why: told.findings.filter(({ id }) => id === 'live.why').map(({ says }) => says) }
}

const digest = (home: string): string =>
  ['.claude/settings.json', '.config/prudent/bin/prudent-hook', '.config/prudent/installed.json']
    .map((file) => readFileSync(join(home, file), 'utf8'))
    .join('\0')
const running = (words: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words)
      } catch {
        return false
      }
    })
const scratches = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('tmp.'))

const GOOD = { harmless: 'good', denied: 'good', write: 'good', edit: 'good', server: 'good', 'server-denied': 'good', 'errand-denied': 'good', left: 'good' }

describe('an agent that minds us', () => {
  test('passes; nothing of the person is started, handed on, changed or left', async () => {
    const one = person()
    const before = digest(one.home)
    const result = await tried(one)
    expect(result.levels).toEqual(GOOD)
    expect([result.held, result.why]).toEqual([true, []])
    expect(result.seen).toMatchObject({ changed: [], removed: [], outlived: 0, ended: 'by itself', code: 0 })
    const { env, settings, args, cwd } = one.report()
    expect(env['HOME']).not.toBe(one.home)
    expect(JSON.stringify([env, settings, args])).not.toContain('sk-of-the-person')
    expect(settings).not.toHaveProperty('mcpServers')
    expect(settings).not.toHaveProperty('apiKeyHelper')
    expect(JSON.stringify(settings)).not.toContain('started-other-hook')
    expect(readdirSync(one.home).filter((name) => name.startsWith('started'))).toEqual([])
    expect(digest(one.home)).toBe(before)
    expect(existsSync(cwd)).toBe(false)
    expect(readdirSync(join(one.home, '.claude'))).toEqual(['settings.json'])
    const stories = storiesOf(openJsonLines({ state: join(one.home, '.local/state/prudent') }).entries())
    expect(stories.filter(({ decision }) => decision?.verdict === 'deny')).toHaveLength(5)
    // Told apart from calls, by the ids that our model gave them.
    expect(stories.filter((story) => story.decision !== undefined && !isTrial(story))).toEqual([])
  })
  test('passes where it ends its run at every denial: the rest is asked for in another', async () => {
    const one = shared
    one.switches({ endsAtDenial: true })
    const result = await tried(one)
    expect([result.held, result.levels]).toEqual([true, GOOD])
  })
  test('what it has no tool for is told, and is no failure', async () => {
    const one = shared
    one.switches({ offersNot: ['Edit', 'note', 'write_file', 'Task'] })
    const result = await tried(one)
    expect(result.held).toBe(true)
    expect(result.levels).toEqual({ ...GOOD, edit: 'note', server: 'note', 'server-denied': 'note', 'errand-denied': 'note' })
  })
  test('a sub-agent that it does not wait for is waited for by its model', async () => {
    const one = shared
    one.switches({ waitsNot: true })
    const result = await tried(one)
    expect([result.held, result.levels]).toEqual([true, GOOD])
  })
  test.each([
    ['its folder is moved by a variable', { CLAUDE_CONFIG_DIR: '' }, true],
    ['a variable of another program is set', { QWEN_CODE_SIMPLE: '1' }, true],
    ['a variable that switches hooks off is set', { CLAUDE_CODE_SIMPLE: '1' }, false],
  ])('%s: what the person has in their environment counts', async (_name, variables, held) => {
    const one = person(ROOT, variables)
    one.switches({})
    const result = await tried(one)
    expect(result.held).toBe(held)
    const { env } = one.report()
    for (const [name, value] of Object.entries(variables)) {
      if (name.startsWith('QWEN')) expect(env).not.toHaveProperty(name)
      else if (value !== '') expect(env[name]).toBe(value)
      else expect(env[name]?.startsWith(env['HOME'] ?? 'nowhere')).toBe(true)
    }
    if (!held) expect(result.why[0]).toMatch(/`CLAUDE_CODE_SIMPLE` starts it without hooks/)
  })
})

test('every version that is installed is one to start, on the search path or in a folder of packages', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-versions-')))
  const name = '@anthropic-ai/claude-code'
  const put = (folder: string, version: string): string => {
    mkdirSync(join(root, folder, name, 'bin'), { recursive: true })
    writeFileSync(join(root, folder, name, 'package.json'), JSON.stringify({ name, version, bin: { claude: 'bin/claude' } }))
    const program = join(root, folder, name, 'bin/claude')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    return program
  }
  const [first, second, again, other] = [put('one', '2.1.325'), put('two', '2.1.197'), put('three', '2.1.325'), put('.npm-global/lib/node_modules', '2.0.45')]
  const place = { home: root, project: join(root, 'project'), env: { PATH: [first, second, again].map((file) => join(file, '..')).join(':') } }
  expect(await startablesOf(install, place)).toEqual([
    { program: first, version: '2.1.325' },
    { program: second, version: '2.1.197' },
    { program: other, version: '2.0.45' },
  ])
  rmSync(root, { recursive: true })
})

describe('an agent that does not', () => {
  test.each<readonly [string, Switches, Readonly<Record<string, string>>, RegExp]>([
    ['starts no hook', { hooksOff: [''] }, { harmless: 'failure', denied: 'failure' }, /did not start our hook/],
    ['starts none for files', { hooksOff: ['Write'] }, { harmless: 'good', denied: 'good', write: 'failure' }, /did not start our hook/],
    ['starts none for sub-agents', { blindErrands: true }, { denied: 'good', server: 'good', 'errand-denied': 'failure' }, /did not start our hook/],
    ['starts none for servers', { hooksOff: ['mcp__'] }, { denied: 'good', write: 'good', server: 'failure' }, /did not start our hook/],
    ['does not mind the answer', { deaf: true }, { harmless: 'good', denied: 'failure' }, /`timeout` is 20 .*milliseconds/],
    ['waits for milliseconds', { millis: true }, { denied: 'failure' }, /our hook|`timeout` is 20|did not start/],
    ['lets nothing run', { refuses: true }, { harmless: 'failure', later: 'note' }, /the model heard: .*not permitted/],
  ])('%s: it fails, and says why', async (_name, switches, levels, why) => {
    const one = shared
    one.switches(switches)
    const result = await tried(one)
    expect(result.held).toBe(false)
    expect(result.levels).toMatchObject(levels)
    expect(result.why.join('\n')).toMatch(why)
  })
  test('never asks its model', async () => {
    const one = shared
    one.switches({ silent: true })
    const result = await tried(one)
    expect([result.held, Object.keys(result.levels)]).toEqual([false, ['not-begun']])
    expect(result.says).toMatch(/ended without asking its model/)
  })
  test('hangs: it is ended in time', async () => {
    const one = shared
    one.switches({ hangs: true })
    const result = await tried(one, { quietMs: 1500 })
    expect([result.held, result.seen.ended]).toEqual([false, 'stuck'])
    expect(running(one.program)).toEqual([])
  })
  test('leaves sessions in the real home, changes a file and starts what outlives it: found, cleared, told', async () => {
    const one = person()
    const settings = join(one.home, '.claude/settings.json')
    one.switches({ leaves: join(one.home, '.claude'), changes: settings, outlives: true })
    const result = await tried(one)
    expect(result.held).toBe(false)
    expect(result.seen.changed).toEqual([settings])
    expect(result.seen.outlived).toBe(1)
    // What does not name the trial may be somebody's session.
    expect(readdirSync(join(one.home, '.claude')).toSorted()).toEqual(['projects', 'settings.json', 'somebody-elses.jsonl'])
    expect(readdirSync(join(one.home, '.claude/projects'))).toEqual([])
  })
})

describe('what protects it is broken', () => {
  const hook = (home: string): string => join(home, '.config/prudent/bin/prudent-hook')
  const edited = (home: string, edit: (held: Record<string, unknown>) => object): void => {
    const file = join(home, '.claude/settings.json')
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)))
  }
  test.each<readonly [string, (one: Person) => void, RegExp]>([
    ['hooks are switched off', ({ home }) => edited(home, (held) => ({ ...held, disableAllHooks: true })), /`disableAllHooks` switches every hook off/],
    ['the script answers exit code 0', ({ home }) => writeFileSync(hook(home), '#!/bin/sh\nexit 0\n'), /is not what this version of prudent writes/],
    [
      'the script denies what lies in our folders, and has nothing else of ours',
      ({ home }) => writeFileSync(hook(home), '#!/bin/sh\ncase $(cat) in *prudent*|*unlink*|*write_file*) exit 2 ;; esac\nexit 0\n'),
      /is not what this version of prudent writes/,
    ],
    ['the script is gone', ({ home }) => rmSync(hook(home)), /which it starts, is not there/],
  ])('%s', async (_name, breaks, why) => {
    const one = person()
    breaks(one)
    const result = await tried(one)
    expect(result.held).toBe(false)
    expect(result.why[0]).toMatch(why)
  })
  test('the script sleeps: it fails in time, and no sleep is left', async () => {
    const one = person()
    writeFileSync(hook(one.home), '#!/bin/sh\nsleep 4321\n')
    const result = await tried(one, { quietMs: 2000 })
    expect(result.held).toBe(false)
    expect(result.why.join('\n')).toMatch(/our hook gives no answer within 5 s/)
    expect(running('sleep 4321')).toEqual([])
  })
  test('the package was moved', async () => {
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-package-')))
    for (const part of ['dist', 'package.json']) cpSync(join(ROOT, part), join(elsewhere, part), { recursive: true })
    const one = person(elsewhere)
    rmSync(elsewhere, { recursive: true })
    const result = await tried(one)
    expect([result.held, result.levels['harmless']]).toEqual([false, 'failure'])
    expect(result.why.join('\n')).toMatch(/our hook fails by itself \(exit code 2\)/)
  })
})

test('somebody interrupts it: what was started is ended, the folder is gone', async () => {
  shared.switches({ hangs: true })
  const { HOME = '', PATH = '' } = shared.place.env
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), 'doctor', '--live', 'claude-code'], {
    env: { HOME, PATH, TMPDIR: process.env['TMPDIR'] },
    cwd: shared.home,
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  rmSync(join(shared.home, 'report.json'), { force: true })
  while (!existsSync(join(shared.home, 'report.json'))) await new Promise((resolve) => setTimeout(resolve, 50))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(running(shared.program)).toEqual([])
})

test('no folder of a trial is left', () => {
  expect(scratches()).toEqual([])
})
