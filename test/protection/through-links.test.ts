// Do rules that name paths see where a link leads, in every preset, whatever tool writes and however the link came to be?
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { policyOf } from '../../src/config/builtin.ts'
import type { JsonObject } from '../../src/core/model.ts'
import type { SettingsSource } from '../../src/core/rules/source.ts'
import { gateOf } from '../../src/gate/gate.ts'
import { decide } from '../../src/gate/decide.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { projectOnDisk } from '../project-on-disk.ts'
import { UNHURRIED } from '../unhurried.ts'

const disk = projectOnDisk('through-links')
const PRESETS = ['standard', 'relaxed', 'strict', 'bare', 'wolffish', 'anteroom', 'leashd', 'rune', 'cpi-si']

beforeAll(() => {
  disk.put({ 'src/a.txt': 'text\n', 'notes/passwd': 'text\n' })
  mkdirSync(`${disk.home}/vault/inner`, { recursive: true })
  writeFileSync(`${disk.home}/vault/inner/a.txt`, 'text\n')
  symlinkSync('/etc', `${disk.project}/whole`)
  symlinkSync('/etc/passwd', `${disk.project}/plain.txt`)
  symlinkSync('whole', `${disk.project}/twice`)
  symlinkSync('../whole', `${disk.project}/src/relative`)
  symlinkSync('/proc', `${disk.project}/machine`)
  symlinkSync(`${disk.home}/vault`, `${disk.project}/v`)
  symlinkSync('notes', `${disk.project}/harmless`)
  mkdirSync(`${disk.home}/.config/prudent`, { recursive: true })
  symlinkSync(`${disk.home}/.config`, `${disk.project}/c`)
})

const gates = new Map<string, Gate>()
const gateWith = (preset: string, settings: SettingsSource): Gate => {
  const key = JSON.stringify([preset, settings])
  const { sources, gate } = disk.built()
  const policy = gates.has(key) ? null : policyOf(sources, preset, [{ layer: 'user', settings }])
  if (policy !== null) gates.set(key, gateOf(sources, policy, gate.books.parsers))
  return gates.get(key) as Gate
}
const said = (preset: string, tool: string, input: JsonObject, settings: SettingsSource = {}): { verdict: string; rules: readonly string[] } => {
  const call = { id: '1', host: 'test', session: 'test', tool: { server: null, name: tool }, input, cwd: disk.project }
  const place = { cwd: disk.project, home: disk.home, project: disk.project }
  const { decision } = decide(gateWith(preset, settings), call, place, {}, { variables: {}, limits: UNHURRIED })
  return { verdict: decision.verdict, rules: decision.findings.filter((one) => one.verdict === decision.verdict).map(({ rule }) => rule) }
}
const ways = (path: string): readonly (readonly [string, JsonObject])[] => [
  ['Write', { file_path: `${disk.project}/${path}`, content: 'x' }],
  ['Write', { file_path: path, content: 'x' }],
  ['Edit', { file_path: `${disk.project}/${path}`, old_string: 'a', new_string: 'b' }],
  ['Bash', { command: `echo x > ${path}` }],
  ['Bash', { command: `echo x | tee -a ${path}` }],
  ['Bash', { command: `sed -i s/a/b/ ${path}` }],
  ['Bash', { command: `cp src/a.txt ${path}` }],
  ['Bash', { command: `cd src && dd if=a.txt of=../${path}` }],
]

describe.each(PRESETS)('in %s', (preset) => {
  test('a folder that is put over ours through a link is stopped', () => {
    const passed = [
      'cp -r src/. c/',
      'cp -r src/. c',
      'cp -rT src c/prudent',
      'rsync -a src/ c/',
      'mv src/prudent c/',
      'tar xf a.tar -C c/',
      'tar xf a.tar -C c',
    ].filter((command) => !said(preset, 'Bash', { command }).rules.some((rule) => rule.startsWith('self')))
    expect(passed).toEqual([])
    expect(said(preset, 'Bash', { command: 'cp -r src/. harmless/' }).rules.filter((rule) => rule.startsWith('self'))).toEqual([])
  })
  test('the files of accounts are denied behind every kind of link', () => {
    const passed = ['whole/passwd', 'whole/sudoers.d/x', 'plain.txt', 'twice/shadow', 'src/relative/group'].flatMap((path) =>
      ways(path).flatMap(([tool, input]) => {
        const { verdict, rules } = said(preset, tool, input)
        return verdict === 'deny' ? [] : [`${tool} ${JSON.stringify(input)}: ${verdict} ${rules.join()}`]
      }),
    )
    expect(passed).toEqual([])
  })
  test('also where the call itself makes the link, and for the kernel', () => {
    const calls = [
      'ln -s /etc d && echo x > d/passwd',
      'ln -s /etc/shadow s; echo x >> s',
      'echo b > machine/sysrq-trigger',
      'ln -sf /proc p && echo b > ./p/sysrq-trigger',
    ]
    expect(calls.filter((command) => said(preset, 'Bash', { command }).verdict !== 'deny')).toEqual([])
  })
  test('sensitive paths are asked about at least, spelled or behind a link, written or deleted', () => {
    const settings: SettingsSource = { sensitive_paths: [`${disk.home}/vault`] }
    const calls: (readonly [string, JsonObject])[] = [
      ...ways('v/inner/a.txt'),
      ['Write', { file_path: `${disk.home}/vault/b`, content: 'x' }],
      ['Bash', { command: 'rm v/inner/a.txt' }],
      ['Bash', { command: 'rm -r v/inner' }],
    ]
    const passed = calls.filter(([tool, input]) => {
      const { verdict } = said(preset, tool, input, settings)
      return verdict === 'allow'
    })
    expect(passed).toEqual([])
  })
  test('links that lead nowhere special change nothing', () => {
    const other = ['harmless/passwd', 'src/a.txt'].flatMap(ways)
    const straight = ['notes/passwd', 'src/a.txt'].flatMap(ways)
    expect(other.map(([tool, input]) => said(preset, tool, input).verdict)).toEqual(straight.map(([tool, input]) => said(preset, tool, input).verdict))
  })
})

test('to remove a link to a sensitive folder is to remove the link', () => {
  const settings: SettingsSource = { sensitive_paths: [`${disk.home}/vault`] }
  expect(said('standard', 'Bash', { command: 'rm v' }, settings).verdict).toBe('allow')
})

describe('what somebody asked for is dropped by no threshold', () => {
  const SETTINGS: SettingsSource = {
    custom_patterns: ['heroku.*--force', { pattern: 'prod-db', as: 'substring', verdict: 'deny' }],
    overrides: { 'git.reset-hard': 'ask', 'plain.push': 'ask' },
    profile: ['plain.push'],
  }
  test.each(PRESETS)('in %s', (preset) => {
    const of = (command: string): string => said(preset, 'Bash', { command }, SETTINGS).verdict
    const strictest = { ...SETTINGS, thresholds: { severity: 'critical' as const, confidence: 100 } }
    const ofStrictest = (command: string): string => said(preset, 'Bash', { command }, strictest).verdict
    for (const command of ['heroku restart --force', 'git reset --hard', 'git push']) expect([of(command), ofStrictest(command)]).not.toContain('allow')
    expect([of('psql prod-db'), ofStrictest('psql prod-db')]).toEqual(['deny', 'deny'])
  })
})

test('a write to an empty path writes nothing', () => {
  for (const tool of ['Write', 'write_file', 'Edit']) {
    const input: JsonObject = { [tool === 'write_file' ? 'path' : 'file_path']: '', content: 'x', old_string: 'a', new_string: 'b' }
    expect(said('standard', tool, input).verdict).toBe('allow')
  }
  expect(said('standard', 'Write', { content: 'x' }).verdict).toBe('ask')
  expect(said('standard', 'Write', { file_path: '', path: '/etc/passwd', content: 'x' }).verdict).not.toBe('allow')
})
