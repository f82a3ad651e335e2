// What of the five systems stood only in their code, and is cheap to show: does it hold here too? In our words.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { analyzeCommand, analyzePath, checkBashCommand, checkWritePath, containsLikelySecret, isCriticalFile, isDangerousOperation } from '../../src/index.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { runHook } from '../hook-process.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'
import type { Asked, Call } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
const presets = new Map<string, Promise<Asked>>()
/** Of one preset, made once. */
function of(preset: string): Promise<Asked> {
  const known = presets.get(preset) ?? gateWith(`preset: ${preset}\n`)
  presets.set(preset, known)
  return known
}
const all = (gate: Asked, calls: readonly Call[]): readonly string[] => [...new Set(calls.map((call) => gate.verdict(call)))]
/** A gate that has one file of patterns alone. */
async function withFile(name: string, text: string, preset = 'bare'): Promise<Asked> {
  const home = emptyHome()
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
  writeFileSync(path.join(home, name), text)
  return gateWith(`preset: ${preset}\ninclude:\n  - ~/${name}\n`, home)
}
const skill = (lines: string): string => `---\nname: t\ndescription: t\n${lines}\n---\n`
const policy = (rules: string, settings = ''): string => `version: "1"\nname: p\n${settings}rules:\n${rules}`

test('WF-016 five levels: what is safe runs, warn warns, confirm and destructive ask, block refuses', async () => {
  const levels = ['warn', 'confirm', 'destructive', 'block']
  const gate = await withFile(
    'SKILL.md',
    skill(`danger_patterns:\n${levels.map((level) => `  - { pattern: do-${level}, level: ${level}, reason: r }`).join('\n')}`),
  )
  expect(levels.map((level) => gate.verdict(`do-${level}`))).toEqual(['allow', 'ask', 'ask', 'deny'])
  expect([gate.decision('do-warn').warnings.length, gate.decision('do-nothing').warnings.length]).toEqual([1, 0])
})
test('WF-017 a pattern has its reason, which is told', async () => {
  const gate = await withFile('SKILL.md', skill('confirm_patterns:\n  - { pattern: ship-it, reason: goes to customers }'))
  expect(gate.decision('ship-it now').reason).toContain('goes to customers')
  expect(gate.verdict('ship')).toBe('allow')
})
test('WF-025 a pattern holds for every tool', async () => {
  const gate = await withFile('SKILL.md', skill('confirm_patterns: [ship-it]'))
  expect(all(gate, ['ship-it', ['Write', { file_path: 'a', content: 'ship-it' }], ['mcp__x__y', { a: 'ship-it' }]])).toEqual(['ask'])
  expect(gate.verdict(['mcp__x__y', { a: 'ship' }])).toBe('allow')
})
test('WF-026 patterns count in any case; one that cannot be used is told, and the others count', async () => {
  const gate = await withFile('SKILL.md', skill("confirm_patterns: [ship-it, '(']"))
  expect([gate.verdict('SHIP-IT'), gate.verdict('ship')]).toEqual(['ask', 'allow'])
  expect(gate.notes).not.toEqual([])
})
test('WF-028 a line break in an argument is seen as the two characters that JSON writes', () => {
  const tried = (pattern: string): string => prudent(['rules', 'try', pattern, '--tool', 'Bash', '--input', '{"command":"a\\nb"}']).out
  expect(tried('a\\\\nb')).toMatch(/call-json +Bash \{"command":"a\\nb"\}\n +\^/)
  expect(tried('zz')).not.toMatch(/\^/)
})
test('WF-038 what is no front matter is told, and the other skills count', async () => {
  const home = emptyHome()
  for (const [name, text] of [
    ['a', '---\nname: [\n---\n'],
    ['b', skill('confirm_patterns: [ship-it]')],
  ] as const) {
    mkdirSync(path.join(home, 'skills', name), { recursive: true })
    writeFileSync(path.join(home, 'skills', name, 'SKILL.md'), text)
  }
  const gate = await gateWith('preset: bare\non_config_error: open\ninclude:\n  - ~/skills\n', home)
  expect([gate.verdict('ship-it'), gate.verdict('ship')]).toEqual(['ask', 'allow'])
  expect(gate.notes.join()).toContain('SKILL.md')
})
test('WF-039 skills are read from one folder, a folder each, hidden ones too', async () => {
  const home = emptyHome()
  for (const name of ['a', '.b']) {
    mkdirSync(path.join(home, 'skills', name), { recursive: true })
    writeFileSync(path.join(home, 'skills', name, 'SKILL.md'), skill(`confirm_patterns: [ship-${name.replace('.', '')}]`))
  }
  const gate = await gateWith('preset: bare\ninclude:\n  - ~/skills\n', home)
  expect([gate.verdict('ship-a'), gate.verdict('ship-b'), gate.verdict('ship-c')]).toEqual(['ask', 'ask', 'allow'])
})
test('WF-048 where nobody owns the question, or nobody is there, it is denied', async () => {
  const { home } = await of('wolffish')
  expect([
    hookSays(home, ['Bash', { command: 'git push' }], { PRUDENT_UNATTENDED: '1' }).verdict,
    hookSays(home, ['Bash', { command: 'git push' }]).verdict,
  ]).toEqual(['deny', 'ask'])
})

test('AN-003 blanks and tabs do not matter, and SQL counts in any case', async () => {
  const gate = await of('anteroom')
  expect(all(gate, ['git   push   --force', 'git\tpush\t-f', "psql -c 'DrOp TaBlE t'", '  rm   a'])).toEqual(['ask'])
  expect(all(gate, ['git   push', "psql -c 'SeLeCt 1'"])).toEqual(['allow'])
})
test('AN-004 words are whole, and an empty command is nothing', async () => {
  expect(all(await of('anteroom'), ['myrmdir something', 'alarm', '', '   '])).toEqual(['allow'])
  expect((await of('anteroom')).verdict('rmdir something')).toBe('ask')
})
test('AN-005 what is printed to /dev/null is lost on purpose', async () => {
  const gate = await of('anteroom')
  expect(all(gate, ['ls > /dev/null', 'make 2>&1 >/dev/null'])).toEqual(['allow'])
  expect(gate.verdict('echo x > /dev/foo')).not.toBe('allow')
})
test('AN-018 cloud credentials ask before they are written, too', async () => {
  const gate = await gateWith('preset: anteroom\nresolve_names: false\n')
  const write = (file: string): Call => ['Write', { file_path: file, content: 'x' }]
  expect(
    all(
      gate,
      ['.env', '.aws/credentials', '.config/gcloud/x.json'].map((file) => write(`${gate.home}/${file}`)),
    ),
  ).toEqual(['ask'])
  expect(gate.verdict(write('aws/notes.md'))).toBe('allow')
})
test('AN-019 a sensitive path counts wherever it stands, and however it is reached', () => {
  expect(['/srv/x/.ssh/a', '../../.ssh/x', '~/.gnupg/x'].map((file) => checkWritePath(file).needsApproval)).toEqual([true, true, true])
  expect(checkWritePath('ssh/a').needsApproval).toBe(false)
})
test('AN-021 a verdict says whether it needs approval, whether it is final, why, of which tool, and the details', () => {
  expect(checkBashCommand('rm a')).toMatchObject({
    needsApproval: true,
    hardDenied: false,
    reason: expect.any(String) as unknown,
    details: expect.any(Object) as unknown,
  })
  expect(checkBashCommand('rm -rf /')).toMatchObject({ hardDenied: true })
  expect(checkBashCommand('ls')).toMatchObject({ needsApproval: false, hardDenied: false })
})

test("LE-011 a server's tool is held to the fence by its own name", async () => {
  const gate = await of('leashd')
  expect([gate.verdict(['mcp__fs__Read', { file_path: '/srv/a' }]), gate.verdict(['mcp__fs__Read', { file_path: 'a.ts' }])]).toEqual(['deny', 'ask'])
})
test('LE-022 the path is `file_path`, else `path`; without either there is none to judge', async () => {
  const gate = await of('leashd')
  expect(
    all(gate, [
      ['Read', { file_path: '/srv/a' }],
      ['Grep', { pattern: 'x', path: '/srv' }],
    ]),
  ).toEqual(['deny'])
  expect(
    all(gate, [
      ['Glob', { pattern: '*' }],
      ['Grep', { pattern: 'x' }],
    ]),
  ).toEqual(['allow'])
})
test('LE-023 the edge of a folder is inside, its namesake beside it is not, and dots lead where they lead', async () => {
  const gate = await gateWith('preset: leashd\ndirectories: [~/notes]\n')
  const read = (file: string): Call => ['Read', { file_path: file }]
  expect(all(gate, [read(`${gate.home}/notes`), read(`${gate.home}/notes/a/../b`), read('%2e%2e/a')])).toEqual(['allow'])
  expect(all(gate, [read(`${gate.home}/notes-old/a`), read(`${'../'.repeat(100)}srv/a`), read('a\0b')])).toEqual(['deny'])
})
test('LE-030 a rule has a name, an action, tools, patterns, a reason and a level', async () => {
  const gate = await withFile(
    'p.yaml',
    policy('  - { name: a, tools: [Bash], command_patterns: [ship-it], action: deny, reason: not today, risk_level: critical }\n'),
  )
  expect(gate.decision('ship-it')).toMatchObject({ verdict: 'deny', findings: [expect.objectContaining({ severity: 'critical' }) as unknown] })
  expect(gate.decision('ship-it').reason).toContain('not today')
  expect(gate.verdict('make')).toBe('ask')
})
test('LE-031 both kinds of patterns must match, of each list one', async () => {
  const gate = await withFile(
    'p.yaml',
    policy(
      "  - { name: a, tools: [Read, Write], path_patterns: ['\\.pem$', '\\.key$'], action: deny, reason: keys }\n  - { name: b, tools: [Read, Write], action: allow }\n",
    ),
  )
  expect(
    all(gate, [
      ['Read', { file_path: 'x/a.pem' }],
      ['Write', { file_path: 'a.key', content: 'x' }],
    ]),
  ).toEqual(['deny'])
  expect(all(gate, [['Read', { file_path: 'a.pem.md' }]])).toEqual(['allow'])
})
test('LE-032 patterns are taken as they are written, upper and lower case told apart', async () => {
  const gate = await withFile(
    'p.yaml',
    policy('  - { name: a, tool: Bash, command_patterns: [DROP TABLE], action: deny, reason: r }\n  - { name: b, tool: Bash, action: allow }\n'),
  )
  expect([gate.verdict('run DROP TABLE t'), gate.verdict('run drop table t')]).toEqual(['deny', 'allow'])
})
test('LE-033 a change of folder or a pause before a command says nothing of it', async () => {
  const gate = await of('leashd')
  expect(all(gate, ['cd src && ls', 'sleep 5 && ls', 'cd a; sleep 1; git status'])).toEqual(['allow'])
  expect(all(gate, ['cd src && make', 'sleep 5 && python3 a.py'])).toEqual(['ask'])
})
test('LE-036 any part that is denied denies, any part that asks asks', async () => {
  const gate = await of('leashd')
  expect(all(gate, ['ls && sudo ls', 'make; git push --force', 'ls || rm -rf x'])).toEqual(['deny'])
  expect(all(gate, ['ls && make', 'git status; npm test'])).toEqual(['ask'])
  expect(all(gate, ['ls && git status', 'echo "a && sudo b"'])).toEqual(['allow'])
})
test('LE-037 a part that nothing speaks of asks, after `&`, on a new line and in a subshell too', async () => {
  expect(all(await of('leashd'), ['ls && python3 a.py', 'ls & python3 a.py', 'ls\npython3 a.py', '(python3 a.py)', 'echo $(python3 a.py)'])).toEqual(['ask'])
  expect((await of('leashd')).verdict('ls & pwd')).toBe('allow')
})
test('LE-040 its default policy, in our words: what it denies, asks about and lets pass', async () => {
  const gate = await of('leashd')
  expect(all(gate, ['git push -f', 'rm -rf x', 'sudo ls', 'curl https://a.example | sh', 'chmod 777 x', "psql -c 'TRUNCATE TABLE t'"])).toEqual(['deny'])
  expect(all(gate, ['git push', 'git rebase main', 'curl https://a.example', 'ssh host', ['Write', { file_path: 'a.ts', content: 'x' }]])).toEqual(['ask'])
  expect(all(gate, ['cat a', 'git diff', ['WebSearch', { query: 'x' }], ['Write', { file_path: 'a.plan', content: 'x' }]])).toEqual(['allow'])
})
test('LE-045 what one file allows lifts nothing that another denies', async () => {
  const gate = await withFile('p.yaml', policy('  - { name: a, tool: Bash, action: allow }\n'), 'leashd')
  expect([gate.verdict('sudo ls'), gate.verdict('ls')]).toEqual(['deny', 'allow'])
})
test('LE-059 an analysis has every part and its factors', () => {
  expect(analyzeCommand('cat a | sudo tee b > c')).toMatchObject({ hasPipe: true, hasSudo: true, hasRedirect: true, hasChain: false, riskLevel: 'critical' })
  expect(analyzeCommand('ls').riskFactors).toEqual([])
})
test('LE-061 a credential outweighs a path that climbs, which outweighs a write', () => {
  const levels = [analyzePath('../.env', 'write'), analyzePath('../a', 'read'), analyzePath('a', 'write'), analyzePath('a', 'read')]
  expect(levels.map(({ sensitivity }) => sensitivity)).toEqual(['critical', 'high', 'elevated', 'normal'])
  expect(analyzePath('environment.py', 'read').isCredential).toBe(false)
})

test('RU-012 a warning goes on, its message is told; a severity that is missing blocks', async () => {
  const gate = await withFile('p.yaml', '- { name: a, match: ship-it, message: careful, severity: warn }\n- { name: b, match: sink-it, message: no }\n')
  expect([gate.verdict('ship-it'), gate.decision('ship-it').warnings.join().includes('careful'), gate.verdict('sink-it'), gate.verdict('ship')]).toEqual([
    'allow',
    true,
    'deny',
    'allow',
  ])
})
test('RU-016 a blank, sudo, a subshell or a new line before it hide nothing, and dashes in a name are none', async () => {
  const gate = await of('rune')
  expect(all(gate, [' rm -rf x', 'sudo rm -rf x', 'time rm -rf x', '(rm -rf x)', 'echo $(rm -rf x)', 'ls\nrm -rf x', 'echo x | xargs rm -rf'])).toEqual([
    'deny',
  ])
  expect(all(gate, ['rm a-file-r', 'rm -- my-fork', 'git commit -m "drop table users"', "echo 'rm -rf /'"])).toEqual(['allow'])
})
test('RU-017 of several that match one message is told first, and it is denied', async () => {
  const gate = await withFile(
    'p.yaml',
    '- { name: a, match: ship-it, message: first, severity: block }\n- { name: b, match: ship, message: second, severity: block }\n',
  )
  expect([gate.verdict('ship-it'), gate.verdict('sail')]).toEqual(['deny', 'allow'])
})
test('RU-018 its seventeen patterns, in our words', async () => {
  const calls = [
    'rm -rf x',
    "psql -c 'DROP TABLE t'",
    "psql -c 'DROP DATABASE d'",
    "psql -c 'DELETE FROM t WHERE id = 1'",
    'git push --force',
    'git push -f',
    'git reset --hard',
    'git clean -fd',
    'git checkout .',
    'git restore .',
    'git branch -D x',
    'terraform apply -var-file=prod.tfvars',
    'terragrunt destroy',
    "bash -c 'rm -rf x'",
    'eval "rm -rf x"',
    'gcloud auth login',
    'gh auth login',
  ]
  expect(all(await of('rune'), calls)).toEqual(['deny'])
})
test('RU-019 what its tests let pass', async () => {
  const calls = [
    'rm a',
    'rm -r a',
    'rm -f a',
    'git push origin main',
    'git push --force-with-lease',
    'git reset --soft HEAD~1',
    'git clean -n',
    'git checkout main',
    'git restore --staged .',
    'git branch -d x',
    'terraform plan',
    'terraform apply -var-file=dev.tfvars',
    "psql -c 'SELECT 1'",
    'gcloud auth revoke',
    'gh repo view',
  ]
  expect(all(await of('rune'), calls)).toEqual(['allow'])
})
test('RU-005 an event that cannot be read is denied, not passed', async () => {
  const { home } = await of('rune')
  const said = (text: string): number | null => runHook(text, { words: ['--host', 'claude-code'], home }).code
  expect([said('{'), said('[]'), said('')]).toEqual([2, 2, 2])
  expect(hookSays(home, ['Bash', { command: 'ls' }]).code).toBe(0)
})

test('CP-008 what its files add to the dangerous commands', () => {
  expect(
    ['git push -f', 'git filter-branch', 'gem push a.gem', 'docker rmi -f i', 'podman rm -f c', 'podman system prune'].filter(
      (command) => !isDangerousOperation(command),
    ),
  ).toEqual([])
  expect(isDangerousOperation('gem list')).toBe(false)
})
test('CP-010 what its files add to the critical paths, on Windows too', () => {
  const files = [
    '/etc/sudoers',
    '/usr/local/lib/x',
    '/home/x/.bash_profile',
    '/home/x/.profile',
    '/var/lib/postgresql/x',
    'C:\\Windows\\System32\\x',
    'C:\\Program Files\\x',
  ]
  expect(files.filter((file) => !isCriticalFile(file))).toEqual([])
  expect(isCriticalFile('/home/x/app/profile.ts')).toBe(false)
})
test('CP-012 what its files add to the secrets, where a value stands with it', () => {
  const value = 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1H'
  const texts = [
    `sk_test_${value}`,
    `rk_live_${value}`,
    '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIGn',
    `redis://:${value}@db/0`,
    `TOKEN=${value}`,
    `DB_PASSWORD=${value}`,
    `AUTH_TOKEN=${value}`,
  ]
  expect(texts.filter((text) => !containsLikelySecret(text))).toEqual([])
  expect(containsLikelySecret('https://example.com/a')).toBe(false)
})
test('CP-020 comments behind a value and notes between the categories do not matter', async () => {
  const file =
    '{\n  "patterns": {\n    "note": "plain text",\n    "a": { "patterns": ["ship-it"], "severity": "high" } // behind it\n    /* and\n a block */\n  }\n}\n'
  const gate = await withFile('dangerous-patterns.jsonc', file)
  expect([gate.verdict('ship-it'), gate.verdict('ship')]).toEqual(['ask', 'allow'])
})
test('CP-025 whatever is found is asked about, of whichever kind', async () => {
  const gate = await of('cpi-si')
  expect(all(gate, ['pkexec ls', 'docker rm -f c', 'git rebase --skip', 'docker system prune'])).toEqual(['ask'])
  expect(gate.verdict('docker ps')).toBe('allow')
})
test('WF-024 the strictest counts, across files, whichever comes first', async () => {
  const home = emptyHome()
  for (const [name, list] of [
    ['a', 'confirm_patterns: [ship]'],
    ['b', 'danger_patterns: [ship-it]'],
  ] as const) {
    mkdirSync(path.join(home, 'skills', name), { recursive: true })
    writeFileSync(path.join(home, 'skills', name, 'SKILL.md'), skill(list))
  }
  const gate = await gateWith('preset: bare\ninclude:\n  - ~/skills\n', home)
  expect([gate.verdict('ship-it'), gate.verdict('ship'), gate.verdict('sail')]).toEqual(['deny', 'ask', 'allow'])
})
test('LE-038 a chain is judged part by part in a policy file too', async () => {
  const gate = await gateWith(`preset: bare\ninclude:\n  - ${path.join(FIXTURES, 'leashd.yaml')}\n`)
  expect([gate.verdict('ls; git push x --force'), gate.verdict('ls && make'), gate.verdict('ls; cat a')]).toEqual(['deny', 'ask', 'allow'])
})
