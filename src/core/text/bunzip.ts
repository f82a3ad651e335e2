// Unpacks what bzip2 packed, as far as a short text needs it. Bytes are characters 0 to 255.

/** How long what comes out may be, and so how long this takes. */
const LONGEST = 100_000
const BLOCK = 0x314159265359
const END = 0x177245385090

export const isBzip = (bytes: string): boolean => /^BZh[1-9]1AY&SY/.test(bytes)

interface Reading {
  readonly bytes: string
  /** In bits. */
  at: number
}

/** Null where the format is another one, or it goes on for longer. */
export function unpackBzip(bytes: string): string | null {
  if (!isBzip(bytes)) return null
  const from: Reading = { bytes, at: 32 }
  const out: number[] = []
  try {
    for (;;) {
      const mark = take(from, 24) * 0x1000000 + take(from, 24)
      take(from, 32)
      if (mark === END) return out.map((code) => String.fromCharCode(code)).join('')
      if (mark !== BLOCK || !readBlock(from, out)) return null
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function take(from: Reading, count: number): number {
  let value = 0
  for (let left = count; left > 0; left--, from.at++) {
    const place = from.at >> 3
    if (place >= from.bytes.length) throw new RangeError('no more bytes')
    value = value * 2 + ((from.bytes.charCodeAt(place) >> (7 - (from.at & 7))) & 1)
  }
  return value
}

/** Codes of one table: for each length the first code, how many there are, and where their symbols begin. */
interface Codes {
  readonly counts: readonly number[]
  readonly symbols: readonly number[]
}

function readBlock(from: Reading, out: number[]): boolean {
  // Blocks that were shuffled are of versions nobody uses.
  if (take(from, 1) === 1) return false
  const start = take(from, 24)
  const used = readUsed(from)
  const tables = take(from, 3)
  const count = take(from, 15)
  if (tables < 2 || tables > 6 || count === 0) return false
  const chosen = readChosen(from, tables, count)
  const codes = Array.from({ length: tables }, () => readCodes(from, used.length + 2))
  const sorted = readSymbols(from, used, chosen, codes)
  unsort(sorted, start, out)
  return true
}

/** Which characters there are. */
function readUsed(from: Reading): readonly number[] {
  const rows = take(from, 16)
  const used: number[] = []
  for (let row = 0; row < 16; row++) {
    if (((rows >> (15 - row)) & 1) === 0) continue
    const marks = take(from, 16)
    for (let place = 0; place < 16; place++) if (((marks >> (15 - place)) & 1) === 1) used.push(row * 16 + place)
  }
  return used
}

/** Which table holds for each fifty symbols. */
function readChosen(from: Reading, tables: number, count: number): readonly number[] {
  const order = Array.from({ length: tables }, (_, at) => at)
  return Array.from({ length: count }, () => {
    let place = 0
    while (take(from, 1) === 1) if (++place >= tables) throw new RangeError('no such table')
    const [table = 0] = order.splice(place, 1)
    order.unshift(table)
    return table
  })
}

function readCodes(from: Reading, size: number): Codes {
  let length = take(from, 5)
  const lengths: number[] = []
  while (lengths.length < size) {
    while (take(from, 1) === 1) length += take(from, 1) === 0 ? 1 : -1
    if (length < 1 || length > 20) throw new RangeError('no such length')
    lengths.push(length)
  }
  const counts = Array.from({ length: 21 }, () => 0)
  for (const one of lengths) counts[one] = (counts[one] ?? 0) + 1
  const symbols = lengths.map((_, symbol) => symbol).toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b)
  return { counts, symbols }
}

function symbolOf(from: Reading, { counts, symbols }: Codes): number {
  let code = 0
  let first = 0
  let index = 0
  for (let length = 1; length <= 20; length++) {
    code = code * 2 + take(from, 1)
    const count = counts[length] ?? 0
    if (code - first < count) return symbols[index + code - first] ?? 0
    index += count
    first = (first + count) * 2
  }
  throw new RangeError('no such code')
}

/** Runs and places in a list whose last used comes first, as the characters that they stand for. */
function readSymbols(from: Reading, used: readonly number[], chosen: readonly number[], codes: readonly Codes[]): number[] {
  const order = [...used]
  const sorted: number[] = []
  const end = used.length + 1
  let run = 0
  let weight = 1
  for (let at = 0; ; at++) {
    const table = codes[chosen[Math.floor(at / 50)] ?? -1]
    if (table === undefined) throw new RangeError('no table left')
    const symbol = symbolOf(from, table)
    if (symbol <= 1) {
      run += weight * (symbol + 1)
      weight *= 2
      if (run > LONGEST) throw new RangeError('too long')
      continue
    }
    for (; run > 0; run--) sorted.push(order[0] ?? 0)
    weight = 1
    if (symbol === end) return sorted
    const [char = 0] = order.splice(symbol - 1, 1)
    order.unshift(char)
    sorted.push(char)
    if (sorted.length > LONGEST) throw new RangeError('too long')
  }
}

/** Puts the characters back in their order; four alike are followed by how many more there are. */
function unsort(sorted: readonly number[], start: number, out: number[]): void {
  const before = Array.from({ length: 257 }, () => 0)
  for (const char of sorted) before[char + 1] = (before[char + 1] ?? 0) + 1
  for (let char = 1; char < 257; char++) before[char] = (before[char] ?? 0) + (before[char - 1] ?? 0)
  const next: number[] = []
  sorted.forEach((char, at) => {
    next[before[char] ?? 0] = at
    before[char] = (before[char] ?? 0) + 1
  })
  let place = next[start] ?? 0
  let alike = 0
  let last = -1
  for (let left = sorted.length; left > 0; left--) {
    const char = sorted[place] ?? 0
    place = next[place] ?? 0
    if (alike === 4) {
      for (let more = char; more > 0; more--) out.push(last)
      alike = 0
      last = -1
    } else {
      alike = char === last ? alike + 1 : 1
      last = char
      out.push(char)
    }
    if (out.length > LONGEST) throw new RangeError('too long')
  }
}
