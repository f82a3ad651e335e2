// Does a stored book of secrets find what a fresh one finds, and read no more than it needs?
import { expect, test } from 'vitest'
import { describeSecrets, readBook } from '../core/secrets/compile.ts'

import type { SecretBook, SecretSpec } from '../core/secrets/model.ts'
import { findSecrets } from '../core/secrets/scan.ts'
import { packKeywords, packSecrets, readSecrets, wholeBook } from './secret-table.ts'

const data = describeSecrets(
  [
    { id: 'acme-token', title: 'Acme token', keywords: ['acm_'], regex: 'acm_[a-z0-9]{12}', randomness: 'none' },
    { id: 'other-token', title: 'Other token', keywords: ['otr_', 'monkey'], regex: '(?:otr_|monkey)[a-z0-9]{12}', randomness: 'none' },
    { id: 'acme-key', title: 'Acme key', keywords: ['acme'], where: 'value', regex: '[a-z0-9]{12}', randomness: 'none' },
    // Enough others that the whole is no small thing to read.
    ...Array.from({ length: 99 }, (_, at): SecretSpec => ({
      id: `z-${at}`,
      title: `Token ${at}`,
      keywords: [`zz${at}_`],
      regex: `zz${at}_[a-z0-9]{12}`,
      randomness: 'none',
    })),
  ],
  { examples: false },
)
const table = Buffer.from(packSecrets(data))
const read: number[] = []
const stored = (bytes = packKeywords(data)): SecretBook =>
  readSecrets(bytes, () => (start, length) => {
    read.push(length)
    return table.subarray(start, start + length)
  })

test('the tables read back as they were built', () => {
  const { automaton, sorts, wakes, wakesFrom } = stored()
  const fresh = readBook(data)
  expect({ ...automaton, columns: [...automaton.columns], letters: [...automaton.letters], lengths: [...automaton.lengths] }).toEqual({
    ...fresh.automaton,
    columns: [...fresh.automaton.columns],
    letters: [...fresh.automaton.letters],
    lengths: [...fresh.automaton.lengths],
  })
  expect([[...sorts], [...wakes], [...wakesFrom]]).toEqual([[...fresh.sorts], [...fresh.wakes], [...fresh.wakesFrom]])
})

test('kinds are read when their keyword is found where one could be', () => {
  const book = stored()
  read.length = 0
  expect(findSecrets('nothing here, and Acme is only named', book)).toEqual([])
  expect(read).toEqual([])
  expect(findSecrets('x acm_0a1b2c3d4e5f', book)).toMatchObject([{ kind: 'acme-token', start: 2, end: 18 }])
  expect(findSecrets('acme_key=0a1b2c3d4e5f', book)).toMatchObject([{ kind: 'acme-key' }])
  expect(Math.max(...read)).toBeLessThan(table.length / 2)
})

test('the whole can be had too', () => {
  expect(wholeBook(stored(), (start, length) => table.subarray(start, start + length))).toEqual(data)
})

test('what is cut short is no book', () => {
  const bytes = packKeywords(data)
  for (const length of [0, 10, 63, 96, 200, bytes.length - 1]) expect(() => stored(bytes.subarray(0, length))).toThrow('cut short')
  const short = readSecrets(bytes, () => (start, length) => table.subarray(0, 140).subarray(start, start + length))
  expect(() => [0, 1, 2].map((index) => short.kindAt(index).id)).toThrow()
})
