// Where does a path really lead? A walk by hand, component by component, as the kernel does it.
import { lstatSync, readlinkSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { isWindowsPath, windowsSpelling } from '../core/text/path.ts'

const WINDOWS = process.platform === 'win32'
const MOST_HOPS = 40
const MOST_COMPONENTS = 512

export interface RealPath {
  readonly path: string
  /** What lies there, itself no link; null when nothing does, or nothing that may be seen. */
  readonly stats: Stats | null
}

/** Where a walk begins, and the way from there. Null for what is not on this machine, or not by this name: shares, devices, and on Windows what only its POSIX shells know. */
export function startOf(path: string, windows = WINDOWS): { readonly root: string; readonly rest: string } | null {
  if (!windows) return path.startsWith('/') ? { root: '/', rest: path.slice(1) } : null
  const spelled = path.startsWith('/') ? windowsSpelling(path) : path
  return spelled !== null && isWindowsPath(spelled) ? { root: `${spelled.slice(0, 1).toUpperCase()}:/`, rest: spelled.slice(3) } : null
}

/** A name below a folder; a root ends in a slash. */
export const join = (folder: string, name: string): string => (folder.endsWith('/') ? folder + name : `${folder}/${name}`)
const partsIn = (path: string): string[] => (WINDOWS ? path.replaceAll('\\', '/') : path).split('/').filter(isPart)

/**
 * The path with every link followed; what does not exist yet is kept as written. `link/../x` goes through the link.
 * Null when links go in circles or the path cannot be one. The kernel's own folders are never entered.
 */
export function realPath(path: string): RealPath | null {
  const start = startOf(path)
  if (start === null || path.includes('\0')) return null
  const todo = partsIn(start.rest).toReversed()
  if (todo.length > MOST_COMPONENTS) return null
  let { root } = start
  let here = root
  let stats: Stats | null = null
  let hops = 0
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === '..') {
      here = parentFolder(here, root)
      stats = null
      continue
    }
    const next = join(here, part)
    if (isKernels(next)) return { path: [next, ...todo.toReversed()].join('/'), stats: null }
    stats = statsOf(next)
    if (stats?.isSymbolicLink() !== true) {
      here = next
      continue
    }
    if (++hops > MOST_HOPS) return null
    const target = targetOf(next)
    if (target === null || target === '') return null
    const away = startOf(target)
    // Another machine's, or a device.
    if (away === null && WINDOWS && /^[\\/]/.test(target)) return { path: target.replaceAll('\\', '/'), stats: null }
    const parts = partsIn(away === null ? target : away.rest)
    if (todo.length + parts.length > MOST_COMPONENTS) return null
    todo.push(...parts.toReversed())
    if (away !== null) here = root = away.root
    stats = null
  }
  return { path: here, stats: stats ?? statsOf(here) }
}

const isPart = (part: string): boolean => part !== '' && part !== '.'
/** What lies there changes from one reader to the next, and looking may do something. */
export const isKernels = (path: string): boolean => /^\/(?:proc|dev|sys)(?:\/|$)/.test(path)

function parentFolder(path: string, root: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return parent.length < root.length ? root : parent
}

export const isLink = (path: string): boolean => !isKernels(path) && statsOf(path)?.isSymbolicLink() === true

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function targetOf(path: string): string | null {
  try {
    return WINDOWS ? readlinkSync(path).replace(/^\\\\\?\\(?=[a-z]:)/i, '') : readlinkSync(path)
  } catch {
    // It was replaced since we looked: nothing about it can be said.
    return null
  }
}
