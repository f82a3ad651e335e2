// Are the tags of our caches what SipHash and NH make of them, by a plain account of both?
import { describe, expect, test } from 'vitest'
import { seeded } from '../../test/shell-scripts.ts'
import { sealWith, TAG } from './seal.ts'
import { KEY_BYTES } from './seal-code.gen.ts'

const WORD = (1n << 64n) - 1n
const turned = (value: bigint, by: number): bigint => ((value << BigInt(by)) | (value >> BigInt(64 - by))) & WORD

function sipHash(key: readonly [bigint, bigint], words: readonly bigint[]): bigint {
  let [a, b, c, d] = [key[0] ^ 0x736f6d6570736575n, key[1] ^ 0x646f72616e646f6dn, key[0] ^ 0x6c7967656e657261n, key[1] ^ 0x7465646279746573n]
  const rounds = (count: number): void => {
    for (let n = 0; n < count; n++) {
      a = (a + b) & WORD
      b = turned(b, 13) ^ a
      a = turned(a, 32)
      c = (c + d) & WORD
      d = turned(d, 16) ^ c
      a = (a + d) & WORD
      d = turned(d, 21) ^ a
      c = (c + b) & WORD
      b = turned(b, 17) ^ c
      c = turned(c, 32)
    }
  }
  for (const word of words) {
    d ^= word
    rounds(2)
    a ^= word
  }
  c ^= 0xffn
  rounds(4)
  return a ^ b ^ c ^ d
}

const BLOCK = 1024
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The name in 256 bytes, then the content; NH of each block, twice; SipHash of the length and all of these. */
function plainTag(key: Uint8Array, name: string, content: Uint8Array): bigint {
  const at = (index: number): bigint => view(key).getBigUint64(8 * index, true)
  const nh = key.subarray(16)
  const length = 256 + content.length
  const padded = new Uint8Array(Math.ceil(length / BLOCK) * BLOCK)
  padded.set(Buffer.from(name))
  padded.set(content, 256)
  const words = [BigInt(length)]
  for (let start = 0; start < padded.length; start += BLOCK) {
    for (const shift of [0, 16]) {
      const sums: [bigint, bigint] = [0n, 0n]
      const added = (from: number): bigint => BigInt((view(padded).getUint32(start + from, true) + view(nh).getUint32(from + shift, true)) >>> 0)
      for (let n = 0; n < BLOCK; n += 32) for (const lane of [0, 1, 2, 3]) sums[lane % 2 === 0 ? 0 : 1] += added(n + 4 * lane) * added(n + 16 + 4 * lane)
      words.push(...sums.map((sum) => sum & WORD))
    }
  }
  return sipHash([at(0), at(1)], words)
}

describe('the tag of a cache', () => {
  test('SipHash is the one that its authors publish', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, n) => n)
    const word = (at: number): bigint => view(bytes).getBigUint64(at, true)
    // The last word of their message of 15 bytes holds its length, which is 15 too.
    expect(sipHash([word(0), word(8)], [word(0), word(8)]).toString(16)).toBe('a129ca6149be45e5')
  })
  test('is what a plain account says, for any key, name and length', () => {
    const { below } = seeded(3)
    for (const size of [1, 7, 31, 767, 768, 769, 1024, 3000, 9000]) {
      const key = Uint8Array.from({ length: KEY_BYTES }, () => below(256))
      const content = Uint8Array.from({ length: size }, () => below(256))
      const sealed = sealWith(key).sealed(`name-${size}`, content)
      expect(view(sealed).getBigUint64(0, true)).toBe(plainTag(key, `name-${size}`, content))
      expect(Buffer.from(sealed.subarray(TAG))).toEqual(Buffer.from(content))
    }
  })
  test('what was looked at before does not count, and neither does how much room there was', () => {
    const seal = sealWith(new Uint8Array(KEY_BYTES).fill(9))
    const [small, large] = [Buffer.from('small'), Buffer.alloc(5_000_000, 7)]
    const first = seal.sealed('a', small)
    const second = seal.sealed('a', large)
    expect(Buffer.from(seal.sealed('a', small))).toEqual(Buffer.from(first))
    seal.room(second.length).set(second)
    expect(seal.opened('a', second.length)?.length).toBe(large.length)
    expect(seal.opened('a', TAG)).toBeNull()
  })
})
