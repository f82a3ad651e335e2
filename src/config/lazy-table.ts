// How is a large table stored so that only the entries in use are read and parsed?
import { latinOf, textOf } from '../gate/bytes.ts'

/** Bytes from a position, as many as there are up to a number. */
export type Slice = (start: number, length: number) => Uint8Array

/** Eight hexadecimal digits a number: short enough to be read whole, even enough to be found without parsing. */
const DIGITS = 8
const number = (value: number): string => value.toString(16).padStart(DIGITS, '0')

/** Read with the number of buckets: as a rule, all that tells which of them are empty. */
const FRONT = 4096

/**
 * First the number of buckets, then which of them hold anything (four to a hexadecimal digit), then where each ends, then the buckets: the entries whose
 * names fall into it, as JSON.
 */
export function packTable(table: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(table)
  const count = bucketsFor(names.length)
  const buckets = Array.from({ length: count }, (): [string, unknown][] => [])
  for (const name of names) buckets[bucketOf(name, count)]?.push([name, table[name]])
  // Pairs, not an object: an object would reorder and merge some names.
  const bodies = buckets.map((bucket) => (bucket.length === 0 ? '' : JSON.stringify(bucket)))
  let end = 0
  const ends = bodies.map((body) => number((end += Buffer.byteLength(body))))
  const filled = Array.from({ length: count / 4 }, (_, at) =>
    [0, 1, 2, 3].reduce((sum, bit) => sum + (bodies[4 * at + bit] === '' ? 0 : 1 << bit), 0).toString(16),
  )
  return `${number(count)}${filled.join('')}${ends.join('')}${bodies.join('')}`
}

/** An ordinary object to its readers; each entry is read and parsed on first use. */
export function readTable<T>(from: Uint8Array | Slice): Readonly<Record<string, T>> {
  const slice = typeof from === 'function' ? from : (start: number, length: number) => from.subarray(start, start + length)
  let front = latinOf(slice(0, FRONT))
  const count = numberAt(front, 0)
  const index = DIGITS + count / 4
  if (front.length < index) front += latinOf(slice(front.length, index - front.length))
  if (front.length < index) throw new Error('a table of the package is cut short')
  const body = index + DIGITS * count
  const isEmpty = (at: number): boolean => (Number.parseInt(front.charAt(DIGITS + (at >> 2)), 16) & (1 << (at & 3))) === 0
  const buckets = new Map<number, readonly (readonly [string, T])[]>()
  const read = (at: number): readonly (readonly [string, T])[] => {
    if (isEmpty(at)) return []
    let bucket = buckets.get(at)
    if (bucket === undefined) {
      // Its own end and the one before; the first begins at nothing.
      const ends = latinOf(at === 0 ? slice(index, DIGITS) : slice(index + DIGITS * (at - 1), 2 * DIGITS))
      const start = at === 0 ? 0 : numberAt(ends, 0)
      const length = numberAt(ends, at === 0 ? 0 : 1) - start
      const bytes = slice(body + start, length)
      if (bytes.length !== length) throw new Error('a table of the package is cut short')
      buckets.set(at, (bucket = JSON.parse(textOf(bytes)) as readonly (readonly [string, T])[]))
    }
    return bucket
  }
  const found = new Map<string, readonly [string, T] | null>()
  const entry = (name: string): readonly [string, T] | undefined => {
    let pair = found.get(name)
    if (pair === undefined) {
      // Names that are made up must not fill the memory.
      if (found.size >= MOST_FOUND) found.clear()
      found.set(name, (pair = read(bucketOf(name, count)).find((one) => one[0] === name) ?? null))
    }
    return pair ?? undefined
  }
  return lazyRecord(
    (name) => entry(name)?.[1],
    (name) => entry(name) !== undefined,
    () => Array.from({ length: count }, (_, at) => read(at).map(([name]) => name)).flat(),
  )
}

/** All of it at once, for who needs that: in a fraction of the time that asking for each takes. */
export function wholeTable(bytes: Uint8Array): ReadonlyMap<string, unknown> {
  const count = numberAt(latinOf(bytes.subarray(0, DIGITS)), 0)
  const index = DIGITS + count / 4
  const body = index + DIGITS * count
  const ends = latinOf(bytes.subarray(index, body))
  const found = new Map<string, unknown>()
  let start = 0
  for (let at = 0; at < count; at++) {
    const end = numberAt(ends, at)
    if (end === start) continue
    if (body + end > bytes.length) throw new Error('a table of the package is cut short')
    for (const [name, value] of JSON.parse(textOf(bytes.subarray(body + start, body + end))) as readonly (readonly [string, unknown])[]) found.set(name, value)
    start = end
  }
  return found
}

/** A process that lives long asks for the same names again and again. */
const MOST_FOUND = 32_768

const numberAt = (text: string, at: number): number => {
  const value = Number.parseInt(text.slice(at * DIGITS, (at + 1) * DIGITS), 16)
  if (!(value >= 0)) throw new Error('a table of the package cannot be read')
  return value
}

/** Some for each entry: a name that is not there is as a rule found out without reading one. */
function bucketsFor(entries: number): number {
  let count = 16
  while (count < entries * 3 && count < 65_536) count *= 2
  return count
}

function bucketOf(name: string, count: number): number {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (Math.imul(sum, 31) + name.charCodeAt(at)) | 0
  return (sum ^ (sum >>> 15)) & (count - 1)
}

/** An object whose entries are found when they are asked for. */
export const lazyRecord = <T>(find: (name: string) => T | undefined, has: (name: string) => boolean, names: () => string[]): Readonly<Record<string, T>> =>
  new Proxy<Record<string, T>>(Object.create(null) as Record<string, T>, {
    get: (_target, name) => (typeof name === 'string' ? find(name) : undefined),
    has: (_target, name) => typeof name === 'string' && has(name),
    ownKeys: names,
    getOwnPropertyDescriptor: (_target, name) =>
      typeof name === 'string' && has(name) ? { value: find(name), enumerable: true, configurable: true, writable: false } : undefined,
  })

/** The entries whose names begin so, without that beginning. */
export const partOf = <T>(table: Readonly<Record<string, unknown>>, prefix: string): Readonly<Record<string, T>> =>
  lazyRecord(
    (name) => table[prefix + name] as T | undefined,
    (name) => prefix + name in table,
    () => Object.keys(table).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  )
