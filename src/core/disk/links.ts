// Where does a path lead whose folders are links, made by this text or observed?
import type { PathAction } from '../model.ts'
import { normalise, parentOf } from '../text/path.ts'
import { firstEnd } from './created.ts'
import type { Shell } from '../machine/process.ts'

/** The path that links, made by this text or observed, lead to. */
export function throughLinks(shell: Shell, path: string, raw = path): string {
  if (shell.links.size === 0) return path
  let real = followed(shell, raw) ?? (raw === path ? null : followed(shell, path)) ?? path
  if (real === path) return path
  // A link may lead through another.
  for (let hops = 1; hops < MOST_HOPS; hops++) {
    const next = followed(shell, real)
    if (next === null || next === real) break
    real = next
  }
  return real
}
const MOST_HOPS = 16

/** Through the link that stands for the most of it. */
function followed(shell: Shell, path: string): string | null {
  for (let end = firstEnd(path); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = shell.links.get(path.slice(0, end))
    if (target !== undefined) return end === path.length ? target : normalise(target + path.slice(end), '/')
  }
  return null
}

/** What rules that name paths are to see besides the path as spelled. Deleting a link takes the link: only the folders before it are followed. */
export function leadsTo(
  shell: Shell,
  does: PathAction['does'],
  { resolved, leads }: { readonly resolved: string | null; readonly leads?: string },
): string | undefined {
  if (leads === undefined || does !== 'delete' || resolved === null || !shell.links.has(resolved)) return leads
  const folder = parentOf(resolved)
  const real = throughLinks(shell, folder)
  return real === folder ? undefined : `${real === '/' ? '' : real}${resolved.slice(folder === '/' ? 0 : folder.length)}`
}
