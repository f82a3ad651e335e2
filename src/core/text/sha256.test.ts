// Is our own digest the one everybody else computes?
import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256, keyedStates, sha256 } from './sha256.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('the example of the standard', () => {
  expect(hex(sha256(Buffer.from('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('any text, any key: as the system computes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 64 }), (message, key) => {
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
      expect(hex(hmacSha256(keyedStates(key), message))).toBe(createHmac('sha256', key).update(message).digest('hex'))
    }),
  )
})

test.each([55, 56, 63, 64, 65, 119, 120])('padding at %i bytes', (length) => {
  const message = Buffer.alloc(length, 7)
  expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
})
