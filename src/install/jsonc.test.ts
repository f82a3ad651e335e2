// Does an edit of JSON with comments change what it must, and not a byte more?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToList, addValue, readJsonc, removeFrom, valueOf } from './jsonc.ts'
import type { Edited, JsonNode } from './jsonc.ts'

const textOf = (edited: Edited): string => {
  if (!edited.ok) throw new Error(edited.problem.message)
  return edited.text
}
const OURS = { command: 'ours' }
const isOurs = (node: JsonNode): boolean => (valueOf(node) as { command?: string } | null)?.command === 'ours'
const take = (text: string, path: readonly string[]): string => textOf(removeFrom(text, path, (list) => list.children?.find(isOurs) ?? null))

describe('an item of ours comes and goes, and everything else stays', () => {
  test.each<readonly [name: string, before: string]>([
    ['comments, tabs', '// mine\n{\n\t"a": 1, // one\n\t"list": [\n\t\t{ "command": "theirs" } // keep\n\t\t// last\n\t]\n}\n'],
    ['a comma before the bracket', '{\n  "list": [\n    { "command": "theirs" },\n  ],\n}\n'],
    ['three blanks, CRLF, no line end', '{\r\n   "list": [\r\n      { "command": "theirs" }\r\n   ],\r\n   "z": {"odd" :   [1,2 ]}\r\n}'],
    ['one line', '{"list": [{"command": "theirs"}], "b": true}'],
    ['a comment of a block', '{\n  "list": [\n    /* first */ { "command": "theirs" } /* a, b */\n  ]\n}\n'],
  ])('%s', (_name, before) => {
    for (const first of [false, true]) {
      const after = textOf(addToList(before, ['list'], OURS, first))
      const { root } = readJsonc(after)
      const list = (valueOf(root ?? undefined) as { list: unknown[] }).list
      expect(list).toEqual(first ? [OURS, { command: 'theirs' }] : [{ command: 'theirs' }, OURS])
      for (const comment of before.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(after).toContain(comment.trimEnd())
      const undone = take(after, ['list'])
      expect(valueOf(readJsonc(undone).root ?? undefined)).toEqual(valueOf(readJsonc(before).root ?? undefined))
      expect(undone).toBe(before)
    }
  })
  test('between two of others', () => {
    const before = '{\n  "list": [\n    { "a": 1 }, // one\n    { "command": "ours" }, // ours\n    { "b": 2 }\n  ]\n}\n'
    const after = take(before, ['list'])
    expect(valueOf(readJsonc(after).root ?? undefined)).toEqual({ list: [{ a: 1 }, { b: 2 }] })
    expect(after).toContain('// one')
  })
})

test('what is missing on the way is made, and goes with us', () => {
  const before = '{\n  "model": "x" // which\n}\n'
  const after = textOf(addToList(before, ['hooks', 'PreToolUse'], OURS, false))
  expect(after).toBe('{\n  "model": "x", // which\n  "hooks": {\n    "PreToolUse": [\n      {\n        "command": "ours"\n      }\n    ]\n  }\n}\n')
  expect(take(after, ['hooks', 'PreToolUse'])).toBe(before)
})

test.each(['', '{}', '{\n}\n', '{ }', '{\n  // nothing yet\n}\n'])('into %j', (before) => {
  const after = textOf(addToList(before, ['hooks', 'A'], OURS, false))
  expect(valueOf(readJsonc(after).root ?? undefined)).toEqual({ hooks: { A: [OURS] } })
  if (before.includes('//')) expect(after).toContain('// nothing yet')
  expect(valueOf(readJsonc(take(after, ['hooks', 'A'])).root ?? undefined) ?? {}).toEqual({})
})

test('sets only what is not there yet', () => {
  expect(textOf(addValue('{"version": 2}', ['version'], 1))).toBe('{"version": 2}')
  expect(textOf(addValue('{\n  "a": 1\n}', ['version'], 1))).toBe('{\n  "version": 1,\n  "a": 1\n}')
})

test.each<readonly [text: string, line: number, column: number]>([
  ['{\n  "a": [1,\n}\n', 3, 1],
  ['{\n  "a" 1\n}', 2, 7],
  ['[1]', 1, 1],
  ['{\n  "hooks": []\n}', 2, 12],
  ['{"hooks": {"A": {}}}', 1, 17],
])('refuses %j at line %i, column %i', (text, line, column) => {
  const edited = addToList(text, ['hooks', 'A'], OURS, false)
  expect(edited).toMatchObject({ ok: false, problem: { line, column } })
})

test('any object, in any indentation: added and taken out again, it says what it said', () => {
  const entry = fc.record({ command: fc.constantFrom('theirs', 'other'), more: fc.jsonValue() })
  const made = fc.tuple(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.array(entry, { minLength: 1 }),
    fc.constantFrom<string | number>(0, 2, 3, '\t'),
    fc.boolean(),
    fc.boolean(),
  )
  fc.assert(
    fc.property(made, ([others, list, indent, first, crlf]) => {
      const before = JSON.stringify({ ...others, hooks: { A: list } }, null, indent).replaceAll('\n', crlf ? '\r\n' : '\n')
      const after = textOf(addToList(before, ['hooks', 'A'], OURS, first))
      // JSON has no negative zero: what was written is what counts.
      const { hooks, ...rest } = JSON.parse(before) as { hooks: { A: unknown[] } }
      expect(JSON.parse(after)).toEqual({ ...rest, hooks: { A: first ? [OURS, ...hooks.A] : [...hooks.A, OURS] } })
      expect(take(after, ['hooks', 'A'])).toBe(before)
    }),
  )
})

test('a file cut off anywhere is refused or stays readable', () => {
  const whole = '{\n  // mine\n  "model": "opus", /* x */\n  "hooks": { "A": [ { "command": "theirs" }, ], }\n}\n'
  for (let end = 0; end <= whole.length; end++) {
    const edited = addToList(whole.slice(0, end), ['hooks', 'A'], OURS, false)
    if (edited.ok) expect(readJsonc(edited.text).problem).toBeNull()
    else expect(edited.problem.line).toBeGreaterThan(0)
  }
})
