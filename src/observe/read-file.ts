// What does this regular file hold? Never blocks, never opens a pipe or a device, never reads more than it may.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { realPath } from './real-path.ts'

/** Not to wait for a pipe's other end, not to follow a link put there since, not to take over a terminal. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)

/** The bytes of a regular file of at most `most` bytes, links followed; null for everything else. Never throws. */
export const readRegular = (path: string, most: number): Buffer | null => withRegular(path, (file, size) => (size > most ? null : readWhole(file, size, most)))

/** How a regular file begins, and how long it is; null where there is none. Never throws. */
export const readStart = (path: string, most: number): { readonly start: Buffer; readonly size: number } | null =>
  withRegular(path, (file, size) => {
    const buffer = Buffer.alloc(Math.min(size, most))
    return { start: buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0)), size }
  })

function withRegular<T>(path: string, use: (file: number, size: number) => T | null): T | null {
  const real = realPath(path)
  const expected = real?.stats
  if (real == null || expected == null || !expected.isFile()) return null
  let file: number | null = null
  try {
    file = openSync(real.path, FLAGS)
    const opened = fstatSync(file)
    // Another file than the one we looked at: somebody is replacing it.
    if (!opened.isFile() || opened.ino !== expected.ino || opened.dev !== expected.dev) return null
    return use(file, opened.size)
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** One byte more than was promised is asked for: a file that grows meanwhile is noticed. */
function readWhole(file: number, size: number, most: number): Buffer | null {
  const buffer = Buffer.alloc(Math.min(size, most) + 1)
  let length = 0
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, length)
    if (read === 0) break
    length += read
  }
  return length > size ? null : buffer.subarray(0, length)
}

/** The same as text; null for what is no text. */
export function readText(path: string, most: number): string | null {
  const bytes = readRegular(path, most)
  return bytes === null || bytes.includes(0) ? null : bytes.toString('utf8')
}
