// What lies in a folder, entry by entry, within what one walk may cost? Nothing is opened but folders.
import { opendirSync } from 'node:fs'
import type { TextTest } from '../core/text/glob.ts'
import type { Limits } from './limits.ts'

/** One component of a pattern: a name, a test of names, or any depth. */
export type Step = string | TextTest | null

export const DEEPEST = 20
/** Of one pattern. */
export const MOST_FOUND = 2_000

/** What is left of a walk. */
export interface Walk {
  left: number
  readonly until: number
  cut: boolean
  /** Something could not be seen: the walk goes on, but is not all there is. */
  partial: boolean
}

export const newWalk = (limits: Limits, until: number): Walk => ({
  left: limits.entries,
  until: Math.min(until, performance.now() + limits.extentMillis),
  cut: false,
  partial: false,
})

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
