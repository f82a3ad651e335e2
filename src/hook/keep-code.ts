// How does the next call get the engine without compiling it? V8's cache of it is written down, where there is none that fits.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import { SUM_LENGTH } from './code-file.ts'
import type { Start } from './contract.ts'
import { binding } from './native.ts'

/** A cache that V8 does not take is not made anew more often than this. */
const AGAIN_AFTER_MS = 60_000

/** Null where it is not due. For after the answer. */
export function keepingCode({ cache, kept, taken, script }: Start): (() => void) | null {
  const due = cache !== null && !taken && (kept === null || Math.abs(Date.now() - kept.madeAt) > AGAIN_AFTER_MS)
  return due ? () => keepCode(cache, script.createCachedData()) : null
}

function keepCode(file: string, data: Buffer): void {
  const fresh = `${file}.${process.pid}`
  try {
    makeFolder(path.dirname(file), 0o700)
    let sum: string | null = null
    binding<{ readonly crc32: (data: Buffer, start: number) => number }>('zlib', ({ crc32 }) => {
      sum = crc32(data, 0).toString(16).padStart(SUM_LENGTH, '0')
    })
    if (sum === null) return
    writeFileSync(fresh, Buffer.concat([Buffer.from(sum), data]), { mode: 0o600, flag: 'wx' })
    renameSync(fresh, file)
  } catch {
    // Only slower without it.
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}
