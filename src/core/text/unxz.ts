// Unpacks what xz and lzma packed, as far as a short text needs it. Bytes are characters 0 to 255.

/** How long what comes out may be, and so how long this takes. */
const LONGEST = 100_000
const XZ = '\xfd7zXZ\0'

export const isXz = (bytes: string): boolean => bytes.startsWith(XZ)

/** Null where the format is another one, or it goes on for longer. */
export function unpackXz(bytes: string): string | null {
  if (!isXz(bytes)) return null
  // The first block's header says how long it is; another filter than LZMA2 is not read.
  const header = (bytes.charCodeAt(12) + 1) * 4
  if (header === 4 || !bytes.slice(12, 12 + header).includes('\x21\x01')) return null
  try {
    return chunks(bytes, 12 + header)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

interface Reading {
  readonly bytes: string
  at: number
  range: number
  code: number
  readonly out: number[]
  probabilities: Uint16Array
  state: number
  readonly back: number[]
  contextBits: number
  positionLow: number
  positionBits: number
}

const byteAt = (from: Reading): number => {
  if (from.at >= from.bytes.length) throw new RangeError('no more bytes')
  return from.bytes.charCodeAt(from.at++)
}

function chunks(bytes: string, start: number): string | null {
  const from: Reading = {
    bytes,
    at: start,
    range: 0,
    code: 0,
    out: [],
    probabilities: newProbabilities(),
    state: 0,
    back: [0, 0, 0, 0],
    contextBits: 3,
    positionLow: 0,
    positionBits: 2,
  }
  for (let control = byteAt(from); control !== 0; control = byteAt(from)) {
    if (control < 0x80) {
      const length = byteAt(from) * 256 + byteAt(from) + 1
      for (let at = 0; at < length; at++) from.out.push(byteAt(from))
    } else {
      const length = (control & 0x1f) * 65536 + byteAt(from) * 256 + byteAt(from) + 1
      const end = byteAt(from) * 256 + byteAt(from) + 1
      if (control >= 0xc0) setProperties(from, byteAt(from))
      if (control >= 0xa0) forget(from)
      const last = from.at + end
      decodeChunk(from, from.out.length + length)
      from.at = last
    }
    if (from.out.length > LONGEST) return null
  }
  return from.out.map((code) => String.fromCharCode(code)).join('')
}

function setProperties(from: Reading, properties: number): void {
  if (properties > 224) throw new RangeError('no such properties')
  from.contextBits = properties % 9
  from.positionLow = Math.floor(properties / 9) % 5
  from.positionBits = Math.floor(properties / 45)
  if (from.contextBits + from.positionLow > 4) throw new RangeError('no such properties')
}

// Where the probabilities of each kind of bit begin.
const IS_MATCH = 0
const IS_AGAIN = IS_MATCH + 12 * 16
const IS_AGAIN_FIRST = IS_AGAIN + 12
const IS_AGAIN_SECOND = IS_AGAIN_FIRST + 12
const IS_AGAIN_THIRD = IS_AGAIN_SECOND + 12
const IS_SHORT = IS_AGAIN_THIRD + 12
const SLOTS = IS_SHORT + 12 * 16
const SPECIAL = SLOTS + 4 * 64
const ALIGNED = SPECIAL + 128
const LENGTH = ALIGNED + 16
const LENGTH_SIZE = 2 + 16 * 8 * 2 + 256
const LENGTH_AGAIN = LENGTH + LENGTH_SIZE
const LITERALS = LENGTH_AGAIN + LENGTH_SIZE
const newProbabilities = (): Uint16Array => new Uint16Array(LITERALS + 0x300 * 16).fill(1024)

function forget(from: Reading): void {
  from.probabilities = newProbabilities()
  from.state = 0
  from.back.fill(0)
}

function bit(from: Reading, place: number): 0 | 1 {
  const chance = from.probabilities[place] ?? 1024
  const bound = (from.range >>> 11) * chance
  const isOne = from.code >>> 0 >= bound
  if (isOne) {
    from.probabilities[place] = chance - (chance >> 5)
    from.code = (from.code - bound) >>> 0
    from.range = (from.range - bound) >>> 0
  } else {
    from.probabilities[place] = chance + ((2048 - chance) >> 5)
    from.range = bound
  }
  refill(from)
  return isOne ? 1 : 0
}
function refill(from: Reading): void {
  if (from.range >= 0x1000000) return
  from.range = (from.range << 8) >>> 0
  from.code = ((from.code << 8) | byteAt(from)) >>> 0
}

function tree(from: Reading, start: number, bits: number): number {
  let node = 1
  for (let at = 0; at < bits; at++) node = node * 2 + bit(from, start + node)
  return node - (1 << bits)
}
function treeBackwards(from: Reading, start: number, bits: number): number {
  let node = 1
  let value = 0
  for (let at = 0; at < bits; at++) {
    const one = bit(from, start + node)
    node = node * 2 + one
    value |= one << at
  }
  return value
}
function plainBits(from: Reading, bits: number): number {
  let value = 0
  for (let at = 0; at < bits; at++) {
    from.range >>>= 1
    const isOne = from.code >= from.range
    if (isOne) from.code = (from.code - from.range) >>> 0
    value = value * 2 + (isOne ? 1 : 0)
    refill(from)
  }
  return value
}

function decodeChunk(from: Reading, end: number): void {
  if (end > LONGEST) throw new RangeError('too long')
  byteAt(from)
  from.range = 0xffffffff
  from.code = 0
  for (let at = 0; at < 4; at++) from.code = ((from.code << 8) | byteAt(from)) >>> 0
  while (from.out.length < end) {
    const position = from.out.length & ((1 << from.positionBits) - 1)
    if (bit(from, IS_MATCH + from.state * 16 + position) === 0) literal(from)
    else copy(from, position, end)
  }
}

function literal(from: Reading): void {
  const { out } = from
  const low = out.length & ((1 << from.positionLow) - 1)
  const before = out.at(-1) ?? 0
  const start = LITERALS + 0x300 * ((low << from.contextBits) + (before >> (8 - from.contextBits)))
  let node = 1
  if (from.state >= 7) {
    let matched = out[out.length - (from.back[0] ?? 0) - 1] ?? 0
    while (node < 256) {
      const expected = (matched >> 7) & 1
      matched <<= 1
      const one = bit(from, start + ((1 + expected) << 8) + node)
      node = node * 2 + one
      if (one !== expected) break
    }
  }
  while (node < 256) node = node * 2 + bit(from, start + node)
  out.push(node & 255)
  from.state = from.state < 4 ? 0 : from.state < 10 ? from.state - 3 : from.state - 6
}

function lengthOf(from: Reading, start: number, position: number): number {
  if (bit(from, start) === 0) return 2 + tree(from, start + 2 + position * 8, 3)
  if (bit(from, start + 1) === 0) return 10 + tree(from, start + 130 + position * 8, 3)
  return 18 + tree(from, start + 258, 8)
}

function copy(from: Reading, position: number, end: number): void {
  const { state, back, out } = from
  let length = 1
  if (bit(from, IS_AGAIN + state) === 0) {
    length = lengthOf(from, LENGTH, position)
    back.unshift(distanceOf(from, length))
    back.pop()
    from.state = state < 7 ? 7 : 10
  } else {
    let isShort = false
    if (bit(from, IS_AGAIN_FIRST + state) === 0) isShort = bit(from, IS_SHORT + state * 16 + position) === 0
    else {
      const which = bit(from, IS_AGAIN_SECOND + state) === 0 ? 1 : bit(from, IS_AGAIN_THIRD + state) === 0 ? 2 : 3
      back.unshift(...back.splice(which, 1))
    }
    if (!isShort) length = lengthOf(from, LENGTH_AGAIN, position)
    from.state = isShort ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11
  }
  const distance = (back[0] ?? 0) + 1
  if (distance > out.length) throw new RangeError('nothing lies so far back')
  for (let at = 0; at < length && out.length < end; at++) out.push(out[out.length - distance] ?? 0)
}

function distanceOf(from: Reading, length: number): number {
  const slot = tree(from, SLOTS + Math.min(length - 2, 3) * 64, 6)
  if (slot < 4) return slot
  const bits = (slot >> 1) - 1
  const start = (2 + (slot & 1)) * 2 ** bits
  if (slot < 14) return start + treeBackwards(from, SPECIAL + start - slot - 1, bits)
  return start + plainBits(from, bits - 4) * 16 + treeBackwards(from, ALIGNED, 4)
}
