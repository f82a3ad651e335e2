// Files of ours that nobody else can have written: read and written by what the hook uses anyway, for Node's short ways cost a process that takes them once far more.
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { Seal } from './seal.ts'

// Neither a link nor a pipe in the file's place may lead us elsewhere or hold us. (Absent on Windows.)
const SAFELY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const LARGEST = 8_000_000

/** What stands in it, in the seal's own room; null where that is not ours. Throws where there is no such file. */
export function readSealed(file: string, name: string, seal: Seal): Uint8Array | null {
  const handle = openSync(file, constants.O_RDONLY | SAFELY)
  try {
    const { size, mode } = fstatSync(handle)
    if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST) return null
    const bytes = seal.room(size)
    let at = 0
    for (let count = 1; count > 0 && at < size; at += count) count = readSync(handle, bytes, at, size - at, at)
    return seal.opened(name, at)
  } finally {
    closeSync(handle)
  }
}

/** Over what stands there, in one write: whoever reads meanwhile may find a mixture, which no seal fits. `bytes`: always as many. Throws where its folder is missing. */
export function writeOver(file: string, bytes: Uint8Array, mode: number): void {
  const handle = openSync(file, constants.O_WRONLY | constants.O_CREAT | SAFELY, mode)
  try {
    if (writeSync(handle, bytes, 0, bytes.length, 0) !== bytes.length) throw new Error('the disk is full')
  } finally {
    closeSync(handle)
  }
}
