// What does git's object store hold under a name? Loose objects and packs, read by hand and within bounds; git itself is never run.
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { readRegular, readText } from './read-file.ts'

type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag'
interface GitObject {
  readonly kind: ObjectKind
  readonly body: Buffer
}
/** Null when there is no such object, or none that can be read within bounds. */
export type ReadObject = (name: string) => GitObject | null

/** A folder with 20,000 names makes a tree of less than this. */
const LARGEST_OBJECT = 1024 * 1024
/** For all objects of one look together, taken apart. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_PACKS = 200
const MOST_STORES = 4
const DEEPEST_CHAIN = 64
const SMALL = 64 * 1024

const KINDS: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const OFFSET_DELTA = 6
const NAMED_DELTA = 7

/** Hands `use` a reader of the store below `common`, until a time; what was opened for it is closed again. Null when something goes wrong. */
export function withObjects<T>(common: string, until: number, use: (read: ReadObject) => T): T | null {
  const store: Store = { folders: storesOf(`${common}/objects`), packs: null, opened: [], until, left: MOST_BYTES }
  try {
    return use((name) => objectNamed(store, name, 0))
  } catch {
    // Not whole, or not git's: nothing is said about it.
    return null
  } finally {
    for (const { file } of store.opened) closeSync(file)
  }
}

interface Store {
  readonly folders: readonly string[]
  packs: readonly Pack[] | null
  readonly opened: Opened[]
  readonly until: number
  left: number
}
interface Opened {
  readonly file: number
  readonly size: number
}
interface Pack {
  readonly path: string
  /** Opened when first asked; null when it cannot be. */
  index?: Opened | null
  pack?: Opened | null
}

/** A clone may borrow the objects of others. */
function storesOf(own: string): readonly string[] {
  const folders = [own]
  for (let at = 0; at < folders.length && folders.length < MOST_STORES; at++) {
    const folder = folders[at] ?? own
    for (const line of readText(`${folder}/info/alternates`, SMALL)?.split('\n') ?? []) {
      const other = line === '' || line.startsWith('#') ? null : path.resolve(folder, line)
      if (other !== null && !folders.includes(other) && folders.length < MOST_STORES) folders.push(other)
    }
  }
  return folders
}

function objectNamed(store: Store, name: string, depth: number): GitObject | null {
  if (!/^[0-9a-f]{40}$/.test(name) || performance.now() > store.until || depth > DEEPEST_CHAIN) return null
  for (const folder of store.folders) {
    const loose = readRegular(`${folder}/${name.slice(0, 2)}/${name.slice(2)}`, LARGEST_OBJECT)
    if (loose !== null) return looseObject(store, loose)
  }
  const wanted = Buffer.from(name, 'hex')
  for (const pack of (store.packs ??= store.folders.flatMap(packsIn).slice(0, MOST_PACKS))) {
    const offset = offsetIn(store, pack, wanted)
    if (offset !== null) return packedObject(store, pack, offset, depth)
  }
  return null
}

function looseObject(store: Store, bytes: Buffer): GitObject | null {
  const whole = inflated(store, bytes, LARGEST_OBJECT)
  const end = whole.indexOf(0)
  const head = /^(commit|tree|blob|tag) (\d{1,10})$/.exec(whole.toString('latin1', 0, Math.max(0, Math.min(end, 32))))
  const body = whole.subarray(end + 1)
  return head?.[1] === undefined || Number(head[2]) !== body.length ? null : { kind: head[1] as ObjectKind, body }
}

function inflated(store: Store, bytes: Buffer, most: number): Buffer {
  const out = inflateSync(bytes, { maxOutputLength: Math.max(1, Math.min(most, store.left)) })
  store.left -= out.length
  return out
}

function packsIn(folder: string): readonly Pack[] {
  try {
    return readdirSync(`${folder}/pack`)
      .filter((name) => name.endsWith('.idx'))
      .map((name) => ({ path: `${folder}/pack/${name.slice(0, -4)}` }))
  } catch {
    return []
  }
}

function openIn(store: Store, name: string): Opened | null {
  try {
    const file = openSync(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
    const stats = fstatSync(file)
    const opened = { file, size: stats.size }
    store.opened.push(opened)
    return stats.isFile() ? opened : null
  } catch {
    return null
  }
}

function bytesAt({ file, size }: Opened, at: number, length: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
  return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, at))
}

const MAGIC = 0xff744f63
const FANOUT = 8
const NAMES = FANOUT + 256 * 4

/** Where in its pack an object begins: a table by first byte, then halving. */
function offsetIn(store: Store, pack: Pack, wanted: Buffer): number | null {
  if (pack.index === undefined) pack.index = openIn(store, `${pack.path}.idx`)
  const { index } = pack
  if (index === null) return null
  const head = bytesAt(index, 0, 8)
  if (head.length < 8 || head.readUInt32BE(0) !== MAGIC || head.readUInt32BE(4) !== 2) return null
  const [first = 0] = wanted
  const bounds = bytesAt(index, FANOUT + Math.max(0, first - 1) * 4, 8)
  const total = bytesAt(index, NAMES - 4, 4).readUInt32BE(0)
  let low = first === 0 ? 0 : bounds.readUInt32BE(0)
  let high = bounds.readUInt32BE(first === 0 ? 0 : 4)
  if (high > total || NAMES + total * 28 > index.size) return null
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = bytesAt(index, NAMES + middle * 20, 20).compare(wanted)
    if (order === 0) return offsetAt(index, total, middle)
    if (order < 0) low = middle + 1
    else high = middle
  }
  return null
}

function offsetAt(index: Opened, total: number, position: number): number {
  const near = bytesAt(index, NAMES + total * 24 + position * 4, 4).readUInt32BE(0)
  return near < 0x80000000 ? near : Number(bytesAt(index, NAMES + total * 28 + (near - 0x80000000) * 8, 8).readBigUInt64BE(0))
}

const LONGEST_HEAD = 64

function packedObject(store: Store, pack: Pack, offset: number, depth: number): GitObject | null {
  if (pack.pack === undefined) pack.pack = openIn(store, `${pack.path}.pack`)
  const file = pack.pack
  if (file === null || depth > DEEPEST_CHAIN || performance.now() > store.until) return null
  const head = bytesAt(file, offset, LONGEST_HEAD)
  let at = 0
  let byte = head.readUInt8(at++)
  const type = (byte >> 4) & 7
  let size = byte & 15
  for (let factor = 16; (byte & 128) !== 0; factor *= 128) {
    byte = head.readUInt8(at++)
    size += (byte & 127) * factor
  }
  if (size > LARGEST_OBJECT) return null
  let base: GitObject | null = null
  if (type === OFFSET_DELTA) {
    byte = head.readUInt8(at++)
    let back = byte & 127
    while ((byte & 128) !== 0) {
      byte = head.readUInt8(at++)
      back = (back + 1) * 128 + (byte & 127)
    }
    base = back > 0 && back <= offset ? packedObject(store, pack, offset - back, depth + 1) : null
  } else if (type === NAMED_DELTA) {
    base = objectNamed(store, head.toString('hex', at, at + 20), depth + 1)
    at += 20
  }
  const kind = KINDS[type] ?? base?.kind
  if (kind === undefined) return null
  // Deflating never makes a text much longer than it is.
  const body = inflated(store, bytesAt(file, offset + at, size + (size >> 7) + 1024), Math.max(1, size))
  if (body.length !== size) return null
  if (base === null) return { kind, body }
  const patched = withDelta(base.body, body)
  return patched === null ? null : { kind, body: patched }
}

/** Copies out of the base and new pieces, in turn. */
function withDelta(base: Buffer, delta: Buffer): Buffer | null {
  let at = 0
  const length = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = delta.readUInt8(at++)
      value += (byte & 127) * factor
      if ((byte & 128) === 0) return value
    }
  }
  const expected = length()
  const size = length()
  if (expected !== base.length || size > LARGEST_OBJECT) return null
  const out = Buffer.alloc(size)
  let filled = 0
  while (at < delta.length) {
    const code = delta.readUInt8(at++)
    if (code === 0) return null
    let piece: Buffer
    if ((code & 128) === 0) {
      piece = delta.subarray(at, at + code)
      at += code
    } else {
      let start = 0
      let many = 0
      for (let bit = 0; bit < 4; bit++) if ((code & (1 << bit)) !== 0) start += delta.readUInt8(at++) * 256 ** bit
      for (let bit = 0; bit < 3; bit++) if ((code & (16 << bit)) !== 0) many += delta.readUInt8(at++) * 256 ** bit
      piece = base.subarray(start, start + (many === 0 ? 0x10000 : many))
    }
    if (filled + piece.length > size) return null
    filled += piece.copy(out, filled)
  }
  return filled === size ? out : null
}
