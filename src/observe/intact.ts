// Would anything be lost there? Nothing lies there, or git has committed all of it just as it is.
import { lstatSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { headTreeOf } from './committed.ts'
import { extentOf } from './extent.ts'
import { knownBelow } from './git-index.ts'
import type { Limits } from './limits.ts'
import { isKernels, join, realPath, startOf } from './real-path.ts'
import { findRepository } from './repository.ts'

/** Undefined where nothing lies; null where nobody can say. */
function looked(path: string): Stats | undefined | null {
  const start = startOf(path)
  if (start === null) return null
  try {
    return lstatSync(join(start.root, start.rest), { throwIfNoEntry: false })
  } catch (error) {
    // Nothing lies below a file.
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? undefined : null
  }
}

/** Where not even the working folder is there, the command runs on another machine than we do. */
export const isMissing = (path: string, cwd: string): boolean => !isKernels(path) && looked(path) === undefined && looked(cwd)?.isDirectory() === true

const MOST_FILES = 20_000

/** Each file that git knows there is as the index has it, and the index as HEAD has it. False where it cannot be found out in time. */
export function isCommitted(path: string, whole: boolean, limits: Limits, until: number): boolean {
  const real = realPath(path)
  const here = real?.path
  if (here === undefined || here !== path || isKernels(path)) return false
  const repository = findRepository(real?.stats?.isDirectory() === true ? here : here.slice(0, here.lastIndexOf('/')) || '/')
  const known = repository === null ? null : knownBelow(repository, here)
  if (repository === null || known === null || known.tree === null || known.tracked > MOST_FILES) return false
  if (whole) {
    const extent = extentOf(path, limits)
    if (extent === null || extent.capped || extent.untracked !== 0 || extent.changed !== 0 || extent.tracked !== extent.files) return false
  } else
    for (const file of known.files()) {
      const stats = looked(file)
      if (stats === null || performance.now() > until) return false
      if (stats !== undefined && known.stateOf(file, stats) !== 'same') return false
    }
  return known.tracked > 0 && headTreeOf(repository, until) === known.tree
}
