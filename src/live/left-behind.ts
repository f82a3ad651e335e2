// What did a trial change or leave among the person's files? Told apart from what their own sessions do meanwhile: only what bears the trial's mark is its own.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** So many entries are looked at in all. */
const MOST = 100_000
const DEEPEST = 6
/** A file that a trial left is small. */
const LARGEST = 4 * 1024 * 1024

export const digestOfFile = (file: string): string => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    return 'none'
  }
}

/** Every path below, without following links. */
export function pathsBelow(folders: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (folder: string, depth: number): void => {
    let entries
    try {
      entries = readdirSync(folder, { withFileTypes: true })
    } catch {
      return
    }
    for (const entry of entries) {
      if (found.size >= MOST) return
      const file = path.join(folder, entry.name)
      found.add(file)
      if (entry.isDirectory() && depth < DEEPEST) look(file, depth + 1)
    }
  }
  for (const folder of folders) look(folder, 0)
  return found
}

/** Removes what is new and names the trial, in its path or inside; returns it, outermost first. */
export function clearTraces(folders: readonly string[], before: ReadonlySet<string>, token: string): readonly string[] {
  const fresh = [...pathsBelow(folders)].filter((file) => !before.has(file))
  const ours = fresh.filter((file) => path.basename(file).includes(token) || namesTrial(file, token))
  const outermost = ours.filter((file) => !ours.some((other) => file !== other && file.startsWith(`${other}${path.sep}`)))
  for (const file of outermost) rmSync(file, { recursive: true, force: true })
  return outermost
}

function namesTrial(file: string, token: string): boolean {
  try {
    const about = lstatSync(file)
    return about.isFile() && about.size <= LARGEST && readFileSync(file, 'latin1').includes(token)
  } catch {
    return false
  }
}

/** In a folder that everybody uses: what has the trial in its name, there or one level below. */
export function clearNamed(folder: string, token: string): void {
  const namesIn = (place: string): readonly string[] => {
    try {
      return readdirSync(place)
    } catch {
      return []
    }
  }
  for (const name of namesIn(folder)) {
    const found = name.includes(token)
      ? [name]
      : namesIn(path.join(folder, name))
          .filter((one) => one.includes(token))
          .map((one) => path.join(name, one))
    for (const one of found) rmSync(path.join(folder, one), { recursive: true, force: true })
  }
}
