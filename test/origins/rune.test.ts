// Does what rune's page on its safety hook promises hold here? One test for each statement, in our words.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readYaml } from '../../src/config/yaml.ts'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'
import { runHook } from '../hook-process.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'
import type { Asked, Call } from './origin.ts'

let gate: Asked
let own: Asked
beforeAll(async () => {
  ensureBuilt()
  gate = await gateWith('preset: rune\n')
  own = await gateWith(`preset: bare\ninclude:\n  - ${path.join(FIXTURES, 'rune.yaml')}\n`)
}, 120_000)
const all = (calls: readonly Call[], of = gate): readonly string[] => [...new Set(calls.map((call) => of.verdict(call)))]
const layers = (): string => readFileSync(path.join(ROOT, 'docs/layers.md'), 'utf8')
const SPELLINGS = ['rm -rf x', 'rm -fr x', 'rm -r -f x', 'rm --recursive --force x', 'rm -Rf x', 'rm -rfv x']

test('RU-001 it stops accidents, says that it is no boundary, and lets somebody pass who means it', () => {
  expect(gate.verdict('rm -rf src')).toBe('deny')
  expect(gate.verdict("perl -e 'unlink glob(q(src/*))'")).toBe('allow')
  expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8')).toMatch(/seat ?belt/i)
})
test('RU-002 it runs before a tool is used: an event on standard input, an answer on standard output', () => {
  expect(hookSays(gate.home, ['Bash', { command: 'git reset --hard' }])).toMatchObject({ verdict: 'deny', code: 0 })
  expect(hookSays(gate.home, ['Bash', { command: 'git status' }])).toMatchObject({ verdict: 'silent', code: 0 })
})
test('RU-003 what matches is denied; what does not runs without a word', () => {
  expect(all(['git push --force', 'git clean -fd', 'terraform destroy'])).toEqual(['deny'])
  expect(all(['git push', 'git clean -n', 'terraform plan'])).toEqual(['allow'])
})
test('RU-007 a pattern file that is missing or broken stops nothing, which is said; the floor stays', async () => {
  const home = emptyHome()
  writeFileSync(path.join(home, 'broken.yaml'), '- { name: [\n')
  for (const file of ['~/broken.yaml', '~/gone.yaml']) {
    const open = await gateWith(`preset: rune\ninclude:\n  - ${file}\n`, home)
    expect([
      open.verdict('ls'),
      open.verdict('git push --force'),
      open.verdict('rm -rf /'),
      open.verdict(['Write', { file_path: '/etc/shadow', content: 'x' }]),
    ]).toEqual(['allow', 'deny', 'deny', 'deny'])
    expect(open.notes.join()).toMatch(/go on without it/)
  }
  const closed = await gateWith('preset: rune\non_config_error: ask\ninclude:\n  - ~/broken.yaml\n', home)
  expect(closed.verdict('ls')).toBe('ask')
})
test('RU-009 shells only: other tools are left to the host', () => {
  const others: Call[] = [
    ['Write', { file_path: '/home/x/.bashrc', content: 'rm -rf x' }],
    ['Edit', { file_path: '.env', old_string: 'a', new_string: 'b' }],
    ['Read', { file_path: '/home/x/.ssh/id_rsa' }],
    ['Glob', { pattern: '*' }],
    ['Grep', { pattern: 'DROP TABLE' }],
    ['WebFetch', { url: 'http://169.254.169.254/', prompt: 'x' }],
    ['WebSearch', { query: 'rm -rf' }],
    ['Task', { prompt: 'run rm -rf x' }],
  ]
  expect(all(others)).toEqual(['allow'])
  expect(all(['rm -rf x', ['shell', { command: 'rm -rf x' }]])).toEqual(['deny'])
})
test('RU-011 every field of a pattern counts: name, match or builtin, flags, requires, message, severity', () => {
  expect(all(['kubectl delete pod x', 'rm -rf x', 'DROP table t', 'terraform apply -var-file=prod.tfvars'], own)).toEqual(['deny'])
  expect(all(['kubectl get pods', 'rm x', 'terraform apply -var-file=dev.tfvars', 'docker system prune'], own)).toEqual(['allow'])
  expect(own.decision('kubectl delete pod x').reason).toContain('ubernetes resource deletion blocked')
  expect(own.decision('docker system prune').warnings).toHaveLength(1)
})
test('RU-013 an entry is added, changed or removed in the file, and counts with the next call', async () => {
  const home = emptyHome()
  const file = path.join(home, 'patterns.yaml')
  cpSync(path.join(FIXTURES, 'rune.yaml'), file)
  const settings = 'preset: bare\ninclude:\n  - ~/patterns.yaml\n'
  expect((await gateWith(settings, home)).verdict('kubectl delete pod x')).toBe('deny')
  writeFileSync(file, readFileSync(file, 'utf8').replace('kubectl\\s+delete', 'helm\\s+uninstall'))
  const after = await gateWith(settings, home)
  expect([after.verdict('kubectl delete pod x'), after.verdict('helm uninstall web')]).toEqual(['allow', 'deny'])
})
test('RU-014 the lease is told apart, two conditions must both hold, statements count in any case', () => {
  for (const of of [gate, own]) {
    expect(all(['git push --force', 'terraform apply -var-file=prod.tfvars', "psql -c 'Drop Table t'"], of)).toEqual(['deny'])
    expect(all(['git push --force-with-lease', 'terraform apply', 'terraform plan -var-file=prod.tfvars'], of)).toEqual(['allow'])
  }
})
test('RU-015 a forced recursive removal is found in every spelling and behind every operator', () => {
  const calls = SPELLINGS.flatMap((command) => [command, `ls; ${command}`, `ls && ${command}`, `ls | ${command}`])
  for (const of of [gate, own]) {
    expect(all(calls, of)).toEqual(['deny'])
    expect(all(['rm -r x', 'rm -f x', 'rm x', 'rm a-file-r', "echo 'rm -rf x'"], of)).toEqual(['allow'])
  }
})
test('RU-020 the ways past it that are known are listed, and are open as the list says', async () => {
  const standard = await gateWith('')
  // By their words alone: what is on the disk of whoever tries them may say more.
  const blind = (command: string, { gate: of }: Asked = standard): string =>
    of.check(
      { id: '1', host: 'test', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: '/home/dev/app' },
      { home: '/home/dev', project: '/home/dev/app' },
    ).decision.verdict
  const rows = [...layers().matchAll(/^\| [^|]+ \| `(.+)` \| (allow|ask|deny) \| (allow|ask|deny) \|$/gm)]
  const calls = rows.map(([, command = '']) => command.replaceAll('\\|', '|'))
  expect(calls.length).toBeGreaterThan(6)
  expect(calls.map((call) => [blind(call, gate), blind(call)])).toEqual(rows.map(([, , here, there]) => [here, there]))
  // And those of the gate as a whole, each with its reason.
  const { cases } = readYaml(readFileSync(path.join(ROOT, 'corpus/evasions/open.yaml'), 'utf8')).value as {
    cases: readonly { note?: string; command: string }[]
  }
  expect(cases.filter(({ note }) => note === undefined)).toEqual([])
  expect(cases.filter(({ command }) => blind(command) !== 'allow')).toEqual([])
  expect(blind('rm -rf /')).toBe('deny')
})
test('RU-023 one command runs what must be found and what must not, and fails when one fails', () => {
  expect(prudent(['test', 'wolffish-skill']).code).toBe(0)
  const file = path.join(emptyHome(), 'mine.yaml')
  writeFileSync(
    file,
    'pack: mine\ntitle: Mine\nrules:\n  - id: mine.a\n    severity: high\n    title: a\n    why: b\n    match: { run: deploy-it }\n    hits: [ls]\n    misses: [pwd]\n',
  )
  expect(prudent(['test', file]).code).toBe(1)
})
test('RU-F1 what cannot be taken back waits for a person', async () => {
  const standard = await gateWith('')
  expect(all(['terraform destroy', 'git reset --hard', "psql -c 'drop table t'"], standard)).not.toContain('allow')
  expect(standard.verdict('terraform plan')).toBe('allow')
})
test('RU-F2 nothing harmless is blocked: shown by its own harmless lines', () => {
  const { allow } = readYaml(readFileSync(path.join(ROOT, 'corpus/profiles/rune.yaml'), 'utf8')).value as { allow: readonly unknown[] }
  const commands = allow.filter((one) => typeof one === 'string')
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((command) => gate.verdict(command) !== 'allow')).toEqual([])
  expect(gate.verdict('rm -rf x')).toBe('deny')
})

test('RU-006 it keeps nothing between calls and needs no other package', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { dependencies?: object }
  expect(dependencies).toEqual({})
  const before = ['rm -rf x', 'ls'].map((command) => gate.verdict(command))
  gate.verdict('git push --force')
  expect(['rm -rf x', 'ls'].map((command) => gate.verdict(command))).toEqual(before)
})
test('RU-008 pattern files are YAML, read without anything to install', async () => {
  const home = emptyHome()
  writeFileSync(
    path.join(home, 'p.yaml'),
    '# a comment\n- name: "x"\n  match: \'\\bship-it\\b\' # behind it\n  message: >\n    folded\n    text\n  severity: block\n',
  )
  const read = await gateWith('preset: bare\ninclude:\n  - ~/p.yaml\n', home)
  expect([read.verdict('ship-it now'), read.verdict('shipping')]).toEqual(['deny', 'allow'])
})
test('RU-021 the eight layers are named, this gate as the second', () => {
  for (const words of [
    /\| 1 \| the model/,
    /\| 2 \| \*\*this gate/,
    /\| 3 \|.*sandbox/,
    /\| 4 \| permissions/,
    /\| 5 \| git hooks/,
    /\| 6 \| CI/,
    /\| 7 \| IAM/,
    /\| 8 \| branch protection/,
  ])
    expect(layers()).toMatch(words)
  expect(layers()).not.toMatch(/\| 9 \|/)
})
test('RU-022 the risks of agents that it answers to are named, and how hosts protect themselves', () => {
  for (const words of ['ASI02', 'ASI08', 'Claude Code', 'Codex CLI', 'Cursor', 'OpenCode', 'Goose']) expect(layers()).toContain(words)
  // And what the page says of the two risks is so: misuse is stopped before it runs; a failure lets nothing run, and who calls on whose behalf changes nothing.
  expect(hookSays(gate.home, ['Bash', { command: 'terraform destroy' }]).verdict).toBe('deny')
  expect(hookSays(gate.home, ['Bash', { command: 'terraform plan' }]).verdict).toBe('silent')
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: gate.project,
    agent_id: 'a1',
    agent_type: 'Explore',
    tool_use_id: 'sub-1',
    tool_name: 'Bash',
  }
  const sub = (command: string): string =>
    runHook(JSON.stringify({ ...event, tool_input: { command } }), { words: ['--host', 'claude-code'], home: gate.home }).out
  expect([sub('terraform destroy').includes('"deny"'), sub('terraform plan')]).toEqual([true, ''])
  expect(runHook('{"hook_event_name":"PreToolUse","tool_name":', { words: ['--host', 'claude-code'], home: gate.home }).code).toBe(2)
})
test('RU-F3 a table says what governs each tool, with its sources, and each tool is governed so', async () => {
  const rows = [
    '| shells (Bash',
    '| Write, Edit',
    '| Read, Glob, Grep |',
    '| WebFetch, WebSearch |',
    '| MCP servers',
    '| agents and tasks |',
    '| prompts |',
    'Sources:',
  ]
  for (const words of rows) expect(layers()).toContain(words)
  const standard = await gateWith('')
  const governed: Call[] = [
    'git reset --hard',
    ['PowerShell', { command: 'Remove-Item -Recurse -Force C:\\' }],
    ['Write', { file_path: '/etc/cron.d/x', content: 'x' }],
    ['Edit', { file_path: `${standard.home}/.bashrc`, old_string: 'a', new_string: 'b' }],
    ['Read', { file_path: `${standard.home}/.ssh/id_rsa` }],
    ['Grep', { pattern: 'x', path: `${standard.home}/.aws/credentials` }],
    ['WebFetch', { url: 'http://169.254.169.254/latest/', prompt: 'x' }],
    ['mcp__fs__write_file', { path: '/etc/cron.d/x', content: 'x' }],
  ]
  expect(all(governed, standard)).not.toContain('allow')
  const harmless: Call[] = [
    'ls',
    ['PowerShell', { command: 'Get-ChildItem' }],
    ['Write', { file_path: 'a.ts', content: 'x' }],
    ['Read', { file_path: 'a.ts' }],
    ['Grep', { pattern: 'x' }],
    ['WebFetch', { url: 'https://example.com/', prompt: 'x' }],
    ['Task', { prompt: 'look around' }],
    ['mcp__fs__read_file', { path: 'a.ts' }],
  ]
  expect(all(harmless, standard)).toEqual(['allow'])
})
