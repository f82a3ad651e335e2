// Patterns of people that would take V8 seconds or a gigabyte to compile are refused before it sees them; what is taken compiles soon.
import { describe, expect, test } from 'vitest'
import { compileTogether } from '../../src/config/user-regex.ts'
import { whyNot } from '../../src/core/secrets/pattern.ts'
import { compileBounded, compileLookAround, compileRegex } from '../../src/core/text/regex.ts'
import { costToCompile, slowToCompile } from '../../src/core/text/regex-cost.ts'
import { leastWork } from '../processor-time.ts'

const SLOW = ['\\p{L}', '\\P{L}', '[^\\p{L}x]', '[\\p{L}\\p{N}]', '(?!\\p{Lu})', '(?<=\\P{N})', '[^\\P{L}]', '\\p{Script=Greek}']
const SMALL = ['a', '.', '[^x]', '\\W', '(?:a|b|c)', '[a-z]', '\\u{1F600}', '(?<!x)', 'word', '\\s']
const REPEATS = ['', '', '?', '+', '{3}', '{2,40}', '*?']
const TAIL = '(?!z)'

/** The same numbers every time. */
const numbers = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >>> 8) % most
  }
}
function patterns(seed: number, count: number, from: readonly string[]): readonly string[] {
  const below = numbers(seed)
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? ''
  return Array.from({ length: count }, () => {
    const unit = Array.from({ length: 1 + below(3) }, () => `${pick(from)}${below(3) === 0 ? pick(REPEATS) : ''}`).join(below(3) === 0 ? '-' : '')
    return unit.repeat(1 + below(300)) + TAIL
  })
}

const MIXED = patterns(7, 120, [...SLOW, ...SMALL])

describe('a pattern of anybody', () => {
  test('that V8 would compile for long is refused with the reason, by every way that leads to V8', () => {
    const slow = patterns(3, 60, SLOW).map((one) => `${one}${'[^\\p{L}x]'.repeat(40)}`)
    for (const one of slow) {
      expect(compileLookAround(one, true)).toMatchObject({ ok: false, message: expect.stringContaining('too long to compile') as string })
      expect(compileRegex(one)).toMatchObject({ ok: false, message: expect.stringContaining('too long to compile') as string })
      expect(whyNot({ source: one, flags: '' })).toContain('too long to compile')
      expect(compileBounded(one, 'iu')).toBeNull()
    }
  })
  test('is refused at once', () => {
    const huge = '[^\\p{L}x]*1?'.repeat(50_000)
    expect(leastWork(() => compileLookAround(huge, true), 200)).toBeLessThan(400)
  })
  test('compiles soon where it is taken', () => {
    const taken = MIXED.filter((one) => compileLookAround(one, true).ok)
    expect(taken.length).toBeGreaterThan(20)
    expect(taken.length).toBeLessThan(MIXED.length)
    for (const one of taken) {
      const work = leastWork(
        () => {
          const compiled = compileLookAround(one, true)
          if (compiled.ok) compiled.find('\u0416!')
        },
        400,
        1,
      )
      expect({ one: one.slice(0, 80), soon: work < 400 }).toEqual({ one: one.slice(0, 80), soon: true })
    }
  })
  test('costs more the longer it is, and never nothing', () => {
    for (const one of MIXED) expect(costToCompile(one + one)).toBeGreaterThanOrEqual(costToCompile(one))
    expect(costToCompile('')).toBe(0)
  })
  test.each([
    '\\bgit\\s+push\\b(?!.*--dry-run)',
    '(?<![\\w.])AKIA[0-9A-Z]{16}(?!\\w)',
    '(?i)drop\\s+(?:table|database)(?!\\s+if)',
    '\\p{L}+\\s\\p{Lu}{2,9}(?=\\P{L})',
  ])('%s is none of them', (source) => {
    expect(slowToCompile(source)).toBeNull()
    expect(compileLookAround(source, true)).toMatchObject({ ok: true })
  })
  test('is refused together with others where each alone is quick', () => {
    const compile = compileTogether()
    const said = Array.from({ length: 200 }, (_, at) => compile(`${'\\P{L}'.repeat(12)}${at}${TAIL}`, true, true))
    expect(said[0]).toMatchObject({ ok: true })
    expect(said.at(-1)).toMatchObject({ ok: false, message: expect.stringContaining('the patterns before it would take too long to compile') as string })
    const many = compileTogether()
    expect(Array.from({ length: 200 }, (_, at) => many(`git\\s+push\\s+x${at}(?!-y)`, true, true)).every(({ ok }) => ok)).toBe(true)
  })
})
