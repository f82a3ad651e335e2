// What is the sum of these bytes? By what Node has built in for its archives.
import { binding } from './native.ts'

/** Throws where Node offers this way no longer: then nothing is kept. */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0
  binding<{ readonly crc32: (data: Uint8Array, start: number) => number }>('zlib', ({ crc32 }) => (sum = crc32(bytes, 0)))
  return sum
}
