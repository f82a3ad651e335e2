// Does what Anteroom's page on tool safety promises hold here? One test for each statement, in our words.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkBashCommand, checkWritePath } from '../../src/index.ts'
import { conductOf } from '../../src/config/conduct.ts'
import { packageData } from '../../src/config/package-files.ts'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'
import { startNameServer } from '../name-server.ts'
import { FIXTURES, gateWith, hookSays, hookSaysLater } from './origin.ts'
import type { Asked, Call } from './origin.ts'

let gate: Asked
let own: Asked
beforeAll(async () => {
  ensureBuilt()
  gate = await gateWith('preset: anteroom\n')
  own = await gateWith(`preset: anteroom\ninclude:\n  - ${path.join(FIXTURES, 'anteroom.yaml')}\n`)
  symlinkSync('/etc', path.join(gate.project, 'd'))
  symlinkSync('/proc', path.join(gate.project, 'p'))
}, 120_000)
const all = (calls: readonly Call[], of = gate): readonly string[] => [...new Set(calls.map((call) => of.verdict(call)))]

test('AN-001 what matches is asked about in words that take no for an answer', () => {
  expect(gate.decision('rm a.txt').reason).toMatch(/Proceed\? \[y\/N\]$/)
  expect(gate.decision('ls').reason).not.toMatch(/Proceed/)
})
test('AN-002 the list of destructive commands asks', () => {
  const asked = [
    'rm a',
    'rmdir b',
    'git push --force',
    'git push -f',
    'git reset --hard',
    'git clean -fd',
    'git checkout .',
    "psql -c 'drop table t'",
    "psql -c 'drop database d'",
    'truncate -s 0 a',
    'chmod 777 a',
    'kill -9 5',
  ]
  expect(all(asked)).toEqual(['ask'])
  expect(gate.verdict('echo x > /dev/foo')).not.toBe('allow')
  expect(all(['ls', 'git push', 'git reset --soft HEAD~1', 'git checkout main', 'chmod 755 a', 'kill 5', 'ls > /dev/null', 'myrm x'])).toEqual(['allow'])
})
test('AN-006 patterns of the config add to the list', () => {
  expect([own.verdict('heroku restart --force'), own.verdict('HEROKU x --Force'), own.verdict('heroku ps')]).toEqual(['ask', 'ask', 'allow'])
})
test('AN-007 account files and everything under /proc, /sys and /dev are out of bounds for every tool for files, behind links too', () => {
  const files = ['/etc/shadow', '/etc/passwd', '/etc/sudoers', '/proc/1/environ', '/sys/kernel/x', '/dev/sda']
  expect(
    all(
      files.flatMap((file): Call[] => [
        ['Read', { file_path: file }],
        ['Write', { file_path: file, content: 'x' }],
        ['Edit', { file_path: file, old_string: 'a', new_string: 'b' }],
      ]),
    ),
  ).toEqual(['deny'])
  expect(
    all([
      ['Read', { file_path: 'd/passwd' }],
      ['Write', { file_path: 'd/shadow', content: 'x' }],
      ['Read', { file_path: 'p/1/environ' }],
      ['Grep', { pattern: 'x', path: '/etc/sudoers' }],
    ]),
  ).toEqual(['deny'])
  expect(
    all([
      ['Read', { file_path: '/etc/hosts' }],
      ['Read', { file_path: 'src/proc/a' }],
      ['Read', { file_path: 'passwd' }],
    ]),
  ).toEqual(['allow'])
})
test('AN-008 deleting the root, mkfs, zeros by dd and fork bombs are blocked', () => {
  expect(all(['rm -rf /', 'mkfs', 'mkfs.ext4 x.img', 'dd if=/dev/zero of=x', ':(){ :|:& };:'])).toEqual(['deny'])
  expect(all(['dd if=a of=b', 'man mkfs', 'echo "rm -rf /"'])).toEqual(['allow'])
})
test('AN-009 a NUL byte is refused in paths, commands and patterns', () => {
  expect(all(['ls a\0b', ['Read', { file_path: 'a\0b' }], ['Glob', { pattern: '*\0' }], ['Grep', { pattern: 'x', path: 'a\0' }]])).toEqual(['deny'])
  expect(
    all([
      ['Bash', { command: "printf 'a\\0b'" }],
      ['Glob', { pattern: '*' }],
    ]),
  ).toEqual(['allow'])
})
test('AN-010 a path that climbs out of the project is blocked in every file operation', () => {
  expect(
    all([
      ['Read', { file_path: '../x' }],
      ['Glob', { pattern: '*', path: '../y' }],
      ['Write', { file_path: '../../x', content: 'a' }],
      ['Edit', { file_path: '../x', old_string: 'a', new_string: 'b' }],
    ]),
  ).toEqual(['deny'])
  expect(
    all([
      ['Read', { file_path: 'src/../x' }],
      ['Write', { file_path: 'a.ts', content: '../x' }],
    ]),
  ).toEqual(['allow'])
})
test('AN-011 links are followed before a path is judged', () => {
  expect([gate.verdict(['Write', { file_path: 'd/hosts', content: 'x' }]), gate.verdict(['Write', { file_path: 'e/hosts', content: 'x' }])]).toEqual([
    'ask',
    'allow',
  ])
})
test('AN-016 a write is judged before a byte is written, as a verdict of its own', () => {
  expect(checkWritePath('.env')).toMatchObject({ needsApproval: true })
  expect(checkWritePath('src/a.ts')).toMatchObject({ needsApproval: false, hardDenied: false })
})
test('AN-017 environment files, keys, system folders and sensitive paths of the config ask before they are written', () => {
  const home = own.home
  const paths = ['.env', '.env/x', `${home}/.ssh/config`, `${home}/.gnupg/x`, '/etc/hosts', `${home}/.config/gh/hosts.yml`]
  expect(
    all(
      paths.map((file): Call => ['Write', { file_path: file, content: 'x' }]),
      own,
    ),
  ).toEqual(['ask'])
  expect(
    all(
      [
        ['Write', { file_path: 'environment.ts', content: 'x' }],
        ['Write', { file_path: 'ssh/a', content: 'x' }],
      ],
      own,
    ),
  ).toEqual(['allow'])
})
test('AN-020 both checks are pure: the same words give the same verdict, and nothing is looked up', () => {
  for (const command of ['rm -rf /', 'ls', 'git push --force']) expect(checkBashCommand(command)).toEqual(checkBashCommand(command))
  expect(checkBashCommand('rm a').needsApproval).toBe(true)
  expect(checkBashCommand('ls').needsApproval).toBe(false)
})
test('AN-029 silence blocks after 120 seconds unless the settings say otherwise', () => {
  const preset = packageData().presets.find(({ name }) => name === 'anteroom')
  expect(conductOf({}, {}, preset).approvals.waitSeconds).toBe(120)
  expect(conductOf({}, { approvals: { timeout: 30 } }, preset).approvals.waitSeconds).toBe(30)
})
test('AN-030 where nobody can be asked, the call is blocked', () => {
  expect(hookSays(gate.home, ['Bash', { command: 'rm a.txt' }], { PRUDENT_UNATTENDED: '1' }).verdict).toBe('deny')
  expect(hookSays(gate.home, ['Bash', { command: 'ls' }], { PRUDENT_UNATTENDED: '1' }).verdict).toBe('silent')
})
test('AN-035 the gate can be switched off; the floor and its own protection stay', async () => {
  const off = await gateWith('preset: anteroom\nenabled: false\n')
  expect(hookSays(off.home, ['Bash', { command: 'rm a.txt' }]).verdict).toBe('silent')
  expect(hookSays(off.home, ['Write', { file_path: '/etc/shadow', content: 'x' }]).verdict).toBe('deny')
})
test("AN-036 the page's sample of patterns and sensitive paths works as it is written there", () => {
  expect(own.notes).toEqual([])
  expect([own.verdict('heroku pg:reset --force'), own.verdict(['Write', { file_path: `${own.home}/.config/gh/x`, content: 'x' }])]).toEqual(['ask', 'ask'])
  expect(own.verdict(['Write', { file_path: `${own.home}/.config/other/x`, content: 'x' }])).toBe('allow')
})
test('AN-043 characters that a shell takes for commands are refused in what tool servers are given', () => {
  expect(
    all([
      ['mcp__x__run', { host: 'a; b' }],
      ['mcp__x__run', { host: 'a`b`' }],
      ['mcp__x__run', { deep: { host: '$(b)' } }],
    ]),
  ).toEqual(['deny'])
  expect(
    all([
      ['mcp__x__run', { host: 'a.example' }],
      ['Write', { file_path: 'a.sh', content: 'a; b' }],
    ]),
  ).toEqual(['allow'])
})
test('AN-041 a name is looked up when everything else allows the call; one that leads inside, or that nobody knows, is refused', { retry: 3 }, async () => {
  const names = await startNameServer()
  try {
    const { home } = await gateWith(`preset: anteroom\nresolve_names: ${JSON.stringify(names.servers)}\n`)
    const fetched = async (name: string): Promise<string> => (await hookSaysLater(home, ['mcp__fetch__get', { url: `https://${name}.example.com/` }])).verdict
    expect([await fetched('multi'), await fetched('nobody'), await fetched('good')]).toEqual(['deny', 'deny', 'silent'])
    const asked = names.asked.length
    expect([asked > 0, (await hookSaysLater(home, ['mcp__fetch__get', { url: 'https://good.example.com/', q: 'a; b' }])).verdict]).toEqual([true, 'deny'])
    expect(names.asked).toHaveLength(asked)
  } finally {
    await names.stop()
  }
})
test('AN-F1 addresses inside the network are refused in what tool servers are given', () => {
  expect(
    all([
      ['mcp__fetch__get', { url: 'http://10.1.2.3/' }],
      ['mcp__fetch__get', { url: 'http://[::1]/' }],
      ['mcp__fetch__get', { url: 'http://169.254.169.254/' }],
      ['mcp__fetch__get', { url: 'http://localhost:3000/' }],
    ]),
  ).toEqual(['deny'])
  expect(gate.verdict(['mcp__fetch__get', { url: 'https://93.184.216.34/' }])).toBe('allow')
})

test('AN-F2 every field of the safety section is documented, and each is taken over or told with what to write here', () => {
  const page = readFileSync(path.join(ROOT, 'docs/importing.md'), 'utf8')
  const file = path.join(emptyHome(), 'config.yaml')
  const fields = {
    enabled: 'false',
    approval_timeout: '60',
    approval_mode: 'ask',
    custom_patterns: '["heroku.*--force"]',
    sensitive_paths: '["~/.config/gh"]',
    denied_tools: '[canvas]',
    allowed_tools: '[notes]',
    tool_tiers: '{ canvas: read }',
    read_only: 'true',
  }
  writeFileSync(
    file,
    `safety:\n${Object.entries({ ...fields, no_such_field: '1' })
      .map(([name, value]) => `  ${name}: ${value}\n`)
      .join('')}`,
  )
  const { out, err, code } = prudent(['rules', 'import', file])
  const taken = ['custom_patterns', 'sensitive_paths', 'denied_tools', 'read_only']
  for (const name of Object.keys(fields)) {
    expect(page).toContain(`| \`${name}\` |`)
    expect([name, new RegExp(`line \\d+: \`${name}\\b`).test(err)]).toEqual([name, !taken.includes(name)])
  }
  for (const rule of ['heroku-force', 'path-config-gh', 'tool-canvas', 'read-only']) expect(out).toContain(`.${rule}"`)
  expect([code, err]).toEqual([1, expect.stringContaining('`no_such_field` is not known')])
  expect(page).not.toContain('| `no_such_field` |')
})

test('AN-044 the refusal of such characters may hold for one server and one argument alone', async () => {
  const home = emptyHome()
  const [, pack = ''] = /```yaml\n(pack: servers[^]*?)```/.exec(readFileSync(path.join(ROOT, 'docs/presets.md'), 'utf8')) ?? []
  writeFileSync(path.join(home, 'servers.yaml'), pack)
  const scoped = await gateWith('preset: anteroom\noverrides: { mcp.shell-metacharacters: off }\ninclude:\n  - ~/servers.yaml\n', home)
  expect(
    all(
      [
        ['mcp__shell__run', { host: 'a; b' }],
        ['mcp__shell__run', { host: 'a`b`' }],
        ['mcp__shell__run', { host: 'a\nb' }],
      ],
      scoped,
    ),
  ).toEqual(['deny'])
  expect(
    all(
      [
        ['mcp__shell__run', { note: 'a; b' }],
        ['mcp__notes__add', { host: 'a; b (c)' }],
        ['mcp__shell__run', { host: 'a.example' }],
      ],
      scoped,
    ),
  ).toEqual(['allow'])
})
