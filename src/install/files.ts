// How is a file read whole and replaced at once, with its mode and whatever link leads to it kept?
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import type { FileText } from './edit.ts'

const LARGEST = 16 * 1024 * 1024

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export type ReadFile = { readonly ok: true; readonly text: FileText } | { readonly ok: false; readonly message: string }

/** Never throws. No file is null. */
export function readText(file: string): ReadFile {
  try {
    const about = statSync(file, { throwIfNoEntry: false })
    if (about === undefined)
      return lstatSync(file, { throwIfNoEntry: false }) === undefined ? { ok: true, text: null } : { ok: false, message: 'it is a link that leads nowhere' }
    if (!about.isFile()) return { ok: false, message: 'it is not a file' }
    if (about.size > LARGEST) return { ok: false, message: 'it is too large' }
    const bytes = readFileSync(file)
    return isUtf8(bytes) ? { ok: true, text: bytes.toString('utf8') } : { ok: false, message: 'it is not UTF-8 text' }
  } catch (error) {
    return { ok: false, message: saidBy(error) }
  }
}

export const saidBy = (error: unknown): string => {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code === 'EACCES' || code === 'EPERM'
    ? 'you may not read or write it'
    : code === 'EROFS'
      ? 'its disk is read-only'
      : code === 'ENOSPC'
        ? 'the disk is full'
        : (message ?? String(error))
}

/** Throws when it cannot. Returns the folders that had to be made, outermost first. `secret`: nobody else may read it, whoever might before. */
export function replaceFile(file: string, text: string | Uint8Array, mode: number, secret = false): readonly string[] {
  const made = makeFolders(path.dirname(file))
  const target = statSync(file, { throwIfNoEntry: false }) === undefined ? file : realpathSync(file)
  const kept = statSync(target, { throwIfNoEntry: false })
  const fresh = `${target}.prudent-${process.pid}`
  const open = kept === undefined ? mode : (kept.mode & 0o7777) | (mode & 0o111)
  const wanted = secret ? open & ~0o077 : open
  try {
    const handle = openSync(fresh, 'wx', wanted)
    try {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    chmodSync(fresh, wanted)
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  return made
}

function makeFolders(folder: string): readonly string[] {
  const made: string[] = []
  for (let one = folder; statSync(one, { throwIfNoEntry: false }) === undefined && path.dirname(one) !== one; one = path.dirname(one)) made.unshift(one)
  makeFolder(folder)
  return made
}

/** Only what is empty goes, innermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // Somebody has something in it.
    }
  }
}
