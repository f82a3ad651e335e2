// Which repository is this, and which branch? Read from `.git`; git itself is never run.
import path from 'node:path'
import { readText } from './read-file.ts'
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

/** On Windows as everywhere else. */
export const slashed = (folder: string): string => (path.sep === '/' ? folder : folder.replaceAll(path.sep, '/'))

export function findRepository(folder: string): Repository | null {
  let at = slashed(folder)
  for (let level = 0; level < MOST_LEVELS && path.isAbsolute(at); level++) {
    const found = repositoryAt(at)
    if (found !== null) return found
    const parent = path.dirname(at)
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
  const own = slashed(path.resolve(root, target))
  const common = readText(`${own}/commondir`, SMALL)?.trim()
  return { root, own, common: common === undefined || common === '' ? own : slashed(path.resolve(own, common)) }
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

/** Names are longer there; its objects and its index are not read. */
export const isSha256 = ({ common }: Repository): boolean => /^[ \t]*objectformat[ \t]*=[ \t]*sha256/im.test(readText(`${common}/config`, SMALL) ?? '')
