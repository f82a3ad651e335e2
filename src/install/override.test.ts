// Is an exception written beside what the settings say already, and nowhere else?
import { expect, test } from 'vitest'
import { readYaml } from '../config/yaml.ts'
import { withOverride } from './override.ts'

const OVERRIDE = { verdict: 'allow', reason: 'ours: "quoted" # not a remark' } as const
test.each([
  [null, {}],
  ['', {}],
  ['preset: strict\n', { preset: 'strict' }],
  ['preset: strict', { preset: 'strict' }],
  ['# mine\noverrides:\n    git.x: ask # so\npreset: strict\n', { preset: 'strict', overrides: { 'git.x': 'ask' } }],
  ['overrides: # mine\n  # first\n  a.b: off\n', { overrides: { 'a.b': 'off' } }],
  ['preset: strict\r\noverrides:\r\n  a.b: ask\r\n', { preset: 'strict', overrides: { 'a.b': 'ask' } }],
])('%j', (text, before) => {
  const made = withOverride(text, 'git.force-push', OVERRIDE)
  if (!made.ok || made.text === null) throw new Error(JSON.stringify(made))
  const overrides = 'overrides' in before ? before.overrides : {}
  expect(readYaml(made.text).value).toEqual({ ...before, overrides: { ...overrides, 'git.force-push': OVERRIDE } })
  for (const line of (text ?? '').split(/\r?\n/)) expect(made.text).toContain(line)
})
test.each([
  ['overrides:\n  git.force-push: ask\n', /already/],
  ['overrides: { a.b: ask }\n', /a line of its own/],
  ['{ preset: strict }\n', /a line of its own/],
  ['- a\n', /a line of its own/],
  ['overrides: [\n', /./],
])('%j is left as it is', (text, why) => {
  const made = withOverride(text, 'git.force-push', OVERRIDE)
  expect([made.ok, made.ok ? '' : made.problem.message]).toEqual([false, expect.stringMatching(why)])
})
