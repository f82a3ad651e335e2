// Which key are our caches sealed with, and who makes it? The first who has something to keep.
import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ADMINISTRATORS_FILE, CACHE_KEY } from './caches.ts'
import { makeFolder } from './make-folder.ts'
import { KEY_BYTES, sealWith } from './seal.ts'
import type { Seal } from './seal.ts'

/** Only the owner may read and write it. Null where there is none to trust. */
function readKey(home: string): Uint8Array | null {
  let handle: number | undefined
  try {
    handle = openSync(`${home}/${CACHE_KEY}`, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const { uid, mode, size } = fstatSync(handle)
    const user = process.getuid?.()
    if ((mode & constants.S_IFMT) !== constants.S_IFREG || size !== KEY_BYTES || (user !== undefined && (uid !== user || (mode & 0o077) !== 0))) return null
    const key = new Uint8Array(KEY_BYTES)
    return readSync(handle, key, 0, KEY_BYTES, 0) === KEY_BYTES ? key : null
  } catch {
    return null
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Where an administrator has said something, nothing is believed that its user could have written. */
export function bindsUs(file: string | null = ADMINISTRATORS_FILE): boolean {
  if (file === null || process.getuid?.() === 0) return false
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Of the process, if it has made one already: that takes a millisecond. */
let lent: { readonly home: string; readonly seal: Seal } | undefined
export function lendSeal(home: string, seal: Seal | null): void {
  lent = seal === null ? undefined : { home, seal }
}

/** To read what is kept with; null where nothing is. */
export function sealOf(home: string): Seal | null {
  if (lent?.home === home) return lent.seal
  const key = readKey(home)
  try {
    return key === null ? null : sealWith(key)
  } catch {
    return null
  }
}

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
