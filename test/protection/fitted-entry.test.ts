// Is an agent given only the events that every installed version knows, and does every process go by what was chosen?
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { applyInstall, applyUninstall } from '../../src/install/apply.ts'
import { groundNow } from '../../src/install/ground-make.ts'
import { wiredHosts } from '../../src/install/host-findings.ts'
import { planInstall, planUninstall } from '../../src/install/plan.ts'
import type { Plan } from '../../src/install/plan.ts'
import { readRecord } from '../../src/install/record.ts'
import { standings } from '../../src/install/standing.ts'
import type { Standing } from '../../src/install/standing.ts'
import { undoneBy } from '../../src/install/undone.ts'
import { clear } from '../clear.ts'

const roots: string[] = []
afterEach(() => {
  clear(...roots.splice(0))
})

const CLAUDE = INSTALLS.filter(({ host }) => host === 'claude-code')
const NEWER = ['ConfigChange', 'PostToolUseFailure']
const OLDER = ['PostToolUse', 'PreToolUse', 'UserPromptSubmit']
const ALL = [...NEWER, ...OLDER].toSorted()
const BEFORE = '{\n  "model": "opus"\n}\n'

/** A home with these versions installed, where `here` sees them and `elsewhere` none. */
function stage() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-fitted-')))
  roots.push(root)
  const [home, project, state, bin] = ['home', 'project', 'state', 'package/dist'].map((name) => join(root, name)) as [string, string, string, string]
  for (const folder of [home, project, state, bin]) mkdirSync(folder, { recursive: true })
  const paths = { home, node: process.execPath, hook: join(bin, 'hook.cjs') }
  writeFileSync(paths.hook, '')
  const file = join(home, '.claude/settings.json')
  mkdirSync(dirname(file))
  writeFileSync(file, BEFORE)
  let folders: readonly string[] = []
  const here = () => ({ home, project, env: { PATH: folders.map((one) => join(one, 'bin')).join(':') } })
  const elsewhere = { home, project, env: { PATH: '' } }
  const plan = (place = here()): Plan => planInstall(CLAUDE, 'user', place, paths)
  const standing = (place = here()): Standing =>
    standings({ installs: CLAUDE, place }, { state, activity: new Map(), mode: 'enforce', ask: false })[0] as Standing
  return {
    file,
    here,
    elsewhere,
    plan,
    standing,
    /** In the place of those before. */
    installVersions: (versions: readonly (string | null)[]): void => {
      folders = versions.map((version, at) => {
        const folder = join(root, `${at}-${version ?? 'unknown'}`)
        mkdirSync(join(folder, 'bin'), { recursive: true })
        writeFileSync(join(folder, 'bin/claude'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
        if (version !== null) writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@anthropic-ai/claude-code', version }))
        return folder
      })
    },
    init: (place = here()): Plan => {
      const made = plan(place)
      expect(applyInstall(made.changes, home, { version: '1.0.0', hook: null, now: new Date(0) }).failed).toBeNull()
      return made
    },
    uninstall: (): void => {
      expect(applyUninstall(planUninstall(CLAUDE, null, elsewhere, paths).changes, home).failed).toBeNull()
    },
    states: (place = here()): readonly string[] => wiredHosts({ installs: CLAUDE, place }).flatMap(({ files }) => files.map(({ wiring }) => wiring.state)),
    ground: () => groundNow({ installs: CLAUDE, place: elsewhere, paths }, '1.0.0', null)?.entries ?? [],
    record: () => readRecord(home),
    text: (): string => readFileSync(file, 'utf8'),
  }
}
type Staged = ReturnType<typeof stage>

const hooksIn = ({ text }: Staged): Record<string, unknown> =>
  (JSON.parse(text().replace('// mine', '')) as { readonly hooks?: Record<string, unknown> }).hooks ?? {}
const eventsIn = (at: Staged): readonly string[] => Object.keys(hooksIn(at)).toSorted()
const change = (at: Staged, edit: (hooks: Record<string, unknown>) => void): void => {
  const hooks = hooksIn(at)
  edit(hooks)
  writeFileSync(at.file, JSON.stringify({ model: 'opus', hooks }))
}

const INSTALLED: readonly (readonly [readonly (string | null)[], readonly string[]])[] = [
  [[], ALL],
  [[null], ALL],
  [['2.1.48'], ALL],
  [['2.1.325', '2.1.197'], ALL],
  [['2.1.325', null], ALL],
  [['2.1.47'], OLDER],
  [['2.0.45'], OLDER],
  [['2.1.48-beta.1'], OLDER],
  [['2.1.325', '2.0.45'], OLDER],
  [['2.0.45', null], OLDER],
]

describe.each(INSTALLED)('with %j installed', (versions, events) => {
  test('init writes what all of them know, says what is missing, and everybody goes by it wherever they look', () => {
    const at = stage()
    at.installVersions(versions)
    const { missing } = at.init()
    expect(eventsIn(at)).toEqual(events)
    if (events === ALL) expect(missing).toEqual([])
    else for (const name of NEWER) expect(missing[0]?.says).toContain(`\`hooks.${name}\`: `)
    for (const place of [at.here(), at.elsewhere]) {
      expect(at.states(place)).toEqual(['wired'])
      expect(undoneBy('claude-code', at.file, place)).toBeNull()
      expect(at.plan(place).changes.filter(({ host }) => host !== null)).toEqual([])
      expect(at.standing(place).state).toBe('set-up')
    }
    expect(at.ground().map(({ file }) => file)).toEqual([at.file])
    at.uninstall()
    expect(at.text()).toBe(BEFORE)
  })
  test('every event that is taken out is missed', () => {
    const at = stage()
    at.installVersions(versions)
    at.init()
    const whole = at.text()
    for (const event of events) {
      writeFileSync(at.file, whole)
      change(at, (hooks) => void delete hooks[event])
      for (const place of [at.here(), at.elsewhere]) {
        expect(at.states(place)).toEqual(['differs'])
        expect(undoneBy('claude-code', at.file, place)).toContain(`hooks.${event}`)
      }
    }
  })
  test('whatever is installed afterwards, init run again writes what fits', () => {
    for (const [next, due] of INSTALLED.filter(([some]) => some.length === 1 && some[0] !== null && some[0] !== versions[0])) {
      const at = stage()
      at.installVersions(versions)
      at.init()
      at.installVersions(next)
      // Nothing is mended by itself; where the file is dropped now, that is said.
      expect(at.states()).toEqual(['wired'])
      expect(at.standing()).toMatchObject(events === ALL && due === OLDER ? { state: 'not-protected', told: 'version' } : { state: 'set-up' })
      at.init()
      expect(eventsIn(at)).toEqual(due)
      expect(at.standing().state).toBe('set-up')
      at.uninstall()
      expect(at.text()).toBe(BEFORE)
    }
  })
})

test('what an old version drops the file for is told when somebody adds it, and taken out again', () => {
  for (const event of NEWER) {
    const at = stage()
    at.installVersions(['2.0.45'])
    at.init()
    change(at, (hooks) => void (hooks[event] = hooks['UserPromptSubmit']))
    expect(at.states(at.elsewhere)).toEqual(['differs'])
    expect(at.standing(at.elsewhere)).toMatchObject({ state: 'not-protected', told: 'files' })
    at.init(at.elsewhere)
    expect(eventsIn(at)).toEqual(OLDER)
  }
})

test('a file that a person made fit by hand is noted by init as it is', () => {
  const at = stage()
  at.init()
  at.installVersions(['2.0.45'])
  change(at, (hooks) => {
    for (const event of NEWER) delete hooks[event]
  })
  expect(at.states()).toEqual(['differs'])
  const before = at.text()
  at.init()
  expect(at.text()).toBe(before)
  expect(at.states(at.elsewhere)).toEqual(['wired'])
  expect(at.record().map(({ without }) => without?.toSorted())).toEqual([NEWER.map((name) => `hooks.${name}`)])
})
