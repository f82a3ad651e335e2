// Are patterns that can hang refused, and the others found where they stand?
import { describe, expect, test } from 'vitest'
import { compileLookAround, compileRegex } from './regex.ts'
import { processorNow } from '../../../test/processor-time.ts'

const find = (source: string, text: string): unknown => {
  const result = compileRegex(source)
  if (!result.ok) throw new Error(result.message)
  return result.find(text)
}

test.each([
  '(a+)+',
  '(a*)*b',
  '(?:a|b+)*',
  '((a+)b?)+',
  '(.*)*',
  '.*.*',
  '\\s*\\s+x',
  '\\w+\\d+',
  '[a-z]+[e-i]*',
  'a+a+',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '(a{2,})+',
])('%s is refused', (source) => {
  expect(compileRegex(source).ok).toBe(false)
})
test.each([
  'a+b+',
  '\\s+[a-z]+',
  'AKIA[0-9A-Z]{16}',
  '(?i)drop\\s+table',
  'x.*y',
  '(?:a|b)+',
  '(?:ab?)+',
  '[^/]+/[^/]+',
  '(?<!a)b',
  '\\bfoo\\b',
  'a{1,3}b*',
  '\\p{L}+ \\p{L}+',
  '[\\]]+x',
])('%s is taken', (source) => {
  expect(compileRegex(source)).toMatchObject({ ok: true })
})
test.each(['(', '[a', 'a{2,1}', '*'])('%s says why it does not compile', (source) => {
  expect(compileRegex(source)).toMatchObject({ ok: false, message: expect.stringMatching(/^`.*` is not a regular expression: [^A-Z]+/) as unknown })
})

describe('finding', () => {
  test('tells where, in any case when asked', () => {
    expect(find('b+', 'abbc')).toEqual({ start: 1, end: 3 })
    expect(find('(?i)B+', 'abbc')).toEqual({ start: 1, end: 3 })
    expect(find('B+', 'abbc')).toBe(null)
  })
  test('is the same on every call', () => {
    const result = compileRegex('a')
    expect(result.ok && [result.find('ba'), result.find('ba')]).toEqual([
      { start: 1, end: 2 },
      { start: 1, end: 2 },
    ])
  })
  test('looks across the seams of a long text', () => {
    for (const at of [3000, 4090, 4096, 6500, 9000]) expect(find('needle', `${' '.repeat(at)}needle${' '.repeat(9000)}`)).toEqual({ start: at, end: at + 6 })
  })
  test('ends soon on a hostile megabyte', () => {
    const started = processorNow()
    expect(find('\\s+x', ' '.repeat(1_000_000))).toBe(null)
    expect(processorNow() - started).toBeLessThan(2000)
  })
})

describe('a pattern that looks around itself', () => {
  const found = (source: string, text: string, anyCase = false): number | null => {
    const compiled = compileLookAround(source, anyCase)
    if (!compiled.ok) throw new Error(compiled.message)
    return compiled.find(text)?.start ?? null
  }
  test('finds what stands beside it', () => {
    expect(found('git\\s+push\\s+.*--force(?!-with-lease)', 'git push --force')).toBe(0)
    expect(found('git\\s+push\\s+.*--force(?!-with-lease)', 'git push --force-with-lease')).toBeNull()
    expect(found('(?<!DE)V', 'xv', true)).toBe(1)
    expect(found('a\\-b(?=c)', 'a-bc')).toBe(0)
  })
  test('is refused when its repeats nest or overlap more than once', () => {
    expect(compileLookAround('(a+)+(?!b)', false).ok).toBe(false)
    expect(compileLookAround('.*.*.*(?!b)', false).ok).toBe(false)
    expect(compileLookAround('(?!b', false).ok).toBe(false)
  })
  test('ends soon on a hostile megabyte', () => {
    const started = processorNow()
    expect(found('x\\s+.*y(?!z)', `x${' '.repeat(1_000_000)}`)).toBeNull()
    expect(processorNow() - started).toBeLessThan(2000)
  })
})
