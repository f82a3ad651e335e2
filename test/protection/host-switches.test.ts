// Does what a host's own files switch off, or what its user has not approved yet, count as an obstacle? Real configuration files.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostInstall, InstallPlace, Scope } from '../../src/hosts/_frame/install.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { applyInstall } from '../../src/install/apply.ts'
import { digestOf } from '../../src/install/files.ts'
import { configurationOf, obstaclesOf } from '../../src/install/obstacles.ts'
import { planInstall } from '../../src/install/plan.ts'
import { clear } from '../clear.ts'

const roots: string[] = []
afterEach(() => {
  clear(...roots.splice(0))
})

const installOf = (host: string): HostInstall => {
  const install = INSTALLS.find((one) => one.host === host)
  if (install === undefined) throw new Error(host)
  return install
}

function setUp(host: string, scope: Scope = 'user'): { readonly place: InstallPlace; readonly put: (file: string, text: string) => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-switches-')))
  roots.push(root)
  const place = { home: join(root, 'home'), project: join(root, 'project'), system: join(root, 'system'), env: { PATH: '' } }
  for (const folder of [place.home, place.project]) mkdirSync(folder)
  const hook = join(root, 'hook.cjs')
  writeFileSync(hook, '')
  const plan = planInstall([installOf(host)], scope, place, { home: place.home, node: process.execPath, hook })
  expect(plan.refusals).toEqual([])
  expect(applyInstall(plan.changes, place.home, { version: '1.0.0', hook: null, now: new Date(0) }).failed).toBeNull()
  const put = (file: string, text: string): void => {
    const at = join(root, file)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
  return { place, put }
}

/** Host, file, what it says. Each must be noticed wherever it counts, and another value must not. */
const SWITCHES: readonly (readonly [host: string, file: string, off: string, on: string])[] = [
  ...['project/.claude/settings.json', 'project/.claude/settings.local.json', 'system/etc/claude-code/managed-settings.json'].map(
    (file) => ['claude-code', file, '{"disableAllHooks": true}', '{"disableAllHooks": false}'] as const,
  ),
  ['claude-code', 'system/etc/claude-code/managed-settings.d/10-hooks.json', '{"allowManagedHooksOnly": true}', '{"allowManagedHooksOnly": false}'],
  [
    'claude-code',
    'system/Library/Application Support/ClaudeCode/managed-settings.json',
    '{"strictPluginOnlyCustomization": ["hooks"]}',
    '{"strictPluginOnlyCustomization": ["agents"]}',
  ],
  ...['project/.claude/settings.json', 'project/.claude/settings.local.json'].map(
    (file) => ['claude-code', file, '{"env": {"CLAUDE_CODE_SAFE_MODE": "1"}}', '{"env": {"CLAUDE_CODE_SAFE_MODE": "0"}}'] as const,
  ),
  ...['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'].map(
    (name) => ['claude-code', 'system/etc/claude-code/managed-settings.json', `{"env": {"${name}": "true"}}`, `{"env": {"${name}": ""}}`] as const,
  ),
  ['claude-code', 'project/.claude/settings.json', '{"env": {"CLAUDE_CODE_SIMPLE": "1"}}', '{"env": {"CLAUDE_CODE_SIMPLE": "0"}}'],
  ...['project/.qwen/settings.json', 'system/etc/qwen-code/settings.json'].map(
    (file) => ['qwen-code', file, '{"env": {"QWEN_CODE_SIMPLE": "1"}}', '{"env": {"QWEN_CODE_SIMPLE": "0"}}'] as const,
  ),
  ...['project/.qwen/settings.json', 'system/etc/qwen-code/settings.json', 'system/etc/qwen-code/system-defaults.json'].map(
    (file) => ['qwen-code', file, '{"disableAllHooks": true}', '{}'] as const,
  ),
  ['gemini-cli', 'project/.gemini/settings.json', '{"hooksConfig": {"enabled": false}}', '{"hooksConfig": {"enabled": true}}'],
  ['gemini-cli', 'system/etc/gemini-cli/settings.json', '{"hooksConfig": {"disabled": ["other", "prudent"]}}', '{"hooksConfig": {"disabled": ["other"]}}'],
  ['copilot-cli', 'home/.copilot/settings.json', '{"disableAllHooks": true}', '{}'],
  ['copilot-cli', 'project/.github/copilot/settings.json', '// shared\n{"disableAllHooks": true,}', '{}'],
  ['amp', 'system/etc/ampcode/managed-settings.json', '{"amp.dangerouslyAllowAll": true}', '{}'],
  ['droid', 'system/etc/factory/settings.json', '{"allowManagedHooksOnly": true}', '{}'],
  ['letta-code', 'project/.letta/settings.json', '{"hooks": {"disabled": true}}', '{"hooks": {"disabled": false}}'],
  ['grok', 'system/etc/grok/requirements.toml', 'allow_managed_hooks_only = true\n', 'allow_managed_hooks_only = false\n'],
  ['vscode', 'home/.config/Code/User/settings.json', '{"chat.useHooks": false}', '{"chat.useHooks": true}'],
]

describe('a switch in a file that counts', () => {
  test.each(SWITCHES)('%s: %s %s', (host, file, off, on) => {
    const { place, put } = setUp(host)
    const before = configurationOf(installOf(host), place)
    expect(obstaclesOf(installOf(host), 'user', place)).toEqual([])
    put(file, on)
    expect(obstaclesOf(installOf(host), 'user', place)).toEqual([])
    expect(configurationOf(installOf(host), place)).toBe(before)
    put(file, off)
    const [obstacle, ...more] = obstaclesOf(installOf(host), 'user', place)
    expect(more).toEqual([])
    expect(obstacle).toMatchObject({ kind: 'switched-off' })
    expect(obstacle?.file.endsWith(file.replace(/^(?:home|project|system)/, ''))).toBe(true)
    expect(obstacle?.mend).toMatch(file.startsWith('system') ? /administrator/ : /^remove that setting/)
    expect(configurationOf(installOf(host), place)).not.toBe(before)
  })
})

test('OpenClaw: a list of plugins without ours keeps it out', () => {
  const { place, put } = setUp('openclaw')
  const config = (plugins: object): string => JSON.stringify({ plugins: { ...plugins, entries: { prudent: { enabled: true } } } })
  const said = (plugins: object): number => (put('home/.openclaw/openclaw.json', config(plugins)), obstaclesOf(installOf('openclaw'), 'user', place).length)
  expect([{}, { allow: ['prudent'] }, { allow: ['other'] }, { allow: [] }, { enabled: false }].map(said)).toEqual([0, 0, 1, 1, 1])
})

test('Mistral Vibe runs hooks only where its settings say so', () => {
  const { place, put } = setUp('mistral-vibe')
  const said = (text: string): number => (put('home/.vibe/config.toml', text), obstaclesOf(installOf('mistral-vibe'), 'user', place).length)
  expect(['', 'enable_experimental_hooks = false', 'enable_experimental_hooks = true'].map(said)).toEqual([1, 1, 0])
})

describe('Codex', () => {
  const KEY = ':pre_tool_use:0:0'
  /** As Codex computes it; the first of the tests below holds it against what Codex 0.166.0 said. */
  const hashOf = (command: string, timeout = 150): string =>
    digestOf(
      JSON.stringify({
        event_name: 'pre_tool_use',
        hooks: [{ async: false, command, statusMessage: 'Prudent', timeout, type: 'command' }],
        matcher: '*',
      }),
    )
  const trust = (file: string, hash: string, more = ''): string => `model = "x"\n\n[hooks.state."${file}${KEY}"]\ntrusted_hash = "sha256:${hash}"\n${more}`
  const kinds = (place: InstallPlace, scope: Scope = 'user'): readonly string[] => obstaclesOf(installOf('codex'), scope, place).map(({ kind }) => kind)

  test('the hash is the one that Codex 0.166.0 gave for this entry', () => {
    expect(hashOf('/tmp/hosts-x/home/.config/prudent/bin/prudent-hook --host codex --wait 150')).toBe(
      'd9fe88522f921e28382efcb9373625d59fa6a08c383776efc521fc82b7741d27',
    )
  })
  test('needs the user’s approval, of exactly this hook, in exactly this file', () => {
    const { place, put } = setUp('codex')
    const [file, command] = [`${place.home}/.codex/hooks.json`, `${place.home}/.config/prudent/bin/prudent-hook --host codex --wait 150`]
    expect(obstaclesOf(installOf('codex'), 'user', place)).toMatchObject([{ kind: 'approval', mend: expect.stringContaining('/hooks') as string }])
    const untrusted = configurationOf(installOf('codex'), place)
    put('home/.codex/config.toml', trust(file, hashOf(command)))
    expect(kinds(place)).toEqual([])
    expect(configurationOf(installOf('codex'), place)).not.toBe(untrusted)
    for (const other of [
      trust(file, hashOf(`${command} `)),
      trust(file, hashOf(command, 20)),
      trust(`${place.project}/.codex/hooks.json`, hashOf(command)),
      'model = ',
    ])
      expect((put('home/.codex/config.toml', other), kinds(place))).toEqual(['approval'])
    put('home/.codex/config.toml', trust(file, hashOf(command), 'enabled = false\n'))
    expect(kinds(place)).toEqual(['switched-off'])
    put('home/.codex/config.toml', `${trust(file, hashOf(command))}\n[features]\nhooks = false\n`)
    expect(kinds(place)).toEqual(['switched-off'])
  })
  test('the administrator may leave only hooks of their own', () => {
    const { place, put } = setUp('codex')
    const file = `${place.home}/.codex/hooks.json`
    put('home/.codex/config.toml', trust(file, hashOf(`${place.home}/.config/prudent/bin/prudent-hook --host codex --wait 150`)))
    put('system/etc/codex/requirements.toml', 'allow_managed_hooks_only = true\n')
    expect(kinds(place)).toEqual(['switched-off'])
  })
  test('a hook before ours moves it, and the approval with it', () => {
    const { place, put } = setUp('codex')
    const file = `${place.home}/.codex/hooks.json`
    const command = `${place.home}/.config/prudent/bin/prudent-hook --host codex --wait 150`
    const ours = { matcher: '*', hooks: [{ type: 'command', command, timeout: 150, statusMessage: 'Prudent' }] }
    put('home/.codex/hooks.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }, ours] } }))
    put('home/.codex/config.toml', trust(file, hashOf(command)))
    expect(kinds(place)).toEqual(['approval'])
    put('home/.codex/config.toml', trust(file, hashOf(command)).replace(KEY, ':pre_tool_use:1:0'))
    expect(kinds(place)).toEqual([])
  })
  test('a project’s file counts in trusted projects only', () => {
    const { place, put } = setUp('codex', 'project')
    const file = `${place.project}/.codex/hooks.json`
    const trusted = trust(file, hashOf(`${place.home}/.config/prudent/bin/prudent-hook --host codex --wait 150`))
    put('home/.codex/config.toml', trusted)
    expect(kinds(place, 'project')).toEqual(['approval'])
    put('home/.codex/config.toml', `${trusted}\n[projects."${place.project}"]\ntrust_level = "trusted"\n`)
    expect(kinds(place, 'project')).toEqual([])
  })
})

test('Qwen Code is told a time that every version reads as twenty seconds', () => {
  const { place } = setUp('qwen-code')
  const edits = installOf('qwen-code').edits('user', place, { program: '', command: 'x', plugin: '', home: '', and: () => 'x' })
  const [edit] = edits ?? []
  const timeouts = [...JSON.stringify(edit?.kind === 'json' ? edit.add.map(({ value }) => value) : []).matchAll(/"timeout":(\d+)/g)].map(([, time]) =>
    Number(time),
  )
  /** In milliseconds: 0.15.10 takes the number as it is; 0.23.4 and later take seconds, but milliseconds from 1000 on. */
  const old = (time: number): number => time
  const now = (time: number): number => (time >= 1000 ? time : time * 1000)
  expect(timeouts.length).toBeGreaterThan(3)
  for (const time of timeouts) expect([old(time), now(time)]).toEqual([20_000, 20_000])
})

describe('a variable of the environment', () => {
  const offs = INSTALLS.flatMap(({ host, variables = [] }) => variables.flatMap((one) => (one.is === 'off' ? [[host, one.name] as const] : [])))
  test.each(offs)('%s: %s switches its hooks off where it is true, and only there', (host, name) => {
    const { place } = setUp(host)
    const install = installOf(host)
    const given = (value: string): InstallPlace => ({ ...place, env: { ...place.env, [name]: value } })
    for (const value of ['1', 'true', 'YES', ' on ']) {
      const [obstacle, ...more] = obstaclesOf(install, 'user', given(value))
      expect(more).toEqual([])
      expect(obstacle).toMatchObject({ kind: 'switched-off', file: 'your environment', mend: expect.stringContaining(`unset ${name}`) as string })
      expect(obstacle?.says).toContain(name)
      expect(configurationOf(install, given(value))).not.toBe(configurationOf(install, place))
    }
    for (const value of ['', '0', 'false', 'no']) expect(obstaclesOf(install, 'user', given(value))).toEqual([])
  })
  test('there are some for Claude Code, Qwen Code and OpenCode', () => {
    expect(new Set(offs.map(([host]) => host))).toEqual(new Set(['claude-code', 'opencode', 'qwen-code']))
  })
  const folders = INSTALLS.flatMap(({ host, variables = [] }) => variables.flatMap((one) => (one.is === 'folder' ? [[host, one.name] as const] : [])))
  test.each(folders)('%s: %s moves what is written, looked at and started', (host, name) => {
    const install = installOf(host)
    const place: InstallPlace = { home: '/home/dev', project: '/project', env: { [name]: '/moved' } }
    const ours = { program: '/p', command: '/p', plugin: '/p', home: '/home/dev', and: () => '/p' }
    const named = [...install.folders(place), ...(install.edits('user', place, ours) ?? []).map(({ file }) => file)]
    expect(named.every((file) => file.startsWith('/moved'))).toBe(true)
    // Only where it is an absolute path.
    expect(install.folders({ ...place, env: { [name]: 'moved' } })[0]).toMatch(/^\/home\/dev\//)
  })
  test.each([
    ['gemini-cli', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', '{"hooksConfig": {"enabled": false}}'],
    ['qwen-code', 'QWEN_CODE_SYSTEM_SETTINGS_PATH', '{"disableAllHooks": true}'],
    ['claude-code', 'CLAUDE_CODE_MANAGED_SETTINGS_PATH', '{"disableAllHooks": true}'],
  ])('%s: the settings file that %s names is looked into', (host, name, text) => {
    const { place, put } = setUp(host)
    put('elsewhere/settings.json', text)
    const named = { ...place, env: { ...place.env, [name]: join(place.home, '../elsewhere/settings.json') } }
    expect(obstaclesOf(installOf(host), 'user', place)).toEqual([])
    expect(obstaclesOf(installOf(host), 'user', named)).toMatchObject([{ kind: 'switched-off' }])
  })
})
