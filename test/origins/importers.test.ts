// Is every line of another system's file taken over or told, with its line and the reason? Each file holds what is usual there, and what cannot be kept.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { gateWith } from './origin.ts'

beforeAll(ensureBuilt, 120_000)

interface File {
  readonly name: string
  readonly text: string
  /** Line of the file and id of each rule. */
  readonly rules: readonly string[]
  /** Line and a part of what is told of it. */
  readonly told: readonly string[]
}
const FILES: readonly File[] = [
  {
    name: 'rune.yaml',
    text: `patterns:
  - { name: rm-rf, builtin: rm_rf, message: no, severity: block }
  - { name: lease, match: '\\bgit\\s+push\\b(?=.*--force(?!-with-lease))', message: no, severity: block }
  - { name: named, match: '(?P<verb>drop|truncate)\\s+table\\Z', flags: i, message: sql, severity: block }
  - { name: both, match: 'terraform apply', requires: prod, message: no, severity: warn }
  - { name: disk, builtin: format_disk, message: no, severity: block }
  - { name: twice, match: '(a)\\1', message: no, severity: block }
  - { name: free, match: '(?x) a b', message: no, severity: block }
  - { name: loud, match: abc, message: no, severity: shout }
  - { name: branch, match: '(a)?(?(1)b|c)', message: no, severity: block }
  - { name: odd, match: zzz, flags: im, message: no, severity: block, colour: red }
`,
    rules: ['2 rune.rm-rf', '3 rune.lease', '4 rune.named', '5 rune.both', '11 rune.odd'],
    told: [
      'line 6: disk: no built-in is called',
      'line 7: twice: `(a)\\1` cannot be used: a backreference',
      'line 8: free: `(?x) a b` cannot be used',
      'line 9: loud: no severity is called `shout`',
      'line 10: branch: ',
      'line 11: odd: `colour` is not known',
      'line 11: odd: `flags: m` has no counterpart',
    ],
  },
  {
    name: 'config.yaml',
    text: `safety:
  enabled: true
  approval_timeout: 60
  approval_mode: ask_for_writes
  custom_patterns: ["heroku.*--force", "["]
  sensitive_paths: ["~/.config/gh", 7]
  allowed_tools: [bash]
  denied_tools: [fetch]
  tool_tiers: { x: read }
  read_only: true
  bash: { enabled: false, timeout: 30 }
  subagent: { max_depth: 3 }
`,
    rules: ['5 config.heroku-force', '5 config.pattern', '6 config.path-config-gh', '8 config.tool-fetch', '10 config.read-only'],
    told: [
      'line 3: `approval_timeout`: write `approvals: { timeout: 60 }`',
      'line 4: `approval_mode`',
      'line 5: `[` cannot be used',
      'line 6: a sensitive path is text',
      'line 7: `allowed_tools`',
      'line 9: `tool_tiers`',
      'line 11: `bash.enabled: false` means two things',
      'line 11: bash: `timeout` is not known',
      'line 12: safety: `subagent` is not known',
    ],
  },
  {
    name: 'policy.yaml',
    text: `version: "1.0"
name: mine
settings:
  default_action: require_approval
  approval_timeout_seconds: 60
  colour: red
rules:
  - { name: reads, tools: [Read, Glob], action: allow }
  - { name: force, tool: Bash, action: deny, command_patterns: ['git\\s+push.*--force(?!-with)'], reason: no, risk_level: critical }
  - { name: keys, tools: [Read], action: deny, path_patterns: ['\\.pem$'], risk_level: enormous }
  - { name: idle, tools: [Bash], action: deny, path_patterns: ['x'] }
`,
    rules: ['8 policy.reads', '9 policy.force', '10 policy.keys', '4 policy.unmatched'],
    told: [
      'line 5: settings: write `approvals: { timeout: 60 }`',
      'line 6: settings: `colour` is not known',
      'line 10: keys: no severity is called `enormous`',
      'line 11: idle: ',
    ],
  },
  {
    name: 'skills/one/SKILL.md',
    text: `---
name: one
danger_patterns:
  - "mkfs"
  - { pattern: "drop table", level: destructive, reason: loses data }
  - { pattern: "a(", level: block }
  - { pattern: "x", level: enormous }
  - { reason: nothing }
odd_patterns: ["x"]
---
# One
`,
    rules: ['4 one.mkfs', '5 one.drop-table'],
    told: [
      'line 6: danger_patterns: `a(` cannot be used',
      'line 7: danger_patterns: `x` with the level `enormous`',
      'line 8: danger_patterns: an entry without a pattern',
      'line 9: the file: `odd_patterns`',
    ],
  },
  {
    name: 'dangerous-patterns.jsonc',
    text: `{
  // ours
  "metadata": { "name": "Dangerous Command Patterns", "version": "1.0.0" },
  "patterns": {
    "deploys": { "patterns": ["ship --live"], "severity": "critical", "reason": "no staging", "platform": "linux/unix" },
    "odd": { "patterns": ["x y"], "severity": "enormous", "colour": "red" },
    "none": { "patterns": [] },
  },
  "config": { "case": true }
}
`,
    rules: ['5 dangerous-patterns.deploys', '6 dangerous-patterns.odd'],
    told: ['line 6: ', 'line 7: ', 'line 9: `config`'],
  },
  {
    name: 'settings.json',
    text: `{
  "permissions": {
    "allow": ["Bash(npm run test:*)", "mcp__github__*"],
    "ask": ["Bash(git push:*)", "WebFetch(domain:example.com)"],
    "deny": ["Read(./secrets/**)", "Bash(", 7],
    "defaultMode": "acceptEdits",
    "additionalDirectories": ["../docs/"],
    "colour": "red"
  }
}
`,
    rules: [
      '5 settings.deny-read-secrets',
      '4 settings.ask-bash-git-push',
      '4 settings.ask-webfetch-domain-example-com',
      '3 settings.allow-bash-npm-run-test',
      '3 settings.allow-mcp-github',
    ],
    told: [
      'line 3: `allow` ends only this pack',
      'line 5: `Bash(`: it is no permission rule',
      'line 5: `7`: a rule is text',
      'line 6: `defaultMode`',
      'line 7: `additionalDirectories`',
      'line 8: permissions: `colour`',
    ],
  },
]

test('a pattern of Python finds what it finds there', async () => {
  const file = path.join(emptyHome(), 'rune.yaml')
  const pattern = (name: string, match: string): string => `- { name: ${name}, match: '${match}', message: no, severity: block }\n`
  writeFileSync(file, pattern('end', 'ship it$') + pattern('few', '^go{,2}!') + pattern('far', String.raw`\U0001F680`) + pattern('set', '^[[:x]y'))
  const gate = await gateWith(`preset: bare\ninclude:\n  - ${file}\n`)
  expect(gate.notes).toEqual([])
  for (const command of ['ship it', 'ship it\n', 'g!', 'goo!', 'echo 🚀', '[y', ':y']) expect([command, gate.verdict(command)]).toEqual([command, 'deny'])
  for (const command of ['ship it now', 'gooo!', 'g{,2}!', 'ay', 'echo rocket']) expect([command, gate.verdict(command)]).toEqual([command, 'allow'])
})
test.each(FILES)('$name: every line becomes a rule or is told', ({ name, text, rules, told }) => {
  const file = path.join(emptyHome(), name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  const { code, out, err } = prudent(['rules', 'import', file])
  const made = [...out.matchAll(/^ {2}# \S*:(\d+)\n {2}- id: "(.*)"$/gm)].map(([, line, id]) => `${line} ${id}`)
  expect(made).toEqual(rules)
  const said = err
    .trim()
    .split('\n')
    .map((line) => line.replace(/^prudent: /, ''))
    .toSorted((a, b) => Number(/^line (\d+)/.exec(a)?.[1] ?? 0) - Number(/^line (\d+)/.exec(b)?.[1] ?? 0))
  // Something told of a line that none of ours speaks of, or the other way round, is seen.
  expect(said.map((line) => told.find((part) => line.startsWith(part)) ?? line)).toEqual(told)
  // What was not taken over is told by the exit code too.
  expect(code).toBe(1)
})
