// How does a test leave its folder? A process of the gate may still write there when the test is over: what cannot go now goes with the whole run (ground.ts).
import { rmSync } from 'node:fs'

const TRIES = 5

/** Node's own retries take away no file that came after the first try: each of these begins anew. */
export function clear(...folders: readonly string[]): void {
  for (const folder of folders)
    for (let tries = 1; !gone(folder) && tries < TRIES; tries += 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tries * 50)
}

const gone = (folder: string): boolean => {
  try {
    rmSync(folder, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
