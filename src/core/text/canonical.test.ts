// Do equal values give equal text, and different texts different marks?
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, fingerprint } from './canonical.ts'

test('the order of keys and what is undefined leave no trace', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true, z: undefined })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
})
test('it is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
test('a fingerprint is sixteen digits and changes with the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(fingerprint(a)).toMatch(/^[0-9a-f]{16}$/)
      expect(fingerprint(a) === fingerprint(b)).toBe(a === b)
    }),
  )
})
