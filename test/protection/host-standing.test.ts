// Is an agent called protected only when a denial was seen to hold with this version and these files? Real files, in homes of their own.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostActivity, SeenCall } from '../../src/audit/activity.ts'
import type { HostInstall, InstallPlace } from '../../src/hosts/_frame/install.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { applyInstall } from '../../src/install/apply.ts'
import { planInstall } from '../../src/install/plan.ts'
import { noteSeen, readSeen } from '../../src/install/seen.ts'
import { standings } from '../../src/install/standing.ts'
import type { Sight, Standing } from '../../src/install/standing.ts'
import { clear } from '../clear.ts'

const roots: string[] = []
afterEach(() => {
  clear(...roots.splice(0))
})

interface Machine {
  readonly place: InstallPlace
  readonly state: string
  readonly put: (file: string, text: string) => string
  readonly version: (name: string, version: string, at?: string) => void
  readonly stands: (sight?: Partial<Sight>) => Standing
}

function machine(host: string, wired = true): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-standing-')))
  roots.push(root)
  const place = { home: join(root, 'home'), project: join(root, 'project'), system: join(root, 'system'), env: { PATH: '' } }
  for (const folder of [place.home, place.project]) mkdirSync(folder)
  const install = INSTALLS.find((one) => one.host === host) as HostInstall
  const hook = join(root, 'hook.cjs')
  writeFileSync(hook, '')
  for (const folder of install.folders(place)) mkdirSync(folder, { recursive: true })
  const plan = planInstall([install], 'user', place, { home: place.home, node: process.execPath, hook })
  if (wired) expect(applyInstall(plan.changes, place.home, { version: '1.0.0', hook: null, now: new Date(0) }).failed).toBeNull()
  const put = (file: string, text: string): string => {
    const at = join(root, file)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
    return at
  }
  const state = join(root, 'state')
  return {
    place,
    state,
    put,
    version: (name, version, at = 'home/.npm-global/lib/node_modules') => void put(`${at}/${name}/package.json`, JSON.stringify({ name, version })),
    stands: (sight = {}) => {
      const [only, ...more] = standings({ installs: [install], place }, { state, activity: new Map(), mode: 'enforce', ask: false, ...sight })
      expect(more).toEqual([])
      if (only === undefined) throw new Error('not found')
      return only
    },
  }
}

const CLAUDE = '@anthropic-ai/claude-code'
const see = ({ state, stands }: Machine, version: string, held = true, at = '2026-11-16T10:00:00.000Z'): void =>
  noteSeen(state, {
    host: stands().host,
    version,
    configuration: stands().configuration,
    at,
    how: 'live',
    held,
    says: held ? 'the canary survived' : 'the canary is gone',
  })
const call = (at: string, more: Partial<SeenCall> = {}): SeenCall => ({ at, id: 'x', session: 's', tool: 'Bash', verdict: 'deny', ...more })
const activity = (host: string, more: Partial<HostActivity>): ReadonlyMap<string, HostActivity> =>
  new Map([[host, { host, last: call('2026-11-16T10:00:00.000Z'), denied: null, held: null, contradictions: [], unmatched: 0, ...more }]])
const LATER = new Date(Date.now() + 60_000).toISOString()

describe('set up is not protected', () => {
  test.each(INSTALLS.map(({ host }) => host))('%s: straight after init it was not seen yet, or waits for its user', (host) => {
    const { state, says, mend } = machine(host).stands()
    expect(state).toBe(['codex', 'mistral-vibe'].includes(host) ? 'not-protected' : 'set-up')
    expect(says).not.toBe('')
    expect(mend).not.toBe('')
  })
  test('what is there and not set up says how', () => {
    expect(machine('cursor', false).stands()).toMatchObject({ state: 'not-protected', setUp: false, mend: 'prudent init --host cursor' })
  })
})

describe('a version that nobody looked at', () => {
  test.each(['copilot-cli', 'opencode', 'gemini-cli'])('%s: it is said, with the version to update to', (host) => {
    const at = machine(host)
    const name = INSTALLS.find((one) => one.host === host)?.packages?.[0] ?? ''
    at.version(name, '0.0.1')
    const { state, says, mend } = at.stands()
    expect(state).not.toBe('protected')
    if (state === 'set-up') expect(says).toContain('nobody looked at version 0.0.1')
    expect(mend).toMatch(state === 'set-up' ? new RegExp(`^update it to \\d[\\d.]* or later, then prudent doctor --live ${host}$`) : /^update it/)
    // What was seen to hold counts all the same.
    if (state === 'set-up') {
      see(at, '0.0.1')
      expect(at.stands().state).toBe('protected')
    }
  })
})

describe('what was seen', () => {
  test('counts for this version and these files, and for no other', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    expect(at.stands()).toMatchObject({ state: 'set-up', installations: [{ version: '2.1.325' }] })
    see(at, '2.1.325')
    expect(at.stands()).toMatchObject({ state: 'protected', says: 'tried live 2026-11-16', mend: '' })
    at.version(CLAUDE, '2.1.326')
    expect(at.stands().state).toBe('set-up')
    at.version(CLAUDE, '2.1.325')
    const file = join(at.place.home, '.claude/settings.json')
    const text = readFileSync(file, 'utf8')
    // Something else in the same file is another matter; our own entry is not.
    writeFileSync(file, text.replace('{', '{ "model": "opus",'))
    expect(at.stands().state).toBe('protected')
    writeFileSync(file, text.replace('"statusMessage": "Prudent"', '"statusMessage": "Mine"'))
    expect(at.stands().state).toBe('set-up')
  })
  test('a denial that did not hold, seen later, undoes it; one that held mends it', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    see(at, '2.1.325')
    see(at, '2.1.325', false, '2026-11-16T11:00:00.000Z')
    expect(at.stands()).toMatchObject({ state: 'not-protected', says: 'the canary is gone with 2.1.325' })
    see(at, '2.1.325', true, '2026-11-16T12:00:00.000Z')
    expect(at.stands().state).toBe('protected')
  })
  test('of several installations each must be seen', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    at.version(CLAUDE, '2.1.197', 'home/.nvm/versions/node/v20.0.0/lib/node_modules')
    see(at, '2.1.325')
    expect(at.stands()).toMatchObject({ state: 'set-up', says: 'no denied call has been observed yet with 2.1.197' })
    see(at, '2.1.197')
    expect(at.stands().state).toBe('protected')
  })
})

describe('the log', () => {
  test('a denial that held makes it protected, for the version that is there', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    expect(at.stands({ activity: activity('claude-code', { held: call(LATER) }) })).toMatchObject({
      state: 'protected',
      says: expect.stringMatching(/^a denial held/) as string,
    })
    expect(readSeen(at.state)).toMatchObject([{ host: 'claude-code', version: '2.1.325', how: 'call', held: true }])
    // Kept: the log may be gone tomorrow.
    expect(at.stands().state).toBe('protected')
  })
  test('so it does where the version is that of a program on the search path', () => {
    const at = machine('claude-code')
    chmodSync(at.put('bin/2.1.325/claude', '#!/bin/sh\n'), 0o755)
    Object.assign(at.place.env, { PATH: join(at.place.home, '../bin/2.1.325') })
    expect(at.stands({ activity: activity('claude-code', { held: call(LATER) }) })).toMatchObject({
      state: 'protected',
      installations: [{ version: '2.1.325', file: expect.stringMatching(/claude$/) as string }],
    })
  })
  test('not one from before the files were as they are, of another version, or of nobody knows which', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    const states = (held: SeenCall): string => at.stands({ activity: activity('claude-code', { held }) }).state
    expect(states(call('2026-01-01T00:00:00.000Z'))).toBe('set-up')
    expect(states(call(LATER, { hostVersion: '2.1.300' }))).toBe('set-up')
    at.version(CLAUDE, '2.1.197', 'home/.nvm/versions/node/v20.0.0/lib/node_modules')
    expect(states(call(LATER))).toBe('set-up')
    expect(readSeen(at.state)).toEqual([])
    expect(states(call(LATER, { hostVersion: '2.1.197' }))).toBe('set-up')
    expect(readSeen(at.state)).toMatchObject([{ version: '2.1.197' }])
  })
  test('a call that ran although it was denied makes it unprotected, until a denial holds', () => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    see(at, '2.1.325')
    const ran = { at: '2026-11-16T12:00:00.000Z', host: 'claude-code', session: 's', call: 'c', tool: 'Bash', answered: 'deny' as const }
    expect(at.stands({ activity: activity('claude-code', { contradictions: [ran] }) })).toMatchObject({ state: 'not-protected', told: 'log' })
    expect(at.stands({ activity: activity('claude-code', { contradictions: [ran], held: call('2026-11-16T11:00:00.000Z') }) }).state).toBe('not-protected')
    expect(at.stands({ activity: activity('claude-code', { contradictions: [ran], held: call('2026-11-16T13:00:00.000Z') }) }).state).toBe('protected')
  })
})

describe('not protected, whatever was seen before', () => {
  const seen = (): Machine => {
    const at = machine('claude-code')
    at.version(CLAUDE, '2.1.325')
    see(at, '2.1.325')
    expect(at.stands().state).toBe('protected')
    return at
  }
  test('hooks switched off, by the person, the project or the administrator', () => {
    for (const file of ['project/.claude/settings.json', 'project/.claude/settings.local.json', 'system/etc/claude-code/managed-settings.json']) {
      const at = seen()
      at.put(file, '{ "disableAllHooks": true }')
      expect(at.stands()).toMatchObject({ state: 'not-protected', says: expect.stringContaining('disableAllHooks') as string })
    }
  })
  test('our entry gone, cut, or with too little time', () => {
    const again = 'prudent init --host claude-code'
    for (const [change, mend] of [
      [() => '{}', again],
      // What nobody can read, a person has to put right first.
      [(text: string) => text.slice(0, -20), 'correct that line'],
      [(text: string) => text.replaceAll('"timeout": 20', '"timeout": 2'), again],
      [(text: string) => text.replace('"PreToolUse"', '"PreToolUsed"'), again],
    ] as const) {
      const at = seen()
      const file = join(at.place.home, '.claude/settings.json')
      writeFileSync(file, change(readFileSync(file, 'utf8')))
      expect(at.stands()).toMatchObject({ state: 'not-protected', mend })
    }
  })
  test('the gate switched off, or only watching', () => {
    for (const mode of ['off', 'observe'] as const) expect(seen().stands({ mode })).toMatchObject({ state: 'not-protected', told: 'settings' })
  })
  test('a version that does not ask us at all', () => {
    const at = machine('qwen-code')
    at.version('@qwen-code/qwen-code', '0.10.1')
    expect(at.stands()).toMatchObject({ state: 'not-protected', told: 'version', says: 'version 0.10.1: it has no hooks' })
    at.version('@qwen-code/qwen-code', '0.15.10')
    expect(at.stands().state).toBe('set-up')
  })
})
