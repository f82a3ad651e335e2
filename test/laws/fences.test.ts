// Does the fence round the project hold where it should: presets, settings, approved folders, worktrees, names that lead inside?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyOf } from '../../src/config/builtin.ts'
import { callOf } from '../../src/cli/call.ts'
import type { Facts, JsonObject, Scene } from '../../src/core/model.ts'
import { checkSettings } from '../../src/core/policy/rule.ts'
import type { Layer, SettingsSource } from '../../src/core/rules/source.ts'
import { gateOf } from '../../src/gate/gate.ts'
import type { Around } from '../../src/gate/gate.ts'
import { decideResolving } from '../../src/gate/decide.ts'
import { decide } from '../../src/gate/decide.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { buildGate, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { clear } from '../clear.ts'
import { startNameServer } from '../name-server.ts'
import type { NameServer } from '../name-server.ts'

const built: Built = await buildGate()
const gateWith = (preset: string, settings: SettingsSource = {}, layer: Layer['layer'] = 'user', around: Around = {}): Gate => {
  const policy = policyOf(built.sources, preset, [{ layer, settings }])
  if (policy === null) throw new Error('no preset')
  return gateOf(built.sources, policy, built.gate.books.parsers, around)
}
const verdict = (gate: Gate, tool: string, input: JsonObject, place: Partial<Scene> = {}): string =>
  gate.check(callOf(tool, input, home.cwd), { ...home, ...place }).decision.verdict
const OUTSIDE = { file_path: '/home/dev/other/notes.txt' }
const WRITE = { ...OUTSIDE, content: 'x' }

describe('the presets', () => {
  it.each([
    ['standard', 'ask', 'allow'],
    ['strict', 'deny', 'ask'],
    ['relaxed', 'allow', 'allow'],
  ])('%s: write outside %s, read outside %s', (preset, write, read) => {
    expect([verdict(gateWith(preset), 'Write', WRITE), verdict(gateWith(preset), 'Read', OUTSIDE)]).toEqual([write, read])
  })
  it('relaxed says it all the same', () => {
    expect(
      gateWith('relaxed')
        .check(callOf('Write', WRITE, home.cwd), home)
        .decision.findings.map(({ rule }) => rule),
    ).toEqual(['paths.outside'])
  })
})

describe('sandbox in the settings', () => {
  it('says what happens outside', () => {
    const gate = gateWith('standard', { sandbox: { outside: { read: 'ask', write: 'deny' } } })
    expect([verdict(gate, 'Write', WRITE), verdict(gate, 'Read', OUTSIDE), verdict(gate, 'Bash', { command: 'cp a ~/other/a' })]).toEqual([
      'deny',
      'ask',
      'ask',
    ])
    expect(verdict(gateWith('standard', { sandbox: { outside: { write: 'off' } } }), 'Write', WRITE)).toBe('allow')
  })
  it('holds for the tools it names', () => {
    const gate = gateWith('standard', { sandbox: { tools: ['Edit', 'mcp__*'] } })
    expect([verdict(gate, 'Write', WRITE), verdict(gate, 'Edit', { ...OUTSIDE, old_string: 'a', new_string: 'b' })]).toEqual(['allow', 'ask'])
  })
  it('of the project only tightens', () => {
    const loose = gateWith('standard', { sandbox: { outside: { write: 'off' } } }, 'project')
    expect(verdict(loose, 'Write', WRITE)).toBe('ask')
    expect(loose.policy.warnings.join()).toContain('paths.outside')
    expect(verdict(gateWith('standard', { sandbox: { outside: { write: 'deny' } } }, 'project'), 'Write', WRITE)).toBe('deny')
    expect(checkSettings({ sandbox: { tools: ['Edit'] } }, 'project').map(({ message }) => message)).toEqual([
      "`tools` counts in the user's or the administrator's settings only: remove it here",
    ])
  })
  it('never lifts what has reasons of its own', () => {
    const gate = gateWith('standard', { sandbox: { outside: { read: 'off', write: 'off' } } })
    expect(verdict(gate, 'Write', { file_path: '/etc/shadow', content: 'x' })).toBe('deny')
    expect(verdict(gate, 'Read', { file_path: '/home/dev/.ssh/id_rsa' })).not.toBe('allow')
  })
})

describe('secrets in the settings', () => {
  const content = `const key = "${['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'].join('')}"`
  it.each([
    [undefined, 'allow'],
    ['ask', 'ask'],
    ['deny', 'deny'],
  ] as const)('%s: %s', (fence, expected) => {
    const gate = gateWith('standard', fence === undefined ? {} : { secrets: { content: fence } })
    expect(verdict(gate, 'Write', { file_path: 'src/a.ts', content })).toBe(expected)
  })
  it('are told apart by a keyed digest, where there is a key, and never shown', () => {
    const digests = (gate: Gate): unknown[] =>
      gate
        .check(callOf('Write', { file_path: 'src/a.ts', content }, home.cwd), home)
        .reading.actions.flatMap((action) => (action.does === 'carry' ? action.secrets : []))
    expect(digests(gateWith('standard', {}, 'user', { digest: (text) => `digest of ${text.length}` }))).toEqual([
      expect.objectContaining({ length: 40, digest: 'digest of 40' }),
    ])
    expect(digests(gateWith('standard'))[0]).not.toHaveProperty('digest')
  })
})

describe('approved folders', () => {
  it.each(['/home/dev/other', '~/other', '/home/dev'])('%s', (folder) => {
    const gate = gateWith('standard', {}, 'user', { approved: [folder] })
    expect(verdict(gate, 'Write', WRITE)).toBe('allow')
    expect(verdict(gate, 'Write', { file_path: '/srv/x', content: 'x' })).toBe('ask')
    expect(verdict(gate, 'Write', { file_path: '/home/dev/.bashrc', content: 'x' })).toBe('ask')
  })
  it('may come with the scene, and end where their name ends', () => {
    expect(verdict(built.gate, 'Write', WRITE, { approved: ['/home/dev/other'] })).toBe('allow')
    expect(verdict(built.gate, 'Write', WRITE, { approved: ['/home/dev/oth'] })).toBe('ask')
    expect(verdict(built.gate, 'Write', WRITE, { approved: ['/', ''] })).toBe('ask')
    expect(verdict(built.gate, 'Write', { file_path: '/home/dev/other/../x', content: 'x' }, { approved: ['/home/dev/other'] })).toBe('ask')
  })
})

describe('worktrees of the same repository', () => {
  let base = ''
  const git = (cwd: string, ...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'init.defaultBranch=main', ...words], { cwd, stdio: 'ignore' })
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(homedir(), 'prudent-fences-')))
    mkdirSync(`${base}/home/app`, { recursive: true })
    git(`${base}/home/app`, 'init', '-q', '.')
    git(`${base}/home/app`, 'commit', '-q', '--allow-empty', '-m', 'a')
    git(`${base}/home/app`, 'worktree', 'add', '-q', '../tree', '-b', 'other')
  })
  afterAll(() => clear(base))
  const writes = (project: string, file: string): string =>
    decide(built.gate, callOf('Write', { file_path: `${base}/home/${file}`, content: 'x' }, `${base}/home/${project}`), {
      home: `${base}/home`,
      project: `${base}/home/${project}`,
    }).decision.verdict
  it('count as the project, both ways', () => {
    expect([writes('app', 'tree/a.txt'), writes('tree', 'app/a.txt'), writes('app', 'elsewhere/a.txt')]).toEqual(['allow', 'allow', 'ask'])
  })
  it('are believed only when they know of it too', () => {
    mkdirSync(`${base}/home/app/.git/worktrees/forged`, { recursive: true })
    writeFileSync(`${base}/home/app/.git/worktrees/forged/gitdir`, `${base}/home/elsewhere/.git\n`)
    expect(writes('app', 'elsewhere/a.txt')).toBe('ask')
  })
})

describe('names that lead inside', () => {
  let names: NameServer
  beforeAll(async () => {
    names = await startNameServer()
  })
  afterAll(() => names.stop())
  const places = (facts: Facts): readonly string[] =>
    built.gate
      .check(callOf('WebFetch', { url: 'https://meta.test/x' }, home.cwd), home, { facts })
      .reading.actions.flatMap((action) => (action.does === 'connect' ? action.places : []))
  const fetches = async (url: string, resolve: boolean): Promise<string> =>
    (
      await decideResolving(
        built.gate,
        callOf('WebFetch', { url, prompt: 'x' }, home.cwd),
        home,
        {},
        { resolve: resolve && { servers: names.servers, within: 10_000 } },
      )
    ).decision.verdict

  it('are judged by where they lead', async () => {
    expect(places({ hosts: { 'meta.test': ['169.254.169.254'] } })).toContain('metadata')
    expect(places({})).not.toContain('metadata')
    expect(await fetches('https://meta.test/x', true)).not.toBe('allow')
    expect(await fetches('https://good.test/x', true)).toBe('allow')
  })
  it('are not asked about unless somebody wants it, nor when the call is stopped anyway', async () => {
    names.asked.length = 0
    expect(await fetches('https://meta.test/x', false)).toBe('allow')
    expect(await fetches('gopher://meta.test/x', true)).not.toBe('allow')
    const stopped = callOf('Bash', { command: 'curl https://meta.test/x && git push --force' }, home.cwd)
    await decideResolving(built.gate, stopped, home, {}, { resolve: { servers: names.servers, within: 10_000 } })
    await decideResolving(
      built.gate,
      callOf('Bash', { command: 'curl https://$(hostname).good.test/x' }, home.cwd),
      home,
      {},
      { resolve: { servers: names.servers, within: 10_000 } },
    )
    expect(names.asked).toEqual([])
  })
})
