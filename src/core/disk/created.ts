// Which folder did this text make itself? Not one that lay there before: `mkdir data; rm -rf data` takes what was in it.
import type { Place } from '../model.ts'
import { addNeed } from '../log/trace.ts'
import type { Disk, Viewer } from './disk.ts'

/** Systems know no longer names: of longer ones the folders before that are looked up. */
const LONGEST = 4096
export const firstEnd = (path: string): number => (path.length <= LONGEST ? path.length : path.lastIndexOf('/', LONGEST))

/** The folder that this text was to make, and that the path lies in. */
export function madeAbove(disk: Disk, path: string): string | null {
  if (disk.countOfMade === 0) return null
  for (let end = firstEnd(path); end > 0; end = path.lastIndexOf('/', end - 1)) if (disk.madeAt(path.slice(0, end)) !== undefined) return path.slice(0, end)
  return null
}

/** What is deleted was made here only where the making is known not to have failed, or nothing lay there before the call. */
export function withoutLeft({ disk, at, trace }: Viewer, resolved: string | null, places: readonly Place[]): readonly Place[] {
  const path = resolved === null || at !== 'here' || !places.includes('made-here') ? null : madeAbove(disk, resolved)
  if (path === null || disk.madeAt(path) === true) return places
  addNeed(trace, { kind: 'missing', path, brought: true })
  return disk.hasFound('missing', path) ? places : places.filter((place) => place !== 'made-here')
}
