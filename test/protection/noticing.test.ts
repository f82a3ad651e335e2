// Is it noticed, and put back, when a call that nobody could read changes the gate's own files? Real hook, real shell, real files in homes of their own.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groundFile, noticeFiles } from '../../src/install/ground-files.ts'
import { withAdministrators } from '../../src/install/ground.ts'
import type { Ground } from '../../src/install/ground.ts'
import { keepLooking, makeLookout } from '../../src/install/lookout.ts'
import { differences } from '../../src/install/notice.ts'
import { emptyHome, ensureBuilt, linesOf, prudent } from '../built.ts'

interface Stage {
  readonly home: string
  readonly state: string
  readonly wrapper: string
  readonly settings: string
  readonly env: Readonly<Record<string, string>>
}
const started: string[] = []

/** A home in which `prudent init` protects these. */
function stage(hosts = 'claude-code'): Stage {
  const home = realpathSync(emptyHome())
  for (const folder of ['.claude', 'project']) mkdirSync(join(home, folder))
  const settings = join(home, '.claude/settings.json')
  writeFileSync(settings, '{\n  "model":   "x",\n  "env": { "A": "1" }\n}\n')
  const env = { HOME: home }
  expect(prudent(['init', '--host', hosts, '--yes'], { env }).code).toBe(0)
  const state = join(home, '.local/state/prudent')
  started.push(state)
  return { home, state, settings, env, wrapper: join(home, '.config/prudent/bin/prudent-hook') }
}

/** As the host does it: first it asks, by the command in its own settings; then its shell runs what was let through. */
function agentRuns({ home, env, settings }: Stage, command: string, id = 't1', run = command): { readonly out: string; readonly code: number | null } {
  const held = JSON.parse(readFileSync(settings, 'utf8').replaceAll(/\/\/.*/g, '')) as { hooks?: { PreToolUse?: { hooks: { command: string }[] }[] } }
  const hook = held.hooks?.PreToolUse?.[0]?.hooks[0]?.command
  const input = JSON.stringify({
    session_id: 's1',
    cwd: join(home, 'project'),
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
  })
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, cwd: join(home, 'project'), encoding: 'utf8' } as const
  const asked = hook === undefined ? { stdout: '', status: 0 } : spawnSync('/bin/sh', ['-c', hook], { ...options, input, timeout: 60_000 })
  if (asked.status === 0 && !/"(?:deny|ask)"/.test(asked.stdout)) spawnSync('/bin/sh', ['-c', run], options)
  return { out: asked.stdout, code: asked.status }
}

/** Waits for what another process does; gives up long after it must have. */
async function until(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (holds()) return true
    await new Promise((done) => setTimeout(done, 50))
  }
  return false
}
const logOf = ({ state }: Stage): Record<string, unknown>[] =>
  readdirSync(join(state, 'audit'))
    .filter((name) => /^\d.*\d\.jsonl$/.test(name))
    .flatMap((name) =>
      linesOf(
        readFileSync(join(state, 'audit', name), 'utf8')
          .replaceAll(/\n+/g, '\n')
          .trim(),
      ),
    )
const violations = (at: Stage): Record<string, unknown>[] => logOf(at).filter(({ kind, rules }) => kind === 'violation' && String(rules) === 'self.noticed')

beforeAll(ensureBuilt, 120_000)
afterAll(() => {
  // Each ends by itself after some minutes: no need to wait for that.
  for (const state of started) {
    try {
      process.kill((JSON.parse(readFileSync(noticeFiles(state).lookout, 'utf8')) as { pid: number }).pid)
    } catch {
      // It has ended.
    }
  }
})

describe('a call whose target nobody could read', () => {
  test('replaces the script that hosts start: it is back within seconds, written down, and said', async () => {
    const at = stage()
    const was = readFileSync(at.wrapper, 'utf8')
    // The shell's own words are another spelling of the same: what is tried here is what comes after.
    agentRuns(at, 'sh "$SCRIPT"', 't1', `f=$(ls ~/.config/*/bin/*-hook); echo exit 0 > $f`)
    expect(await until(() => readFileSync(at.wrapper, 'utf8') === was && violations(at).length > 0)).toBe(true)
    expect(lstatSync(at.wrapper).mode & 0o777).toBe(0o755)
    expect(violations(at)).toMatchObject([{ of: 'self-protection', call: 't1', host: 'claude-code', session: 's1' }])
    // The next call is judged again, and its answer says what happened, once.
    const next = agentRuns(at, 'git push --force origin main', 't2')
    expect(next.out).toContain('was changed while a call of claude-code ran, and was put back')
    expect(next.out).toMatch(/"(?:ask|deny)"/)
    expect(agentRuns(at, 'ls', 't3').out).not.toContain('put back')
    expect(prudent(['status'], { env: at.env }).out).toContain('put back')
    expect(prudent(['status', '--json'], { env: at.env }).out).toContain('"noticed": [')
    expect(prudent(['doctor', '--json'], { env: at.env }).out).toContain('gate.noticed')
  })

  test('takes our entry, its switch and the record away one after the other: each is put back, what else stands there stays', async () => {
    const at = stage()
    const [was, record] = [readFileSync(at.settings, 'utf8'), readFileSync(groundFile(at.home), 'utf8')]
    const count = (): number => violations(at).length
    agentRuns(at, 'sh "$SCRIPT"', 't1', `echo '{ "model": "y", "env": { "B": "2" } }' > ~/.claude/settings.json`)
    expect(await until(() => count() >= 1)).toBe(true)
    expect(JSON.parse(readFileSync(at.settings, 'utf8'))).toMatchObject({
      model: 'y',
      env: { B: '2' },
      hooks: (JSON.parse(was.replaceAll(/\/\/.*/g, '')) as { hooks: object }).hooks,
    })
    spawnSync('sed', ['-i', 's/"model"/"disableAllHooks": true, "model"/', at.settings])
    expect(await until(() => count() >= 2)).toBe(true)
    expect(readFileSync(at.settings, 'utf8')).not.toContain('disableAllHooks')
    rmSync(groundFile(at.home))
    expect(await until(() => count() >= 3)).toBe(true)
    expect(readFileSync(groundFile(at.home), 'utf8')).toBe(record)
    // Damaged altogether: what it held when it was last whole comes back.
    const whole = readFileSync(at.settings, 'utf8')
    writeFileSync(at.settings, '{ "hooks": ')
    expect(await until(() => count() >= 4)).toBe(true)
    expect(readFileSync(at.settings, 'utf8')).toBe(whole)
  })

  test('never two look at once, and one that was ended is there again with the next call', async () => {
    const at = stage()
    const { lookout } = noticeFiles(at.state)
    // While it is written anew it is empty for a moment.
    const pidOf = (): number => (JSON.parse((existsSync(lookout) && readFileSync(lookout, 'utf8')) || '{"pid":0}') as { pid: number }).pid
    agentRuns(at, 'sh "$A"', 't1', 'true')
    expect(await until(() => pidOf() > 0)).toBe(true)
    const first = pidOf()
    agentRuns(at, 'sh "$B"', 't2', 'true')
    expect(await until(() => pidOf() === first)).toBe(true)
    process.kill(first, 'SIGKILL')
    utimesSync(lookout, 0, 0)
    agentRuns(at, 'ls', 't3')
    expect(await until(() => ![0, first].includes(pidOf()))).toBe(true)
  })
})

/** What two looks find: the first only sees that something is in motion. */
const twice = (look: (now: number) => { readonly found: readonly string[] }): readonly string[] => [...look(Date.now()).found, ...look(Date.now()).found]

/** The same looks without a process of their own: many ways at little cost. */
describe('one look after another', () => {
  let at: Stage
  let originals: ReadonlyMap<string, string>
  beforeAll(() => {
    at = stage()
    originals = new Map([at.wrapper, at.settings, groundFile(at.home)].map((file) => [file, readFileSync(file, 'utf8')]))
  }, 120_000)
  const restore = (): void => {
    for (const [file, text] of originals) {
      rmSync(file, { force: true, recursive: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    chmodSync(at.wrapper, 0o755)
    const { marks, news, lookout } = noticeFiles(at.state)
    for (const file of [marks, news, lookout]) rmSync(file, { force: true })
  }
  const mark = (when = Date.now()): void => {
    mkdirSync(noticeFiles(at.state).folder, { recursive: true })
    appendFileSync(noticeFiles(at.state).marks, `${JSON.stringify({ at: when, host: 'claude-code', session: 's', call: 'c' })}\n`)
  }

  const WAYS: readonly (readonly [name: string, change: () => void])[] = [
    ['emptied', () => writeFileSync(at.wrapper, '')],
    ['one byte more', () => appendFileSync(at.wrapper, '\n')],
    ['taken away', () => rmSync(at.wrapper)],
    ['not executable', () => chmodSync(at.wrapper, 0o644)],
    ['open to others', () => chmodSync(at.wrapper, 0o777)],
    ['a link to what says yes', () => (rmSync(at.wrapper), symlinkSync('/bin/true', at.wrapper))],
    ['a folder in its place', () => (rmSync(at.wrapper), mkdirSync(at.wrapper))],
    ['its folder taken away', () => rmSync(join(at.home, '.config/prudent/bin'), { recursive: true })],
    ['our entry taken out', () => writeFileSync(at.settings, '{ "model": "z" }')],
    ['our command changed', () => writeFileSync(at.settings, (originals.get(at.settings) ?? '').replace('--host claude-code', '--host nobody'))],
    ['another time to wait', () => writeFileSync(at.settings, (originals.get(at.settings) ?? '').replaceAll(/"timeout": \d+/g, '"timeout": 1'))],
    ['hooks switched off', () => writeFileSync(at.settings, (originals.get(at.settings) ?? '').replace('"model"', '"disableAllHooks": true, "model"'))],
    ['the file taken away', () => rmSync(at.settings)],
    ['the file emptied', () => writeFileSync(at.settings, '')],
    ['the file cut', () => writeFileSync(at.settings, (originals.get(at.settings) ?? '').slice(0, 60))],
    ['a record that says otherwise', () => writeFileSync(groundFile(at.home), (originals.get(groundFile(at.home)) ?? '').replace('#!/bin/sh', '#!/bin/true'))],
    ['no record', () => rmSync(groundFile(at.home))],
  ]
  test.each(WAYS)('after such a call: %s', (_name, change) => {
    restore()
    const look = makeLookout({ home: at.home, state: at.state, text: originals.get(groundFile(at.home)) ?? '' })
    mark()
    expect(twice(look)).toEqual([])
    change()
    expect(twice(look)).toHaveLength(1)
    expect(twice(look)).toEqual([])
    expect(readFileSync(at.wrapper, 'utf8')).toBe(originals.get(at.wrapper))
    expect(lstatSync(at.wrapper).mode & 0o7777).toBe(0o755)
    expect(readFileSync(groundFile(at.home), 'utf8')).toBe(originals.get(groundFile(at.home)))
    const settings = readFileSync(at.settings, 'utf8')
    expect(settings).toContain('prudent-hook --host claude-code')
    expect(settings).not.toContain('disableAllHooks')
    expect(settings).toMatch(/"timeout": ?20/)
  })
  test.each(WAYS.filter(([name]) => !name.includes('record')))('with no such call it is said, and left as the person made it: %s', (_name, change) => {
    restore()
    const look = makeLookout({ home: at.home, state: at.state })
    twice(look)
    change()
    const [is, text] = [statSync(at.wrapper, { throwIfNoEntry: false })?.mode, existsSync(at.settings) ? readFileSync(at.settings, 'utf8') : null]
    expect(twice(look).join('\n')).toContain('was left as it is')
    expect(statSync(at.wrapper, { throwIfNoEntry: false })?.mode).toBe(is)
    expect(existsSync(at.settings) ? readFileSync(at.settings, 'utf8') : null).toBe(text)
  })
  test('what cannot be put back is said, once, and the rest is put back all the same', () => {
    restore()
    const look = makeLookout({ home: at.home, state: at.state, text: originals.get(groundFile(at.home)) ?? '' })
    mark()
    twice(look)
    // Nobody can lay a file over a folder that holds something, not even who may do everything.
    rmSync(groundFile(at.home))
    mkdirSync(join(groundFile(at.home), 'full'), { recursive: true })
    writeFileSync(at.wrapper, 'exit 0')
    const said = [...twice(look), ...twice(look), ...twice(look)]
    expect(said.filter((one) => one.includes('could not be put back'))).toHaveLength(1)
    expect(said.filter((one) => one.includes('and was put back'))).toHaveLength(1)
    expect(readFileSync(at.wrapper, 'utf8')).toBe(originals.get(at.wrapper))
  })
  test('where the log cannot be written, what was changed is put back and said all the same', () => {
    restore()
    const look = makeLookout({ home: at.home, state: at.state })
    mark()
    twice(look)
    const audit = join(at.state, 'audit')
    const aside = `${audit}-aside`
    renameSync(audit, aside)
    writeFileSync(audit, '')
    try {
      writeFileSync(at.wrapper, 'exit 0')
      expect(twice(look).join('\n')).toContain('and was put back')
      expect(readFileSync(at.wrapper, 'utf8')).toBe(originals.get(at.wrapper))
      expect(readFileSync(noticeFiles(at.state).news, 'utf8')).toContain('and was put back')
    } finally {
      rmSync(audit)
      renameSync(aside, audit)
    }
  })
  test('a module that a host loads, and a program that it starts, are ours whole', () => {
    const other = stage('opencode,cline')
    const record = (JSON.parse(readFileSync(groundFile(other.home), 'utf8')) as { ground: Ground }).ground
    const own = record.entries.filter(({ edit }) => edit.kind === 'file')
    expect(new Set(own.map(({ host }) => host))).toEqual(new Set(['opencode', 'cline']))
    for (const { file, edit } of own) {
      const look = makeLookout({ home: other.home, state: other.state })
      mkdirSync(noticeFiles(other.state).folder, { recursive: true })
      writeFileSync(noticeFiles(other.state).marks, `${JSON.stringify({ at: Date.now(), host: 'cline', session: 's', call: 'c' })}\n`)
      look(Date.now())
      const mode = statSync(file).mode
      for (const change of [() => writeFileSync(file, 'export {}'), () => rmSync(file), () => chmodSync(file, 0o600)]) {
        change()
        twice(look)
        expect(readFileSync(file, 'utf8')).toBe(edit.kind === 'file' ? edit.text : '')
        if ((mode & 0o111) !== 0) expect(statSync(file).mode).toBe(mode)
      }
    }
  })
  test('what somebody is still writing is left to be written', () => {
    restore()
    mark()
    const look = makeLookout({ home: at.home, state: at.state })
    twice(look)
    const whole = originals.get(at.settings) ?? ''
    for (const part of [0, 20, 60, 200]) {
      writeFileSync(at.settings, whole.slice(0, part))
      expect(look(Date.now()).found).toEqual([])
    }
    writeFileSync(at.settings, whole)
    expect(twice(look)).toEqual([])
    expect(readFileSync(at.settings, 'utf8')).toBe(whole)
  })
  test('a call long before, or after the change, has not done it', () => {
    for (const when of [Date.now() - 3600_000, Date.now() + 60_000]) {
      restore()
      const look = makeLookout({ home: at.home, state: at.state })
      look(Date.now())
      mark(when)
      writeFileSync(at.wrapper, 'exit 0')
      expect(twice(look).join('\n')).toContain('was left as it is')
      expect(readFileSync(at.wrapper, 'utf8')).toBe('exit 0')
    }
  })
  test('every file of the package that a call can run or read is in the record', () => {
    restore()
    const ground = JSON.parse(originals.get(groundFile(at.home)) ?? '') as { ground: { package: { files: Record<string, unknown> } } }
    expect(Object.keys(ground.ground.package.files)).toEqual(
      expect.arrayContaining(['package.json', 'dist/hook.cjs', 'dist/hook-engine.cjs', 'dist/data/made.txt', 'dist/lookout.js']),
    )
    expect(prudent(['doctor', '--json'], { env: at.env }).out).not.toContain('gate.package-changed')
  })
})

describe('the package and who says what it is', () => {
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
  const made = (): { readonly folder: string; readonly ground: Ground } => {
    const folder = emptyHome()
    writeFileSync(join(folder, 'hook.cjs'), 'deny()')
    utimesSync(join(folder, 'hook.cjs'), 1000, 1000)
    const files = { 'hook.cjs': [6, 1_000_000, digestOf('deny()')] as const }
    const node = { path: join(folder, 'hook.cjs'), size: 6 }
    return { folder, ground: { version: '1', at: '', scripts: [], entries: [], package: { folder, files }, node } }
  }
  test.each(['quick', 'full'] as const)('as it was: nothing is said, also where only its time is another (%s)', (how) => {
    const { folder, ground } = made()
    expect(differences(ground, how)).toEqual([])
    utimesSync(join(folder, 'hook.cjs'), 2000, 2000)
    expect(differences(ground, how)).toEqual([])
  })
  test.each<readonly [what: string, text: string | null, says: string[]]>([
    ['another text', 'allow()', ['was changed', 'is another program now']],
    ['the same length', 'pass()', ['was changed']],
    ['gone', null, ['is gone', 'is gone']],
  ])('%s', (_what, text, says) => {
    const { folder, ground } = made()
    rmSync(join(folder, 'hook.cjs'))
    if (text !== null) writeFileSync(join(folder, 'hook.cjs'), text)
    expect(differences(ground, 'quick').map((one) => one.says)).toEqual(says)
  })
  test('the same length and time: a full look finds it', () => {
    const { folder, ground } = made()
    writeFileSync(join(folder, 'hook.cjs'), 'pass()')
    utimesSync(join(folder, 'hook.cjs'), 1000, 1000)
    expect(differences(ground, 'full')).toHaveLength(1)
  })
  test("an administrator's record counts more, and only where nobody else could write it", () => {
    const { folder, ground } = made()
    const theirs: Ground = { ...ground, package: { folder, files: { 'hook.cjs': [6, 0, digestOf('pass()')] } } }
    const file = join(folder, 'ground.json')
    writeFileSync(file, JSON.stringify({ ground: theirs }))
    const isRoot = statSync(file).uid === 0
    chmodSync(file, 0o644)
    expect(withAdministrators(ground, file)).toEqual(isRoot ? theirs : ground)
    chmodSync(file, 0o666)
    expect(withAdministrators(ground, file)).toEqual(ground)
    expect(withAdministrators(ground, join(folder, 'none'))).toEqual(ground)
  })
})

test('a process that stays anyway looks too', async () => {
  const at = stage()
  const was = readFileSync(at.wrapper, 'utf8')
  mkdirSync(noticeFiles(at.state).folder, { recursive: true })
  writeFileSync(noticeFiles(at.state).marks, `${JSON.stringify({ at: Date.now(), host: 'cursor', session: 's', call: 'c', unread: true })}\n`)
  const end = keepLooking({ home: at.home, state: at.state })
  try {
    writeFileSync(at.wrapper, 'exit 0')
    expect(await until(() => readFileSync(at.wrapper, 'utf8') === was)).toBe(true)
    expect(violations(at)).toMatchObject([{ host: 'cursor', call: 'c' }])
  } finally {
    end()
  }
})

test('what a person takes away by `prudent uninstall` stays away, though such a call was a moment ago', async () => {
  const at = stage()
  agentRuns(at, 'sh "$SCRIPT"', 't1', 'true')
  expect(await until(() => existsSync(noticeFiles(at.state).lookout))).toBe(true)
  expect(prudent(['uninstall', '--yes'], { env: at.env }).code).toBe(0)
  // It has understood, and ended.
  expect(await until(() => !existsSync(noticeFiles(at.state).lookout))).toBe(true)
  expect(existsSync(at.wrapper)).toBe(false)
  expect(existsSync(groundFile(at.home))).toBe(false)
  expect(readFileSync(at.settings, 'utf8')).toBe('{\n  "model":   "x",\n  "env": { "A": "1" }\n}\n')
  expect(violations(at)).toEqual([])
})
