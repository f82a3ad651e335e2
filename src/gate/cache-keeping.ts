// Makes the key that our caches are sealed with, where the first has something to keep, and puts files into their place.
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readKey } from './cache-key.ts'
import { CACHE_KEY } from './caches.ts'
import { makeFolder } from './make-folder.ts'
import { sealWith } from './seal.ts'
import type { Seal } from './seal.ts'
import { KEY_BYTES } from './seal-code.gen.ts'

/** To keep something with. Throws where that cannot be. */
export function sealFor(home: string): Seal {
  return sealWith(readKey(home) ?? makeKey(home))
}

function makeKey(home: string): Uint8Array {
  const file = path.join(home, CACHE_KEY)
  makeFolder(path.dirname(file), 0o700)
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  takePlace(fresh, file)
  // Whoever was last has won; what others have sealed meanwhile is made again.
  const key = readKey(home)
  if (key === null) throw new Error('a key for our caches could not be kept')
  return key
}

/** Whatever lies there. */
export function takePlace(fresh: string, file: string): void {
  try {
    renameSync(fresh, file)
  } catch {
    try {
      rmSync(file, { recursive: true, force: true })
      renameSync(fresh, file)
    } finally {
      rmSync(fresh, { force: true })
    }
  }
}
