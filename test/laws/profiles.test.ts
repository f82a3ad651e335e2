// Does each preset that is named after another gate answer as that gate does, and where it does not, as its header says?
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { conductOf } from '../../src/config/conduct.ts'
import { readYaml } from '../../src/config/yaml.ts'
import type { JsonObject, Verdict } from '../../src/core/model.ts'
import { buildGates, root } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

type Case = string | { readonly tool: string; readonly input: JsonObject }
const FOLDER = path.join(root, 'corpus/profiles')
const files = readdirSync(FOLDER).map((name) => ({
  preset: name.replace(/\.yaml$/, ''),
  cases: readYaml(readFileSync(path.join(FOLDER, name), 'utf8')).value as Readonly<Partial<Record<Verdict, readonly Case[]>>>,
}))
const VERDICTS = ['deny', 'ask', 'allow'] as const

let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(files.map(({ preset }) => preset))
}, 60_000)
const builtFor = (preset: string): Built => {
  const built = gates.get(preset)
  if (built === undefined) throw new Error(preset)
  return built
}
const verdictOf = (preset: string, one: Case): string =>
  (typeof one === 'string' ? builtFor(preset).check(one) : builtFor(preset).check('', { tool: one.tool, input: one.input })).decision.verdict

test('there is one file for each of them', () => {
  expect(files.map(({ preset }) => preset).sort()).toEqual(['anteroom', 'bare', 'cpi-si', 'leashd', 'rune', 'wolffish'])
})

describe.each(files)('$preset', ({ preset, cases }) => {
  test.each(VERDICTS)('%s', (verdict) => {
    const wrong = (cases[verdict] ?? []).map((one) => [one, verdictOf(preset, one)]).filter(([, said]) => said !== verdict)
    expect(wrong).toEqual([])
  })
  test('forty cases at least, half of them harmless', () => {
    const all = VERDICTS.flatMap((verdict) => cases[verdict] ?? [])
    expect(all.length).toBeGreaterThanOrEqual(40)
    expect((cases.allow ?? []).length * 2).toBeGreaterThanOrEqual(all.length)
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length)
  })
  test('the floor and what protects the gate itself hold, for every tool', () => {
    const calls: Case[] = [
      'rm -rf /',
      'prudent uninstall --yes',
      'echo x > /etc/shadow',
      { tool: 'Write', input: { file_path: '/etc/passwd', content: 'x' } },
      { tool: 'Write', input: { file_path: '/home/dev/.config/prudent/settings.yaml', content: 'x' } },
      { tool: 'mcp__fs__write_file', input: { path: '/etc/sudoers', content: 'x' } },
    ]
    expect(calls.filter((one) => verdictOf(preset, one) !== 'deny')).toEqual([])
  })
  test('what was too much to read is asked about at least', () => {
    const long = Array.from({ length: 2500 }, (_, i) => `rm -r a${i}/b`).join('; ')
    expect(builtFor(preset).check(long).decision.verdict).not.toBe('allow')
  })
})

describe('how the gate acts', () => {
  const conduct = (preset: string, user: unknown = {}, administrator: unknown = {}) =>
    conductOf(
      administrator,
      user,
      builtFor(preset).sources.presets.find(({ name }) => name === preset),
    )
  test('each waits as long as its page says', () => {
    expect([conduct('anteroom').approvals.waitSeconds, conduct('leashd').approvals.waitSeconds]).toEqual([120, 300])
    expect(conduct('wolffish').approvals.waitSeconds).toBe(0)
  })
  test("a person's word counts more, and an administrator's lock most", () => {
    expect(conduct('leashd', { approvals: { timeout: 30 } }).approvals.waitSeconds).toBe(30)
    expect(conduct('leashd', {}, { approvals: { timeout: 60 }, lock: ['approvals'] }).approvals.waitSeconds).toBe(60)
    expect(conduct('leashd', { approvals: { timeout: 30 } }, { lock: true }).approvals.waitSeconds).toBe(120)
    expect(conduct('rune', {}, { lock: ['on_config_error'] }).onConfigError).toBe('ask')
  })
  test('rune and cpi-si go on without a file of patterns, cpi-si writes less down', () => {
    expect([conduct('rune').onConfigError, conduct('cpi-si').onConfigError, conduct('bare').onConfigError]).toEqual(['open', 'open', 'ask'])
    expect([conduct('cpi-si').audit.content, conduct('leashd').audit.content]).toEqual(['redacted', 'truncated'])
  })
  test('anteroom asks in its own words', () => {
    expect(builtFor('anteroom').check('rm x').decision.reason).toMatch(/Proceed\? \[y\/N\]$/)
    expect(builtFor('wolffish').check('npm install').decision.reason).not.toMatch(/Proceed/)
  })
})
