// Which bytes of a file are one record? A unit ends with the newline behind its text, and the newline before it belongs to it.
import { constants, fstatSync, openSync, readSync } from 'node:fs'
import { closeQuietly } from './append.ts'

export interface Unit {
  readonly end: number
  /** With its newlines: what is hashed. Valid until the next unit is asked for. */
  readonly bytes: Uint8Array
}

const CHUNK = 256 * 1024
/** No record of ours is that long: garbage without newlines is cut into pieces, so that it needs no more memory than this. */
const LONGEST = 4 * 1024 * 1024
const NEWLINE = 10

/** Whole units between two offsets; what has no newline behind it yet is left out. Nothing for what is not a regular file. */
export function* readUnits(file: string, from = 0, to = Number.POSITIVE_INFINITY): Generator<Unit> {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return
  }
  try {
    if (!fstatSync(handle).isFile()) return
    let start = from
    let held: Buffer = Buffer.alloc(0)
    for (;;) {
      const at = start + held.length
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - at)))
      const got = chunk.length === 0 ? 0 : readSync(handle, chunk, 0, chunk.length, at)
      if (got === 0) return
      const seen = held.length
      held = seen === 0 ? chunk.subarray(0, got) : Buffer.concat([held, chunk.subarray(0, got)])
      let begin = 0
      for (let end = endOf(held, begin, seen); end > 0; end = endOf(held, begin, begin)) {
        yield { end: start + end, bytes: held.subarray(begin, end) }
        begin = end
      }
      held = held.subarray(begin)
      start += begin
    }
  } finally {
    closeQuietly(handle)
  }
}

/** Where the unit that begins at `begin` ends, or 0. No newline that ends it lies before `seen`. */
function endOf(bytes: Uint8Array, begin: number, seen: number): number {
  let text = begin
  while (text < bytes.length && bytes[text] === NEWLINE) text++
  const limit = begin + LONGEST
  const newline = bytes.indexOf(NEWLINE, Math.max(text, seen))
  if (newline >= 0 && newline < limit) return newline + 1
  return bytes.length >= limit ? limit : 0
}
