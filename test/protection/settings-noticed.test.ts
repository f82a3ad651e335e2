// Are the person's settings put back when a call that nobody could read changes them, without losing a word that a person wrote?
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealFor } from '../../src/gate/cache-keeping.ts'
import { groundFile, noticeFiles } from '../../src/install/ground-files.ts'
import type { Mark } from '../../src/install/ground-files.ts'
import { makeLookout } from '../../src/install/lookout.ts'
import { endCall, markCall } from '../../src/install/marks.ts'
import { keepBefore, keepSettings, keptSettings, settingsNow } from '../../src/install/settings-kept.ts'
import type { KeptSettings } from '../../src/install/settings-kept.ts'
import { acceptSettings, easeSettings } from '../../src/install/settings-mend.ts'
import { tendSettings } from '../../src/install/settings-watch.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'

const PERSONS = 'preset: strict\ninclude: [mine.yaml]\n'
const PACK = 'pack: mine\nrules: []\n'

interface Stage {
  readonly home: string
  readonly state: string
  readonly settings: string
  readonly included: string
  readonly place: { readonly home: string; readonly state: string }
}
function stage(): Stage {
  const home = realpathSync(emptyHome())
  const state = join(home, '.local/state/prudent')
  const folder = join(home, '.config/prudent')
  mkdirSync(folder, { recursive: true })
  const [settings, included] = [join(folder, 'settings.yaml'), join(folder, 'mine.yaml')]
  writeFileSync(settings, PERSONS)
  writeFileSync(included, PACK)
  writeFileSync(join(folder, 'http-token'), 'secret-token', { mode: 0o600 })
  return { home, state, settings, included, place: { home, state } }
}
const markNow = (at = Date.now()): Mark => ({ at, host: 'claude-code', session: 's', call: 'c' })

/** As the hook does it for a call that it could not read. */
function unreadCall({ home, state, included, place }: Stage, mark = markNow()): KeptSettings {
  const kept = settingsNow(home, home, [included], mark)
  markCall(state, mark)
  keepBefore(place, kept)
  return kept
}
const aside = (file: string): readonly string[] => readdirSync(dirname(file)).filter((name) => name.includes('.changed-'))
const noticed = ({ state }: Stage): readonly { readonly kind: string }[] =>
  [...openJsonLines({ state }).entries()].filter((entry) => entry.kind === 'violation' || entry.kind === 'notice')

const LOOSE = 'enabled: false\n'
let at: Stage
beforeEach(() => {
  at = stage()
})

/** What becomes of each, and what must lie beside it afterwards. */
const WAYS: readonly (readonly [name: string, change: () => void, beside: string | null])[] = [
  ['overwritten', () => writeFileSync(at.settings, LOOSE), LOOSE],
  ['a line more', () => appendFileSync(at.settings, LOOSE), PERSONS + LOOSE],
  ['emptied', () => truncateSync(at.settings, 0), ''],
  ['cut', () => truncateSync(at.settings, 9), PERSONS.slice(0, 9)],
  ['taken away', () => unlinkSync(at.settings), null],
  ['replaced by a rename', () => (writeFileSync(`${at.home}/x`, LOOSE), renameSync(`${at.home}/x`, at.settings)), LOOSE],
  ['a link to another', () => (writeFileSync(`${at.home}/x`, LOOSE), unlinkSync(at.settings), symlinkSync(`${at.home}/x`, at.settings)), LOOSE],
  ['a link to the same words', () => (writeFileSync(`${at.home}/x`, PERSONS), unlinkSync(at.settings), symlinkSync(`${at.home}/x`, at.settings)), PERSONS],
  ['a folder in its place', () => (unlinkSync(at.settings), mkdirSync(at.settings)), null],
  ['no text', () => writeFileSync(at.settings, Buffer.from([0xff, 0xfe, 0])), null],
  ['its folder moved away', () => renameSync(dirname(at.settings), `${at.home}/moved`), null],
]
const LOOKS: readonly (readonly [who: string, look: () => readonly string[]])[] = [
  ['the next call', () => tendSettings(at.place).found],
  ['who stays', () => makeLookout({ ...at.place })(Date.now()).found],
]

describe('changed while such a call runs', () => {
  test.each(WAYS)('%s: put back, kept beside, said and written down', (_name, change, beside) => {
    unreadCall(at)
    expect(tendSettings(at.place).found).toEqual([])
    change()
    const { found, stuck } = tendSettings(at.place)
    expect(found.join('\n')).toContain('while a call of claude-code ran, and was put back')
    expect([stuck, readFileSync(at.settings, 'utf8')]).toEqual([false, PERSONS])
    const [name] = aside(at.settings)
    if (beside !== null) expect(readFileSync(join(dirname(at.settings), name ?? ''), 'utf8')).toBe(beside)
    if (name !== undefined) expect(found.join('\n')).toContain(name)
    expect(noticed(at).filter(({ kind }) => kind === 'violation').length).toBeGreaterThan(0)
    expect(readFileSync(noticeFiles(at.state).news, 'utf8')).toContain('settings.yaml')
    expect(tendSettings(at.place).found).toEqual([])
  })
  test('an included file too; one that was not there goes aside', () => {
    unlinkSync(at.settings)
    unreadCall(at)
    writeFileSync(at.included, '')
    writeFileSync(at.settings, LOOSE)
    expect(tendSettings(at.place).found).toHaveLength(2)
    expect([readFileSync(at.included, 'utf8'), existsSync(at.settings)]).toEqual([PACK, false])
    expect(aside(at.settings)).toHaveLength(2)
  })
  test('where the file is a link of the person, what it leads to is put back, and it stays a link', () => {
    mkdirSync(join(at.home, 'dotfiles'))
    renameSync(at.settings, join(at.home, 'dotfiles/s.yaml'))
    symlinkSync('../../dotfiles/s.yaml', at.settings)
    unreadCall(at)
    writeFileSync(join(at.home, 'dotfiles/s.yaml'), LOOSE)
    expect(tendSettings(at.place).found).toHaveLength(1)
    expect([realpathSync(at.settings), readFileSync(at.settings, 'utf8')]).toEqual([join(at.home, 'dotfiles/s.yaml'), PERSONS])
    // Where that cannot be, nothing may go by what is there.
    rmSync(join(at.home, 'dotfiles'), { recursive: true })
    writeFileSync(join(at.home, 'dotfiles'), '')
    const [first, again] = [tendSettings(at.place), tendSettings(at.place)]
    expect([first.stuck, first.found.length, again.stuck, again.found.length]).toEqual([true, 1, true, 0])
  })
  test('of the token only that it was changed is known, and no copy of it is anywhere', () => {
    unreadCall(at)
    expect(readFileSync(noticeFiles(at.state).settings, 'latin1')).not.toContain('secret-token')
    writeFileSync(join(at.home, '.config/prudent/http-token'), 'another')
    const { found, stuck } = tendSettings(at.place)
    expect([found.length, stuck]).toEqual([1, false])
    expect(found[0]).toContain('run prudent init')
  })
  test.each(LOOKS)('a person who writes on loses nothing, whoever looks: %s', (_who, look) => {
    unreadCall(at)
    appendFileSync(at.settings, '# begun')
    expect(look().join('\n')).toContain(join(dirname(at.settings), aside(at.settings)[0] ?? '-'))
    expect(readFileSync(at.settings, 'utf8')).toBe(PERSONS)
  })
  test('taking away what is remembered helps nobody: who stays has it in mind, older ones and forged ones say nothing', () => {
    const looser = stage()
    writeFileSync(looser.settings, LOOSE)
    const older = settingsNow(looser.home, looser.home, [], markNow(Date.now() - 5000))
    const kept = unreadCall(at)
    const { settings: file, marks } = noticeFiles(at.state)
    const tamperings: readonly (() => void)[] = [
      () => unlinkSync(file),
      () => writeFileSync(file, 'x'),
      () => keepSettings(at.place, { ...older, files: kept.files.map((one) => ({ ...one, text: LOOSE })) }),
      () => rmSync(marks, { force: true }),
    ]
    for (const tamper of tamperings) {
      const look = makeLookout({ ...at.place, text: '', settings: kept })
      tamper()
      writeFileSync(at.settings, LOOSE)
      look(Date.now())
      expect(readFileSync(at.settings, 'utf8')).toBe(PERSONS)
      keepSettings(at.place, kept)
    }
  })
})

describe('changed when none runs', () => {
  const over = (host = 'claude-code', session = 's', call = 'c'): void => endCall(at.state, { at: Date.now(), host, session, call }, sealFor(at.home))
  const change = (): void => {
    // Behind the end of the call by the coarsest clock that a file system has.
    const until = Date.now() + 30
    while (Date.now() < until);
    writeFileSync(at.settings, LOOSE)
  }
  test.each([
    ['its result was heard', 'c'],
    ['the person wrote a prompt', '*'],
  ])('%s: left as the person made it, said once, no violation', (_name, call) => {
    unreadCall(at)
    over('claude-code', 's', call)
    change()
    expect(tendSettings(at.place).found.join('\n')).toContain('check that it was you')
    expect([readFileSync(at.settings, 'utf8'), aside(at.settings)]).toEqual([LOOSE, []])
    expect(noticed(at).map(({ kind }) => kind)).toEqual(['notice'])
    expect(tendSettings(at.place).found).toEqual([])
  })
  test.each([
    ['another call', () => over('claude-code', 's', 'other')],
    ['another session', () => over('claude-code', 'other', '*')],
    ['another host', () => over('codex', 's', '*')],
    [
      'nobody with our key',
      () => appendFileSync(noticeFiles(at.state).marks, `${JSON.stringify({ over: { ...markNow(), call: '*' }, tag: '0'.repeat(16) })}\n`),
    ],
  ])('the end that %s tells is not its end', (_name, end) => {
    unreadCall(at)
    end()
    change()
    tendSettings(at.place)
    expect(readFileSync(at.settings, 'utf8')).toBe(PERSONS)
  })
  test('a person is asked about the call: it is said, and put back only when its result shows that it ran', () => {
    unreadCall(at, { ...markNow(), asked: true })
    change()
    expect(tendSettings(at.place).found.join('\n')).toContain('waited for its answer, or ran')
    expect([tendSettings(at.place).found, readFileSync(at.settings, 'utf8')]).toEqual([[], LOOSE])
    over('claude-code', 's', 'other')
    // Another call does not make it good.
    unreadCall(at, { ...markNow(), call: 'd', asked: true })
    expect([tendSettings(at.place).found, readFileSync(at.settings, 'utf8')]).toEqual([[], LOOSE])
    over()
    expect(tendSettings(at.place).found.join('\n')).toContain('and was put back')
    expect([readFileSync(at.settings, 'utf8'), aside(at.settings).length]).toEqual([PERSONS, 1])
  })
  test('and who says no, and writes a prompt, keeps what they wrote in between', () => {
    unreadCall(at, { ...markNow(), asked: true })
    change()
    tendSettings(at.place)
    over('claude-code', 's', '*')
    expect([tendSettings(at.place).found, readFileSync(at.settings, 'utf8'), aside(at.settings)]).toEqual([[], LOOSE, []])
    // That is what counts from now on.
    unreadCall(at)
    writeFileSync(at.settings, '')
    tendSettings(at.place)
    expect(readFileSync(at.settings, 'utf8')).toBe(LOOSE)
  })
  test('long after it is said, once, and left', () => {
    unreadCall(at, markNow(Date.now() - 3600_000))
    change()
    expect([tendSettings(at.place).found.length, tendSettings(at.place).found.length]).toEqual([1, 0])
    expect(readFileSync(at.settings, 'utf8')).toBe(LOOSE)
  })
  test('our own commands may change them meanwhile', () => {
    unreadCall(at)
    easeSettings(at.place)
    writeFileSync(at.settings, LOOSE)
    expect(tendSettings(at.place).found).toEqual([])
    acceptSettings(at.place)
    expect(tendSettings(at.place).found).toEqual([])
    writeFileSync(at.settings, '')
    expect(tendSettings(at.place).found).toHaveLength(1)
    expect(readFileSync(at.settings, 'utf8')).toBe(LOOSE)
  })
  test('where there was no such call, nothing is looked at', () => {
    change()
    expect([tendSettings(at.place), keptSettings(at.place)]).toMatchObject([{ found: [], kept: null }, null])
  })
})

describe('the real hook', () => {
  beforeAll(ensureBuilt, 120_000)
  const homes: string[] = []
  afterAll(() => {
    for (const home of homes)
      try {
        process.kill((JSON.parse(readFileSync(noticeFiles(join(home, '.local/state/prudent')).lookout, 'utf8')) as { pid: number }).pid)
      } catch {
        // It has ended.
      }
  })
  test('judges no call by what such a call made of the settings, and by what a person made of them after it', () => {
    const home = realpathSync(emptyHome())
    homes.push(home)
    const settings = join(home, '.config/prudent/settings.yaml')
    for (const folder of ['.claude', 'project', '.config/prudent']) mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(settings, 'overrides: { git.stash-drop: deny }\n')
    const env = { HOME: home }
    expect(prudent(['init', '--host', 'claude-code', '--yes'], { env }).code).toBe(0)
    expect(existsSync(groundFile(home))).toBe(true)
    prudent(['check', '--project', join(home, 'project'), 'ls'], { env })
    const say = (event: string, command: string, id: string): string => {
      const input = JSON.stringify({
        session_id: 's1',
        cwd: join(home, 'project'),
        hook_event_name: event,
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: id,
      })
      const wrapper = join(home, '.config/prudent/bin/prudent-hook')
      const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, cwd: join(home, 'project'), encoding: 'utf8', timeout: 60_000, input } as const
      return spawnSync(wrapper, ['--host', 'claude-code'], options).stdout
    }
    say('PreToolUse', 'sh "$SCRIPT"', 't1')
    // What that call does, at the very moment at which the next one is judged: nobody waits for who stays.
    writeFileSync(settings, 'enabled: false\n')
    const next = say('PreToolUse', 'git stash drop', 't2')
    expect(next).toContain('"deny"')
    expect(next).toContain('settings.yaml.changed-')
    expect(readFileSync(settings, 'utf8')).toContain('deny')
    say('PostToolUse', 'sh "$SCRIPT"', 't1')
    writeFileSync(settings, 'overrides: { git.stash-drop: allow }\n')
    prudent(['check', '--project', join(home, 'project'), 'ls'], { env })
    const after = say('PreToolUse', 'git stash drop', 't3')
    expect([after.includes('"deny"'), after.includes('"ask"')]).toEqual([false, false])
    expect(after).toContain('check that it was you')
    expect(prudent(['status'], { env }).out).toContain('settings.yaml')
    expect(prudent(['doctor', '--json'], { env }).out).toContain('gate.noticed')
  })
})
