// Where is kept what must stay as it is, and what was found about it?
import { constants, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'

/** What was installed: texts, digests, entries. An administrator's counts more, and only where nobody else could write it. */
export const groundFile = (home: string): string => path.join(home, '.config/prudent/ground.json')
export const ADMINISTRATORS_GROUND = '/etc/prudent/ground.json'

export interface NoticeFiles {
  readonly folder: string
  /** Calls that may run, and their ends. */
  readonly marks: string
  /** Older ones. */
  readonly marksBefore: string
  /** Another copy of what was installed. */
  readonly record: string
  /** The hook's own files as they were installed, by their digests: package-copy.ts. */
  readonly copies: string
  /** The process that looks, while there is one. */
  readonly lookout: string
  /** What the next answers must say. */
  readonly news: string
  /** What the person's settings said before the last call: settings-kept.ts. */
  readonly settings: string
  /** The last call: last-call.ts. */
  readonly call: string
  /** Signs of what must stay as it is, at the last call: since-last.ts. */
  readonly last: string
  /** Left by `prudent uninstall`, so that nobody puts back what a person took away. */
  readonly gone: string
}
export function noticeFiles(state: string): NoticeFiles {
  const folder = path.join(state, 'ground')
  const file = (name: string): string => path.join(folder, name)
  return {
    folder,
    marks: file('marks.jsonl'),
    marksBefore: file('marks.old.jsonl'),
    record: file('record.json'),
    copies: file('package'),
    lookout: file('lookout'),
    news: file('news.json'),
    settings: file('settings'),
    call: file('call'),
    last: file('last'),
    gone: file('gone.json'),
  }
}

/** A call that was let through, or that a person is asked about. */
export interface Mark {
  readonly at: number
  readonly host: string
  readonly session: string
  readonly call: string
  /** The host asks a person first: whether it ran, its result tells. */
  readonly asked?: true
  /** It changes something that nobody could read the name of: somebody looks while it runs, and for a while afterwards. */
  readonly unread?: true
}
/** For how long after such a call a change counts as its doing: longer than hosts let a command run. */
export const MARK_MS = 600_000
/** Some file systems count in seconds, and some servers have a clock of their own. */
const SLACK_MS = 2000
/** Where neither is so: the system's own clock for files is a tick behind. */
const TICK_MS = 50

/** How long before a call was let through a change may be its doing, by what the file system shows: what a person changed before is theirs. */
export function slackFor(since: number, state: string, written: number | null): number {
  if (since % 1000 === 0) return SLACK_MS
  const noted = changedAt(noticeFiles(state).marks)
  return written !== null && noted !== null && noted % 1000 !== 0 && noted >= written - TICK_MS ? TICK_MS : SLACK_MS
}

export interface News {
  readonly at: number
  readonly says: string
  /** Sessions that heard it. */
  readonly told: readonly string[]
}
/** For how long answers speak of it; status, doctor and the log do longer. */
export const NEWS_MS = 3600_000

export interface Lookout {
  readonly pid: number
  readonly token: string
}
/** A process that looks says so at least this often. */
export const ALIVE_MS = 10_000

/** Nobody but the system sets this time: that of the file, or of the folder that is left where it was. */
export function changedAt(file: string): number | null {
  try {
    const about = lstatSync(file, { throwIfNoEntry: false })
    return about?.ctimeMs ?? (path.dirname(file) === file ? null : changedAt(path.dirname(file)))
  } catch {
    return null
  }
}

/** Who replaces a file, writes it, or changes what leads to it, changes this: the system alone sets the last time. */
export function signatureOf(file: string): string {
  try {
    const about = lstatSync(file, { throwIfNoEntry: false })
    if (about === undefined) return '-'
    // With what is left of a thousandth: the system's clock for files is coarser.
    const own = `${about.ino}:${about.size}:${about.mtimeMs}:${about.ctimeMs}:${about.mode}`
    if ((about.mode & constants.S_IFMT) !== constants.S_IFLNK) return own
    const target = statSync(file, { throwIfNoEntry: false })
    return `${own}>${target === undefined ? '-' : `${target.ino}:${target.size}:${target.ctimeMs}`}`
  } catch {
    return '?'
  }
}

/** What a lookout is started with, behind the name of Node. */
export const lookoutWords = (script: string, home: string, state: string): readonly string[] => ['--max-old-space-size=64', script, home, state]

/** Anybody may write a number into a file and call a process by any name: on Linux it must be the same program, with these words and no others. */
export function isLookout(pid: number, words: readonly string[]): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const is = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1)
    return is.join('\0') === words.join('\0') && readlinkSync(`/proc/${pid}/exe`) === readlinkSync('/proc/self/exe')
  } catch {
    return false
  }
}
