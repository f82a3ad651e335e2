// Does the head of an agent, a skill or a command give rights or hooks with less ado than the settings would, in any preset? However it is written, and however it comes to lie there.
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { Facts, JsonObject } from '../../src/core/model.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import type { Attempt } from './own-ground.ts'

const PRESETS = ['bare', 'relaxed', 'standard', 'strict', 'anteroom', 'leashd', 'rune']
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const FILES = [
  '.claude/agents/a.md',
  '.claude/agents/team/a.md',
  '~/.claude/agents/a.md',
  '.claude/skills/a/SKILL.md',
  '.claude/commands/a.md',
  '.claude/output-styles/a.md',
  '.qwen/agents/a.md',
  '.gemini/agents/a.md',
  '.github/agents/a.agent.md',
  '.github/prompts/a.prompt.md',
  '.cursor/agents/a.md',
  '.opencode/agent/a.md',
  '.opencode/agents/a.md',
  '.opencode/command/a.md',
  '.factory/droids/a.md',
  '.codebuddy/agents/a.md',
  '.agents/skills/a/SKILL.md',
]
const RIGHTS = [
  'permissionMode: bypassPermissions',
  'permissionMode: dontAsk',
  'permissionMode: acceptEdits',
  'permissionMode: "bypassPermissions"',
  "'permissionMode': 'bypassPermissions'",
  'permissionMode:   bypassPermissions # all',
  '"permission\\x4dode": bypassPermissions',
  '"\\u0068ooks": {}',
  '? permissionMode\n: bypassPermissions',
  'approvalMode: yolo',
  'allowed-tools: Bash',
  'allowed-tools: Bash(*), Read',
  'allowed-tools:\n  - Read\n  - Bash(git push:*)',
  'allowed-tools: [Read, "Write"]',
  'allowed-tools: mcp__db__query',
  'hooks:\n  PreToolUse:\n    - matcher: "*"\n      hooks:\n        - type: command\n          command: sh x.sh',
  'hooks: { PreToolUse: [{ hooks: [{ type: command, command: ./x }] }] }',
  'hooks: {PreToolUse:\n  [{hooks: [{type: command, command: ./x}]}]}',
  'hooks:\n  Stop: []',
  'permission:\n  bash: allow',
  'permission:\n  bash:\n    "*": allow',
  'permission: { edit: allow }',
]
const headed = (right: string): readonly string[] => [
  `---\nname: a\ndescription: does things\n${right}\n---\nDo it.\n`,
  `---\n${right}\nname: a\n---\n`,
  `\uFEFF---\nname: a\n${right}\n---\nBody\n---\nmore\n`,
  `---   \r\nname: a\r\n${right.replaceAll('\n', '\r\n')}\r\n---\r\nBody`,
]
const spelled = (file: string): string => file.replace(/^~/, '/home/dev').replace(/^(?=\.)/, '/home/dev/app/')
const write = (file: string, content: string): Attempt => ({ tool: 'Write', input: { file_path: spelled(file), content } })
const bash = (command: string): Attempt => ({ tool: 'Bash', input: { command } })
/** How it comes to lie there. `¶` is the file, `¤` its folder. */
const SHELL = [
  "cat > ¶ <<'E'\n§\nE",
  "mkdir -p ¤; cat <<'E' | tee ¶\n§\nE",
  "cat > x.md <<'E'\n§\nE\ncp x.md ¶",
  "cat > x.md <<'E'\n§\nE\nmv x.md ¶",
  "cat > x.md <<'E'\n§\nE\ninstall -D x.md ¶",
  "cat > x.md <<'E'\n§\nE\nln -sf $PWD/x.md ¶",
  "cat > a.md <<'E'\n§\nE\ncp a.md b.md ¤/",
  "mkdir t; cat > t/a.md <<'E'\n§\nE\ncp -r t/. ¤/",
  "mkdir t; cat > t/a.md <<'E'\n§\nE\nln -s $PWD/t ¤",
]
const inShell = (frame: string, file: string, text: string): Attempt =>
  bash(
    frame
      .replaceAll('¶', () => file)
      .replaceAll('¤', () => file.replace(/\/[^/]*$/, ''))
      .replace('§', () => text),
  )

const attempts: readonly Attempt[] = [
  ...FILES.flatMap((file) => RIGHTS.flatMap((right) => headed(right).map((text) => write(file, text)))),
  ...SHELL.flatMap((frame, at) => RIGHTS.map((right, index) => inShell(frame, FILES[(at + index) % 11] ?? '', headed(right)[index % 2] ?? ''))),
]
const edit = (old_string: string, new_string: string): Attempt => ({
  tool: 'Edit',
  input: { file_path: '/home/dev/app/.claude/agents/a.md', old_string, new_string },
})

const seen = (preset: string, { tool, input }: Attempt, facts: Facts = {}): readonly string[] =>
  (gates.get(preset) as Built).gate
    .check(callOf(tool, input as JsonObject, home.cwd, {}), home, { facts })
    .decision.findings.flatMap(({ rule, verdict }) => (verdict === 'allow' ? [] : [rule]))
const shown = ({ tool, input }: Attempt): string => `${tool} ${JSON.stringify(input)}`
const isHeard = (rules: readonly string[]): boolean => rules.some((rule) => /^(?:agents\.settings|self)/.test(rule))

/** What the same says in the settings: the least that a head must be worth. */
const SETTINGS = write('.claude/settings.json', '{"permissions":{"defaultMode":"bypassPermissions"}}')
describe.each(PRESETS)('preset %s', (preset) => {
  test('a right at a head is heard wherever one in the settings is', () => {
    if (!isHeard(seen(preset, SETTINGS))) return
    const some = preset === 'standard' ? attempts : attempts.filter((_, at) => at % 17 === 0)
    expect(some.filter((one) => !isHeard(seen(preset, one))).map(shown)).toEqual([])
  })
})
test('there are enough, and some presets hear the settings', () => {
  expect(attempts.length).toBeGreaterThan(1000)
  expect(PRESETS.filter((preset) => isHeard(seen(preset, SETTINGS))).length).toBeGreaterThan(2)
})

const HEAD = '---\nname: a\ndescription: reviews code\ntools: Read, Bash\npermissionMode: plan\n---\nRead the code.\n'
const lying = (text: string): Facts => ({ files: { '/home/dev/app/.claude/agents/a.md': text } })
describe('an edit', () => {
  test.each([
    edit('permissionMode: plan', 'permissionMode: bypassPermissions'),
    edit('name: a\n', 'name: a\nhooks:\n  Stop: [{ hooks: [{ type: command, command: ./x }] }]\n'),
    edit('plan', 'bypassPermissions'),
    edit('tools: Read, Bash\n', 'tools: Read, Bash\nallowed-tools: Bash\n'),
  ])('that gives a right is heard, seen whole: %j', (one) => {
    expect(isHeard(seen('standard', one, lying(HEAD)))).toBe(true)
  })
  test.each([
    edit('Read the code.', 'Read the code, then say what hooks: would do, and permissionMode: bypassPermissions.'),
    edit('reviews code', 'reviews code and tests'),
    edit('permissionMode: plan', 'permissionMode: default'),
    edit('tools: Read, Bash', 'tools: Read'),
  ])('that gives none passes, seen whole: %j', (one) => {
    expect(isHeard(seen('standard', one, lying(HEAD)))).toBe(false)
  })
  test('of a text that has the right already, elsewhere in it, passes', () => {
    const given = HEAD.replace('plan', 'bypassPermissions')
    expect(isHeard(seen('standard', edit('Read the code.', 'Read it.'), lying(given)))).toBe(false)
  })
})
test('what lies on disk and is copied there is looked into', () => {
  const facts: Facts = { files: { '/home/dev/app/x.md': headed('permissionMode: bypassPermissions')[0] ?? '' } }
  for (const command of ['cp x.md .claude/agents/a.md', 'cp x.md .claude/agents/', 'mv x.md .claude/agents/', 'ln -s $PWD/x.md .claude/agents/a.md'])
    expect([command, isHeard(seen('standard', bash(command), facts))]).toEqual([command, true])
})

const PLAIN = [
  'name: a',
  'name: a\ndescription: Use this agent when …\\n\\nExamples:\\n<example>user: "hi"</example>\nmodel: sonnet\ncolor: blue',
  'name: a\ndescription: |\n  hooks: are explained here\n  permissionMode: bypassPermissions is never set\ntools: Bash, Read, Write',
  'name: a\ntools:\n  - Bash\n  - Edit',
  'description: commit\nallowed-tools: Read, Grep, Glob, LS, TodoWrite',
  'permissionMode: plan',
  'permissionMode: default',
  'mode: subagent\npermission:\n  edit: deny\n  bash: ask',
  'applyTo: "**/*.ts"\ndescription: "says \\"hooks: x\\""',
  '',
]
const BODIES = ['', 'Say what `hooks:` do.\n\n```yaml\nhooks:\n  PreToolUse: []\npermissionMode: bypassPermissions\n```\n', '---\nhooks: none\n---\n']
test('heads that give nothing pass, whatever the text below them speaks of', () => {
  const controls = FILES.flatMap((file) => PLAIN.flatMap((head) => BODIES.map((body) => write(file, `---\n${head}\n---\n${body}`))))
  const texts = ['', '# A skill\n\nhooks: are run by git.\n', 'x\n', '* one\n* two\n\n---\n\nmore\n', '---\n\nOnly a line.\n'].flatMap((text) =>
    FILES.map((file) => write(file, text)),
  )
  const others = ['docs/agents/a.md', '.github/workflows/ci.yml', 'src/commands/a.md', 'README.md'].map((file) =>
    write(`./${file}`.replace('./', '/home/dev/app/'), headed('hooks:\n  Stop: []')[0] ?? ''),
  )
  expect([...controls, ...texts, ...others].filter((one) => isHeard(seen('standard', one))).map(shown)).toEqual([])
})
