// Does a pattern of sed find in JavaScript what it finds in sed?
import { expect, test } from 'vitest'
import { posixRegex } from './posix-regex.ts'

test.each([
  ['a+', false, 'a+', true],
  ['a+', false, 'aa', false],
  ['a\\+', false, 'aa', true],
  ['a+', true, 'aa', true],
  ['(a)', false, 'a', false],
  ['\\(a\\)', false, 'a', true],
  ['a{2}', true, 'aa', true],
  ['a\\{2\\}', false, 'aa', true],
  ['^a$', false, 'a', true],
  ['a^b$c', false, 'a^b$c', true],
  ['[]a]', false, ']', true],
  ['[^]a]', false, ']', false],
  ['[[:digit:]_]', false, '7', true],
  ['[a\\.]', false, '.', true],
  ['\\<b', false, 'a b', true],
  ['a\\>', false, 'ab', false],
  ['a|b', true, 'b', true],
  ['a\\|b', false, 'b', true],
  ['a|b', false, 'a|b', true],
])('%s, extended %s, in %s: %s', (source, extended, text, found) => expect(posixRegex(source, extended, false)?.test(text)).toBe(found))

test.each(['\\(a\\)\\1', '[[.a.]]', '[a', '\\', '\\(a*\\)*', 'a'.repeat(2_000)])('%.20s is not followed', (source) =>
  expect(posixRegex(source, false, false)).toBe(null),
)
