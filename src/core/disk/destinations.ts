// Where does what is copied, moved, linked or unpacked come to lie, and may it lie over what is this gate's own?
import type { PathHow, Place, Scene, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin } from '../text/path.ts'
import { matchesOf } from './matches.ts'
import { ownFolders } from '../self/own-files.ts'
import { throughLinks } from './links.ts'
import { holdsInstalled } from '../self/own-paths.ts'
import { askLinks, HOLE, locate, pathText } from './paths.ts'
import { knownStart } from '../value/fields.ts'
import type { Viewer } from './disk.ts'
import { NO_PLACES, NONE } from '../value/text.ts'

/** What comes: single files, folders with all they hold, or things below the target that only an archive names. */
export type Brings = 'files' | 'folders' | 'contents'

export interface Arriving {
  readonly target: Word
  readonly sources: readonly Word[]
  readonly how: PathHow
  readonly brings: Brings
  /** The target is the new name itself, never a folder to put things in. */
  readonly exact?: boolean
  /** `x/` means what x holds. */
  readonly slashMeansContents?: boolean
}
export interface Landing {
  /** Files that are written below the target and matter more than the target itself. */
  readonly words: readonly Word[]
  /** `holds-self`: lies over our files; `may-hold-self`: nobody can say. */
  readonly marks: readonly Place[]
}
const NOWHERE: Landing = { words: NONE, marks: NO_PLACES }
const HOLDS: readonly Place[] = ['holds-self']
const MAY_HOLD: readonly Place[] = ['may-hold-self']
const MAY_BE: readonly Place[] = ['may-be-self']

const MOST_SOURCES = 1000

export function landingOf(viewer: Viewer, arriving: Arriving): Landing {
  const { target, brings } = arriving
  if (brings !== 'contents' && arriving.sources.length === 0) return NOWHERE
  const { scene } = viewer.trace
  askLinks(viewer, target)
  const { resolved: spelled, places, leads } = locate(viewer, target)
  const resolved = leads ?? (spelled === null ? null : throughLinks(viewer.disk, spelled))
  if (resolved === null || resolved.includes(HOLE)) return NOWHERE
  const inside = ownBelow(scene, resolved)
  // Archives unpacked over the system's folders have rules of their own.
  if (brings === 'contents' && holdsInstalled(scene).includes(resolved)) return { words: NONE, marks: MAY_BE }
  if (brings === 'contents' && ownFolders(scene).some((own) => isWithin(resolved, own))) return { words: NONE, marks: HOLDS }
  if (brings === 'contents') return inside.length === 0 || places.includes('system') ? NOWHERE : { words: NONE, marks: MAY_HOLD }
  const folder = arriving.exact !== true && isFolder(viewer, arriving, resolved, inside)
  const words: Word[] = []
  // Those that are not looked at may be anything.
  let [holds, may] = [false, arriving.sources.length > MOST_SOURCES && inside.length > 0]
  for (const source of arriving.sources.slice(0, MOST_SOURCES)) {
    const from = pathText(viewer, source)
    const contents = arriving.exact === true || /(?:^|\/)\.\.?\/?$/.test(from) || (arriving.slashMeansContents === true && from.endsWith('/'))
    const name = contents || !folder ? '' : lastName(from)
    if (name === null) may ||= brings === 'folders' && inside.length > 0 && resolved !== scene.home
    else if (source.parts?.some((part) => part.kind === 'glob') === true && name !== '') {
      const like = compileGlob(name)
      for (const own of inside) {
        const next = own.slice(resolved.length + 1).split('/')
        // A shell's `*` passes dotted names by.
        if (!like(next[0] ?? '') || (next[0]?.startsWith('.') === true && !name.startsWith('.'))) continue
        if (next.length === 1 && comesAs(viewer, source, next[0] ?? '')) words.push({ text: own })
        may ||= brings === 'folders' || (next.length === 1 && scene.own?.includes(own) === true)
      }
    } else {
      const at: string = name === '' ? resolved : `${resolved === '/' ? '' : resolved}/${name}`
      if (at !== resolved && matters(viewer, at)) words.push({ text: at })
      if (brings === 'files') continue
      words.push(...heldBy(at))
      if (ownBelow(scene, at).length === 0) continue
      // Into the whole home, or above it, much is brought that is not ours.
      if (isWithin(scene.home, at)) may = true
      else holds = true
    }
  }
  return words.length === 0 && !holds && !may ? NOWHERE : { words, marks: holds ? HOLDS : may ? MAY_HOLD : NO_PLACES }
}

/** Whether one of the things that a pattern stands for has that name, where somebody looked. */
const comesAs = (viewer: Viewer, pattern: Word, name: string): boolean =>
  matchesOf(viewer, pattern)?.paths.some((path) => lastName(path) === name) === true || [...viewer.disk.written].some((path) => path.endsWith(`/${name}`))

/** The same for code, which names the new place itself. */
export function marksOfPut(viewer: Viewer, target: Word, how: PathHow, recursive: boolean): readonly Place[] {
  const brings = how === 'move' || how === 'link' || (how === 'copy' && recursive) ? 'folders' : how === 'create' && recursive ? 'contents' : null
  return brings === null ? NO_PLACES : landingOf(viewer, { target, sources: WHOLE, how, brings, exact: true }).marks
}
const WHOLE: readonly Word[] = [{ text: '.' }]

/** With the hosts' files that hold our entry. */
const ownBelow = (scene: Scene, folder: string): readonly string[] =>
  [...ownFolders(scene), ...(scene.wired ?? [])].filter((own) => own !== folder && isWithin(own, folder))

/** Null when it is not known. */
function lastName(path: string): string | null {
  const end = path.endsWith('/') ? path.slice(0, -1) : path
  // `host:file` has no slash before the name.
  const name = end.slice(Math.max(end.lastIndexOf('/'), REMOTE.test(end) ? end.indexOf(':') : -1) + 1)
  return name.includes(HOLE) ? null : name
}

const REMOTE = /^[^/:]+:/

/** Whether the target is a folder that is there: what comes keeps its name then. */
function isFolder(viewer: Viewer, { target, sources, how }: Arriving, resolved: string, inside: readonly string[]): boolean {
  const { scene, actions } = viewer.trace
  if (sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(knownStart(target))) return true
  if (isWithin(scene.home, resolved) || isWithin(scene.project, resolved)) return true
  if (inside.length === 0) return FOLDERS.test(resolved)
  // A link in the place of a folder that holds ours, or anything after the folder was removed.
  return how !== 'link' && !actions.some((action) => action.does === 'delete' && action.resolved === resolved)
}
const FOLDERS = /\/(?:\.git|\.git\/hooks|\.ssh|\.config|\.local|\.cache|bin|autostart|LaunchAgents|[a-z.]+\.d)$/

const SENSITIVE: ReadonlySet<Place> = new Set([
  'self',
  'host-wiring',
  'guard-settings',
  'ssh-access',
  'shell-startup',
  'tool-startup',
  'git-hook',
  'git-config',
  'autostart',
  'account-file',
  'familiar-program',
])

/** Whether writing there is more than writing a file. */
export const matters = (viewer: Viewer, path: string): boolean => locate(viewer, { text: path }).places.some((place) => SENSITIVE.has(place))

/** A folder that comes whole may hold what counts most in such a folder. */
function heldBy(folder: string): readonly Word[] {
  if (folder.endsWith('/.ssh')) return [{ text: `${folder}/authorized_keys` }]
  return folder.endsWith('/.git') ? [{ text: `${folder}/hooks/post-checkout` }] : NONE
}
