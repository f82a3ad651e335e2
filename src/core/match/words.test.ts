// Does a list of patterns say the same as its members, however it is looked up?
import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from '../text/glob.ts'
import { compileRun, textTest } from './words.ts'

const piece = constantFrom('a', 'b', 'ab', 'ba', '*', '?', '[ab]', '{a,b}', '{ab,b*}', '{a', '{,b}', '{a,{b,c}}', '\\*', '-', '')
const pattern = array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const text = string({ unit: constantFrom('a', 'b', 'c', '-', '{', '*', ','), maxLength: 5 })

test('a text matches a list when it matches one of its globs', () => {
  assert(
    property(array(pattern, { minLength: 1, maxLength: 6 }), text, (patterns, given) => {
      const one = patterns.some((each) => each === '*' || each === '**' || compileGlob(each, { separators: false })(given))
      expect(textTest(patterns)(given)).toBe(one)
    }),
    { numRuns: 3000 },
  )
})

test('a program is matched by its own words only', () => {
  const { program, consumes } = compileRun('git {push,pull} origin')
  const words = (...texts: string[]): { text: string }[] => texts.map((each) => ({ text: each }))
  expect([program('git'), program('gitk'), program('')]).toEqual([true, false, false])
  expect([consumes(words('push', 'origin', 'x')), consumes(words('pull', 'other')), consumes(words('push'))]).toEqual([2, -1, -1])
})
