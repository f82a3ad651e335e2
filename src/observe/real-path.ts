// Where does a path really lead? A walk by hand, component by component, as the kernel does it.
import { lstatSync, readlinkSync } from 'node:fs'
import type { Stats } from 'node:fs'

const MOST_HOPS = 40
const MOST_COMPONENTS = 512

export interface RealPath {
  readonly path: string
  /** What lies there, itself no link; null when nothing does, or nothing that may be seen. */
  readonly stats: Stats | null
}

/**
 * The path with every link followed; what does not exist yet is kept as written. `link/../x` goes through the link.
 * Null when links go in circles or the path cannot be one. The kernel's own folders are never entered.
 */
export function realPath(path: string): RealPath | null {
  if (!path.startsWith('/') || path.includes('\0')) return null
  const todo = path.split('/').filter(isPart).toReversed()
  if (todo.length > MOST_COMPONENTS) return null
  let here = '/'
  let stats: Stats | null = null
  let hops = 0
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === '..') {
      here = parentFolder(here)
      stats = null
      continue
    }
    const next = here === '/' ? `/${part}` : `${here}/${part}`
    if (isKernels(next)) return { path: [next, ...todo.toReversed()].join('/'), stats: null }
    stats = statsOf(next)
    if (stats?.isSymbolicLink() !== true) {
      here = next
      continue
    }
    if (++hops > MOST_HOPS) return null
    const target = targetOf(next)
    if (target === null || target === '') return null
    const parts = target.split('/').filter(isPart)
    if (todo.length + parts.length > MOST_COMPONENTS) return null
    todo.push(...parts.toReversed())
    if (target.startsWith('/')) here = '/'
    stats = null
  }
  return { path: here, stats: stats ?? statsOf(here) }
}

const isPart = (part: string): boolean => part !== '' && part !== '.'
/** What lies there changes from one reader to the next, and looking may do something. */
export const isKernels = (path: string): boolean => /^\/(?:proc|dev|sys)(?:\/|$)/.test(path)
const parentFolder = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // It was replaced since we looked: nothing about it can be said.
    return null
  }
}
