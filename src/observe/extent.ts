// How much would a recursive deletion take? Counted within limits; links are counted, never followed.
import { lstatSync, opendirSync } from 'node:fs'
import type { Dir, Stats } from 'node:fs'
import type { Extent } from '../core/model.ts'
import { knownBelow } from './git-index.ts'
import type { Known } from './git-index.ts'
import type { Limits } from './limits.ts'
import { isKernels, join, realPath } from './real-path.ts'
import { findRepository } from './repository.ts'

/** Null when nothing lies there. The last component is taken as it is: deleting a link takes the link. */
export function extentOf(path: string, limits: Limits): Extent | null {
  const cut = path.lastIndexOf('/')
  const parent = realPath(path.slice(0, cut) || '/')?.path
  if (parent === undefined || isKernels(path)) return null
  const here = join(parent, path.slice(cut + 1))
  const stats = statsOf(here)
  if (stats === null) return null
  const repository = findRepository(stats.isDirectory() ? here : parent)
  return count(here, repository === null ? null : knownBelow(repository, here), limits)
}

function count(path: string, known: Known | null, limits: Limits): Extent {
  const until = performance.now() + limits.extentMillis
  const folders = [path]
  let files = 0
  let bytes = 0
  let entries = 0
  const states = { same: 0, changed: 0, untracked: 0 }
  const counted = (capped: boolean): Extent => ({
    files,
    bytes,
    capped,
    tracked: known?.tracked ?? null,
    changed: known === null ? null : states.changed,
    untracked: known === null ? null : states.untracked,
  })
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const stats = statsOf(folder)
    if (stats === null) continue
    if (!stats.isDirectory()) {
      files++
      bytes += stats.size
      const state = known?.stateOf(folder, stats) ?? null
      if (state !== null) states[state]++
    } else
      for (const name of namesOf(folder)) {
        if (++entries > limits.entries || ((entries & 63) === 0 && performance.now() > until)) return counted(true)
        const child = join(folder, name)
        if (!isKernels(child)) folders.push(child)
      }
  }
  return counted(false)
}

/** Null for what cannot be seen. */
function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

function* namesOf(folder: string): Generator<string> {
  let open: Dir
  try {
    open = opendirSync(folder)
  } catch {
    return
  }
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) yield entry.name
  } catch {
    // Deleted while we counted.
  } finally {
    open.closeSync()
  }
}
