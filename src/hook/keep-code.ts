// How does the next call get the engine and its parts without compiling them? V8's cache of each is written down, where there is none that fits.
import type { Loaded } from './contract.ts'
import { writeCode } from './write-code.ts'

/** A cache that V8 does not take is not made anew more often than this. */
const AGAIN_AFTER_MS = 60_000

/** Null where it is not due. For after the answer; `loaded` may grow until it is called. */
export function keepingCode(loaded: readonly Loaded[], home: string): (() => void) | null {
  const isDue = ({ cache, kept, taken }: Loaded): boolean => cache !== null && !taken && (kept === null || Math.abs(Date.now() - kept.madeAt) > AGAIN_AFTER_MS)
  if (!loaded.some(isDue)) return null
  return () =>
    writeCode(
      loaded.filter(isDue).flatMap(({ cache, script }) => (cache === null ? [] : [{ file: cache, data: script.createCachedData() }])),
      home,
      Date.now(),
    )
}
