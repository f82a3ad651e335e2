// How does a record get onto the disk, whoever else writes at the same moment?
//
// One write with O_APPEND, which the system puts behind all others in one piece: no lock, no reading. Each record stands
// between two newlines, so that it begins on a line of its own even behind the torn line of a writer that was killed.
import { closeSync, constants, fdatasyncSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../gate/make-folder.ts'
import type { Appended } from '../../gate/seams.ts'

// Neither a link nor a pipe in the file's place may lead us elsewhere or hold us. (Absent on Windows.)
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Never throws. `lines` hold no newline. */
export function appendLines(file: string, lines: readonly string[], durable: boolean): Appended {
  let handle: number | null = null
  try {
    handle = openToAppend(file)
    const about = fstatSync(handle)
    if ((about.mode & constants.S_IFMT) !== constants.S_IFREG)
      return { ok: false, code: 'not-writable', message: 'something that is not a file lies in the place of the log' }
    const data = Buffer.from(lines.map((line) => `\n${line}\n`).join(''), 'utf8')
    // What was written of it stays as a torn line: cutting it off could cut what another process wrote behind it.
    if (writeSync(handle, data) !== data.length) return { ok: false, code: 'no-space', message: 'the log could be written only in part: the disk is full' }
    if (durable) fdatasyncSync(handle)
    if (durable && about.size === 0) syncFolder(path.dirname(file))
    return { ok: true }
  } catch (error) {
    return trouble(error)
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

function openToAppend(file: string): number {
  try {
    return openSync(file, FLAGS, FILE_MODE)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    makeFolder(path.dirname(file), FOLDER_MODE)
    return openSync(file, FLAGS, FILE_MODE)
  }
}

/** A new file's name is safe only when its folder is. Systems that cannot do that need not. */
export function syncFolder(folder: string): void {
  let handle: number | null = null
  try {
    handle = openSync(folder, constants.O_RDONLY)
    fsyncSync(handle)
  } catch {
    // Windows opens no folders.
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

export const codeOf = (error: unknown): string => (error as { readonly code?: string } | null)?.code ?? ''

export function closeQuietly(handle: number): void {
  try {
    closeSync(handle)
  } catch {
    // Already told by whoever used it.
  }
}

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG']
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO', 'EEXIST']

function trouble(error: unknown): Appended {
  const code = codeOf(error)
  if (NO_SPACE.includes(code)) return { ok: false, code: 'no-space', message: `the log cannot grow: make room (${code})` }
  if (NOT_WRITABLE.includes(code)) return { ok: false, code: 'not-writable', message: `the log cannot be written: check its folder's owner and mode (${code})` }
  return { ok: false, code: 'failed', message: `the log cannot be written${code === '' ? '' : ` (${code})`}` }
}
