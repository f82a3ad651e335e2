// How long is the shortest text that a pattern can match?
import { expect, test } from 'vitest'
import { leastOf, patternOf } from './pattern.ts'

test.each<readonly [regex: string, least: number]>([
  ['abc', 3],
  ['ab?c', 2],
  ['(?i)pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}', 82],
  ['a(?:bcd|e|fg)x', 3],
  ['(?:ab|c){2,4}', 2],
  ['(?<secret>[a-z]{3,9})(?=xyz)\\b$', 3],
  ['(?<!a)(?!b)c', 1],
  ['a{0,80}b{2}?c', 3],
  ['[\\]a]{5}\\{', 6],
  ['^(?:a|)$', 0],
  ['\\x41\\d\\u0042', 3],
  ['\\b(a)\\1', 1],
])('%s', (regex, least) => {
  expect(leastOf(patternOf(regex))).toBe(least)
})
