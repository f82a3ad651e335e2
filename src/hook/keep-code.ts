// How does the next call get the engine and its parts without compiling them? V8's cache of each is written down, where there is none that fits.
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import { SUM_LENGTH, timeOfSum } from './code-file.ts'
import type { Loaded } from './contract.ts'
import { sumOf } from './sum.ts'

/** A cache that V8 does not take is not made anew more often than this. */
const AGAIN_AFTER_MS = 60_000

/** Null where it is not due. For after the answer; `loaded` may grow until it is called. */
export function keepingCode(loaded: readonly Loaded[]): (() => void) | null {
  const isDue = ({ cache, kept, taken }: Loaded): boolean => cache !== null && !taken && (kept === null || Math.abs(Date.now() - kept.madeAt) > AGAIN_AFTER_MS)
  if (!loaded.some(isDue)) return null
  return () => loaded.filter(isDue).forEach(({ cache, script }) => cache !== null && keepCode(cache, script.createCachedData()))
}

function keepCode(file: string, data: Buffer): void {
  const fresh = `${file}.${process.pid}`
  try {
    makeFolder(path.dirname(file), 0o700)
    const sum = sumOf(data)
    writeFileSync(fresh, Buffer.concat([Buffer.from(sum.toString(16).padStart(SUM_LENGTH, '0')), data]), { mode: 0o600, flag: 'wx', flush: true })
    utimesSync(fresh, Date.now() / 1000, timeOfSum(sum) / 1000)
    renameSync(fresh, file)
  } catch {
    // Only slower without it.
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}
