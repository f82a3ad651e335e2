// Are people's own patterns matched in linear time, and is what cannot be refused with a way out?
import { describe, expect, test } from 'vitest'
import { compileTogether, compileUserRegex, looksAround, stepsOf } from './user-regex.ts'
import { leastWork, processorNow } from '../../test/processor-time.ts'

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

describe('patterns that would take long', () => {
  const HUGE = [
    '(a|b|c){0,900}x',
    '((a{1,30}){1,30})y',
    '[^x]{1,900}z',
    '(?:(?:ab){40}){40}',
    '\\pL{1,400}x',
    '((((a{9}){9}){9}){9}){9}',
    '(a{1,2}){1000}',
    'a{1000}'.repeat(9),
  ]
  test.each(HUGE)('%s is refused before it is compiled, with the reason', (source) => {
    expect(compileUserRegex(source, false)).toMatchObject({ ok: false, message: expect.stringContaining('would take too long to match') as string })
    expect(leastWork(() => compileUserRegex(source, false), 2)).toBeLessThan(20)
  })
  test.each(['AKIA[0-9A-Z]{16}', '\\S{1,200}@x', '[\\w.-]{1,255}', '(foo|bar){1,20}[a-z]{1,20}', '\\{a{3}', 'a{,5}', '{3}{', '[{}]{2}', '[]{9}]{2}'])(
    '%s is none of them',
    (source) => {
      expect(stepsOf(source)).toBeLessThan(1500)
    },
  )
  test('are refused together where each is small, and two hundred ordinary ones are not', () => {
    const many = (make: (at: number) => string): number => {
      const compile = compileTogether()
      return Array.from({ length: 200 }, (_, at) => compile(make(at), true)).filter(({ ok }) => !ok).length
    }
    expect(many((at) => `(foo|bar${at})+[a-z]{1,20}x*y`)).toBe(0)
    expect(many((at) => `(a|b|c${at}){0,90}x`)).toBeGreaterThan(100)
    expect(leastWork(() => many((at) => `(a|b|c${at}){0,90}x`), 1500, 3)).toBeLessThan(1500)
  })
})
