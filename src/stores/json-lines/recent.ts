// Finds the latest entries of one call from the end of the log, without reading all of it.
import { constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import type { AuditEntry } from '../../gate/seams.ts'
import { closeQuietly } from './append.ts'
import { dayFile, daysIn } from './layout.ts'
import { entryOf } from './read.ts'

export interface Recent {
  /** In the order in which they were written. */
  readonly entries: readonly AuditEntry[]
  /** Whether all of the last days was looked at, or the call was found before that. */
  readonly whole: boolean
}

/** As a rule the call stands in the first; each look is over all of the last and more. */
const LOOKS = [65_536, 1024 * 1024, 8 * 1024 * 1024]
/** A call may begin before midnight and end after it. */
const DAYS = 2

/** Back to the newest attempt of that call: older ones of the same name are other calls, unless they were written together with it. */
export function recentEntries(folder: string, { host, session, call }: Pick<AuditEntry, 'host' | 'session' | 'call'>): Recent {
  const found: AuditEntry[] = []
  let whole = true
  for (const day of daysHere(folder).slice(-DAYS).toReversed()) {
    const tail = tailWith(dayFile(folder, day), `"call":${JSON.stringify(call)}`, (entry) => entry.host === host && entry.session === session)
    found.unshift(...tail.entries)
    whole &&= tail.whole
    if (found.some(({ kind }) => kind === 'attempt')) return { entries: found, whole: true }
  }
  return { entries: found, whole }
}

function daysHere(folder: string): readonly string[] {
  try {
    return daysIn(readdirSync(folder))
  } catch {
    return []
  }
}

function tailWith(file: string, mark: string, isOfCall: (entry: AuditEntry) => boolean): Recent {
  let handle: number | null = null
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const about = fstatSync(handle)
    if (!about.isFile()) return { entries: [], whole: true }
    let entries: readonly AuditEntry[] = []
    for (const most of LOOKS) {
      const start = Math.max(0, about.size - most)
      entries = entriesIn(bytesAt(handle, start, about.size - start), start > 0, mark).filter((entry) => isOfCall(entry))
      if (start === 0 || entries.some(({ kind }) => kind === 'attempt')) return { entries, whole: true }
    }
    return { entries, whole: false }
  } catch {
    return { entries: [], whole: false }
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

function bytesAt(handle: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (let count = 1; count > 0 && at < length; at += count) count = readSync(handle, bytes, at, length - at, start + at)
  return bytes.subarray(0, at)
}

/** Only the lines that name the call are parsed. `isCut`: the first line may lack its beginning. */
function entriesIn(bytes: Buffer, isCut: boolean, mark: string): AuditEntry[] {
  const entries: AuditEntry[] = []
  const first = isCut ? bytes.indexOf(10) + 1 : 0
  for (let at = bytes.indexOf(mark, first); at !== -1;) {
    const start = bytes.lastIndexOf(10, at) + 1
    const newline = bytes.indexOf(10, at)
    const end = newline === -1 ? bytes.length : newline
    const entry = entryOf(bytes.subarray(start, end))
    if (entry !== null) entries.push(entry)
    at = bytes.indexOf(mark, end)
  }
  return entries
}
