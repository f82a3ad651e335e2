// Where does a path lead whose folders are links, made by this text or observed?
import type { PathAction } from '../model.ts'
import { normalise, parentOf } from '../text/path.ts'
import { firstEnd } from './created.ts'
import type { Disk } from './disk.ts'

/** The path that links, made by this text or observed, lead to. */
export function throughLinks(disk: Disk, path: string, raw = path): string {
  if (!disk.hasLinks) return path
  let real = followed(disk, raw) ?? (raw === path ? null : followed(disk, path)) ?? path
  if (real === path) return path
  // A link may lead through another.
  for (let hops = 1; hops < MOST_HOPS; hops++) {
    const next = followed(disk, real)
    if (next === null || next === real) break
    real = next
  }
  return real
}
/** Nothing opens what lies behind more: Linux gives up after 40, macOS after 32, Windows after 63. */
const MOST_HOPS = 64

/** Through the link that stands for the most of it. */
function followed(disk: Disk, path: string): string | null {
  for (let end = firstEnd(path); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = disk.linkAt(path.slice(0, end))
    if (target !== undefined) return end === path.length ? target : normalise(target + path.slice(end), '/')
  }
  return null
}

/** What rules that name paths are to see besides the path as spelled. Deleting a link takes the link: only the folders before it are followed. */
export function leadsTo(
  disk: Disk,
  does: PathAction['does'],
  { resolved, leads }: { readonly resolved: string | null; readonly leads?: string },
): string | undefined {
  if (leads === undefined || does !== 'delete' || resolved === null || disk.linkAt(resolved) === undefined) return leads
  const folder = parentOf(resolved)
  const real = throughLinks(disk, folder)
  return real === folder ? undefined : `${real === '/' ? '' : real}${resolved.slice(folder === '/' ? 0 : folder.length)}`
}
