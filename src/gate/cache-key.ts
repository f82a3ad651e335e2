// Reads the key that our caches are sealed with. Short, and apart from what makes it: the hook compiles this file at every start.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { ADMINISTRATORS_FILE, CACHE_KEY } from './caches.ts'
import { sealWith } from './seal.ts'
import type { Seal } from './seal.ts'
import { KEY_BYTES } from './seal-code.gen.ts'

/** Only the owner may read and write it. Null where there is none to trust. */
export function readKey(home: string): Uint8Array | null {
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

/** Whether nobody but root can have written it. */
export const isRoots = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean => uid === 0 && (mode & 0o022) === 0

/** Whether nobody but root can have put anything into this folder, or another in its place. */
export function rootAlone(folder: string): boolean {
  if (process.getuid === undefined) return false
  for (let one = folder; ; one = one.slice(0, one.lastIndexOf('/'))) {
    const about = lstatSync(one === '' ? '/' : one, { throwIfNoEntry: false })
    if (about === undefined || !isRoots(about) || (about.mode & constants.S_IFMT) !== constants.S_IFDIR) return false
    if (one === '') return true
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
