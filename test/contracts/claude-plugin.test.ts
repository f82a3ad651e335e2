// Is the plugin for Claude Code what the build makes, in the form that Claude Code reads, and do its hooks hold when they are run as written?
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import type { JsonObject } from '../../src/core/model.ts'
import { claudePlugin } from '../../src/install/claude-plugin.ts'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'
import { clear } from '../clear.ts'
import { shellEvent } from '../hook-process.ts'

const FILES = claudePlugin()
const read = (name: string): JsonObject => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as JsonObject
const made: string[] = []
beforeAll(ensureBuilt, 60_000)
afterAll(() => {
  clear(...made)
})

test.each(Object.keys(FILES))('%s is what the build makes', (name) => {
  expect(readFileSync(join(ROOT, name), 'utf8')).toBe(FILES[name])
})

test('nothing else lies in its folder', () => {
  const found = readdirSync(join(ROOT, 'plugins'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = found.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  expect(names.toSorted()).toEqual(
    Object.keys(FILES)
      .filter((name) => name.startsWith('plugins/'))
      .toSorted(),
  )
})

/** The 33 events of Claude Code that we know by name; another would be ignored in silence. */
const EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'ConfigChange']
const HANDLER = ['type', 'command', 'timeout', 'onFailure', 'statusMessage', 'async']

test('manifests and hooks have the form that Claude Code reads', () => {
  expect(read('plugins/claude-code/.claude-plugin/plugin.json')).toMatchObject({ name: 'prudent', version: about.version })
  const marketplace = read('.claude-plugin/marketplace.json') as {
    name: string
    owner: JsonObject
    plugins: { name: string; source: string; version: string }[]
  }
  expect(marketplace).toMatchObject({ name: 'prudent', owner: { name: 'Prudent' } })
  expect(marketplace.plugins.map(({ name, version }) => [name, version])).toEqual([['prudent', about.version]])
  for (const { source } of marketplace.plugins) expect(existsSync(join(ROOT, source, '.claude-plugin/plugin.json'))).toBe(true)
  const { hooks, ...rest } = read('plugins/claude-code/hooks/hooks.json') as { hooks: Record<string, { matcher?: string; hooks: JsonObject[] }[]> }
  expect(Object.keys(rest)).toEqual(['description'])
  expect(Object.keys(hooks)).toEqual(EVENTS)
  for (const group of Object.values(hooks).flat()) {
    for (const handler of group.hooks) {
      expect(Object.keys(handler).filter((key) => !HANDLER.includes(key))).toEqual([])
      expect(handler['type']).toBe('command')
      expect(handler['command']).toContain('"${CLAUDE_PLUGIN_ROOT}/')
    }
  }
  expect(hooks['PreToolUse']?.[0]).toMatchObject({ matcher: '*', hooks: [{ onFailure: 'block' }] })
})

test('what is needed of it is in the package', () => {
  expect(about.files).toEqual(expect.arrayContaining(['plugins', '.claude-plugin']))
})

describe('its command, run as Claude Code runs it', () => {
  const { hooks } = read('plugins/claude-code/hooks/hooks.json') as { hooks: Record<string, { hooks: { command: string }[] }[]> }
  const command = hooks['PreToolUse']?.[0]?.hooks[0]?.command ?? ''

  /** Copied to a folder of its own, with a blank in its name, as an installed plugin is. */
  function run(judged: string, env: Readonly<Record<string, string>>): { readonly code: number | null; readonly out: string; readonly err: string } {
    const root = join(mkdtempSync(join(tmpdir(), 'prudent-plugin-')), 'a plugin')
    made.push(root)
    cpSync(join(ROOT, 'plugins/claude-code'), root, { recursive: true })
    const ran = spawnSync('/bin/sh', ['-c', command], {
      input: JSON.stringify(shellEvent('claude-code', judged)),
      env: { PATH: '/usr/bin:/bin', CLAUDE_PLUGIN_ROOT: root, ...env },
      cwd: ROOT,
      encoding: 'utf8',
    })
    return { code: ran.status, out: ran.stdout, err: ran.stderr }
  }
  const denies = ({ code, out }: { readonly code: number | null; readonly out: string }): boolean => code === 2 || out.includes('"permissionDecision":"deny"')

  test('with what `prudent init` has put in place', () => {
    const home = emptyHome()
    made.push(home)
    expect(prudent(['init', '--yes', '--host', 'codex'], { env: { HOME: home } }).code).toBe(0)
    expect(denies(run('rm -rf /', { HOME: home }))).toBe(true)
    expect(run('ls', { HOME: home })).toEqual({ code: 0, out: '', err: '' })
  })
  test('with the command on the search path', () => {
    const home = emptyHome()
    const bin = join(home, 'bin')
    made.push(home)
    mkdirSync(bin)
    writeFileSync(join(bin, 'prudent'), `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/cli.js')}' "$@"\n`, { mode: 0o755 })
    const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin` }
    expect(denies(run('rm -rf /', env))).toBe(true)
    expect(run('ls', env)).toEqual({ code: 0, out: '', err: '' })
    writeFileSync(join(bin, 'prudent'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(run('ls', env)).toMatchObject({ code: 2, err: expect.stringContaining('could not run (exit code 1)') as string })
  })
  test('without a gate it denies everything, and says how to get one', () => {
    const home = emptyHome()
    made.push(home)
    expect(run('ls', { HOME: home })).toMatchObject({ code: 2, err: expect.stringContaining('npm install --global prudent') as string })
    expect(run('ls', {})).toMatchObject({ code: 2 })
  })
})
