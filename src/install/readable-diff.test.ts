// Is a change told whole, in few lines, and without anything that is not there?
import { expect, test } from 'vitest'
import { readableDiff } from './readable-diff.ts'
import type { Piece } from './readable-diff.ts'

const told = (from: string | null, to: string | null, isJson = true): readonly string[] => readableDiff(from, to, isJson).map(inLine)
function inLine(piece: Piece): string {
  if (piece.kind === 'place') return `@@ ${piece.line}`
  if (piece.kind === 'within') return `~ ${piece.before}${piece.in === '' ? `[-${piece.out}-]` : `{+${piece.in}+}`}${piece.after}`
  return `${{ same: ' ', in: '+', out: '-' }[piece.kind]} ${piece.text}`
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const ENTRY = [{ hooks: [{ type: 'command', command: '/home/dev/hook --host x', timeout: 20 }] }]
const MINE = { model: 'x', hooks: { After: [{ command: 'mine' }] }, theme: 'dark', size: 3 }
const BOTH = { ...MINE, hooks: { After: [...MINE.hooks.After, { command: 'ours' }], Before: ENTRY, Prompt: ENTRY, Change: [] } }

test('a key that comes behind others is told in one line, the bracket before it only by its comma', () => {
  expect(told(json(MINE), json(BOTH))).toEqual([
    '@@ 6',
    '          "command": "mine"',
    '~       }{+,+}',
    '+       { "command": "ours" }',
    '~     ]{+,+}',
    '+     "Before", "Prompt", each: [ { "hooks": [ { "type": "command", "command": "/home/dev/hook --host x", "timeout": 20 } ] } ],',
    '+     "Change": []',
    '    },',
  ])
})
test('and taken out again it is told the same way', () => {
  expect(told(json(BOTH), json(MINE))).toEqual([
    '@@ 6',
    '          "command": "mine"',
    '~       }[-,-]',
    '-       { "command": "ours" }',
    '~     ][-,-]',
    '-     "Before", "Prompt", each: [ { "hooks": [ { "type": "command", "command": "/home/dev/hook --host x", "timeout": 20 } ] } ],',
    '-     "Change": []',
    '    },',
  ])
})
test('a file in one line is told by what comes into it', () => {
  expect(told('{"a":1}\n', '{"a":1, "hooks": {}}\n')).toEqual(['~ {"a":1{+, "hooks": {}+}}'])
})
test('half a number is not told', () => {
  expect(told('{\n  "timeout": 2,\n  "a": 1\n}', '{\n  "timeout": 20,\n  "a": 1\n}')).toEqual(['  {', '-   "timeout": 2,', '+   "timeout": 20,', '    "a": 1'])
})
test('what has remarks, and what is no JSON, stays as it is', () => {
  expect(told('{\n  // one\n  "a": [\n    1 // mine\n  ]\n}\n', '{}\n')).toEqual(['- {', '-   // one', '-   "a": [', '-     1 // mine', '-   ]', '- }', '+ {}'])
  expect(told('a\n', 'a\nif [\n]\n', false)).toEqual(['  a', '+ if [', '+ ]'])
  expect(told(null, '#!/bin/sh\nexit 2\n', false)).toEqual(['+ #!/bin/sh', '+ exit 2'])
})
test('of what stays only a line before and behind is told, with its place', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
  const changed = lines.toSpliced(20, 1, 'other').toSpliced(5, 0, 'new')
  expect(told(lines.join('\n'), changed.join('\n'), false)).toEqual([
    '@@ 5',
    '  line 5',
    '+ new',
    '  line 6',
    '@@ 20',
    '  line 20',
    '- line 21',
    '+ other',
    '  line 22',
  ])
  expect(told('same\n', 'same\n')).toEqual([])
})

/** Both texts again, from the pieces and what stays between them. */
function rebuilt(from: string, pieces: readonly Piece[]): readonly [string, string] {
  const old = from.replace(/\n$/, '').split('\n')
  const [before, after]: [string[], string[]] = [[], []]
  const upTo = (line: number): void => {
    const stays = old.slice(before.length, line)
    before.push(...stays)
    after.push(...stays)
  }
  for (const piece of pieces) {
    if (piece.kind === 'place') upTo(piece.line - 1)
    else if (piece.kind === 'within') {
      before.push(`${piece.before}${piece.out}${piece.after}`)
      after.push(`${piece.before}${piece.in}${piece.after}`)
    } else {
      if (piece.kind !== 'in') before.push(...piece.lines)
      if (piece.kind !== 'out') after.push(...piece.lines)
    }
  }
  upTo(old.length)
  return [before.join('\n'), after.join('\n')]
}

test('nothing is left out, and nothing is told that is not there: both texts can be made from it', () => {
  let seed = 7
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const words = ['{', '}', '[', ']', '],', '},', '"a": [', '"b": {', '"k": 1,', '"k": 1', '"a": []', '// x', '  "k": 1,', '']
  const text = (length: number): string[] => Array.from({ length }, () => words[random(words.length)] ?? '')
  for (let round = 0; round < 3000; round++) {
    const from = [...text(1 + random(12)), 'end']
    const to = from.toSpliced(random(from.length), random(3), ...text(random(6))).toSpliced(random(from.length), random(2), ...text(random(6)))
    const [a, b] = [from.join('\n'), to.join('\n')]
    if (b === '' || a.startsWith('\n')) continue
    for (const isJson of [true, false]) expect(rebuilt(a, readableDiff(a, b, isJson)), `${a}\n=>\n${b}`).toEqual([a.replace(/\n$/, ''), b.replace(/\n$/, '')])
  }
})
test('what is told in one line differs from its lines in blanks alone', () => {
  for (const piece of readableDiff(null, json(BOTH), true))
    if (piece.kind === 'in' && !piece.text.includes(', each: ')) expect(piece.text.replaceAll(/\s/g, '')).toBe(piece.lines.join('').replaceAll(/\s/g, ''))
})
test('a large file takes no long time', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `"key${at}": [${at}`)
  const started = performance.now()
  readableDiff(lines.join('\n'), lines.map((line) => `${line},`).join('\n'), true)
  readableDiff(null, lines.join('\n'), true)
  expect(performance.now() - started).toBeLessThan(5000)
})
