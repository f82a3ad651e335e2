// Is our entry seen to stay, and to go, in every form of settings?
import { describe, expect, test } from 'vitest'
import { keepsEntry } from './our-entry.ts'
import { processorNow } from '../../../test/processor-time.ts'

const ours = { type: 'command', command: '/home/dev/.config/prudent/bin/prudent-hook --host x', timeout: 20 }
const theirs = { type: 'command', command: 'true' }
const file = (...groups: object[]): string => JSON.stringify({ hooks: { PreToolUse: groups } })
const before = file({ matcher: '*', hooks: [ours] })

describe('JSON', () => {
  test.each([
    ['other words', JSON.stringify({ model: 'x', hooks: { PreToolUse: [{ hooks: [ours], matcher: '*' }] } }, null, 2)],
    ['comments and last commas', `// a\n{ /* b */ "hooks": { "PreToolUse": [ { "matcher": "*", "hooks": [ ${JSON.stringify(ours)}, ], } ] } }`],
    ['somebody after us', file({ matcher: '*', hooks: [ours, theirs] }, { hooks: [theirs] })],
  ])('stays: %s', (_, after) => expect(keepsEntry(before, after)).toBe(true))
  test.each([
    ['gone', file()],
    ['in a comment', `{ "hooks": { "PreToolUse": [ /* ${JSON.stringify(ours)} */ ] } }`],
    ['for other tools', file({ matcher: 'Read', hooks: [ours] })],
    ['with another time', file({ matcher: '*', hooks: [{ ...ours, timeout: 0 }] })],
    ['with another command', file({ matcher: '*', hooks: [{ ...ours, command: `true ${ours.command}` }] })],
    ['in another list', JSON.stringify({ hooks: { PostToolUse: [{ matcher: '*', hooks: [ours] }] } })],
    ['behind somebody', file({ hooks: [theirs] }, { matcher: '*', hooks: [ours] })],
    ['said twice, the last counts', before.replace(/\}$/, ',"hooks":{}}')],
    ['switched off', JSON.stringify({ disableAllHooks: true, ...JSON.parse(before) })],
    ['switched off elsewhere', JSON.stringify({ hooksConfig: { enabled: false }, ...JSON.parse(before) })],
    ['cut', before.slice(0, -1)],
    ['empty', ''],
  ])('goes: %s', (_, after) => expect(keepsEntry(before, after)).toBe(false))
  test('what names us only by a key', () => {
    const plugin = (enabled: boolean): string => JSON.stringify({ plugins: { entries: { prudent: { enabled }, other: {} } } })
    expect(keepsEntry(plugin(true), plugin(true).replace('other', 'another'))).toBe(true)
    expect(keepsEntry(plugin(true), plugin(false))).toBe(false)
  })
})

describe('marked lines', () => {
  const toml = 'model = "x"\n\n# >>> prudent: made by us\n[[hooks]]\ncommand = "prudent-hook"\n# <<< prudent\n'
  test.each([
    [toml.replace('"x"', '"y"'), true],
    [`${toml}\n[other]\na = 1\n`, true],
    [toml.replace('prudent-hook', 'true'), false],
    [toml.replace('"x"', "'''x"), false],
    [`${toml}\n[hooks]\n`, false],
    [toml.replaceAll('#', '##'), false],
    ['', false],
  ])('%#', (after, stays) => expect(keepsEntry(toml, after)).toBe(stays))
})

test('ends soon, whatever it is given', () => {
  const started = processorNow()
  for (const part of ['/*', '"', '{"a":', '[', ',', '//', '\\', '# >>> prudent:\n', ', ', '{"prudent":['])
    for (const length of [260_000, 1_000_000]) keepsEntry(part.repeat(length / part.length), `${part.repeat(length / part.length)} `)
  const deep = '['.repeat(2000) + '"prudent"' + ']'.repeat(2000)
  expect(keepsEntry(deep, `${deep} `)).toBe(false)
  const wide = JSON.stringify(Array.from({ length: 20_000 }, () => 'prudent'))
  expect(keepsEntry(wide, `${wide} `)).toBe(true)
  expect(processorNow() - started).toBeLessThan(5000)
})
