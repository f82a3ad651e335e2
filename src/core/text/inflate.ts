// Unpacks what gzip and zlib packed, as far as a short text needs it. Bytes are characters 0 to 255.
import { isBzip, unpackBzip } from './bunzip.ts'
import { isXz, unpackXz } from './unxz.ts'

/** How long what comes out may be, and so how long this takes. */
const LONGEST = 100_000

/** Whether bytes begin as one of these formats: they are no text then. */
export const isPacked = (bytes: string): boolean => bytes.startsWith('\x1f\x8b') || isXz(bytes) || isBzip(bytes) || /^\x78[\x01\x9c\xda]/.test(bytes)

/** What was packed; null where the format is another one, or it goes on for longer. `bare`: a stream without a frame is tried too. */
export function unpack(bytes: string, bare = false): string | null {
  if (isXz(bytes)) return unpackXz(bytes)
  if (isBzip(bytes)) return unpackBzip(bytes)
  if (bytes.startsWith('\x1f\x8b\x08')) return inflate(bytes, afterGzipFrame(bytes))
  if (/^\x78[\x01\x5e\x9c\xda]/.test(bytes)) return inflate(bytes, 2)
  return bare ? inflate(bytes, 0) : null
}

function afterGzipFrame(bytes: string): number {
  const flags = bytes.charCodeAt(3)
  let at = 10
  if ((flags & 4) !== 0) at += 2 + bytes.charCodeAt(at) + bytes.charCodeAt(at + 1) * 256
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = bytes.indexOf('\0', at) + 1 || bytes.length
  return (flags & 2) === 0 ? at : at + 2
}

/** Codes of up to 15 bits: how many there are of each length, and what they stand for, in order. */
interface Codes {
  readonly counts: readonly number[]
  readonly symbols: readonly number[]
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = Array.from({ length: 16 }, () => 0)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  const symbols: number[] = []
  for (let length = 1; length < 16; length++) for (let symbol = 0; symbol < lengths.length; symbol++) if (lengths[symbol] === length) symbols.push(symbol)
  return { counts, symbols }
}

interface Reading {
  readonly bytes: string
  at: number
  held: number
  bits: number
}

function take(from: Reading, count: number): number {
  while (from.bits < count) {
    if (from.at >= from.bytes.length) throw new RangeError('no more bytes')
    from.held |= from.bytes.charCodeAt(from.at++) << from.bits
    from.bits += 8
  }
  const value = from.held & ((1 << count) - 1)
  from.held >>>= count
  from.bits -= count
  return value
}

function symbolOf(from: Reading, { counts, symbols }: Codes): number {
  let code = 0
  let first = 0
  let index = 0
  for (let length = 1; length < 16; length++) {
    code |= take(from, 1)
    const count = counts[length] ?? 0
    if (code - count < first) return symbols[index + code - first] ?? 0
    index += count
    first = (first + count) << 1
    code <<= 1
  }
  throw new RangeError('no such code')
}

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const distanceBits = (symbol: number): number => Math.max(0, (symbol >> 1) - 1)
const distanceOf = (symbol: number): number => (symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << ((symbol >> 1) - 1)) + 1)

function fixedCodes(): readonly [Codes, Codes] {
  const lengths = Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8))
  return [codesOf(lengths), codesOf(Array.from({ length: 30 }, () => 5))]
}

function readCodes(from: Reading): readonly [Codes, Codes] {
  const texts = take(from, 5) + 257
  const distances = take(from, 5) + 1
  const given = take(from, 4) + 4
  const short = Array.from({ length: 19 }, () => 0)
  for (let at = 0; at < given; at++) short[ORDER[at] ?? 0] = take(from, 3)
  const codes = codesOf(short)
  const lengths: number[] = []
  while (lengths.length < texts + distances) {
    const symbol = symbolOf(from, codes)
    if (symbol < 16) lengths.push(symbol)
    else {
      const again = symbol === 16 ? (lengths.at(-1) ?? 0) : 0
      const times = symbol === 16 ? 3 + take(from, 2) : symbol === 17 ? 3 + take(from, 3) : 11 + take(from, 7)
      for (let time = 0; time < times; time++) lengths.push(again)
    }
  }
  return [codesOf(lengths.slice(0, texts)), codesOf(lengths.slice(texts, texts + distances))]
}

function inflate(bytes: string, start: number): string | null {
  const from: Reading = { bytes, at: start, held: 0, bits: 0 }
  const out: number[] = []
  try {
    for (let isLast = 0; isLast === 0;) {
      isLast = take(from, 1)
      const kind = take(from, 2)
      if (kind === 3) return null
      if (kind === 0) {
        from.held = from.bits = 0
        const length = take(from, 16)
        take(from, 16)
        for (let at = 0; at < length; at++) out.push(take(from, 8))
      } else copyBlock(from, out, kind === 1 ? fixedCodes() : readCodes(from))
      if (out.length > LONGEST) return null
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return out.map((code) => String.fromCharCode(code)).join('')
}

function copyBlock(from: Reading, out: number[], [texts, distances]: readonly [Codes, Codes]): void {
  while (out.length <= LONGEST) {
    const symbol = symbolOf(from, texts)
    if (symbol === 256) return
    if (symbol < 256) {
      out.push(symbol)
      continue
    }
    const length = (LENGTHS[symbol - 257] ?? 0) + take(from, LENGTH_BITS[symbol - 257] ?? 0)
    const back = symbolOf(from, distances)
    const distance = distanceOf(back) + take(from, distanceBits(back))
    if (distance > out.length) throw new RangeError('nothing lies so far back')
    for (let at = 0; at < length; at++) out.push(out[out.length - distance] ?? 0)
  }
}
