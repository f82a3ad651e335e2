// Which branch is this, and which files does git know? Read from `.git`; git itself is never run.
import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { readRegular, readText } from './read-file.ts'
import { realPath } from './real-path.ts'

export interface Repository {
  /** The folder that holds `.git`. */
  readonly root: string
  /** Where HEAD and the index lie: its own for each worktree. */
  readonly own: string
  /** Where refs and config lie: shared by all worktrees. */
  readonly common: string
}

const MOST_LEVELS = 40
const SMALL = 64 * 1024
const LARGEST_INDEX = 16 * 1024 * 1024

export function findRepository(folder: string): Repository | null {
  let at = folder
  for (let level = 0; level < MOST_LEVELS && at.startsWith('/'); level++) {
    const found = repositoryAt(at)
    if (found !== null) return found
    const parent = dirname(at)
    if (parent === at) return null
    at = parent
  }
  return null
}

function repositoryAt(root: string): Repository | null {
  const entry = `${root}/.git`
  const stats = realPath(entry)?.stats
  if (stats == null) return null
  if (stats.isDirectory()) return { root, own: entry, common: entry }
  // A worktree's `.git` is a file that says where its folder is.
  const target = /^gitdir: ([^\r\n]+)/m.exec(readText(entry, SMALL) ?? '')?.[1]?.trim()
  if (target === undefined) return null
  const own = resolve(root, target)
  const common = readText(`${own}/commondir`, SMALL)?.trim()
  return { root, own, common: common === undefined || common === '' ? own : resolve(own, common) }
}

/** The branch that is checked out; null when a commit is, or nothing can be said. */
export const branchOf = (repository: Repository): string | null => refIn(readText(`${repository.own}/HEAD`, SMALL), 'refs/heads/')

export function defaultBranchOf({ common }: Repository): string | null {
  const remote = refIn(readText(`${common}/refs/remotes/origin/HEAD`, SMALL), 'refs/remotes/origin/')
  return remote ?? /^[ \t]*defaultbranch[ \t]*=[ \t]*(\S+)/im.exec(readText(`${common}/config`, SMALL) ?? '')?.[1] ?? null
}

function refIn(text: string | null, start: string): string | null {
  const ref = /^ref: (\S+)/.exec(text ?? '')?.[1]
  return ref?.startsWith(start) === true ? ref.slice(start.length) : null
}

const GITLINK = 0o160000

/** Whether git's index holds each of these files, byte for byte. Contents by absolute path. */
export function settledIn(repository: Repository, contents: ReadonlyMap<string, Buffer>): readonly string[] {
  if (contents.size === 0 || isSha256(repository)) return []
  const index = readRegular(`${repository.own}/index`, LARGEST_INDEX)
  const wanted = new Map([...contents].map(([path, bytes]) => [path.slice(repository.root.length + 1), { path, bytes }]))
  return (
    (index === null ? null : entriesIn(index))?.flatMap(({ name, at }) => {
      const file = wanted.get(name)
      if (file === undefined || index?.readUInt32BE(at + 24) === GITLINK) return []
      const blob = createHash('sha1').update(`blob ${file.bytes.length}\0`).update(file.bytes).digest()
      return index?.compare(blob, 0, 20, at + 40, at + 60) === 0 ? [file.path] : []
    }) ?? []
  )
}

const isSha256 = ({ common }: Repository): boolean => /^[ \t]*objectformat[ \t]*=[ \t]*sha256/im.test(readText(`${common}/config`, SMALL) ?? '')

/** How many files below a folder git knows; null when its index cannot be read. */
export function trackedBelow(repository: Repository, folder: string): number | null {
  if (isSha256(repository)) return null
  const index = readRegular(`${repository.own}/index`, LARGEST_INDEX)
  if (index === null) return null
  const relative = folder === repository.root ? '' : folder.slice(repository.root.length + 1)
  const entries = entriesIn(index)
  return entries === null ? null : entries.filter(({ name }) => relative === '' || name === relative || name.startsWith(`${relative}/`)).length
}

const HEADER = 12
const FIXED = 62

/** What an index lists, and where in it each entry begins: versions 2 to 4. Null when it is not whole, or only the difference to another. */
export function entriesIn(index: Buffer): readonly { readonly name: string; readonly at: number }[] | null {
  if (index.length < HEADER + 20 || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  const entries: { name: string; at: number }[] = []
  let at = HEADER
  let last = ''
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED > index.length) return null
    const extended = version > 2 && (index.readUInt16BE(at + 60) & 0x4000) !== 0
    let start = at + FIXED + (extended ? 2 : 0)
    let kept = 0
    if (version === 4) {
      const dropped = varintAt(index, start)
      if (dropped === null || dropped.value > last.length) return null
      kept = last.length - dropped.value
      start = dropped.next
    }
    const end = index.indexOf(0, start)
    if (end < 0) return null
    // Bytes as they are, one character each: the next name counts them.
    last = last.slice(0, kept) + index.toString('latin1', start, end)
    entries.push({ name: Buffer.from(last, 'latin1').toString('utf8'), at })
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return index.toString('latin1', at, at + 4) === 'link' ? null : entries
}

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
