// Which file does a word name, and what is it? Every reading counts: as written, and with unknown variables empty.
import type { PathHow, Place, Scene, Word } from '../model.ts'
import { afford, leaveOut } from '../log/process.ts'
import { addNeed } from '../log/trace.ts'
import { oursLike, withoutCaches } from '../self/own-ground.ts'
import { isRooted, isWithin, normalise, parentOf } from '../text/path.ts'
import { hasGlob } from '../value/fields.ts'
import { NONE } from '../value/text.ts'
import { madeAbove } from './created.ts'
import type { Viewer } from './disk.ts'
import { throughLinks } from './links.ts'
import { matchesOf } from './matches.ts'
import { namedBy } from './named.ts'
import { HOLE, pathText } from './path-text.ts'
import { folderOfGlob, placesOf } from './places/places.ts'

export { HOLE, pathText } from './path-text.ts'

export interface Located {
  readonly resolved: string | null
  readonly places: readonly Place[]
  readonly leads?: string
  /** With its wildcards, through the links that are known. */
  readonly whole?: string
}

export const ANCHORED = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/
/** Places a path has by its own name, wherever it lies. */
const BY_NAME: ReadonlySet<Place> = new Set([
  'regenerable',
  'environment-file',
  'private-key',
  'vcs',
  'inside-vcs',
  'credentials',
  'git-hook',
  'database-file',
  'manifest',
  'lockfile',
  'backup',
])

/** What goes with a folder that lies above it. */
function swallowed(folder: string, scene: Scene, out: Place[]): void {
  if (folder !== scene.home && isWithin(scene.home, folder)) out.push('contains-home')
  if (folder !== scene.project && isWithin(scene.project, folder)) out.push('contains-project')
  if (OWN_FOLDERS.some((own) => isWithin(`${scene.home}/${own}`, folder)) || scene.own?.some((own) => isWithin(own, folder)) === true) out.push('contains-self')
  if (scene.wired?.some((file) => file !== folder && isWithin(file, folder)) === true) out.push('contains-our-entry')
}
/** Below the home: what the person said, and what was written down. What is only kept to be faster may go. */
const OWN_FOLDERS = ['.config/prudent', '.local/state/prudent', 'Library/Application Support/prudent', 'AppData/Local/prudent']

export function locate(viewer: Viewer, word: Word, recursive = false): Located {
  const text = pathText(viewer, word)
  const { scene, books } = viewer.trace
  const cwd = viewer.cwd.text === null ? pathText(viewer, viewer.cwd) : viewer.cwd.text
  const anchored = ANCHORED.test(text)
  const base = anchored ? '' : cwd
  if (text.startsWith(HOLE) || (!anchored && base.startsWith(HOLE))) {
    const tail = text.startsWith(HOLE) ? text.slice(1) : `/${text}`
    const listed = (word.from?.length ?? 0) > 0 ? ['listed'] : []
    if (tail === '' || tail === '/' || !tail.includes('/')) return { resolved: null, places: ['unresolved', ...listed] }
    const pretend = normalise(`${scene.project}/${HOLE}${tail}`, scene.project)
    return { resolved: null, places: ['unresolved', ...placesOf(books.places, pretend, scene).filter((place) => BY_NAME.has(place))] }
  }
  const resolved = normalise(text, base)
  // `a*/../b` is `b`.
  const isGlob = hasGlob(word) && WILDCARD.test(resolved)
  const folder = isGlob ? folderOfGlob(resolved) : resolved
  const linked = throughLinks(viewer.disk, folder, folder === resolved ? spelled(base, text) : folder)
  const places = placesOf(books.places, linked, scene, isGlob && folder === resolved ? 'pattern' : 'exact')
  const named = isGlob && word.deep === undefined && WILDCARD.test(linked) ? namedBy(linked, scene, places) : null
  const extra: Place[] = named === null ? [] : named.places.filter((place) => !places.includes(place))
  if (resolved.includes(HOLE)) extra.push('partly-unresolved')
  if (folder !== resolved) extra.push('contents')
  else if (isGlob && named?.whole !== true) extra.push('pattern')
  const whole = folder === resolved ? linked : throughLinks(viewer.disk, resolved)
  const ours = oursLike(whole, scene, recursive, viewer.code, (steps) => void afford(viewer, steps), viewer.trace.notes.widened)
  for (const place of ours) if (!places.includes(place)) extra.push(place)
  if (madeAbove(viewer.disk, resolved) !== null) extra.push('made-here')
  if (recursive) for (const each of named === null || named.folders.length === 0 ? [folder] : named.folders) swallowed(each, scene, extra)
  if (linked !== folder) extra.push('linked')
  const all = extra.length === 0 ? places : [...(ours.length === 0 ? places : withoutCaches(places, resolved)), ...extra]
  return linked === folder ? { resolved: folder, whole, places: all } : { resolved: folder, whole, places: all, leads: linked }
}

const WILDCARD = /[*?[(]/

/** As written, made absolute: `link/../x` is not `x` where `link` leads elsewhere. */
const spelled = (base: string, text: string): string => (base === '' ? text : `${base}/${text}`)

/** The same for what is changed otherwise than by writing: its mode, its owner. */
export function askLinks(viewer: Viewer, word: Word): void {
  matchesOf(viewer, word)
  const { resolved } = locate(viewer, word)
  if (resolved !== null) askWhere(viewer, word, { does: 'write', how: 'edit', recursive: false }, resolved)
}

/** Links matter for what is changed, and for files that are read by name: asks where the path really leads. */
export function askWhere(
  viewer: Viewer,
  word: Word,
  deed: { readonly does: 'read' | 'write' | 'delete'; readonly how: PathHow; readonly recursive: boolean },
  resolved: string,
): void {
  const { trace } = viewer
  if (viewer.at !== 'here' || !resolved.startsWith('/') || resolved.includes(HOLE)) return
  const isShells = deed.does === 'read' && (viewer.by === null || trace.actions[viewer.by]?.does !== 'call')
  if (isShells && deed.how === 'list') return
  const text = pathText(viewer, word)
  const whole = spelled(ANCHORED.test(text) ? '' : (viewer.cwd.text ?? ''), text)
  // Of what is read by a pattern or whole, the folder that is known.
  const read = isShells && hasGlob(word) ? parentOf(whole.slice(0, Math.max(0, whole.search(/[*?[]/)) + 1)) : whole
  if (isShells && (hasGlob(word) || deed.recursive) && isWithin(viewer.cwd.text ?? '/', normalise(read, '/'))) return
  // A bare `*` means all of the folder we stand in, which may itself be a link.
  const raw = isShells ? read : hasGlob(word) ? (folderOfGlob(whole) === whole ? parentOf(resolved) : resolved) : whole
  // Deleting a link takes the link: only the folders before it are followed.
  const entry = deed.does === 'delete' && !hasGlob(word) && !/(?:^|\/)\.{0,2}$/.test(raw)
  const path = entry ? parentOf(raw) : raw
  if (!path.startsWith('/') || path === '/') return
  if (isShells && trace.needs.length >= MOST_READ) leaveOut(viewer, 'more files that are read than are looked at')
  else addNeed(trace, { kind: isShells ? 'link' : 'path', path })
}

/** Reading many files must not keep from being looked at what else the call does. */
const MOST_READ = 200

/** Text that comes from a file and is about to be run: asks what the file holds. */
export function askContent({ trace }: Viewer, word: Word): void {
  for (const id of word.from ?? NONE) {
    const action = trace.actions[id]
    if (action?.does === 'read' && action.at === 'here' && action.resolved !== null && isRooted(action.resolved) && !action.resolved.includes(HOLE))
      addNeed(trace, { kind: 'file', path: action.resolved })
  }
}

/** What a file holds, if this text wrote it. */
export function contentOf(viewer: Viewer, word: Word): Word | null {
  if (viewer.disk.contents.size === 0) return null
  const direct = word.text === null ? undefined : viewer.disk.contentAt(word.text)
  if (direct !== undefined) return direct
  const { resolved } = locate(viewer, word)
  return resolved === null ? null : (viewer.disk.contentAt(resolved) ?? viewer.disk.contentAt(throughLinks(viewer.disk, resolved)) ?? null)
}

export function keepContent(viewer: Viewer, word: Word, content: Word): void {
  const { resolved } = locate(viewer, word)
  if (resolved !== null) viewer.disk.write(resolved, content)
}
