// Is an included file added to any settings, and nothing else changed?
import { expect, test } from 'vitest'
import { readYaml } from '../config/yaml.ts'
import { withInclude } from './include.ts'

const FILE = '~/skills'
test.each([
  [null, { include: [FILE] }],
  ['', { include: [FILE] }],
  ['preset: rune\n', { preset: 'rune', include: [FILE] }],
  ['preset: rune', { preset: 'rune', include: [FILE] }],
  ['include:\n  - a.yaml # mine\npreset: rune\n', { include: [FILE, 'a.yaml'], preset: 'rune' }],
  ['include:\n- a.yaml\n', { include: [FILE, 'a.yaml'] }],
  ['# first\r\ninclude: # these\r\n    - a.yaml\r\n', { include: [FILE, 'a.yaml'] }],
  [`include: [${FILE}]\n`, { include: [FILE] }],
])('%j', (text, wanted) => {
  const made = withInclude(text, FILE)
  expect(made.ok && readYaml(made.text ?? '').value).toEqual(wanted)
  for (const kept of ['# mine', '# first', '# these']) if (text?.includes(kept) === true) expect(made.ok && made.text).toContain(kept)
})
test('added once only', () => {
  const once = withInclude('preset: rune\n', FILE)
  expect(once.ok && withInclude(once.text, FILE)).toEqual(once)
})
test.each(['include: [a.yaml]\n', 'include: a.yaml\n', '{ include: [a.yaml] }\n', 'include: [\n'])('%j is left to its writer, with the place', (text) => {
  expect(withInclude(text, FILE)).toMatchObject({ ok: false, problem: { message: expect.any(String) as unknown, line: expect.any(Number) as unknown } })
})
