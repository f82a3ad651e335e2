// Who may seal now? Whoever makes the lock file first; nobody waits for it.
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { FILE_MODE } from './append.ts'

/** A pass is bounded and takes a fraction of a second. */
const STALE_MS = 30_000
/** The process that made it is gone; a process of another container only looks so, hence the moment of patience. */
const ORPHAN_MS = 2000

/** Runs `work` unless somebody else is at it. Two at once would do no harm: what is sealed depends on the records alone. */
export function withLock<Result>(file: string, work: () => Result): Result | 'busy' {
  if (!take(file) && !(isStale(file) && free(file) && take(file))) return 'busy'
  try {
    return work()
  } finally {
    free(file)
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', FILE_MODE)
    try {
      writeSync(handle, String(process.pid))
    } finally {
      closeSync(handle)
    }
    return true
  } catch {
    return false
  }
}

function isStale(file: string): boolean {
  try {
    // Either way: the clock may have been set back since.
    const age = Math.abs(Date.now() - statSync(file).mtimeMs)
    return age > STALE_MS || (age > ORPHAN_MS && !isAlive(Number(readFileSync(file, 'utf8'))))
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

function free(file: string): boolean {
  try {
    rmSync(file)
    return true
  } catch {
    return false
  }
}
