// Does what CPI-SI's page on its detection library promises hold here? One test for each statement, in our words.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { containsLikelySecret, isCriticalFile, isDangerousOperation } from '../../src/index.ts'
import { emptyHome, ensureBuilt } from '../built.ts'
import { runHook } from '../hook-process.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'
import type { Asked, Call } from './origin.ts'

let gate: Asked
let own: Asked
beforeAll(async () => {
  ensureBuilt()
  gate = await gateWith('preset: cpi-si\n')
  own = await gateWith(`preset: cpi-si\ninclude:\n  - ${path.join(FIXTURES, 'cpi-si')}\n`)
}, 120_000)
const all = (calls: readonly Call[], of = gate): readonly string[] => [...new Set(calls.map((call) => of.verdict(call)))]
/** Made up. */
const TOKEN = ['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'].join('')
const writing = (file: string): Call => ['Write', { file_path: file, content: 'x' }]
const COMMANDS = [
  'git push --force',
  'git reset --hard',
  'git rebase --skip',
  'rm -rf x',
  'rm -r x',
  'sudo ls',
  'pkexec ls',
  'npm publish',
  'cargo publish',
  'pip upload x',
  'DROP DATABASE d',
  'DROP TABLE t',
  'TRUNCATE TABLE t',
  'docker system prune',
  'docker rm -f c',
]

test('CP-001 three questions, each answered with true or false', () => {
  expect([isDangerousOperation('git push --force'), isDangerousOperation('ls')]).toEqual([true, false])
  expect([isCriticalFile('/etc/passwd'), isCriticalFile('src/a.ts')]).toEqual([true, false])
  expect([containsLikelySecret(`key = ${TOKEN}`), containsLikelySecret('hello')]).toEqual([true, false])
})
test('CP-002 they keep nothing and never throw, whatever they are given', () => {
  for (const odd of ['', '\0', '"', '$('.repeat(500), undefined, {}] as string[])
    for (const ask of [isDangerousOperation, isCriticalFile, containsLikelySecret]) expect(ask(odd)).toBe(ask(odd))
})
test('CP-003 commands and paths stop, secrets only warn', () => {
  expect([gate.verdict('git reset --hard'), gate.verdict(writing('/etc/hosts'))]).toEqual(['ask', 'ask'])
  const secret = gate.decision(['Write', { file_path: 'a.ts', content: `const a = "${TOKEN}"` }])
  expect([secret.verdict, secret.warnings.length]).toEqual(['allow', 1])
})
test('CP-005 a secret is never shown, logged or quoted, one of your own patterns neither', () => {
  const told = hookSays(own.home, ['Bash', { command: 'deploy --production --token corp_tok_9f8e7d6c5b4a' }])
  expect(told.verdict).toBe('ask')
  expect(told.text).not.toContain('9f8e7d6c')
  const decision = own.decision(['Write', { file_path: 'a.ts', content: 'x = corp_tok_9f8e7d6c5b4a' }])
  expect(decision.warnings).toHaveLength(1)
  expect(JSON.stringify(decision)).not.toContain('9f8e7d6c')
})
test('CP-007 the list of dangerous operations', () => {
  expect(COMMANDS.filter((command) => !isDangerousOperation(command))).toEqual([])
  expect(all(COMMANDS)).toEqual(['ask'])
  expect(all(['git push', 'rm x', 'npm publish --dry-run', 'docker rm c', 'SELECT 1', 'ls'])).toEqual(['allow'])
})
test('CP-009 the list of critical paths', () => {
  const { home } = gate
  const files = [
    '/etc/hosts',
    '/boot/x',
    `${home}/.ssh/x`,
    `${home}/.gnupg/x`,
    '.git/config',
    '.git/HEAD',
    `${home}/.gitconfig`,
    '/var/lib/dpkg/status',
    '/var/lib/rpm/x',
    `${home}/.bashrc`,
    `${home}/.zshrc`,
    `${home}/.config/x`,
    '/var/lib/mysql/x',
    'a.db',
    'a.sqlite',
  ]
  expect(all(files.map(writing))).toEqual(['ask'])
  expect(all(['/sys/x', '/proc/x', '/etc/shadow', '/etc/passwd'].map(writing))).toEqual(['deny'])
  expect(all(['src/a.ts', 'etc/hosts', '../x', 'db.ts'].map(writing))).toEqual(['allow'])
})
const LOOSE = [
  'sk-',
  'sk_live_1',
  'AKIA',
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'xoxb-1',
  'xapp-1',
  'BEGIN PRIVATE',
  'BEGIN RSA PRIVATE',
  'BEGIN OPENSSH PRIVATE',
  'mongodb://x',
  'postgresql://x',
  'mysql://x',
  'AIza',
  'GOOGLE_API_KEY',
  'API_KEY=a1',
  'SECRET_KEY=b2',
  'PASSWORD=Hunter2Zebra',
  'eyJ',
]
test('CP-011 what begins like one of the listed secrets is warned about, the bare beginning too', () => {
  const silent = LOOSE.filter((text) => gate.decision(['Write', { file_path: 'a.txt', content: `x ${text} y` }]).warnings.length === 0)
  expect(silent).toEqual([])
  expect(gate.decision(['Write', { file_path: 'a.txt', content: 'a task-list of the inbox, password rules' }]).warnings).toEqual([])
})
test('CP-022 commands, paths that are written, and what is written into them are looked at; the last only warns', () => {
  const command = gate.decision('PASSWORD=Hunter2Zebra ./run')
  expect([command.verdict, command.warnings.length, JSON.stringify(command).includes('Hunter2')]).toEqual(['allow', 1, false])
  const content = gate.decision(['Write', { file_path: 'a.env.md', content: 'PASSWORD=Hunter2Zebra' }])
  expect([content.verdict, content.warnings.length, JSON.stringify(content).includes('Hunter2')]).toEqual(['allow', 1, false])
  expect(gate.decision('./run').warnings).toEqual([])
})
test('CP-023 a prompt with what looks like a secret is let through with a warning that tells its length alone', () => {
  const prompt = (text: string): string =>
    runHook(JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: gate.project, transcript_path: '/tmp/x', prompt: text }), {
      words: ['--host', 'claude-code'],
      home: gate.home,
    }).out
  const told = prompt('use PASSWORD=Hunter2Zebra please')
  expect(told).toMatch(/seems to hold a secret.*\d+ characters/)
  expect(told).not.toMatch(/Hunter2|"block"/)
  expect(prompt('say hello')).not.toContain('secret')
})
test('CP-013 three files in one folder are read as they are', () => {
  expect(all(['git push --force', 'deploy --production', writing('/home/x/shops/ledger/a')], own)).toEqual(['ask'])
  expect(gate.verdict('deploy --production')).toBe('allow')
  expect(own.notes).toEqual([])
})
test('CP-014 each file counts for itself; where one is missing or broken, the lists built in hold, and it is said', async () => {
  const home = emptyHome()
  cpSync(path.join(FIXTURES, 'cpi-si'), path.join(home, 'safety'), { recursive: true })
  writeFileSync(path.join(home, 'safety/dangerous-patterns.jsonc'), '{ "patterns": ')
  const half = await gateWith('preset: cpi-si\ninclude:\n  - ~/safety\n', home)
  expect(all(['git push --force', 'rm -r x', writing('/home/x/shops/ledger/a')], half)).toEqual(['ask'])
  expect(all(['deploy --production', 'ls'], half)).toEqual(['allow'])
  expect(half.notes.join()).toMatch(/go on without it/)
})
test('CP-016 metadata, categories, severity, reason, platform and services are read', () => {
  expect(own.decision('ship --live')).toMatchObject({
    verdict: 'ask',
    findings: [{ severity: 'critical', why: 'Deploys directly to production without staging' }],
  })
  expect(own.verdict('ship --dry')).toBe('allow')
})
test('CP-017 a category is added by writing it into the file', async () => {
  const home = emptyHome()
  cpSync(path.join(FIXTURES, 'cpi-si'), path.join(home, 'safety'), { recursive: true })
  const file = path.join(home, 'safety/dangerous-patterns.jsonc')
  const settings = 'preset: cpi-si\ninclude:\n  - ~/safety\n'
  expect((await gateWith(settings, home)).verdict('launch now')).toBe('allow')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"ship --live"', '"launch now"'))
  const after = await gateWith(settings, home)
  expect([after.verdict('launch now'), after.verdict('ship --live')]).toEqual(['ask', 'allow'])
})
test('CP-018 patterns of the files are plain text, upper and lower case told apart', () => {
  expect([own.verdict('x; deploy --production y'), own.verdict('Deploy --production')]).toEqual(['ask', 'allow'])
})
test('CP-019 comments are allowed', () => {
  expect(readFileSync(path.join(FIXTURES, 'cpi-si/dangerous-patterns.jsonc'), 'utf8')).toMatch(/\/\/ What/)
  expect([own.verdict('git reset --hard'), own.verdict('What may be lost')]).toEqual(['ask', 'allow'])
})
test('CP-031 patterns may be regular expressions', async () => {
  const regex = await gateWith("preset: cpi-si\ncustom_patterns:\n  - 'deploy\\s+(prod|live)'\n")
  expect([regex.verdict('deploy   live'), regex.verdict('deploy dev')]).toEqual(['ask', 'allow'])
})
test('CP-033 findings below a severity can be left out', async () => {
  const high = await gateWith('thresholds: { severity: critical }\n')
  expect([high.verdict('git stash drop'), high.verdict('git push --force origin main')]).toEqual(['allow', 'deny'])
  expect((await gateWith('')).verdict('git reset --hard')).toBe('ask')
})
test('CP-034 settings and pattern files that change count from then on; broken ones leave the last good', async () => {
  const home = emptyHome()
  expect((await gateWith('overrides: { git.reset-hard: deny }\n', home)).verdict('git reset --hard')).toBe('deny')
  expect((await gateWith('overrides: { git.reset-hard: allow }\n', home)).verdict('git reset --hard')).toBe('allow')
  expect((await gateWith('overrides: { git.reset-hard: \n', home)).verdict('git reset --hard')).toBe('allow')
})
test('CP-035 circumstances raise a rule: the branch, the project, the time', async () => {
  const home = emptyHome()
  const raised = await gateWith('context:\n  - { when: { project: ~/app }, rules: git.reset-hard, to: critical }\n', home)
  expect([raised.verdict('git reset --hard'), raised.verdict('git stash')]).toEqual(['deny', 'allow'])
})

test('CP-004 when unsure, commands and paths pass and secrets warn', () => {
  expect(all(['some-new-program --force', 'make deploy', writing('notes/etc.txt')])).toEqual(['allow'])
  expect(gate.decision(['Write', { file_path: 'a.txt', content: 'maybe sk-abc' }])).toMatchObject({
    verdict: 'allow',
    warnings: [expect.stringContaining('secret') as unknown],
  })
})
test('CP-015 without any file at least the fixed lists hold: ten commands, four paths, five beginnings of secrets', () => {
  const commands = [
    'git push --force',
    'git push -f',
    'git reset --hard',
    'rm -rf x',
    'rm -r x',
    'sudo ls',
    'npm publish',
    'cargo publish',
    'DROP DATABASE d',
    'DROP TABLE t',
  ]
  expect(all([...commands, ...['/etc/hosts', '.git/config', `${gate.home}/.ssh/x`, '/boot/x'].map(writing)])).toEqual(['ask'])
  const silent = ['sk-', 'ghp_', 'xoxb', 'AKIA', 'BEGIN PRIVATE'].filter(
    (text) => gate.decision(['Write', { file_path: 'a', content: text }]).warnings.length === 0,
  )
  expect(silent).toEqual([])
  expect(gate.verdict('ls')).toBe('allow')
})
test('CP-030 the profile is held to its files present, missing and malformed, to its bias, and to what is harmless', async () => {
  const harmless = ['ls', 'git status', 'npm test', 'cargo build', 'git push', 'docker ps', 'rm x', 'make'] as const
  const home = emptyHome()
  writeFileSync(path.join(home, 'broken.jsonc'), '{')
  const broken = await gateWith('preset: cpi-si\ninclude: [~/broken.jsonc, ~/gone.jsonc]\n', home)
  for (const of of [gate, own, broken]) {
    expect(all(harmless, of)).toEqual(['allow'])
    expect(all(['rm -r x', 'git reset --hard'], of)).toEqual(['ask'])
  }
})
test('CP-032 a category for another platform is silent here', async () => {
  const home = emptyHome()
  const file = (platform: string): string => `{ "paths": { "a": { "patterns": ["/ledger/"], "severity": "high", "platform": "${platform}" } } }`
  writeFileSync(path.join(home, 'here.jsonc'), file('linux/unix'))
  writeFileSync(path.join(home, 'there.jsonc'), file('windows'))
  const [here, there] = [await gateWith('preset: bare\ninclude: [~/here.jsonc]\n', home), await gateWith('preset: bare\ninclude: [~/there.jsonc]\n', home)]
  const unix = process.platform !== 'win32'
  expect([here.verdict(writing('ledger/a')), there.verdict(writing('ledger/a'))]).toEqual(unix ? ['ask', 'allow'] : ['allow', 'ask'])
})
test('CP-F1 one broken file leaves the other two as they are', async () => {
  const home = emptyHome()
  cpSync(path.join(FIXTURES, 'cpi-si'), path.join(home, 'safety'), { recursive: true })
  writeFileSync(path.join(home, 'safety/critical-paths.jsonc'), 'nothing of the kind')
  const half = await gateWith('preset: cpi-si\ninclude:\n  - ~/safety\n', home)
  expect([half.verdict('ship --live'), half.verdict(writing('/etc/hosts')), half.verdict(writing('/home/x/shops/ledger/a'))]).toEqual(['ask', 'ask', 'allow'])
})
