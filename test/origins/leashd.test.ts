// Does what leashd's page on its safety pipeline promises hold here? One test for each statement, in our words.
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { analyzeCommand, analyzePath, makeRecorder, openMemory } from '../../src/index.ts'
import { ensureBuilt } from '../built.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'
import type { Asked, Call } from './origin.ts'

let gate: Asked
let own: Asked
beforeAll(async () => {
  ensureBuilt()
  gate = await gateWith('preset: leashd\ndirectories: [~/notes]\n')
  own = await gateWith(`preset: bare\ninclude:\n  - ${path.join(FIXTURES, 'leashd.yaml')}\n`)
}, 120_000)
const all = (calls: readonly Call[], of = gate): readonly string[] => [...new Set(calls.map((call) => of.verdict(call)))]

test('LE-001 each tool call goes through the fence, then the policy, then a person where one is needed', () => {
  expect([gate.verdict(['Read', { file_path: '/srv/a' }]), gate.verdict('git push --force'), gate.verdict('make'), gate.verdict('ls')]).toEqual([
    'deny',
    'deny',
    'ask',
    'allow',
  ])
})
test('LE-007 what the fence stops is denied and written down as a violation', () => {
  const store = openMemory()
  const recorder = makeRecorder({ store, redact: (text) => text })
  const call = (file: string) => ({ id: file, host: 'test', session: 's', tool: { server: null, name: 'Read' }, input: { file_path: file }, cwd: gate.project })
  for (const file of ['/srv/a', 'src/a']) recorder.judged(call(file), gate.decision(['Read', { file_path: file }]))
  const violations = [...store.entries()].filter((entry) => entry.kind === 'violation')
  expect(violations).toMatchObject([{ of: 'sandbox', call: '/srv/a' }])
})
test('LE-019 the approved folders are the project, those of the settings, and where plans are kept', () => {
  const { home } = gate
  expect(
    all([
      ['Read', { file_path: 'a.ts' }],
      ['Read', { file_path: `${home}/notes/a.md` }],
      ['Read', { file_path: `${home}/.claude/plans/a.md` }],
    ]),
  ).toEqual(['allow'])
  expect(
    all([
      ['Read', { file_path: `${home}/other/a.md` }],
      ['Read', { file_path: `${home}/notes-old/a.md` }],
      ['Read', { file_path: '/tmp/a' }],
    ]),
  ).toEqual(['deny'])
})
test('LE-021 the fence holds for the six tools for paths and for no other', () => {
  const away = '/srv/data/a'
  expect(
    all([
      ['Read', { file_path: away }],
      ['Write', { file_path: away, content: 'x' }],
      ['Edit', { file_path: away, old_string: 'a', new_string: 'b' }],
      ['Glob', { pattern: '*', path: '/srv' }],
      ['Grep', { pattern: 'x', path: '/srv' }],
      ['NotebookEdit', { notebook_path: `${away}.ipynb`, new_source: 'x' }],
    ]),
  ).toEqual(['deny'])
  expect(all([`cat ${away}`, ['WebSearch', { query: away }], ['LS', { path: '/srv' }]])).toEqual(['allow'])
})
test('LE-025 a policy file is read as it is; the same call gets the same answer every time', () => {
  expect(own.notes).toEqual([])
  for (const [call, verdict] of [
    ['git push x --force', 'deny'],
    ['ls', 'allow'],
    ['make', 'ask'],
    [['Read', { file_path: 'a.pem' }], 'deny'],
    [['Read', { file_path: 'a.ts' }], 'allow'],
  ] as const)
    expect([own.verdict(call), own.verdict(call)]).toEqual([verdict, verdict])
})
test('LE-028 what no rule speaks of gets the default, a question', () => {
  expect(all(['make', 'python3 a.py', ['SomethingNew', {}]], own)).toEqual(['ask'])
  expect(all(['ls', 'cat a'], own)).toEqual(['allow'])
})
test('LE-057 a command is looked through for pipes, chains, subshells, redirections, sudo and four dangerous shapes', () => {
  expect(analyzeCommand('sudo a | b > c && (d)')).toMatchObject({ hasPipe: true, hasChain: true, hasSubshell: true, hasRedirect: true, hasSudo: true })
  for (const command of ['rm -rf x', 'chmod 777 x', 'curl a | bash', "psql -c 'DROP TABLE t'"])
    expect(analyzeCommand(command).riskFactors.length).toBeGreaterThan(0)
  expect(analyzeCommand('ls')).toMatchObject({ hasPipe: false, hasChain: false, hasSubshell: false, hasRedirect: false, hasSudo: false, riskFactors: [] })
})
test('LE-058 simple is low, compound medium, one factor high, two critical', () => {
  expect(['ls', 'ls && pwd', 'rm -rf x', 'sudo rm -rf x'].map((command) => analyzeCommand(command).riskLevel)).toEqual(['low', 'medium', 'high', 'critical'])
})
test('LE-060 files that hold keys and paths that climb out are told, and writing weighs more than reading', () => {
  const files = ['.env', '.ssh/config', '.aws/credentials', 'a.pem', 'id_rsa', 'credentials', 'secrets.yaml', 'config/secrets/x']
  expect(files.filter((file) => !analyzePath(file, 'read').isCredential)).toEqual([])
  expect([analyzePath('../x', 'read').sensitivity, analyzePath('a.ts', 'write').sensitivity, analyzePath('a.ts', 'read').sensitivity]).toEqual([
    'high',
    'elevated',
    'normal',
  ])
  expect(['environment.py', 'src/secrets/scan.ts', 'secretary.md'].filter((file) => analyzePath(file, 'read').isCredential)).toEqual([])
})
test('LE-063 long input is cut after 500 characters and says so', () => {
  const store = openMemory()
  const recorder = makeRecorder({ store, redact: (text) => text })
  const call = (text: string) => ({
    id: text.slice(0, 4),
    host: 'test',
    session: 's',
    tool: { server: null, name: 'Bash' },
    input: { command: text },
    cwd: gate.project,
  })
  for (const text of [`echo ${'b'.repeat(900)}`, 'ls a']) recorder.judged(call(text), gate.decision(text))
  const texts = JSON.stringify([...store.entries()].filter((entry) => entry.kind === 'attempt'))
  expect(texts.match(/\.\.\.\[truncated\]/g)).toHaveLength(1)
  expect(texts).not.toContain('b'.repeat(600))
})
test('LE-064 every entry has its time, in UTC', () => {
  const store = openMemory()
  makeRecorder({ store, redact: (text) => text }).judged(
    { id: '1', host: 'test', session: 's', tool: { server: null, name: 'Bash' }, input: { command: 'ls' }, cwd: gate.project },
    gate.decision('ls'),
  )
  const entries = [...store.entries()]
  expect(entries.length).toBeGreaterThan(0)
  for (const { at } of entries) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
test('LE-F3 the agent is told why a call was denied', () => {
  expect(hookSays(own.home, ['Bash', { command: 'git push x --force' }])).toMatchObject({
    verdict: 'deny',
    text: expect.stringContaining('istory of others would be lost') as unknown,
  })
  expect(hookSays(own.home, ['Bash', { command: 'ls' }]).text).toBe('')
})
