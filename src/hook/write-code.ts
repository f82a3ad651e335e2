// How is V8's cache of a bundle written down, and what goes that nobody uses any more? Runs after the answer, and only where there was none that fits.
import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sealFor, takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'

const HOUR_MS = 3_600_000
/** Whoever comes back to an older version after this compiles it once more. */
const UNUSED_MS = 7 * 24 * HOUR_MS
/** Other versions, other Nodes, other places: each has files of its own. */
const MOST_OTHERS = 6
const MOST_NAMES = 5000

/** Each into its place, whatever lies there; then what is old goes. */
export function writeCode(codes: readonly { readonly file: string; readonly data: Buffer }[], home: string, now: number): void {
  const [first] = codes
  if (first === undefined) return
  try {
    const seal = sealFor(home)
    for (const { file, data } of codes) writeOne(file, seal.sealed(path.basename(file), data))
  } catch {
    // Only slower without it.
  }
  forgetCode(path.dirname(first.file), path.basename(first.file), now)
}

function writeOne(file: string, bytes: Uint8Array): void {
  const fresh = `${file}.${process.pid}`
  try {
    makeFolder(path.dirname(file), 0o700)
    writeFileSync(fresh, bytes, { mode: 0o600, flag: 'wx' })
    takePlace(fresh, file)
  } catch {
    rmSync(fresh, { force: true })
  }
}

/** `code-`, Node's version, the machine, a digest and the place make a set; then the part, and who was writing it. */
const NAME = /^(code-v\d[\w.+]{0,40}-\w{1,20}-[0-9a-f]{1,64}-[0-9a-z]{1,16})(?:-[a-z]{1,20})?(\.\d{1,12})?$/

/**
 * Others may read, write and forget here at the same time: whoever misses a file compiles once more and writes it again.
 * What somebody used within the hour stays in any case, so that no two versions take each other's away call after call.
 */
export function forgetCode(folder: string, mine: string, now: number): void {
  const own = NAME.exec(mine)?.[1]
  const sets = new Map<string, { files: string[]; used: number }>()
  for (const name of namesIn(folder)) {
    const [, set, unfinished] = NAME.exec(name) ?? []
    const used = set === undefined ? null : lastUse(path.join(folder, name))
    if (set === undefined || used === null) continue
    if (unfinished !== undefined) {
      if (now - used > HOUR_MS) remove(folder, [name])
      continue
    }
    const known = sets.get(set) ?? { files: [], used: 0 }
    sets.set(set, { files: [...known.files, name], used: Math.max(known.used, used) })
  }
  const others = [...sets].filter(([set]) => set !== own).map(([, about]) => about)
  others
    .toSorted((a, b) => b.used - a.used)
    .forEach(({ files, used }, at) => {
      if (now - used > (at < MOST_OTHERS ? UNUSED_MS : HOUR_MS)) remove(folder, files)
    })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, MOST_NAMES)
  } catch {
    return []
  }
}

/** Null for what is no file, or gone. */
function lastUse(file: string): number | null {
  const about = lstatSync(file, { throwIfNoEntry: false })
  return about?.isFile() === true ? Math.max(about.atimeMs, about.ctimeMs) : null
}

function remove(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      rmSync(path.join(folder, name), { force: true })
    } catch {
      // Somebody else's, or a disk that is not written to.
    }
  }
}
