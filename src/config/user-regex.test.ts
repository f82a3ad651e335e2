// Are people's own patterns matched in linear time, and is what cannot be refused with a way out?
import { describe, expect, test } from 'vitest'
import { compileUserRegex, looksAround } from './user-regex.ts'
import { processorNow } from '../../test/processor-time.ts'

const find = (source: string, text: string, anyCase = false): readonly [number, number] | null => {
  const compiled = compileUserRegex(source, anyCase)
  if (!compiled.ok) throw new Error(compiled.message)
  const found = compiled.find(text)
  return found === null ? null : [found.start, found.end]
}

describe('a pattern', () => {
  test.each<readonly [string, string, boolean, readonly [number, number] | null]>([
    ['heroku.*--force', 'x heroku a --force', false, [2, 18]],
    ['DROP\\s+TABLE', 'drop table x', true, [0, 10]],
    ['DROP\\s+TABLE', 'drop table x', false, null],
    ['(?i)drop', 'DROP', false, [0, 4]],
    ['(?P<what>rm)\\Z', 'rm rm', false, [3, 5]],
    ['\\\\Z', 'a\\Z', false, [1, 3]],
    ['a\\/b', 'a/b', false, [0, 3]],
    ['\\bkubectl\\s+delete\\b', 'kubectl  delete pod', false, [0, 15]],
    ['(a+)+$', 'aaaa', false, [0, 4]],
  ])('%s on %s', (source, text, anyCase, expected) => {
    expect(find(source, text, anyCase)).toEqual(expected)
  })
  test('ends soon where a backtracking engine would not', () => {
    const started = processorNow()
    expect(find('(a+)+$', `${'a'.repeat(200_000)}b`)).toBeNull()
    expect(processorNow() - started).toBeLessThan(2000)
  })
  test.each([
    ['push(?!x)', 'look-around: true'],
    ['(?<=a)b', 'look-around: true'],
    ['(a)\\1', 'backreference'],
    ['(', 'as: substring'],
  ])('%s is refused with what to write', (source, hint) => {
    expect(compileUserRegex(source, false)).toMatchObject({ ok: false, message: expect.stringContaining(hint) as string })
  })
  test('that only names a group does not look around', () => {
    expect(['(?<n>a)', '(?:a)', 'a(?=b)', '(?<!a)b'].map(looksAround)).toEqual([false, false, true, true])
  })
})
