// Which files does git know below a folder, and are they as git last saw them? Read from its index; git itself is never run.
import { createHash } from 'node:crypto'
import { readlinkSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { readRegular } from './read-file.ts'
import { isSha256 } from './repository.ts'
import type { Repository } from './repository.ts'

/** Some 100,000 files: more take longer to list than a person wants to wait. */
const LARGEST_INDEX = 8 * 1024 * 1024

/** What git knows below one folder. */
export interface Known {
  readonly tracked: number
  /** The files it knows there, by absolute path. */
  readonly files: () => Iterable<string>
  /** The tree that the whole index would be committed as, where git noted it; null after each change to the index. */
  readonly tree: string | null
  /** Whether git knows this file, and has it just so. Null for what belongs to another repository or to git itself. */
  readonly stateOf: (path: string, stats: Stats) => 'same' | 'changed' | 'untracked' | null
}

/** Bytes of files that are compared by content, where their times do not tell. */
const MOST_COMPARED = 4 * 1024 * 1024

const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const LINK = 0o120000
const GITLINK = 0o160000

/** Null when the index cannot be read. */
export function knownBelow(repository: Repository, folder: string): Known | null {
  if (isSha256(repository)) return null
  const file = `${repository.own}/index`
  const index = readRegular(file, LARGEST_INDEX)
  const all = index === null ? null : entriesIn(index, folder === repository.root ? '' : folder.slice(repository.root.length + 1))
  if (index === null || all === null) return null
  const entries = new Map<string, number>()
  const modules = new Set<string>()
  for (const { name, at } of all) {
    if ((index.readUInt32BE(at + 24) & FILE_TYPE) === GITLINK) modules.add(name)
    else entries.set(name, at)
  }
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  let left = MOST_COMPARED
  return {
    tracked: entries.size,
    files: () => [...entries.keys()].map((name) => `${repository.root}/${name}`),
    tree: treeIn(index),
    stateOf: (path, stats) => {
      const name = path.slice(repository.root.length + 1)
      const at = entries.get(name)
      if (at === undefined) return isOthers(name, modules) ? null : 'untracked'
      const timely = compareTimes(index, at, stats, written)
      if (timely !== null) return timely
      // Times that say nothing: too many such files count as changed, for nobody knows.
      left -= stats.size
      return left >= 0 && isContent(index, at, path, stats) ? 'same' : 'changed'
    },
  }
}

function isOthers(name: string, modules: ReadonlySet<string>): boolean {
  if (/(?:^|\/)\.git(?:\/|$)/.test(name)) return true
  if (modules.size > 0) for (let end = name.indexOf('/'); end > 0; end = name.indexOf('/', end + 1)) if (modules.has(name.slice(0, end))) return true
  return modules.has(name)
}

/**
 * As git does it: a file of the same size and times is the same, unless it is as young as the index itself.
 * Null when only the content can tell. Git notes size 0 for files that it wants to be looked at again.
 */
function compareTimes(index: Buffer, at: number, stats: Stats, written: number): 'same' | 'changed' | null {
  const type = index.readUInt32BE(at + 24) & FILE_TYPE
  if (type !== (stats.isSymbolicLink() ? LINK : stats.isFile() ? REGULAR : 0)) return 'changed'
  const size = index.readUInt32BE(at + 36)
  if (size !== stats.size % 2 ** 32) return size === 0 ? null : 'changed'
  const modified = millisAt(index, at + 8)
  return isTime(modified, stats.mtimeMs) && isTime(millisAt(index, at), stats.ctimeMs) && modified < written ? 'same' : null
}

const millisAt = (index: Buffer, at: number): number => index.readUInt32BE(at) * 1000 + index.readUInt32BE(at + 4) / 1e6
/** A time in milliseconds is kept to a quarter of a microsecond. */
const isTime = (noted: number, now: number): boolean => Math.abs(noted - now) < 0.001

function isContent(index: Buffer, at: number, path: string, stats: Stats): boolean {
  const bytes = stats.isSymbolicLink() ? linkAt(path) : readRegular(path, MOST_COMPARED)
  if (bytes === null) return false
  const name = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest()
  return index.compare(name, 0, 20, at + 40, at + 60) === 0
}

function linkAt(path: string): Buffer | null {
  try {
    return readlinkSync(path, { encoding: 'buffer' })
  } catch {
    return null
  }
}

const HEADER = 12
const FIXED = 62

/**
 * What an index lists below a folder, and where in it each entry begins: versions 2 to 4.
 * Null when it is not whole, or only the difference to another.
 */
export function entriesIn(index: Buffer, below = ''): readonly { readonly name: string; readonly at: number }[] | null {
  return contentsOf(index, below)?.entries ?? null
}

interface Contents {
  readonly entries: readonly { readonly name: string; readonly at: number }[]
  /** Where the extensions begin. */
  readonly end: number
}

/** The first record of the extension TREE: an empty name, how many entries it covers (-1: none, something changed), how many subtrees, its name. */
function treeIn(index: Buffer): string | null {
  let at = contentsOf(index, NOTHING)?.end ?? index.length
  while (at + 8 <= index.length - 20) {
    const size = index.readUInt32BE(at + 4)
    if (index.toString('latin1', at, at + 4) === 'TREE') {
      const line = /^\0(\d{1,10}) \d{1,10}\n/.exec(index.toString('latin1', at + 8, at + 40))?.[0]
      const start = at + 8 + (line?.length ?? 0)
      return line === undefined || start + 20 > at + 8 + size || start + 20 > index.length ? null : index.toString('hex', start, start + 20)
    }
    at += 8 + size
  }
  return null
}
/** No path is called that. */
const NOTHING = '\0'

function contentsOf(index: Buffer, below: string): Contents | null {
  if (index.length < HEADER + 20 || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  const wanted = Buffer.from(below)
  const entries: { name: string; at: number }[] = []
  let at = HEADER
  let last: Buffer = Buffer.alloc(0)
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED > index.length) return null
    const flags = index.readUInt16BE(at + 60)
    let start = at + FIXED + (version > 2 && (flags & EXTENDED) !== 0 ? 2 : 0)
    let kept = 0
    if (version === 4) {
      const dropped = varintAt(index, start)
      if (dropped === null || dropped.value > last.length) return null
      kept = last.length - dropped.value
      start = dropped.next
    }
    const length = flags & LENGTH
    const end = version < 4 && length < LENGTH ? start + length : index.indexOf(0, start)
    if (end < 0 || index[end] !== 0 || kept + end - start > LONGEST_NAME) return null
    const name = kept === 0 ? index.subarray(start, end) : Buffer.concat([last.subarray(0, kept), index.subarray(start, end)])
    last = name
    if (isBelow(name, wanted)) entries.push({ name: name.toString('utf8'), at })
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return index.toString('latin1', at, at + 4) === 'link' ? null : { entries, end: at }
}

/** Longer than any path may be: names that grow with each entry would cost more and more. */
const LONGEST_NAME = 4096
const EXTENDED = 0x4000
const LENGTH = 0xfff
const SLASH = 47

const isBelow = (name: Buffer, folder: Buffer): boolean =>
  folder.length === 0 ||
  ((name.length === folder.length || name[folder.length] === SLASH) && name.compare(folder, 0, folder.length, 0, Math.min(folder.length, name.length)) === 0)

/** Git's own form: each further byte adds one before it shifts. */
function varintAt(bytes: Buffer, start: number): { readonly value: number; readonly next: number } | null {
  let value = 0
  for (let at = start; at < Math.min(bytes.length, start + 5); at++) {
    const byte = bytes[at] ?? 0
    value = value * 128 + (byte & 127)
    if ((byte & 128) === 0) return { value, next: at + 1 }
    value += 1
  }
  return null
}
