// How are the parts of a file read as they are asked for?
import { fstatSync, readSync } from 'node:fs'
import type { Slice } from './lazy-table.ts'

/** Who asks for more than this of a file lives long: for that, all of it is read at once. */
const MOST_PARTS = 200

/** The file stays open: its parts come from the same file even while another takes its place. */
export function slicesOf(handle: number): Slice {
  let parts = 0
  let whole: Uint8Array | undefined
  return (start, length) => {
    if (whole === undefined && ++parts > MOST_PARTS) whole = readFrom(handle, 0, fstatSync(handle).size)
    return whole === undefined ? readFrom(handle, start, length) : whole.subarray(start, start + length)
  }
}

/** As many of these bytes as there are. */
export function readFrom(handle: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const count = readInto(handle, bytes, start)
  return count === length ? bytes : bytes.subarray(0, count)
}

/** How many there were. */
export function readInto(handle: number, bytes: Uint8Array, start = 0): number {
  let at = 0
  for (let count = 1; count > 0 && at < bytes.length; at += count) count = readSync(handle, bytes, at, bytes.length - at, start + at)
  return at
}
