// Do agents' files become what they should with us, and what they were without us? Real configuration files, in homes of their own.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostInstall, Ours, Scope } from '../../src/hosts/_frame/install.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { applyInstall, applyUninstall } from '../../src/install/apply.ts'
import { splitWords, tryCommand } from '../../src/install/canary.ts'
import { codeCacheFinding } from '../../src/install/code-cache.ts'
import { examine } from '../../src/install/doctor.ts'
import type { Examined } from '../../src/install/doctor.ts'
import { isOurCommand } from '../../src/install/edit.ts'
import { editsFor, planInstall, planUninstall } from '../../src/install/plan.ts'
import type { Plan } from '../../src/install/plan.ts'
import { withPreset } from '../../src/install/preset.ts'
import { hookDigest, oursFor } from '../../src/install/wrapper.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const homes: string[] = []
afterEach(() => clear(...homes.splice(0)))

const oursOf = (home: string): Ours => {
  const ours = oursFor({ home }, { host: 'claude-code' })
  if (ours === null) throw new Error('no command')
  return ours
}

const EDITION = { version: '1.0.0', hook: null, now: new Date(0) }

/** Stands where the hook will be: denies what must be denied and says nothing about the rest, or does what it is told. */
const PRUDENT_STAND_IN = `let text=''; process.stdin.on('data', (d) => (text += d)).on('end', () => {
  if (process.env.PRUDENT_STAND_IN === 'crash') throw new Error('broken')
  const generic = process.argv.includes('generic')
  if (text.includes('rm -rf /')) { process.stderr.write('denied\\n'); process.exit(2) }
  if (generic) process.stdout.write(JSON.stringify({ verdict: 'allow', reason: '' }))
  const judged = process.argv.indexOf('--judged')
  if (judged >= 0) process.exitCode = Number(process.argv[judged + 1])
})`

interface Stage {
  readonly home: string
  readonly project: string
  readonly install: (names: readonly string[], scope?: Scope) => Plan
  readonly plan: (names: readonly string[], scope?: Scope) => Plan
  readonly uninstall: (names?: readonly string[]) => Plan
  /** `trials`: with what stands where the hook will be, which is not it. */
  readonly examine: (trials?: boolean) => Examined
  readonly put: (file: string, text: string, mode?: number) => string
  readonly get: (file: string) => string
}

function stage(name = 'home'): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-install-')))
  homes.push(root)
  const [home, project] = [join(root, name), join(root, 'project')]
  for (const folder of [home, project]) mkdirSync(folder)
  const hook = join(root, 'hook.cjs')
  writeFileSync(hook, PRUDENT_STAND_IN)
  const place = { home, project, env: { PATH: '' } }
  const paths = { home, node: process.execPath, hook }
  const chosen = (names: readonly string[]): readonly HostInstall[] => INSTALLS.filter(({ host }) => names.includes(host))
  const plan = (names: readonly string[], scope: Scope = 'user'): Plan => planInstall(chosen(names), scope, place, paths)
  return {
    home,
    project,
    plan,
    install: (names, scope = 'user') => {
      const made = plan(names, scope)
      expect(applyInstall(made.changes, home, EDITION).failed).toBeNull()
      return made
    },
    uninstall: (names) => {
      const made = planUninstall(INSTALLS, names ?? null, place, paths)
      expect(applyUninstall(made.changes, home).failed).toBeNull()
      return made
    },
    examine: (trials = false) =>
      examine({
        installs: INSTALLS,
        place,
        paths,
        version: '1.0.0',
        settings: { wrong: [], until: null, notes: [], mode: 'enforce', enabled: true, preset: 'standard' },
        store: join(home, '.local/state/prudent/audit'),
        user: process.getuid?.() ?? null,
        trials,
      }),
    put: (file, text, mode = 0o644) => {
      const full = join(home, file)
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, text, { mode })
      chmodSync(full, mode)
      return full
    },
    get: (file) => readFileSync(join(home, file), 'utf8'),
  }
}

/** Every file below, with its bytes. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'latin1')]))
}
const levels = ({ findings }: Examined): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ about, id, level }) => [`${about} ${id}`, level]))
const states = ({ hosts }: Examined): Readonly<Record<string, string>> => Object.fromEntries(hosts.map(({ host, state }) => [host, state]))

/** Nothing of the old text is lost or moved; only blanks may differ. */
function holdsInOrder(text: string, old: string): boolean {
  let at = 0
  const bare = old.replaceAll(/\s/g, '')
  for (const char of text) if (char === bare[at]) at++
  return at === bare.length
}

const NAMES = INSTALLS.map(({ host }) => host)

/** What people have in these files: comments, odd indentation, hooks of others. */
const EXISTING: readonly (readonly [host: string, file: string, text: string])[] = [
  [
    'claude-code',
    '.claude/settings.json',
    '{\n  "model":   "opus",\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "~/bin/lint.sh" } ] }\n    ],\n    "Stop": []\n  },\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n',
  ],
  ['claude-code', '.claude/settings.json', '{"model":"opus","permissions":{"deny":[]}}'],
  ['claude-code', '.claude/settings.json', ''],
  [
    'codex',
    '.codex/hooks.json',
    '{\r\n    "description": "mine",\r\n    "hooks": {\r\n        "PreToolUse": [\r\n            { "matcher": "Bash", "hooks": [ { "type": "command", "command": "x" } ] }\r\n        ]\r\n    }\r\n}\r\n',
  ],
  ['gemini-cli', '.gemini/settings.json', '\uFEFF{\n\t"theme": "dark",\n\t"hooks": {}\n}'],
  ['gemini-cli', '.gemini/settings.json', '{\n  // mine\n  "theme": "dark" /* as ever */\n}\n'],
  ['qwen-code', '.qwen/settings.json', '{\n /* a */ "x" : 1 ,\n     "hooks":{"PreToolUse":[]}\n}\n'],
  ['cursor', '.cursor/hooks.json', '{ "version": 1, "hooks": { "beforeShellExecution": [ { "command": "./audit.sh" } ] } }\n'],
  ['droid', '.factory/settings.json', '{\n  "hooks": { "PreToolUse": [ { "matcher": "*", "hooks": [ { "type": "command", "command": "a" } ] } ] }\n}\n'],
  ['droid', '.factory/hooks.json', '{\n  "Stop": [ { "hooks": [ { "type": "command", "command": "a" } ] } ]\n}\n'],
  ['crush', '.config/crush/crush.json', '{\n  "$schema": "https://charm.land/crush.json",\n  "lsp": {}\n}\n'],
  ['kimi-code', '.kimi-code/config.toml', '# mine\r\ndefault_model = "k2"\r\n\r\n[[hooks]]\r\nevent = "Stop"\r\ncommand = "notify"'],
  ['mistral-vibe', '.vibe/hooks.toml', '[[hooks]]\nname = "mine"\ntype = "before_tool"\ncommand = "x"\n'],
  [
    'hermes',
    '.hermes/config.yaml',
    '# mine\nmodel: x   # odd   blanks\nhooks:\n    # before\n    pre_tool_call:\n    - command: /usr/bin/true\n      timeout: 5\nhooks_auto_accept: false\n',
  ],
  ['hermes', '.hermes/config.yaml', 'model: "x"\nhooks:\n  post_tool_call:\n    - command: a\n'],
  ['hermes', '.hermes/config.yaml', 'model: x'],
  ['auggie', '.augment/settings.json', '{\n  "toolPermissions": [ { "toolName": "view", "permission": { "type": "allow" } } ]\n}\n'],
  ['openhands', '.openhands/hooks.json', '{ "post_tool_use": [ { "matcher": "*", "hooks": [] } ] }\n'],
  ['openclaw', '.openclaw/openclaw.json', '{\n  // mine\n  "agents": {},\n  "plugins": { "entries": { "voice": { "enabled": true } } }\n}\n'],
  ['openclaw', '.openclaw/openclaw.json', '{ "agents": { "list": [] } }\n'],
  [
    'letta-code',
    '.letta/settings.json',
    '{\n  "agents": [],\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "x", "timeout": 5000 } ] } ] }\n}\n',
  ],
  ['amp', '.config/amp/settings.json', '{\n  "amp.notifications.enabled": true\n}\n'],
]

describe('there and back', () => {
  test.each(EXISTING)('%s: %s %#', (host, file, text) => {
    const at = stage()
    const full = at.put(file, text, 0o640)
    const before = snapshot(at.home)
    const { changes, refusals } = at.install([host])
    expect(refusals).toEqual([])
    expect(changes.some((change) => change.file === full)).toBe(true)
    expect(statSync(full).mode & 0o777).toBe(0o640)
    expect(holdsInOrder(at.get(file), text)).toBe(true)
    for (const comment of text.match(/(?:\/\/|\/\*|# ).*$/gm) ?? []) expect(at.get(file)).toContain(comment.trimEnd())
    expect(levels(at.examine())).toMatchObject({ [`${host} host.wired`]: 'good' })
    expect(at.plan([host]).changes).toEqual([])
    at.uninstall()
    rmSync(join(at.home, '.local'), { recursive: true, force: true })
    expect(snapshot(at.home)).toEqual(before)
  })
  test.each(NAMES)('%s, where nothing was', (host) => {
    const at = stage('a home with blanks')
    at.install([host])
    const examined = at.examine()
    expect(levels(examined)).toMatchObject({ [`${host} host.wired`]: 'good' })
    // Nothing was seen to hold yet; Codex and Mistral Vibe need something of their users first.
    const needs = { codex: ['host.needs-approval'], 'mistral-vibe': ['host.switched-off'] }[host] ?? []
    expect(states(examined)).toEqual({ [host]: needs.length === 0 ? 'set-up' : 'not-protected' })
    // What was installed is recorded by our command, which is not run here.
    expect(examined.findings.filter(({ level }) => level === 'failure').map(({ id }) => id)).toEqual(['gate.record-missing', ...needs])
    expect(at.plan([host])).toMatchObject({ changes: [], refusals: [], already: [host] })
    at.uninstall()
    rmSync(join(at.home, '.local'), { recursive: true, force: true })
    rmSync(join(at.home, '.config/prudent'), { recursive: true, force: true })
    expect(snapshot(at.home)).toEqual({})
  })
  test('all of them, for a project, and the folders go too', () => {
    const at = stage()
    const names = NAMES.filter(
      (host) => editsFor(INSTALLS.find((one) => one.host === host) as HostInstall, 'project', { home: at.home, project: at.project, env: {} }) !== null,
    )
    at.install(names, 'project')
    const waiting = ['codex', 'mistral-vibe']
    expect(states(at.examine())).toEqual(Object.fromEntries(names.map((host) => [host, waiting.includes(host) ? 'not-protected' : 'set-up'])))
    at.uninstall()
    expect(readdirSync(at.project)).toEqual([])
  }, 60_000)
})

describe('droid', () => {
  /** As it reads them: events at the top of its own file, under `hooks` in its settings, and anything else passed over. */
  const heeded = (held: object): string[] => ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'].filter((event) => event in held)
  test.each([null, '{}', '{ "Stop": [] }', '{ "hooks": { "PreToolUse": [] } }'])('%s in its own file', (text) => {
    const at = stage()
    if (text !== null) at.put('.factory/hooks.json', text)
    at.install(['droid'])
    expect(heeded(JSON.parse(at.get('.factory/hooks.json')) as object)).toHaveLength(3)
  })
  test('hooks in its settings', () => {
    const at = stage()
    at.put('.factory/settings.json', '{ "hooks": { "Stop": [] } }')
    at.install(['droid'])
    expect(heeded((JSON.parse(at.get('.factory/settings.json')) as { readonly hooks: object }).hooks)).toHaveLength(3)
  })
})

describe('what an agent cannot read in its settings', () => {
  const COMMENT = ['{\n  // mine\n  "x": 1\n}\n', 'line 2, column 3: a comment'] as const
  const BLOCK = ['{ "x": 1 /* mine */ }\n', 'line 1, column 10: a comment'] as const
  const COMMA = ['{\n  "x": 1,\n}\n', ': a comma behind the last item'] as const
  // Tried with the agents themselves: with these, Claude Code and Codex run every call unjudged, the others do not start.
  const UNREAD = [
    ['claude-code', '.claude/settings.json', [COMMENT, BLOCK, COMMA]],
    ['codex', '.codex/hooks.json', [COMMENT, BLOCK, COMMA]],
    ['gemini-cli', '.gemini/settings.json', [COMMA]],
    ['qwen-code', '.qwen/settings.json', [COMMA]],
  ] as const
  test.each(UNREAD)('%s: init leaves the file alone, and says where', (host, file, texts) => {
    for (const [text, where] of texts) {
      const at = stage()
      at.put(file, text)
      const plan = at.plan([host])
      expect(plan.refusals.map(({ message }) => message).join()).toContain(where)
      expect(plan.changes.filter((one) => one.file.endsWith(file))).toEqual([])
    }
  })
  test.each(UNREAD)('%s: written there later, its calls count as unchecked', (host, file, texts) => {
    for (const [text] of texts) {
      const at = stage()
      at.install([host])
      const own = at.get(file)
      at.put(file, text.includes('//') ? `// mine\n${own}` : text.includes('/*') ? `${own}/* mine */` : own.replace(/\}\s*$/, ',}'))
      expect(levels(at.examine())).toMatchObject({ [`${host} host.config-broken`]: 'failure' })
      expect(states(at.examine())).toEqual({ [host]: 'not-protected' })
      // Taking us out does not wait for that.
      expect(at.uninstall([host]).refusals).toEqual([])
    }
  })
})

describe('files that others changed since', () => {
  test('lose our entries, and nothing else', () => {
    const at = stage()
    const file = '.claude/settings.json'
    at.put(file, '{\n  "model": "opus"\n}\n')
    at.install(['claude-code'])
    const theirs = { matcher: 'Edit', hooks: [{ type: 'command', command: 'theirs' }] }
    const now = JSON.parse(at.get(file)) as { hooks: { PreToolUse: unknown[] } }
    now.hooks.PreToolUse.push(theirs)
    at.put(file, JSON.stringify(now, null, 4))
    at.uninstall()
    expect(JSON.parse(at.get(file))).toEqual({ model: 'opus', hooks: { PreToolUse: [theirs] } })
  })
  test('a key of ours goes, and others beside it stay', () => {
    const at = stage()
    const file = '.openclaw/openclaw.json'
    at.put(file, '{ "agents": {} }\n')
    at.install(['openclaw'])
    expect(JSON.parse(at.get(file))).toEqual({ agents: {}, plugins: { entries: { prudent: { enabled: true } } } })
    at.put(file, '{ "agents": {}, "plugins": { "entries": { "prudent": { "enabled": false }, "voice": { "enabled": true } } } }\n')
    expect(levels(at.examine())).toMatchObject({ 'openclaw host.switched-off': 'failure' })
    at.uninstall()
    expect(JSON.parse(at.get(file))).toEqual({ agents: {}, plugins: { entries: { voice: { enabled: true } } } })
  })
  test('an entry of ours inside their group goes alone', () => {
    const at = stage()
    const { command } = oursOf(at.home)
    at.put(
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: '*',
              hooks: [
                { type: 'command', command: 'theirs' },
                { type: 'command', command },
              ],
            },
          ],
        },
      }),
    )
    at.uninstall()
    expect(JSON.parse(at.get('.claude/settings.json'))).toEqual({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'theirs' }] }] } })
  })
  test('marked lines go from TOML and YAML', () => {
    const at = stage()
    at.put('.kimi-code/config.toml', 'a = 1\n')
    at.put('.hermes/config.yaml', 'a: 1\n')
    at.install(['kimi-code', 'hermes'])
    at.put('.kimi-code/config.toml', `${at.get('.kimi-code/config.toml')}\n[later]\nb = 2\n`)
    at.put('.hermes/config.yaml', `${at.get('.hermes/config.yaml')}later: 2\n`)
    at.uninstall()
    expect(at.get('.kimi-code/config.toml')).toBe('a = 1\n\n[later]\nb = 2\n')
    expect(at.get('.hermes/config.yaml')).toBe('a: 1\nlater: 2\n')
  })
  test('a second init mends what differs, and the first original comes back', () => {
    const at = stage()
    const original = '{\n  "model":   "opus"\n}\n'
    at.put('.claude/settings.json', original)
    at.install(['claude-code'])
    const wired = at.get('.claude/settings.json')
    at.put('.claude/settings.json', wired.replace('"timeout": 20', '"timeout": 1'))
    expect(at.examine().findings.find(({ id }) => id === 'host.timeout')?.says).toContain('`hooks.PreToolUse.hooks.0.timeout` is 1 and should be 20')
    at.install(['claude-code'])
    expect(at.get('.claude/settings.json')).toBe(wired)
    at.uninstall()
    expect(at.get('.claude/settings.json')).toBe(original)
  })
  test('a lost record changes nothing about that', () => {
    const at = stage()
    at.put('.cursor/hooks.json', '{ "version": 1, "hooks": { "stop": [ { "command": "theirs" } ] } }')
    at.install(['cursor'])
    rmSync(join(at.home, '.config/prudent/installed.json'))
    at.uninstall()
    expect(JSON.parse(at.get('.cursor/hooks.json'))).toEqual({ version: 1, hooks: { stop: [{ command: 'theirs' }] } })
  })
  test('what somebody else took out is forgotten', () => {
    const at = stage()
    at.put('.claude/settings.json', '{}\n')
    at.install(['claude-code', 'cursor'])
    at.put('.claude/settings.json', '{}\n')
    rmSync(join(at.home, '.cursor'), { recursive: true })
    expect(levels(at.examine())).toMatchObject({ 'claude-code host.unwired': 'failure', 'cursor host.unwired': 'failure' })
    at.uninstall()
    expect(existsSync(join(at.home, '.config/prudent'))).toBe(false)
    expect(levels(at.examine())).not.toHaveProperty(['claude-code host.unwired'])
  })
  test('one host goes, the other stays protected', () => {
    const at = stage()
    at.install(['claude-code', 'codex', 'amp'])
    at.uninstall(['codex'])
    expect(states(at.examine())).toEqual({ amp: 'set-up', 'claude-code': 'set-up' })
    expect(existsSync(join(at.home, '.codex'))).toBe(false)
  })
})

describe('what cannot be edited is told by line and column, and left alone', () => {
  test.each<readonly [host: string, file: string, text: string, said: RegExp]>([
    ['claude-code', '.claude/settings.json', '{\n  "hooks": {\n', /^line 3, column 1: /],
    ['claude-code', '.claude/settings.json', '{\n  "hooks": "none"\n}', /^line 2, column 12: an object was expected/],
    ['cursor', '.cursor/hooks.json', '{"hooks": {"preToolUse": {}}}', /^line 1, column 26: a list was expected/],
    ['kimi-code', '.kimi-code/config.toml', 'a = 1\nb = = 2\n', /^line 2, column 5: /],
    ['kimi-code', '.kimi-code/config.toml', 'hooks = []\n', /^line \d+, column \d+: /],
    ['hermes', '.hermes/config.yaml', 'a: 1\nb: [\n', /^line \d, column \d+: /],
    ['hermes', '.hermes/config.yaml', 'hooks: {pre_tool_call: []}\n', /^line 1, column 9: .*lines of its own|or write it so/],
    ['amp', '.config/amp/settings.json', '{\n  "amp.permissions": [ { "tool": "*", "action": "ask" } ]\n}', /^line 2, column 22: it holds rules of yours/],
    ['pi', '.pi/agent/extensions/prudent.js', 'export const mine = 1\n', /prudent did not write/],
  ])('%s: %s %#', (host, file, text, said) => {
    const at = stage()
    at.put(file, text)
    const before = snapshot(at.home)
    const { changes, refusals } = at.install([host])
    expect(changes).toEqual([])
    expect(refusals.map((one) => [one.host, one.file])).toEqual([[host, join(at.home, file)]])
    expect(refusals[0]?.message).toMatch(said)
    expect(snapshot(at.home)).toEqual(before)
  })
  test('a file that is not text, a folder, a link to nowhere', () => {
    const at = stage()
    const file = at.put('.claude/settings.json', '')
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
    mkdirSync(join(at.home, '.cursor/hooks.json'), { recursive: true })
    mkdirSync(join(at.home, '.codex'))
    symlinkSync('/nowhere/at/all', join(at.home, '.codex/hooks.json'))
    expect(
      at
        .plan(['claude-code', 'cursor', 'codex'])
        .refusals.map(({ message }) => message)
        .toSorted(),
    ).toEqual(['it is a link that leads nowhere', 'it is not UTF-8 text', 'it is not a file'])
  })
})

test('a link stays a link, and what it leads to is edited', () => {
  const at = stage()
  const real = at.put('dotfiles/claude.json', '{}\n')
  mkdirSync(join(at.home, '.claude'))
  symlinkSync(real, join(at.home, '.claude/settings.json'))
  at.install(['claude-code'])
  expect(readFileSync(real, 'utf8')).toContain('prudent-hook')
  expect(realpathSync(join(at.home, '.claude/settings.json'))).toBe(real)
  at.uninstall()
  expect(readFileSync(real, 'utf8')).toBe('{}\n')
})

test('a file that changed between showing and writing is left alone', () => {
  const at = stage()
  at.put('.claude/settings.json', '{}\n')
  const { changes } = at.plan(['claude-code'])
  at.put('.claude/settings.json', '{"later": true}\n')
  expect(applyInstall(changes, at.home, EDITION).failed?.message).toContain('meanwhile')
  expect(at.get('.claude/settings.json')).toBe('{"later": true}\n')
})

describe('the wrapper', () => {
  const run = (program: string, env: Readonly<Record<string, string>> = {}): number | null =>
    spawnSync(program, ['--host', 'claude-code'], { input: '{}', env: { PATH: '/bin:/usr/bin', ...env }, encoding: 'utf8' }).status
  test('turns every failure into exit code 2', () => {
    const at = stage()
    at.install(['claude-code'])
    const { program } = oursOf(at.home)
    expect(statSync(program).mode & 0o777).toBe(0o755)
    expect(run(program)).toBe(0)
    expect(run(program, { PRUDENT_STAND_IN: 'crash' })).toBe(2)
    const text = readFileSync(program, 'utf8')
    writeFileSync(program, text.replaceAll(process.execPath, '/no/such/node'))
    expect(run(program)).toBe(2)
    writeFileSync(program, text.replaceAll('hook.cjs', 'gone.cjs'))
    expect(run(program)).toBe(2)
  })
  test('starts a Node that knows none of its options too', () => {
    const at = stage()
    at.install(['claude-code'])
    const { program } = oursOf(at.home)
    const old = at.put('old-node', `#!/bin/sh\ncase $1 in -*) echo "bad option: $1" >&2; exit 9 ;; esac\nexec '${process.execPath}' "$@"\n`)
    chmodSync(old, 0o755)
    writeFileSync(program, readFileSync(program, 'utf8').replaceAll(process.execPath, old))
    expect(run(program)).toBe(0)
    expect(run(program, { PRUDENT_STAND_IN: 'crash' })).toBe(2)
  })
  test('lets nothing in the environment load code into the gate', () => {
    const at = stage()
    at.install(['claude-code'])
    const evil = at.put('evil.cjs', 'process.exit(0)')
    const { program } = oursOf(at.home)
    expect(run(program, { NODE_OPTIONS: `--require ${evil}`, PRUDENT_STAND_IN: 'crash' })).toBe(2)
  })
  test('Cline is told in words, whatever happens: it ignores exit codes', () => {
    const at = stage()
    at.install(['cline'])
    const cline = INSTALLS.find(({ host }) => host === 'cline') as HostInstall
    const program = join(at.home, '.cline/hooks/PreToolUse')
    expect(tryCommand(cline, program, 'ls', { project: at.project })).toMatchObject({ answer: 'pass', exitCode: 0 })
    rmSync(join(at.home, '.config/prudent/bin/prudent-hook'))
    expect(tryCommand(cline, program, 'ls', { project: at.project })).toMatchObject({ answer: 'deny', exitCode: 0 })
  })
})

describe('doctor', () => {
  test('says what is wrong and how to mend it', () => {
    const at = stage()
    at.install(['claude-code', 'cursor'])
    at.put('.claude/settings.json', `{ "disableAllHooks": true, ${at.get('.claude/settings.json').trim().slice(1)}`)
    at.put('.cursor/hooks.json', '{ broken')
    mkdirSync(join(at.home, '.gemini'))
    const found = levels(at.examine())
    expect(found).toMatchObject({
      'claude-code host.switched-off': 'failure',
      'cursor host.config-broken': 'failure',
      'gemini-cli host.unprotected': 'warning',
    })
    expect(states(at.examine())).toEqual({ 'claude-code': 'not-protected', cursor: 'not-protected', 'gemini-cli': 'not-protected' })
  })
  test('a removed, changed or unusable wrapper', () => {
    const at = stage()
    at.install(['claude-code'])
    const program = join(at.home, '.config/prudent/bin/prudent-hook')
    const text = readFileSync(program, 'utf8')
    chmodSync(program, 0o644)
    expect(levels(at.examine(true))).toMatchObject({ 'gate gate.wrapper-mode': 'failure', 'claude-code host.does-not-deny': 'failure' })
    chmodSync(program, 0o777)
    expect(levels(at.examine())).toMatchObject({ 'gate gate.exposed': 'warning' })
    writeFileSync(program, `${text}# more\n`)
    expect(levels(at.examine())).toMatchObject({ 'gate gate.wrapper-changed': 'failure' })
    writeFileSync(program, '#!/bin/sh\nexit 0\n')
    expect(levels(at.examine(true))).toMatchObject({ 'claude-code host.does-not-deny': 'failure' })
    rmSync(program)
    const gone = at.examine(true)
    expect(levels(gone)).toMatchObject({ 'gate gate.wrapper-missing': 'failure' })
    expect(states(gone)).toEqual({ 'claude-code': 'not-protected' })
    at.install(['claude-code'])
    const mended = at.examine()
    expect(states(mended)).toEqual({ 'claude-code': 'set-up' })
  })
  test('what answers in the place of the gate is not taken for it', () => {
    const at = stage()
    at.install(['claude-code'])
    expect(states(at.examine(true))).toEqual({ 'claude-code': 'not-protected' })
  })
  test('nobody protected is said; every finding that is not good says more than that', () => {
    const examined = stage().examine()
    expect([examined.hosts, levels(examined)['gate gate.no-host']]).toEqual([[], 'failure'])
    for (const { level, mend, means } of examined.findings) if (level !== 'good') expect(mend ?? means).toBeTruthy()
  })
  test('a hook that is another one than at the start', () => {
    const at = stage()
    const { changes } = at.plan(['claude-code'])
    const paths = { home: at.home, node: process.execPath, hook: join(at.home, '../hook.cjs') }
    applyInstall(changes, at.home, { ...EDITION, hook: hookDigest(paths) })
    expect(levels(at.examine())).not.toHaveProperty(['gate gate.hook-changed'])
    writeFileSync(paths.hook, `${PRUDENT_STAND_IN}\n`)
    expect(levels(at.examine())).toMatchObject({ 'gate gate.hook-changed': 'warning' })
  })
  test("a project's file that puts the person's own out of force", () => {
    const at = stage()
    at.install(['openhands'])
    mkdirSync(join(at.project, '.openhands'))
    writeFileSync(join(at.project, '.openhands/hooks.json'), '{}\n')
    expect(levels(at.examine())).toMatchObject({ 'openhands host.overruled': 'failure' })
    at.install(['openhands'], 'project')
    expect(levels(at.examine())).not.toHaveProperty(['openhands host.overruled'])
  })
  test('a version that does not show us what its sub-agents call is told, with the one that does', () => {
    const at = stage()
    at.install(['copilot-cli'])
    const name = '@github/copilot'
    const version = (is: string): string => at.put(`.npm-global/lib/node_modules/${name}/package.json`, JSON.stringify({ name, version: is }))
    version('1.0.40')
    expect(at.examine().findings.find(({ id }) => id === 'host.not-shown')).toMatchObject({
      level: 'warning',
      says: 'version 1.0.40: calls of sub-agents are not sent to the hook',
      mend: 'update it to 1.0.102 or later',
    })
    version('1.0.102')
    expect(levels(at.examine())).not.toHaveProperty(['copilot-cli host.not-shown'])
  })
  test('how long a host waits, and whether a gate that fails blocks', () => {
    const at = stage()
    at.install(['claude-code', 'codex', 'amp'])
    const whole = at.get('.claude/settings.json')
    // Nobody can tell which versions they are: then nobody can tell that either.
    for (const host of ['claude-code', 'codex', 'amp']) expect(levels(at.examine())).toMatchObject({ [`${host} host.version-unknown`]: 'note' })
    const version = (name: string, is: string): string => at.put(`.npm-global/lib/node_modules/${name}/package.json`, JSON.stringify({ name, version: is }))
    version('@anthropic-ai/claude-code', '2.1.197')
    const old = at.examine()
    expect(levels(old)).toMatchObject({ 'claude-code host.fails-open': 'warning' })
    expect(old.findings.find(({ id }) => id === 'host.fails-open')).toMatchObject({
      says: expect.stringContaining('2.1.197') as string,
      mend: 'update it to 2.1.295 or later',
    })
    version('@anthropic-ai/claude-code', '2.1.325')
    version('@openai/codex', '0.166.0')
    version('@sourcegraph/amp', '0.0.1790142911')
    expect(levels(at.examine())).toMatchObject({
      'claude-code host.fails-closed': 'good',
      'codex host.no-switch': 'note',
      'amp host.fails-closed': 'good',
    })
    const changed = (from: RegExp, to: string): Record<string, string> => {
      at.put('.claude/settings.json', whole.replace(from, to))
      return levels(at.examine())
    }
    expect(changed(/"timeout": 20/, '"timeout": 2')).toMatchObject({ 'claude-code host.timeout': 'failure' })
    expect(changed(/"timeout": 20/, '"timeout": 300')).toMatchObject({ 'claude-code host.timeout': 'warning' })
    expect(changed(/"timeout": 20,\s*/, '')).toMatchObject({ 'claude-code host.timeout': 'warning' })
    expect(changed(/"onFailure": "block"/, '"onFailure": "continue"')).toMatchObject({ 'claude-code host.fails-open': 'warning' })
    // Where we wait for a person we wait as long as the host was told to: less, and it runs the call meanwhile.
    const patient = at.get('.codex/hooks.json')
    at.put('.codex/hooks.json', patient.replace(/"timeout": \d+/, '"timeout": 20'))
    expect(levels(at.examine())).toMatchObject({ 'codex host.timeout': 'failure' })
    at.put('.codex/hooks.json', patient)
    expect(changed(/"statusMessage": "Prudent"/, '"statusMessage": "Mine"')).toMatchObject({ 'claude-code host.wiring-differs': 'warning' })
  })
  test('says when nothing could be tried', () => {
    const at = stage()
    at.install(['claude-code'])
    rmSync(join(at.home, '../hook.cjs'))
    expect(levels(at.examine(true))).toMatchObject({ 'claude-code host.untried': 'warning', 'gate gate.hook-missing': 'failure' })
  })
})

const HOOK = join(ROOT, 'dist/hook.cjs')
describe.runIf(existsSync(HOOK))('with the real hook', () => {
  test.each(NAMES)('%s: the registered command denies and lets pass', (host) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-real-')))
    homes.push(root)
    const home = join(root, 'home')
    mkdirSync(home)
    const place = { home, project: root, env: {} }
    const paths = { home, node: process.execPath, hook: HOOK }
    const install = INSTALLS.find((one) => one.host === host) as HostInstall
    applyInstall(planInstall([install], 'user', place, paths).changes, home, EDITION)
    const settings = { wrong: [], until: null, notes: [], mode: 'enforce', enabled: true, preset: 'standard' } as const
    const kept = process.env['HOME']
    process.env['HOME'] = home
    try {
      const { findings } = examine({ installs: [install], place, paths, version: '1.0.0', settings, store: join(home, 'log'), user: null })
      // How long an answer took tells of the machine; what was installed is recorded by our command, which is not run here.
      const told = ['host.slow', 'gate.record-missing', ...({ codex: ['host.needs-approval'], 'mistral-vibe': ['host.switched-off'] }[host] ?? [])]
      expect(findings.filter(({ id, level }) => !told.includes(id) && (level === 'failure' || level === 'warning'))).toEqual([])
      expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['host.denies', 'host.passes']))
    } finally {
      process.env['HOME'] = kept
    }
  })
})

describe.runIf(existsSync(HOOK))('the code that the hook keeps', () => {
  const real = (): { readonly home: string; readonly said: () => string } => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-code-')))
    homes.push(home)
    const paths = { home, node: process.execPath, hook: HOOK }
    return { home, said: () => codeCacheFinding(paths, { home, project: home, env: {} }).map(({ level, says }) => `${level}: ${says}`)[0] ?? '' }
  }
  test('is made where there is none, and then taken', () => {
    const { said } = real()
    expect(said()).toMatch(/^good: code cache rebuilt/)
    expect(said()).toMatch(/^good: the code cache is valid for Node \d/)
  })
  test('is made anew where it is damaged, whoever may write it', () => {
    const { home, said } = real()
    said()
    const folder = join(home, '.cache/prudent')
    const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('code-'))
    writeFileSync(join(folder, name), 'damaged')
    expect(said()).toMatch(/^good: .*rebuilt/)
    // Its seal tells who wrote it, and not its mode.
    chmodSync(join(folder, name), 0o666)
    expect(said()).toMatch(/^good: the code cache is valid/)
  })
  test('is told where it cannot be kept', () => {
    const { home, said } = real()
    writeFileSync(join(home, '.cache'), '')
    expect(said()).toBe('warning: the code cache cannot be written')
  })
})

test('only hosts known first-hand are set up, each by the name of its folder', () => {
  for (const { host } of INSTALLS) expect(HOSTS.find(({ name }) => name === host)?.evidence).toBe('first-hand')
  expect(new Set(NAMES).size).toBe(NAMES.length)
})

test('our commands are told from others', () => {
  for (const ours of ['/h/.config/prudent/bin/prudent-hook --host x', "'/a b/prudent-hook' --host x", '/h/bin/prudent-hook-amp', 'prudent hook --host kiro'])
    expect(isOurCommand(ours)).toBe(true)
  for (const other of ['prudent-hooks', '/x/imprudent-hook', 'my-prudent-hooker', 'echo prudent', 'prudent check']) expect(isOurCommand(other)).toBe(false)
})

test('words are split as a shell does', () => {
  expect(splitWords(String.raw`'/a b/c'\''d' --host "x y"  z`)).toEqual(["/a b/c'd", '--host', 'x y', 'z'])
})

test('a preset is written into the settings, and nothing else there', () => {
  const said = (text: string | null, preset = 'strict'): string | null | undefined => {
    const made = withPreset(text, preset)
    return made.ok ? made.text : undefined
  }
  expect(said(null)).toBe('preset: strict\n')
  expect(said('# mine\noverrides: {}\n')).toBe('preset: strict\n# mine\noverrides: {}\n')
  expect(said('a: 1\npreset:   relaxed   # why\n')).toBe('a: 1\npreset:   strict   # why\n')
  expect(said("preset: 'relaxed'\n")).toBe('preset: strict\n')
  expect(said('a: [')).toBeUndefined()
})
