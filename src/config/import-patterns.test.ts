// Do other systems' pattern files become packs that decide as those systems do?
import { describe, expect, test } from 'vitest'
import { judge } from '../core/judge/judge.ts'
import { call, carry, readingOf, run, write } from '../core/judge/make-actions.ts'
import { compilePolicy } from '../core/policy/compile.ts'
import type { PresetSource } from '../core/policy/source.ts'
import type { Action, Decision, JsonObject, Verdict } from '../core/model.ts'
import { importPatterns, packText } from './import-patterns.ts'
import type { PatternFormat } from './import-patterns.ts'
import { loadPacks } from './packs.ts'
import { compileUserRegex } from './user-regex.ts'

const preset: PresetSource = { name: 'p', title: 't', severity: { critical: 'deny', high: 'ask', medium: 'ask', low: 'allow' }, otherwise: 'allow' }

/** Imported, written out, and read back in as people's own packs are. */
const gateOf = (format: PatternFormat, text: string) => {
  const imported = importPatterns(format, text, `my ${format}.v1`)
  if (!imported.ok) throw new Error(imported.message)
  const { packs, problems } = loadPacks([{ name: 'x.yaml', text: packText(imported.pack) }], { compileUserRegex })
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
    expect(gate.notes).toEqual([expect.stringMatching(/^danger_patterns: `\(` cannot be used: .*left out$/)])
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
  test('secrets only warn', () => {
    const gate = gateOf('cpi-si', '{ "metadata": { "name": "secret-patterns" }, "patterns": { "aws": { "patterns": ["AKIA"] } } }')
    expect(gate.tool('Write', {}, carry(1, 'AKIA0'))).toBe('allow')
  })
})

describe('nothing is dropped silently', () => {
  const said = (format: PatternFormat, text: string): readonly string[] => importPatterns(format, text, 'x').notes
  test.each<readonly [format: PatternFormat, text: string, notes: readonly RegExp[]]>([
    ['leashd', 'default_action: allow\nrules: [{ name: a, tools: [Bash], action: deny }]', [/^the file: `default_action` counts only under `settings`/]],
    ['leashd', 'rules: [{ name: a, tools: [Bash], action: deny, foo_bar: 1 }]', [/^a: `foo_bar` is not known and left out$/]],
    ['leashd', 'extra: 1\nsettings: { default_action: deny, timeout: 5 }', [/^the file: `extra` is not/, /^settings: `timeout` is not/]],
    ['leashd', 'rules: [{ name: a, tools: [Bash, 5], action: deny, risk_level: odd }]', [/^a: a tool that is no text/, /^a: no severity is called `odd`/]],
    [
      'leashd',
      "rules: [{ name: a, tools: [Bash, Read], action: deny, path_patterns: ['x'] }]",
      [/^a: its patterns say nothing about Bash: that tool is left out$/],
    ],
    [
      'rune',
      'patterns: [{ match: x, flags: gi, when: y }]\nmore: 1',
      [/^the file: `more`/, /^pattern: `when` is not/, /^pattern: `flags: g` has no counterpart/],
    ],
    [
      'wolffish',
      'name: a\ndanger_patterns: [{ pattern: x, unless: y }]\nodd_patterns: [z]',
      [/^the file: `odd_patterns`/, /^danger_patterns: `x`: `unless` is not/],
    ],
    ['cpi-si', '{ "patterns": { "a": { "patterns": ["x"], "if": 1 }, "b": {} }, "c": 1 }', [/^the file: `c`/, /^a: `if` is not/, /^b: it holds no patterns/]],
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
  for (const format of ['cpi-si', 'leashd', 'rune', 'wolffish'] as const)
    for (const text of ['', 'x', '[]', '{}', '[1, null]', '---\n', '"', '/*', 'rules: 1', 'patterns: [[1]]', 'danger_patterns: {a: 1}', '\0'])
      expect(importPatterns(format, text, text)).toHaveProperty('ok')
})
