// Which file is it that runs, where this text copied, moved or linked something into a folder, or a whole folder? Read from where it lay.
import type { Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, parentOf } from '../text/path.ts'
import { throughLinks } from './links.ts'
import { keepContent, locate, pathText } from './paths.ts'
import { hasGlob } from '../value/fields.ts'
import { afford } from '../log/process.ts'
import { standingIn } from './disk.ts'
import type { Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'

/** Looking where something came from is paid for. */
const COPIES_A_STEP = 16

/** Whether this text has put files anywhere. */
export const hasPut = ({ disk, at }: Viewer): boolean => at === 'here' && (disk.written.size > 0 || disk.copies.length > 0)

/** Where it came to lie is only worked out once something runs. However many: looking through them is what costs. */
export function noteCopied({ disk, cwd, at }: Viewer, sources: readonly Word[], target: Word): void {
  if (at === 'here' && sources.length > 0) disk.copy({ cwd, sources, target })
}

/** What is about to run holds what the file held that this text put there; asks for that. What lay there before may run as well. */
export function bringCopied(viewer: Viewer, path: string | null): void {
  const { trace, disk } = viewer
  if (disk.copies.length === 0 || path === null || viewer.at !== 'here' || path.includes('\0') || disk.wasWritten(path)) return
  if (!afford(viewer, 1 + disk.copies.reduce((sum, { sources }) => sum + sources.length, 0) / COPIES_A_STEP)) return
  for (const { cwd, sources, target } of disk.copies.toReversed()) {
    const there = standingIn(viewer, cwd)
    const to = locate(there, target).resolved
    if (to === null || to === path || !isWithin(path, to)) continue
    const below = path.slice(to === '/' ? 0 : to.length)
    for (const source of sources) {
      const file = originOf(there, source, below, to)
      if (file === null) continue
      const content = disk.contentAt(file) ?? disk.removedAt(file)
      if (content === undefined) addNeed(trace, { kind: 'file', path: file })
      else {
        const own = disk.isSettled(file)
        keepContent(viewer, { text: path }, content)
        if (own) disk.settle(path)
        disk.doubt(path)
        return
      }
    }
  }
}

/** The paths that something lay under before this call copied, moved or linked it here, the last first. */
export function originsOf(viewer: Viewer, path: string): readonly string[] {
  const { disk } = viewer
  if (disk.copies.length === 0 || viewer.at !== 'here' || path.includes('\0')) return []
  if (!afford(viewer, 1 + disk.copies.reduce((sum, { sources }) => sum + sources.length, 0) / COPIES_A_STEP)) return []
  return disk.copies.toReversed().flatMap(({ cwd, sources, target }) => {
    const there = standingIn(viewer, cwd)
    const to = locate(there, target).resolved
    if (to === null || !isWithin(path, to)) return []
    const below = path.slice(to === '/' ? 0 : to.length)
    return sources.flatMap((source) => {
      const origin = below === '' ? locate(there, source).resolved : originOf(there, source, below, to)
      return origin === null || origin === path ? [] : [origin]
    })
  })
}

/** `below`: the path below the target, with its slash. */
function originOf(viewer: Viewer, source: Word, below: string, to: string): string | null {
  const text = pathText(viewer, source)
  if (hasGlob(source)) {
    const folder = locate(viewer, { text: parentOf(text.startsWith('/') ? text : `./${text}`) }).resolved
    const first = below.slice(1).split('/', 1)[0] ?? ''
    return folder === null || /[*?[\0]/.test(folder) || !compileGlob(text.slice(text.lastIndexOf('/') + 1))(first) ? null : folder + below
  }
  const { resolved } = locate(viewer, source)
  if (resolved === null || resolved.includes('\0')) return null
  // A link that lies elsewhere is followed from there.
  const from = throughLinks(viewer.disk, to) === to ? resolved : throughLinks(viewer.disk, to)
  const name = resolved.slice(resolved.lastIndexOf('/'))
  return isWithin(below, name) && !/(?:^|\/)\.\.?\/?$/.test(text) ? resolved + below.slice(name.length) : from + below
}
