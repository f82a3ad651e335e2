// Do exceptions match whole words of a name? Every word that excuses a name, put into names where it is a word and where it is only letters of one.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileNameGlob } from '../../src/core/text/name-words.ts'
import { expandBraces } from '../../src/core/text/glob.ts'
import { buildGate } from '../built-gate.ts'

const { check, sources } = await buildGate()
const verdictOf = (command: string): string => check(command).decision.verdict

const SEED = 15
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const letters = fc.string({ unit: fc.constantFrom(...'bkqvz'), minLength: 1, maxLength: 5 })
const apart = fc.constantFrom('-', '_', '.', '2')

/** A name in which it is a word of its own. */
const worded = (word: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(word),
    fc.constant(word.toUpperCase()),
    fc.tuple(letters, apart).map(([before, mark]) => before + mark + word),
    fc.tuple(apart, letters).map(([mark, after]) => word + mark + after),
    fc.tuple(letters, apart, apart, letters).map(([before, one, two, after]) => before + one + word + two + after),
    letters.map((before) => before + capital(word)),
    letters.map((after) => word + capital(after)),
    letters.map((before) => before.toUpperCase() + capital(word)),
  )
/** A name in which its letters stand inside another word. */
const buried = (word: string): fc.Arbitrary<string> =>
  fc.oneof(
    letters.map((before) => before + word),
    letters.map((after) => word + after),
    fc.tuple(letters, letters).map(([before, after]) => before + word + after),
    fc.tuple(letters, apart, letters).map(([first, mark, before]) => `${first}${mark}${before}${word}`),
    letters.map((after) => capital(word) + after),
    letters.map((before) => (before + word).toUpperCase()),
  )

/** Every word that packs and places excuse names by. */
const written = JSON.stringify([sources.packs, sources.placeSpecs])
const words = [...new Set((written.match(/\*<[^>"]+>\*/g) ?? []).flatMap(expandBraces).map((one) => one.slice(2, -2)))]
const samples = (of: (word: string) => fc.Arbitrary<string>, word: string): string[] => fc.sample(of(word), { numRuns: 40, seed: SEED })

describe('a whole word of a name', () => {
  it('is what packs and places ask for', () => {
    expect(words).toEqual(expect.arrayContaining(['test', 'sample', 'example', 'tmp', 'cache']))
  })
  it.each(words)('`%s` is found as a word and not as letters of one', (word) => {
    const holds = compileNameGlob(`*<${word}>*`)
    expect(samples(worded, word).filter((name) => !holds(name))).toEqual([])
    expect(samples(buried, word).filter((name) => holds(name))).toEqual([])
  })
  it('costs the length of the name', () => {
    expect(compileNameGlob('*<test>*')('atest'.repeat(200_000))).toBe(false)
  })
})

describe('databases, settings and environment files', () => {
  it.each(['test', 'tmp', 'dev', 'demo', 'sample', 'copy', 'mock', 'cache'])('named by `%s`', (word) => {
    const wrong = [
      ...samples(worded, word).filter((name) => verdictOf(`rm ${name}.db`) !== 'allow'),
      ...samples(buried, word).filter((name) => verdictOf(`rm ${name}.db`) === 'allow'),
    ]
    expect(wrong).toEqual([])
  })
  it.each(['example', 'sample'])('excused by `%s`', (word) => {
    const placesOf = (file: string): readonly string[] =>
      check(`cat ${file}`).reading.actions.flatMap((action) => (action.does === 'read' ? action.places : []))
    for (const [file, place] of [
      ['NAME.env', 'environment-file'],
      ['.env.NAME', 'environment-file'],
      ['NAME.tfvars', 'sensitive-settings'],
    ] as const) {
      expect(samples(worded, word).filter((name) => placesOf(file.replace('NAME', name)).includes(place))).toEqual([])
      expect(samples(buried, word).filter((name) => !placesOf(file.replace('NAME', name)).includes(place))).toEqual([])
    }
  })
})

it('no exception is written as letters anywhere in a name', () => {
  const excuses = sources.placeSpecs.flatMap(({ not = [] }) => not).filter((glob) => !glob.includes('/'))
  expect(excuses.filter((glob) => /^\*(?:[a-z]+|\{[a-z,]+\})\*$/.test(glob))).toEqual([])
})
