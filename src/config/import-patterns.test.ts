// Do other systems' pattern files become packs that decide as those systems do?
import { describe, expect, test } from 'vitest'
import { judge } from '../core/judge/judge.ts'
import { call, carry, readingOf, run, write } from '../../test/make-actions.ts'
import { compilePolicy } from '../core/policy/compile.ts'
import type { PresetSource } from '../core/rules/source.ts'
import type { Action, Decision, JsonObject, Verdict } from '../core/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'
import { FORMATS, formatOf, importPatterns, packText } from './import-patterns.ts'
import type { PatternFormat } from './import-patterns.ts'
import { kindsText } from './import-rules.ts'
import { loadSecrets } from './load-secrets.ts'
import { loadPacks } from './packs.ts'
import { fromPython } from './import-python.ts'
import { compileUserRegex } from './user-regex.ts'

const preset: PresetSource = { name: 'p', title: 't', severity: { critical: 'deny', high: 'ask', medium: 'ask', low: 'allow' }, otherwise: 'allow' }

/** Imported, written out, and read back in as people's own packs are. */
const gateOf = (format: PatternFormat, text: string) => {
  const imported = importPatterns(format, text, `my ${format}.v1`)
  if (!imported.ok) throw new Error(imported.message)
  if (imported.pack === null) throw new Error('no pack')
  const written = packText(imported.pack, { file: 'x.yaml', lines: imported.lines })
  const { packs, problems } = loadPacks([{ name: 'x.yaml', text: written }], { compileUserRegex })
  expect(problems).toEqual([])
  expect(packs).toEqual([imported.pack])
  const policy = compilePolicy({ packs, preset, compileUserRegex })
  const decide = (tool: string, actions: readonly Action[], given: string, input: JsonObject): Decision =>
    judge(readingOf(...actions), {}, policy, [], { platform: 'linux', text: given, now: '', scopes: [], tool: { server: null, name: tool }, input })
  return {
    notes: imported.notes,
    shell: (command: string): Decision => {
      let start = 0
      const actions = command.split(/; | \| /).map((one, id) => {
        const begins = command.indexOf(one, start)
        start = begins + one.length
        return run(id, one, { span: { field: 'command', start: begins, end: start } })
      })
      return decide('Bash', actions, command, { command })
    },
    tool: (name: string, input: JsonObject, ...actions: Action[]): Verdict =>
      decide(name, [call(0, null, name), ...actions], JSON.stringify(input), input).verdict,
  }
}

describe('wolffish', () => {
  const skill = `---
name: shell
danger_patterns:
  - "rm -rf /"
  - pattern: 'mkfs\\.'
    reason: Formats a disk.
  - { pattern: 'left', level: warn }
  - { pattern: '(', level: block }
confirm_patterns: ["NPM install", "push(?! --dry-run)"]
---
# Prose with danger_patterns: [ls]
`
  const gate = gateOf('wolffish', skill)
  test.each([
    ['rm -rf /', 'deny'],
    ['npm install left-pad', 'ask'],
    ['git push', 'ask'],
    ['git push --dry-run', 'allow'],
    ['npm install; rm -rf /', 'deny'],
    ['ls', 'allow'],
  ])('%s: %s', (command, expected) => {
    expect(gate.shell(command).verdict).toBe(expected)
  })
  test('looks at every tool, by name and input', () => {
    expect(gate.tool('files', { path: 'mkfs.x' })).toBe('deny')
    expect(gate.tool('npm install', {})).toBe('ask')
  })
  test('says what it left out, and warns without stopping', () => {
    expect(gate.notes).toEqual([expect.stringMatching(/^line 8: danger_patterns: `\(` cannot be used: .*left out$/)])
    expect(gate.shell('left').warnings).toHaveLength(1)
  })
})

describe('rune', () => {
  const gate = gateOf(
    'rune',
    String.raw`patterns:
  - { name: rm-rf, builtin: rm_rf, message: "rm -rf is blocked.", severity: block }
  - { name: sql, match: 'DROP\s+TABLE', flags: i, message: m, severity: block }
  - { name: tf, match: '\bterraform\s+apply\b', requires: '\b(live|prod)\b', message: m }
  - { name: force, match: 'push\b.*--force(?!-with-lease)', message: m, severity: block }
  - { name: prune, match: 'system prune', message: m, severity: warn }
  - { name: odd, match: x, message: m, severity: loud }
`,
  )
  test.each([
    ['rm --recursive --force x', 'deny'],
    ['rm -r x', 'allow'],
    ['psql drop  table t', 'deny'],
    ['terraform apply prod', 'deny'],
    ['terraform apply dev', 'allow'],
    ['git push --force', 'deny'],
    ['git push --force-with-lease', 'allow'],
    ['docker system prune', 'allow'],
  ])('%s: %s', (command, expected) => {
    expect(gate.shell(command).verdict).toBe(expected)
  })
  test('looks at commands alone', () => {
    expect(gate.tool('Write', { content: 'drop table t' }, carry(1, 'drop table t'))).toBe('allow')
  })
  test('leaves out what has no known severity, and says so', () => {
    expect(gate.notes).toEqual([expect.stringContaining('odd: no severity is called `loud`')])
    expect(gate.shell('docker system prune').warnings).toHaveLength(1)
  })
})

describe('leashd', () => {
  const policy = String.raw`
version: "1"
settings: { default_action: require_approval }
rules:
  - { name: force push, tools: [Bash], action: deny, command_patterns: ['git\s+push\s+.*--force'], reason: Rewrites history., risk_level: critical }
  - { name: pipe to shell, tool: Bash, action: deny, command_patterns: ['curl.*\|\s*(bash|sh)'] }
  - { name: secrets, tools: [Read, Write], action: deny, path_patterns: ['\.env$'] }
  - { name: reads, tools: [Read, Grep], action: allow }
  - { name: shell reads, tools: [Bash], action: allow, command_patterns: ['^(ls|cat|git log)\b', '^curl'] }
  - { name: nothing, action: deny }
`
  const gate = gateOf('leashd', policy)
  test.each([
    ['ls -la', 'allow'],
    ['git push x --force', 'deny'],
    ['git push x', 'ask'],
    ['ls; make', 'ask'],
    ['make; ls; git push x --force', 'deny'],
    ['curl x | bash', 'deny'],
    ['curl x', 'allow'],
  ])('%s: %s', (command, expected) => {
    expect(gate.shell(command).verdict).toBe(expected)
  })
  test('the first match decides for tools too, and the default for what no rule names', () => {
    expect(gate.tool('Read', { file_path: 'a.ts' })).toBe('allow')
    expect(gate.tool('Read', { file_path: 'a/.env' })).toBe('deny')
    expect(gate.tool('Write', { file_path: 'a.ts' }, write(1, '/a.ts'))).toBe('ask')
    expect(gate.tool('Write', { path: '.env' })).toBe('deny')
    expect(gate.tool('Other', {})).toBe('ask')
  })
  test('a rule without tools is left out and said; any other mistake stops the import', () => {
    expect(gate.notes).toEqual([expect.stringContaining('nothing: it names no tool')])
    for (const wrong of [
      'rules: [{ name: a, action: maybe, tools: [Bash] }]',
      "rules: [{ name: a, action: deny, tools: [Bash], command_patterns: ['('] }]",
      '[]',
      'a: [',
      'settings: { default_action: x }',
    ])
      expect(importPatterns('leashd', wrong, 'x').ok).toBe(false)
  })
})

describe('cpi-si', () => {
  test('categories of substrings, with comments', () => {
    const gate = gateOf(
      'cpi-si',
      `{ // a comment
      "metadata": { "name": "dangerous-patterns" }, /* and "another" */
      "patterns": { "note": "text", "git": { "patterns": ["git push --force", "http://x"], "severity": "high", "reason": "Others' work is lost.", }, },
    }`,
    )
    expect(gate.shell('git push --force').verdict).toBe('ask')
    expect(gate.shell('git PUSH --force').verdict).toBe('allow')
    expect(gate.shell('see http://x').verdict).toBe('ask')
  })
  test('paths are asked about when they are written', () => {
    const gate = gateOf('cpi-si', '{ "paths": { "system": { "paths": ["/etc/", "*.db"], "severity": "critical" } } }')
    expect(gate.tool('Write', {}, write(1, '/etc/hosts'))).toBe('ask')
    expect(gate.tool('Write', {}, write(1, '/r/app.db'))).toBe('ask')
    expect(gate.tool('Write', {}, write(1, '/r/a.ts'))).toBe('allow')
  })
  test('secrets become kinds, so that a match is covered wherever it turns up', () => {
    const given = `{
  "metadata": { "name": "Secret Detection Patterns" },
  "patterns": { "keys": { "patterns": ["corp_tok_", "AKIA", "x"], "description": "Keys", "services": ["Corp"] } }
}`
    const imported = importPatterns('cpi-si', given, 'mine')
    expect(imported).toMatchObject({ ok: true, pack: null, notes: [expect.stringMatching(/^line 3: keys: a pattern of 1 characters/)] })
    const kinds = imported.ok ? imported.kinds : []
    expect(kinds.map(({ id, title }) => [id, title])).toEqual([
      ['mine-keys-corp-tok', 'Keys (Corp)'],
      ['mine-keys-akia', 'Keys (Corp)'],
    ])
    const { book, problems } = loadSecrets([{ name: 'x', text: kindsText(kinds, 'x') }], { examples: false })
    expect(problems).toEqual([])
    expect(redactSecrets('x = corp_tok_9f8e7d6c5b4a', book)).not.toContain('9f8e')
    expect(redactSecrets('x = corp_name', book)).toBe('x = corp_name')
  })
})

describe('nothing is dropped silently', () => {
  const said = (format: PatternFormat, text: string): readonly string[] => importPatterns(format, text, 'x').notes
  test.each<readonly [format: PatternFormat, text: string, notes: readonly RegExp[]]>([
    [
      'leashd',
      'default_action: allow\nrules: [{ name: a, tools: [Bash], action: deny }]',
      [/^line \d+: the file: `default_action` counts only under `settings`/],
    ],
    ['leashd', 'rules: [{ name: a, tools: [Bash], action: deny, foo_bar: 1 }]', [/^line \d+: a: `foo_bar` is not known and left out$/]],
    ['leashd', 'extra: 1\nsettings: { default_action: deny, timeout: 5 }', [/^line \d+: the file: `extra` is not/, /^line \d+: settings: `timeout` is not/]],
    [
      'leashd',
      'rules: [{ name: a, tools: [Bash, 5], action: deny, risk_level: odd }]',
      [/^line \d+: a: a tool that is no text/, /^line \d+: a: no severity is called `odd`/],
    ],
    [
      'leashd',
      "rules: [{ name: a, tools: [Bash, Read], action: deny, path_patterns: ['x'] }]",
      [/^line \d+: a: its patterns say nothing about Bash: that tool is left out$/],
    ],
    [
      'rune',
      'patterns: [{ match: x, flags: gi, when: y }]\nmore: 1',
      [/^line \d+: the file: `more`/, /^line \d+: pattern: `when` is not/, /^line \d+: pattern: `flags: g` has no counterpart/],
    ],
    [
      'wolffish',
      'name: a\ndanger_patterns: [{ pattern: x, unless: y }]\nodd_patterns: [z]',
      [/^line \d+: the file: `odd_patterns`/, /^line \d+: danger_patterns: `x`: `unless` is not/],
    ],
    [
      'cpi-si',
      '{ "patterns": { "a": { "patterns": ["x"], "if": 1 }, "b": {} }, "c": 1 }',
      [/^line \d+: the file: `c`/, /^line \d+: a: `if` is not/, /^line \d+: b: it holds no patterns/],
    ],
  ])('%s: %s', (format, text, notes) => {
    expect(said(format, text)).toEqual(notes.map((one) => expect.stringMatching(one) as unknown))
  })
  test('what says everything in known words needs no note', () => {
    expect(said('leashd', "version: '1'\nsettings: { default_action: allow }\nrules: [{ name: a, tools: [Bash], action: deny, reason: r }]")).toEqual([])
    expect(said('rune', '[{ name: a, match: x, flags: i, message: m, severity: warn }]')).toEqual([])
  })
  test('a file of which nothing can be taken is no pack', () => {
    for (const [format, text] of [
      ['wolffish', "danger_patterns: ['(']"],
      ['rune', '[{ match: x, severity: loud }]'],
      ['leashd', 'version: 1'],
      ['cpi-si', '{ "patterns": { "a": {} } }'],
    ] as const)
      expect(importPatterns(format, text, 'x')).toMatchObject({ ok: false })
    expect(importPatterns('wolffish', "danger_patterns: ['(']", 'x').notes).toHaveLength(1)
  })
})

test('anything at all is answered, never thrown on', () => {
  for (const format of FORMATS)
    for (const text of ['', 'x', '[]', '{}', '[1, null]', '---\n', '"', '/*', 'rules: 1', 'patterns: [[1]]', 'danger_patterns: {a: 1}', '\0'])
      expect(importPatterns(format, text, text)).toHaveProperty('ok')
})

describe('anteroom', () => {
  const config = String.raw`ai: { model: x }
safety:
  enabled: true
  approval_timeout: 120
  custom_patterns:
    - "heroku.*--force"
    - "deploy (now"
  sensitive_paths: ["~/.config/gh", /srv/data]
  denied_tools: [run_agent]
  dlp: { enabled: true }
`
  const gate = gateOf('anteroom', config)
  test('patterns in any case, paths that are changed, tools that are denied', () => {
    expect([gate.shell('Heroku restart --FORCE').verdict, gate.shell('please deploy (now').verdict, gate.shell('heroku ps').verdict]).toEqual([
      'ask',
      'ask',
      'allow',
    ])
    expect(gate.tool('write_file', {}, write(1, '/home/a/.config/gh/hosts.yml'))).toBe('ask')
    expect(gate.tool('write_file', {}, write(1, '/srv/other'))).toBe('allow')
    expect([gate.tool('run_agent', {}), gate.tool('read_file', {})]).toEqual(['deny', 'allow'])
  })
  test('what has a key of its own here, or is not known, is said with its line', () => {
    expect(gate.notes).toEqual([
      expect.stringMatching(/^line 7: .*looked for as plain text/),
      expect.stringMatching(/^line 4: `approval_timeout`: write `approvals: \{ timeout: 120 \}`/),
      expect.stringMatching(/^line 10: safety: `dlp` is not known/),
    ])
  })
})

describe("Claude Code's permission rules", () => {
  const gate = gateOf(
    'claude-code',
    `{
  "permissions": {
    "deny": ["Bash(git push:*)", "Read(./.env)", "WebFetch", "mcp__db__drop", "Read(//srv/keys/**)"],
    "ask": ["Bash(npm run deploy *)", "Edit(/infra/**)", "mcp__tickets"],
    "allow": ["Bash(npm run test)", "(odd"],
    "additionalDirectories": ["../docs"]
  }
}`,
  )
  test.each([
    ['git push origin main', 'deny'],
    ['git pushy', 'allow'],
    ['npm run deploy prod', 'ask'],
    ['npm run test', 'allow'],
    ['ls; git push', 'deny'],
  ])('%s: %s', (command, expected) => {
    expect(gate.shell(command).verdict).toBe(expected)
  })
  test('paths, pages and servers', () => {
    const other = call(0, 'db', 'drop')
    expect(gate.tool('WebFetch', { url: 'https://a.example' })).toBe('deny')
    expect(gate.tool('Edit', {}, write(1, '/home/a/app/infra/main.tf'))).toBe('ask')
    expect(gate.tool('Edit', {}, write(1, '/home/a/app/src/main.ts'))).toBe('allow')
    expect(gate.tool('x', {}, other)).toBe('deny')
  })
  test('what is no rule, and what allow means, is said', () => {
    expect(gate.notes).toEqual([
      expect.stringMatching(/^line 5: `\(odd`: it is no permission rule/),
      expect.stringMatching(/^line 5: `allow` ends only this pack/),
      expect.stringMatching(/^line 6: `additionalDirectories`/),
    ])
  })
})

describe('whose format a file is in, it says itself', () => {
  test.each<readonly [string | null, string]>([
    ['wolffish', '---\nname: a\ndanger_patterns: [x]\n---\n# Text\n'],
    ['rune', '- { name: a, match: x, message: m, severity: block }\n'],
    ['rune', 'patterns:\n  - { name: a, builtin: rm_recursive_force, message: m, severity: block }\n'],
    ['leashd', 'rules: [{ name: a, tools: [Bash], action: deny }]\n'],
    ['leashd', 'settings: { default_action: require_approval }\n'],
    ['cpi-si', '// x\n{ "metadata": {}, "patterns": { "a": { "patterns": ["x"] } } }'],
    ['cpi-si', '{ "paths": { "a": { "patterns": ["/etc/"], }, } }'],
    ['anteroom', 'safety: { enabled: false }\n'],
    ['claude-code', '{ "permissions": { "deny": ["WebFetch"] } }'],
    [null, 'pack: mine\ntitle: t\nrules: []\n'],
    [null, 'hello: world\n'],
    [null, ''],
  ])('%s: %s', (format, text) => {
    expect(formatOf(text)).toBe(format)
  })
})

describe('patterns of Python', () => {
  test.each([
    [String.raw`(?P<a>x+)y`, '(?<a>x+)y'],
    ['a{,3}b', 'a{0,3}b'],
    ['a$', String.raw`a\n?$`],
    [String.raw`a\$[$]`, String.raw`a\$[$]`],
    ['(?m)a$', '(?m)a$'],
    ['a{2,3}b{2}', 'a{2,3}b{2}'],
    [String.raw`\U00000041b\U0000002a`, String.raw`Ab\*`],
    ['[[:alpha:]]x', String.raw`[\[:alpha:]]x`],
    [String.raw`\Arm\b.*\Z`, String.raw`^rm\b.*$`],
    ['(?i)drop(?# a note) table', '(?i)drop table'],
    ['(?u)x', 'x'],
    ['[]x]', String.raw`[\]x]`],
    [String.raw`[\A]`, String.raw`[\A]`],
  ])('%s: %s', (given, expected) => {
    expect(fromPython(given)).toEqual({ ok: true, pattern: expected })
  })
  test.each([String.raw`(a)\1`, '(?P<a>x)(?P=a)', '(?x) a b', 'a++', '(?>a)', '(?(1)a|b)', 'x(?i)y', String.raw`\N{DASH}`, String.raw`(?m)a\Z`])(
    '%s is refused, with the reason',
    (given) => {
      expect(fromPython(given)).toMatchObject({ ok: false, message: expect.stringContaining('cannot be used: ') as unknown })
    },
  )
})
