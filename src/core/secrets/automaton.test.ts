// Does one pass find every keyword at every place?
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildAutomaton, walkKeywords } from './automaton.ts'
import type { Automaton } from './automaton.ts'

const found = (automaton: Automaton, keywords: readonly string[], text: string): string[] => {
  const out: string[] = []
  walkKeywords(automaton, text, (keyword, end) => {
    out.push(`${keywords[keyword]}@${end - (keywords[keyword] ?? '').length}`)
    return true
  })
  return out.sort()
}
const expected = (keywords: readonly string[], text: string): string[] => {
  const low = text.replace(/[A-Z]/g, (char) => char.toLowerCase())
  return keywords.flatMap((keyword) => Array.from(low, (_, at) => at).flatMap((at) => (low.startsWith(keyword, at) ? [`${keyword}@${at}`] : []))).sort()
}

test('overlapping keywords and capitals', () => {
  const keywords = ['she', 'hers', 'his', 'her', '://']
  expect(found(buildAutomaton(keywords), keywords, 'uSHErs ://')).toEqual(expected(keywords, 'uSHErs ://'))
})

test('law: the same as looking for each keyword at each place', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_'), minLength: 3, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', 'A', 'B', 'é'), maxLength: 80 }),
      (keywords, text) => {
        const automaton = buildAutomaton(keywords)
        expect(found(automaton, keywords, text)).toEqual(expected(keywords, text))
        // From here on by its table.
        walkKeywords(automaton, ' '.repeat(20_000), () => true)
        expect(found(automaton, keywords, text)).toEqual(expected(keywords, text))
      },
    ),
    { numRuns: 400 },
  )
})

test('stops when told to', () => {
  let hits = 0
  walkKeywords(buildAutomaton(['aaa']), 'aaaaaaaa', () => ++hits < 2)
  expect(hits).toBe(2)
})
