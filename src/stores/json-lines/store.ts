// The log as JSON lines, one file a day, written by every process itself.
import { homedir } from 'node:os'
import { lstatSync } from 'node:fs'
import type { Store } from '../../gate/seams.ts'
import { appendLines } from './append.ts'
import { openKeys } from './keys.ts'
import { checkpointFile, dayFile, dayOf, foldersIn, stateFolder } from './layout.ts'
import { endOf, readAfter, readEntries } from './read.ts'
import type { Cursor } from './read.ts'
import { recentEntries } from './recent.ts'
import type { Recent } from './recent.ts'
import { sealRecords } from './seal.ts'
import type { Sealed } from './seal.ts'
import { glanceAtRecords, verifyRecords } from './verify.ts'
import type { Problem, Verified } from './verify.ts'
import { isWritable } from './writable.ts'

export interface JsonLinesStore extends Store {
  readonly folder: string
  /** One look, without writing. */
  readonly writable: () => boolean
  /** Seals now, whether due or not. */
  readonly seal: (now?: Date) => Sealed
  readonly verify: (kept?: string | null) => Verified
  /** What is wrong with it as far as a glance tells, cheaply. */
  readonly glance: () => readonly Problem[]
  /** The latest entries of one call, read from the end of the log. */
  readonly recent: (call: Parameters<typeof recentEntries>[1]) => Recent
  readonly after: (cursor: Cursor) => ReturnType<typeof readAfter>
  /** The cursor behind all that is there. */
  readonly end: () => Cursor
}
export interface Opening {
  /** Where state is kept; the person's own by default. */
  readonly state?: string
  readonly keepDays?: number
  readonly keepMegabytes?: number
  readonly now?: () => Date
}

const MEGABYTE = 1024 * 1024
/** No process that only passes by spends time on sealing more often than this. */
const SEAL_EVERY_MS = 60_000

/** Touches nothing until it is used. */
export function openJsonLines({ state, keepDays = 180, keepMegabytes = 500, now = () => new Date() }: Opening = {}): JsonLinesStore {
  const folders = foldersIn(state ?? stateFolder(process.env, process.platform, homedir()))
  const keys = openKeys(folders.keys)
  const seal = (at = now()): Sealed => sealRecords(folders, keys, { keepDays, keepBytes: keepMegabytes * MEGABYTE }, at)
  return {
    name: 'json-lines',
    folder: folders.audit,
    writable: () => isWritable(dayFile(folders.audit, dayOf(now()))),
    append: (entries, durable = false) =>
      appendLines(
        dayFile(folders.audit, dayOf(now())),
        entries.map((entry) => JSON.stringify(entry)),
        durable,
      ),
    entries: (filter) => readEntries(folders.audit, filter),
    digest: keys.digest,
    tend: (at = now()) => {
      if (isDue(checkpointFile(folders.audit), at)) seal(at)
    },
    seal,
    verify: (kept = null) => verifyRecords(folders, keys, kept),
    glance: () => glanceAtRecords(folders, keys),
    recent: (call) => recentEntries(folders.audit, call),
    after: (cursor) => readAfter(folders.audit, cursor),
    end: () => endOf(folders.audit),
  }
}

function isDue(checkpoint: string, at: Date): boolean {
  try {
    const sealed = lstatSync(checkpoint, { throwIfNoEntry: false })?.mtimeMs
    return sealed === undefined || Math.abs(at.getTime() - sealed) > SEAL_EVERY_MS
  } catch {
    return false
  }
}
