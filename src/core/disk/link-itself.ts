// Does `rm -rf x` take a link and nothing behind it? Without a slash at the end it does, wherever the link leads.
import type { PathHow, Place, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { stillHolds } from './observed.ts'
import type { Disk, Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'
import type { Doer } from '../log/log.ts'

interface Deed {
  readonly how: PathHow
  readonly recursive: boolean
}
interface Located {
  readonly resolved: string | null
  readonly places: readonly Place[]
}

/** Asks whether it is one, and answers once it is known: the disk as it is without that link, or null. */
export function withoutLinkItself(
  viewer: Viewer,
  { by }: Doer,
  { text, parts, deep }: Word,
  { how, recursive }: Deed,
  { resolved, places }: Located,
): Disk | null {
  const { trace, disk } = viewer
  if (how !== 'whole' || !recursive || viewer.at !== 'here' || viewer.later || places.includes('regenerable')) return null
  if (text === null || parts !== undefined || deep !== undefined || /[*?[]|(?:^|\/)\.{0,2}$/.test(text)) return null
  const doing = by === null ? undefined : trace.actions[by]
  if (doing?.does !== 'run' || doing.program !== 'rm') return null
  if (resolved === null || resolved.includes('\0') || resolved === trace.scene.project || !isWithin(resolved, trace.scene.project)) return null
  addNeed(trace, { kind: 'link', path: resolved })
  return disk.linkAt(resolved) === undefined || !stillHolds(viewer, resolved) ? null : disk.withoutLink(resolved)
}
