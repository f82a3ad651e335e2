// Does what was found out about a path before the call still hold when its turn comes?
import { wordSet } from '../text/word-set.ts'
import type { Action, PathAction, RunAction, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { besidesOf } from '../meaning/entries.ts'
import type { Besides } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'
import type { Found, Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'

/** By convention, of programs whose entries do not say: their name, and their first or second word. */
const BEGINNER = /^create-[\w-]+$/
const BEGINS = wordSet('new create init startproject startapp clone')

/** What a run may have changed besides what it is seen to do; null for anything. */
function besides({ trace }: Viewer, { program, operands }: RunAction): Besides | null {
  // Commands of the shell's own, also where a path names them.
  if (hasTrait(trace.books.meaning, program, 'changes-nothing')) return 'nothing'
  const first = known(operands[0])
  const second = known(operands[1])
  const said = besidesOf(trace.books.meaning, program, first, second)
  if (said !== undefined) return said
  return BEGINNER.test(program) || BEGINS.has(first) || BEGINS.has(second) ? 'project' : hasTrait(trace.books.meaning, program, 'builds') ? 'new' : null
}
/** A word that nobody knows is not the same as none. */
const known = (word: Word | undefined): string => (word === undefined ? '' : (word.text ?? '\0'))

/** Asks, and answers once it is known. Only here, and only while nothing before it in this text can have changed it. `inScripts`: also where a script that was read asks. */
export function isFound(viewer: Viewer, kind: Found, path: string | null, inScripts = false): boolean {
  if (path === null || viewer.at !== 'here' || viewer.later || !path.startsWith('/') || path.includes('\0')) return false
  addNeed(viewer.trace, { kind, path })
  return wasFound(viewer, kind, path, inScripts)
}

/** The same of a path where something else happens if nothing lies there. */
export function isGone(viewer: Viewer, path: string): boolean {
  if (viewer.at !== 'here' || viewer.later || !path.startsWith('/') || path.includes('\0')) return false
  addNeed(viewer.trace, { kind: 'missing', path, decides: true })
  return wasFound(viewer, 'missing', path, true)
}

/** The same without asking. `about`: what nothing may have changed since. */
export const wasFound = (viewer: Viewer, kind: Found, path: string, inScripts = false, about = path): boolean =>
  viewer.disk.hasFound(kind, path) && viewer.at === 'here' && !viewer.later && isUntouched(viewer, (write) => isElsewhere(write, about), inScripts)

/** Whether this text took the path away just before, and nothing since can have brought it back. */
export function wasRemoved(viewer: Viewer, path: string): boolean {
  const { actions } = viewer.trace
  if (viewer.at !== 'here' || path === '') return false
  for (let id = actions.length - 1; id >= 0; id--) {
    const action = actions[id]!
    if (action.does === 'delete' && action.certain && action.recursive && action.at === 'here' && action.resolved !== null && isWithin(path, action.resolved))
      return true
    if (
      action.does === 'write'
        ? action.resolved === null || !isElsewhere(action, path)
        : action.does === 'run'
          ? besides(viewer, action) !== 'nothing'
          : action.does !== 'read' && action.does !== 'delete' && action.does !== 'carry'
    )
      return false
  }
  return false
}

/** Whether what was seen below a folder still holds. */
export const stillHolds = (viewer: Viewer, folder: string): boolean =>
  viewer.at === 'here' && !viewer.later && isUntouched(viewer, (write) => isElsewhere(write, folder), false)

/**
 * Asks whether nothing lay there before, so that all that lies there came with this call: moved or linked into it was nothing. `mayBring`: what began a
 * project, cloned or unpacked may have brought it, and that was made here: `npx create-x web && cd web && rm -rf .git`.
 */
export function cameSince(viewer: Viewer, path: string | null, mayBring = false): 'nothing-there' | 'made-here' | null {
  const { trace, disk } = viewer
  if (path === null || viewer.at !== 'here' || viewer.later || !path.startsWith('/') || path.includes('\0')) return null
  const above = trace.log.above(viewer.by)
  const begins = (action: Action): boolean => action.does === 'run' && !above.has(action.id) && besides(viewer, action) === 'project'
  const brought =
    mayBring &&
    (trace.notes.arrivals.length > 0 || trace.actions.some(begins)) &&
    isUntouched(viewer, (write) => !isMoved(write) || isApart(write, path), false, true)
  addNeed(trace, brought ? { kind: 'missing', path, brought } : { kind: 'missing', path })
  if (!disk.hasFound('missing', path)) return null
  return brought ? 'made-here' : isUntouched(viewer, (write) => !isMoved(write), false) ? 'nothing-there' : null
}

const isMoved = ({ how }: PathAction): boolean => how === 'link' || how === 'move'
const isApart = ({ resolved }: PathAction, path: string): boolean => resolved !== null && !isWithin(resolved, path) && !isWithin(path, resolved)
const isElsewhere = (write: PathAction, path: string): boolean => !isMoved(write) && isApart(write, path)

/** Whether nothing before in this call can have changed what was seen; of what it is seen to write, `isHarmless` says so. `butNew`: what was nowhere before may have come. */
export function isUntouched(viewer: Viewer, isHarmless: (write: PathAction) => boolean, inScripts: boolean, butNew = false): boolean {
  const { actions, log } = viewer.trace
  const above = log.above(viewer.by)
  // What a committed script runs before changes what it is seen to write, and nothing behind its own back.
  const ours = (action: Action): boolean => inScripts && viewer.trust === 'project' && action.by !== null && isBelow(actions, action.by, above)
  return actions.every((action) => {
    if (action.does !== 'write' && ours(action)) return true
    switch (action.does) {
      case 'run':
        return above.has(action.id) || (butNew ? besides(viewer, action) !== null : besides(viewer, action) === 'nothing')
      case 'call':
        return above.has(action.id)
      case 'execute':
        // The text that this stands in: what it does before are actions of their own.
        return action.language === 'shell' && action.text !== null && action.by !== null && (butNew || (inScripts && above.has(action.by)))
      case 'write':
        return isHarmless(action)
      case 'delete':
      case 'read':
      case 'carry':
        return true
      case 'connect':
        return butNew
      default:
        // A finding about the same command: what it throws away it does not make.
        return action.does === 'change' && action.what === 'uncommitted-work'
    }
  })
}

/** Whether a run, or one that leads to it, is among these. */
function isBelow(actions: readonly Action[], run: number, among: ReadonlySet<number>): boolean {
  for (let id = run; ;) {
    if (among.has(id)) return true
    const by = actions[id]?.by ?? null
    if (by === null || by >= id) return false
    id = by
  }
}
