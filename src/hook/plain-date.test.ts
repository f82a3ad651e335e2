// Does the hook write moments as everybody does?
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Date as Plain } from './plain-date.ts'

test('the same text as that of V8, for any moment', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(new Plain(date.getTime()).toISOString()).toBe(date.toISOString())
    }),
    { numRuns: 2000 },
  )
})
test.each([
  '2024-02-29T23:59:59.999Z',
  '2000-02-29T00:00:00.000Z',
  '1900-03-01T00:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '1000-01-01T00:00:00.000Z',
])('%s', (text) => {
  const plain = new Plain(text)
  expect(plain.toISOString()).toBe(text)
  expect(JSON.stringify({ plain })).toBe(JSON.stringify({ plain: new Date(text) }))
  expect([plain.getHours(), plain.getMinutes(), Number(plain)]).toEqual([new Date(text).getHours(), new Date(text).getMinutes(), Date.parse(text)])
})
test('no moment has no name', () => {
  expect(() => new Plain('never').toISOString()).toThrow(RangeError)
})
