// How much would a recursive deletion take? Counted within limits; links are counted, never followed.
import { lstatSync, opendirSync } from 'node:fs'
import type { Dir } from 'node:fs'
import type { Extent } from '../core/model.ts'
import type { Limits } from './limits.ts'
import { isKernels, realPath } from './real-path.ts'
import { findRepository, trackedBelow } from './repository.ts'

/** Null when nothing lies there. The last component is taken as it is: deleting a link takes the link. */
export function extentOf(path: string, limits: Limits): Extent | null {
  const cut = path.lastIndexOf('/')
  const parent = realPath(path.slice(0, cut) || '/')?.path
  if (parent === undefined || isKernels(path)) return null
  const here = `${parent === '/' ? '' : parent}/${path.slice(cut + 1)}`
  const counted = count(here, limits)
  if (counted === null) return null
  const repository = findRepository(parent)
  return { ...counted, tracked: repository === null ? null : trackedBelow(repository, here) }
}

function count(path: string, limits: Limits): Omit<Extent, 'tracked'> | null {
  const until = performance.now() + limits.extentMillis
  const folders = [path]
  let files = 0
  let bytes = 0
  let entries = 0
  let found = false
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const size = sizeOf(folder)
    if (size === null) continue
    found = true
    if (size >= 0) {
      files++
      bytes += size
    } else
      for (const name of namesOf(folder)) {
        if (++entries > limits.entries || ((entries & 63) === 0 && performance.now() > until)) return { files, bytes, capped: true }
        const child = `${folder === '/' ? '' : folder}/${name}`
        if (!isKernels(child)) folders.push(child)
      }
  }
  return found ? { files, bytes, capped: false } : null
}

/** -1 for a folder, null for what cannot be seen. */
function sizeOf(path: string): number | null {
  try {
    const stats = lstatSync(path)
    return stats.isDirectory() ? -1 : stats.size
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
