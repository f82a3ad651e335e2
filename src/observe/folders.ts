// What lies in a folder, entry by entry, within what one walk may cost? Nothing is opened but folders.
import { opendirSync } from 'node:fs'
import type { TextTest } from '../core/text/glob.ts'
import type { Limits } from './limits.ts'

/** One component of a pattern: a name, a test of names, or any depth. */
export type Step = string | TextTest | null

export const DEEPEST = 20
/** Of a pattern: a walk goes no deeper, however long it is. */
export const MOST_COMPONENTS = 256
/** Of one pattern. */
export const MOST_FOUND = 2_000

/** What is left of a walk. */
export interface Walk {
  left: number
  readonly until: number
  cut: boolean
  /** Something could not be seen: the walk goes on, but is not all there is. */
  partial: boolean
  /** Folders, each with what is left of the pattern there: several ways may lead to the same. */
  readonly visited: Set<string>
}

export const newWalk = (limits: Limits, until: number): Walk => ({
  left: limits.entries,
  until: Math.min(until, performance.now() + limits.extentMillis),
  cut: false,
  partial: false,
  visited: new Set(),
})

/** The components of a pattern. Each `**` may be one folder, as to most shells by default: as many as a walk goes deep say the same as more. */
export function componentsOf(pattern: string): readonly string[] {
  let run = 0
  return pattern.split('/').filter((component) => {
    run = component === '**' ? run + 1 : 0
    return component !== '' && run <= DEEPEST
  })
}

/** Whether nobody was there yet with as much left to do. */
export function isNew(walk: Walk, visit: string): boolean {
  if (walk.visited.has(visit)) return false
  walk.visited.add(visit)
  // A folder without entries costs a look too.
  if (--walk.left < 0 || performance.now() > walk.until) walk.cut = true
  return !walk.cut
}

/** Text that stands for itself in a pattern. */
export const unescaped = (component: string): string => component.replaceAll(/\\(.)/g, '$1')

/** Nothing can lie there: no such name, no folder, links that go in circles. Whatever else is wrong, something may. */
export const isNowhere = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String((error as { code?: unknown }).code))

export function eachIn(walk: Walk, folder: string, see: (name: string, isFolder: boolean, isLink: boolean) => void): void {
  let open
  try {
    open = opendirSync(folder)
  } catch (error) {
    walk.partial ||= !isNowhere(error)
    return
  }
  try {
    for (let entry = open.readSync(); entry !== null && !walk.cut; entry = open.readSync()) {
      if (--walk.left < 0 || ((walk.left & 63) === 0 && performance.now() > walk.until)) walk.cut = true
      else see(entry.name, entry.isDirectory(), entry.isSymbolicLink())
    }
  } catch {
    walk.partial = true
  } finally {
    open.closeSync()
  }
}
