// What is this path: root, home, project, credentials, regenerable …? Answers from `places/*.yaml` and the scene.
import type { Place, Scene } from '../../model.ts'
import { copyOf } from '../../text/kept.ts'
import { isWithin, isWindowsPath, windowsSpelling } from '../../text/path.ts'
import { addName, addPath, anchoredAt, emptyIndex, everythingBelow, float, nodesAt, startingWith, walk } from './place-index.ts'
import type { GrowingIndex, Id, Lookup, Node, PlaceIndex } from './place-index.ts'
import { compileHosts, isOfHosts } from './place-hosts.ts'
import type { HostBook } from './place-hosts.ts'
import type { PlaceSpec } from './place-spec.ts'
import { storedIndex, storeIndex } from './place-table.ts'
import type { ReadEntry } from './place-table.ts'

export { hostPlacesOf } from './place-hosts.ts'
export { folderOfGlob } from '../../text/path.ts'
export type { PlaceSpec } from './place-spec.ts'

export interface PlaceBook {
  readonly hosts: () => HostBook
  readonly spec: (position: number) => PlaceSpec
  /** Exact for Linux; lower-cased for macOS and Windows. */
  readonly index: (folded: boolean) => PlaceIndex
  /** The exceptions of one place, looked at only when it matched; null where it has none. */
  readonly exceptions: (id: Id, folded: boolean) => PlaceIndex | null
}

export function compilePlaces(specs: readonly PlaceSpec[]): PlaceBook {
  const paths = specs.filter(isOfPaths)
  return bookOf({ spec: (position) => paths[position] as PlaceSpec, hosts: () => specs, index: (folded) => buildIndex(paths, folded) })
}

const isOfPaths = ({ kind }: PlaceSpec): boolean => kind === undefined || kind === 'path'

interface Source {
  readonly spec: PlaceBook['spec']
  /** Those that speak of hosts, at least. */
  readonly hosts: () => readonly PlaceSpec[]
  readonly index: (folded: boolean) => PlaceIndex
}

/** One process seldom needs both spellings, or many places' exceptions. */
function bookOf({ spec, hosts: hostSpecs, index }: Source): PlaceBook {
  let hosts: HostBook | null = null
  const indexes = new Map<boolean, PlaceIndex>()
  const exceptions = new Map<number, PlaceIndex | null>()
  return {
    spec,
    hosts: () => (hosts ??= compileHosts(hostSpecs())),
    index: (folded) => {
      let found = indexes.get(folded)
      if (found === undefined) indexes.set(folded, (found = index(folded)))
      return found
    },
    exceptions: (id, folded) => {
      const key = (id >> 1) * 2 + Number(folded)
      let found = exceptions.get(key)
      if (found === undefined) exceptions.set(key, (found = buildExceptions(spec(id >> 1).not ?? [], folded)))
      return found
    },
  }
}

const INDEXES = { exact: 'e ', folded: 'f ' } as const
const SPEC = 'spec '

/** A book as a table of small entries. */
export function storePlaces(specs: readonly PlaceSpec[]): Readonly<Record<string, unknown>> {
  const paths = specs.filter(isOfPaths)
  const table: Record<string, unknown> = { hosts: specs.filter(isOfHosts) }
  paths.forEach(({ paths: _paths, names: _names, segments: _segments, 'project-segments': _project, examples: _examples, ...spec }, position) => {
    table[SPEC + position] = spec
  })
  return { ...table, ...storeIndex(buildIndex(paths, false), INDEXES.exact), ...storeIndex(buildIndex(paths, true), INDEXES.folded) }
}

/** `read` gives what `storePlaces` stored under a name. */
export function storedPlaces(read: ReadEntry): PlaceBook {
  const specs: PlaceSpec[] = []
  return bookOf({
    spec: (position) => (specs[position] ??= read(SPEC + position) as PlaceSpec),
    hosts: () => read('hosts') as readonly PlaceSpec[],
    index: (folded) => storedIndex(read, folded ? INDEXES.folded : INDEXES.exact),
  })
}

function buildIndex(specs: readonly PlaceSpec[], folded: boolean): GrowingIndex {
  const index = emptyIndex()
  const spell = (pattern: string): string => (folded ? pattern.toLowerCase() : pattern)
  specs.forEach((spec, position) => {
    const id = position * 2
    for (const pattern of spec.paths ?? []) addPath(index, spell(pattern), id)
    for (const pattern of spec.names ?? []) addName(index.floating, spell(pattern), id)
    for (const pattern of spec.segments ?? []) addPath(index, `**/${spell(pattern)}/**`, id)
    for (const pattern of spec['project-segments'] ?? []) addPath(index, `**/${spell(pattern)}/**`, id + 1)
  })
  return index
}

function buildExceptions(patterns: readonly string[], folded: boolean): PlaceIndex | null {
  if (patterns.length === 0) return null
  const index = emptyIndex()
  for (const each of patterns) {
    const pattern = folded ? each.toLowerCase() : each
    if (pattern.includes('/')) addPath(index, pattern, 0)
    else addName(index.floating, pattern, 0)
  }
  return index
}

/** The index's numbers: twice the place's position, plus one for a segment that counts only below the project. */
function specOf(book: PlaceBook, id: Id): PlaceSpec {
  return book.spec(id >> 1)
}

/** No system takes a path of more; nobody can tell where such a one leads, nor what a longer pattern stands for. */
const MOST_COMPONENTS = 2048
const LONGEST_PATTERN = 1024

/** A path, read once for all questions. */
interface Standing {
  readonly path: string
  readonly folded: boolean
  /** Root (`/`, `c:`, `//` or `\0`), then components. */
  readonly parts: readonly string[]
  /** How many parts belong to the project's folder, or -1. */
  readonly projectParts: number
  /** How many parts belong to the home it lies in, or -1. */
  readonly homeParts: number
  readonly ownHome: boolean
  /** In a folder beside the project where the task may work too. */
  readonly approved: boolean
  /** One of the gate's own files, or in one of its folders. */
  readonly self: boolean
  /** A host's file that holds our entry. */
  readonly wired: boolean
  readonly project: string
  readonly home: string
}

function stand(path: string, scene: Scene): Standing {
  const plain = canonical(path, scene)
  const folded = scene.platform !== 'linux' || isWindowsPath(plain) || plain.startsWith('//')
  const here = folded ? fold(plain, scene) : plain
  const home = folderOf(scene.home, scene, folded)
  const project = workFolder(folderOf(scene.project, scene, folded), home)
  const parts = partsOf(here)
  const ownHome = home !== '' && isWithin(here, home)
  return {
    path: here,
    folded,
    parts,
    projectParts: project !== '' && isWithin(here, project) && !(project === home && isHidden(here, home)) ? partCount(project) : -1,
    homeParts: ownHome ? partCount(home) : homeLength(parts),
    ownHome,
    approved: scene.approved !== undefined && scene.approved.some((folder) => isInside(here, folderOf(folder, scene, folded))),
    self: scene.own !== undefined && scene.own.some((own) => isInside(here, folderOf(own, scene, folded))),
    wired: scene.wired !== undefined && scene.wired.some((file) => here === folderOf(file, scene, folded)),
    project,
    home,
  }
}

/** Who stands in one of these, or above the home, has not begun a project there. */
const NO_PROJECT = /^\/(?:etc|bin|sbin|lib\w*|boot|proc|sys|dev|run|System|usr\/(?:local\/)?(?:bin|sbin|lib\w*|share|etc))(?:\/|$)/i
const KEPT_KEYS = /^\/\.(?:ssh|gnupg|aws|azure|kube|docker|password-store)(?:\/|$)/i
function workFolder(folder: string, home: string): string {
  if (NO_PROJECT.test(folder) || (folder !== home && isInside(home, folder))) return ''
  return isInside(folder, home) && KEPT_KEYS.test(folder.slice(home.length)) ? '' : folder
}
/** What lies below the home under a name with a dot is the home's, wherever one stands. */
const isHidden = (path: string, home: string): boolean => path.charAt(home.length + 1) === '.'

const isInside = (path: string, folder: string): boolean => folder !== '' && isWithin(path, folder)

/** One spelling for what is one folder: macOS's `/private`, WSL's and Git Bash's drives. */
function canonical(path: string, scene: Scene): string {
  if (path.startsWith('/private/') && /^\/private\/(?:etc|var|tmp)(?:\/|$)/.test(path)) return path.slice(8)
  if (path.startsWith('/mnt/') || path.startsWith('//') || path.startsWith('/cygdrive/') || scene.platform === 'windows') return windowsSpelling(path) ?? path
  return path
}

/** The project or home in the same spelling; a root is nobody's. */
function folderOf(path: string, scene: Scene, folded: boolean): string {
  const plain = canonical(isWindowsPath(path) || path.startsWith('\\\\') ? path.replaceAll('\\', '/') : path, scene)
  const end = plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
  return end.length < 3 ? '' : folded ? fold(end, scene) : end
}

/** macOS takes composed and decomposed letters for one name; plain ASCII needs no look. */
const fold = (path: string, scene: Scene): string =>
  scene.platform === 'macos' && /[^\x00-\x7f]/.test(path) ? path.normalize('NFC').toLowerCase() : path.toLowerCase()

function partsOf(path: string): string[] {
  let parts = path.split('/')
  if (parts.length > MOST_COMPONENTS) parts = ['\0', parts[parts.length - 1] as string]
  if (parts.length > 1 && parts[parts.length - 1] === '') parts.pop()
  const first = parts[0] as string
  if (first === '' && parts[1] === '' && parts.length > 2) {
    parts.shift()
    parts[0] = '//'
  } else if (first === '') parts[0] = '/'
  else if (first.length === 2 && first[1] === ':') parts[0] = 'c:'
  else if (first !== '\0') parts.unshift('\0')
  return parts
}

function partCount(folder: string): number {
  let count = folder.startsWith('//') ? 0 : 1
  for (let i = folder.indexOf('/'); i >= 0; i = folder.indexOf('/', i + 1)) count++
  return count
}

const HOME_FOLDERS = new Set(['home', 'Users', 'users'])
const NOBODYS = new Set(['shared', 'public', 'all users', 'default', 'lost+found'])

/** How many parts belong to somebody's home, by the usual layouts. */
function homeLength(parts: readonly string[]): number {
  const [root, first = '', second = ''] = parts
  if (root === '\0') return 1
  if (first === 'root' && root === '/') return 2
  if (first === 'var' && second === 'root') return 3
  const at = HOME_FOLDERS.has(first) ? 2 : (first === 'export' || first === 'usr') && second === 'home' ? 3 : -1
  return at > 0 && parts.length > at && !NOBODYS.has((parts[at] as string).toLowerCase()) ? at + 1 : -1
}

/**
 * The places that a normalised absolute path is or lies in (see `normalise`; unknown parts are `\0`).
 * `lookup: 'pattern'` says that it holds a shell's own wildcards: `/etc/sh?dow` is then what it would expand to.
 */
export function placesOf(book: PlaceBook, path: string, scene: Scene, asked: Lookup = 'exact'): readonly Place[] {
  if (path.length > LONGEST_KEPT) return findPlaces(book, path, scene, asked)
  let known = kept.get(scene)
  if (known === undefined || known.book !== book) kept.set(scene, (known = { book, exact: new Map(), pattern: new Map() }))
  const all = known[asked]
  let places = all.get(path)
  if (places === undefined) {
    places = findPlaces(book, path, scene, asked)
    if (all.size >= MOST_KEPT) all.clear()
    all.set(copyOf(path), places)
  }
  return places
}
/** Who works in a project names the same files again and again. */
const kept = new WeakMap<Scene, { readonly book: PlaceBook } & Readonly<Record<Lookup, Map<string, readonly Place[]>>>>()
const MOST_KEPT = 2048
const LONGEST_KEPT = 200

function findPlaces(book: PlaceBook, path: string, scene: Scene, asked: Lookup): readonly Place[] {
  const at = stand(path, scene)
  const lookup = path.length > LONGEST_PATTERN ? 'exact' : asked
  const through = throughProcess(at, scene)
  const found: Place[] = [...(through === null ? [] : placesOf(book, through, scene, lookup)), ...(lookup === asked ? [] : ['unresolved'])]
  const index = book.index(at.folded)
  const { parts, projectParts, homeParts } = at
  const anchored: Id[] = []
  walkAnchored(index, at, lookup, anchored)
  const floating: Id[] = []
  const project = projectParts > 0 ? anchoredAt(index, '$project') : undefined
  if (project) walk(project, parts, projectParts, lookup, floating)
  const scratch = projectParts < 0 && homeParts < 0 && anchored.some((id) => specOf(book, id).name === 'scratch')
  const work = projectParts > 0 ? projectParts : homeParts > 0 ? homeParts : scratch ? 2 : Infinity
  float(
    index.floating,
    parts,
    lookup,
    (id, begins) => (id & 1 ? projectParts > 0 && begins >= projectParts : specOf(book, id).below !== 'work' || begins >= work),
    floating,
  )
  // A project somebody keeps in /usr/src or /tmp is a project; one that is /etc itself is not.
  const sheltered = projectParts > 2
  // A home kept in a temporary folder is a home.
  const homeInScratch = at.ownHome && homeParts > 2 && /^\/(?:private\/)?(?:tmp|var\/tmp|var\/folders|dev\/shm)\//.test(scene.home)
  for (const id of anchored) {
    const spec = specOf(book, id)
    if ((sheltered && spec['outside-project']) || (homeInScratch && spec.name === 'scratch')) continue
    addPlace(book, id, at, found)
  }
  // In `~/.config` itself, what a program takes its orders from is in force, and no mere file of a project.
  const inForce = at.ownHome && projectParts === homeParts + 1 && isHidden(at.path, at.home) && found.length > 0
  for (const id of floating) addPlace(book, id, at, found)
  if (at.self && !found.includes('self')) found.push('self')
  if (at.wired) found.push('our-entry')
  addStanding(inForce ? { ...at, projectParts: -1 } : at, found)
  return found
}

function addPlace(book: PlaceBook, id: Id, at: Standing, found: Place[]): void {
  const { name } = specOf(book, id)
  if (!found.includes(name) && !excepted(book.exceptions(id, at.folded), at)) found.push(name)
}

function walkAnchored(index: PlaceIndex, at: Standing, lookup: Lookup, hits: Id[]): void {
  const root = anchoredAt(index, at.parts[0] as string)
  if (root) walk(root, at.parts, 1, lookup, hits)
  const homes = at.homeParts > 0 ? anchoredAt(index, '~') : undefined
  if (homes) walk(homes, at.parts, at.homeParts, lookup, hits)
}

const always = (): boolean => true

function excepted(index: PlaceIndex | null, at: Standing): boolean {
  if (!index) return false
  const hits: Id[] = []
  walkAnchored(index, at, 'exact', hits)
  const project = at.projectParts > 0 ? anchoredAt(index, '$project') : undefined
  if (project) walk(project, at.parts, at.projectParts, 'exact', hits)
  if (hits.length === 0) float(index.floating, at.parts, 'exact', always, hits)
  return hits.length > 0
}

/** `/proc/self/root/etc/shadow` is `/etc/shadow`. */
function throughProcess(at: Standing, scene: Scene): string | null {
  const { parts } = at
  if (parts[1] !== 'proc' || parts.length < 4 || parts[0] !== '/') return null
  const rest = parts.slice(4).join('/')
  if (rest.startsWith('proc/')) return null
  if (parts[3] === 'root') return `/${rest}`
  return parts[3] === 'cwd' ? (rest === '' ? scene.cwd : `${scene.cwd}/${rest}`) : null
}

/** The places that follow from the scene alone. */
function addStanding(at: Standing, found: Place[]): void {
  const { parts, projectParts, homeParts, ownHome } = at
  const length = parts.length
  const root = parts[0] as string
  if (root === '\0') {
    found.push('unresolved')
    return
  }
  if (length === 1 || (root === '//' && length === 3 && parts[1] !== '.')) found.push('root')
  else if (length === 2 && root !== '//') found.push('top-level')
  if (homeParts > 0) {
    // The project has its own words, unless it is the home itself.
    if (length === homeParts) found.push('home')
    else if (projectParts <= homeParts) found.push('inside-home')
    if (!ownHome) {
      found.push('other-home')
      if (at.path === '/root' || at.path.startsWith('/root/') || at.path.startsWith('/var/root')) found.push('system')
    }
  }
  if (projectParts > 0) found.push(length === projectParts ? 'project' : 'inside-project')
  else if (at.approved) found.push('approved')
  else if (!found.some((place) => NOT_OUTSIDE.has(place))) found.push('outside')
}

const NOT_OUTSIDE = new Set<Place>(['scratch', 'regenerable', 'harmless-device'])

/** The places that a recursive act on this folder would swallow with it. What can be made again swallows nothing of note. */
export function containedPlaces(book: PlaceBook, path: string, scene: Scene): readonly Place[] {
  const at = stand(path, scene)
  if (at.parts[0] === '\0' || placesOf(book, path, scene).includes('regenerable')) return []
  const index = book.index(at.folded)
  const below = new Set<Id>()
  const found = new Set<Place>()
  const collect = (node: Node | undefined, from: number): void => {
    const nodes: Node[] = []
    if (node) nodesAt(node, at.parts, from, nodes)
    for (const each of nodes) everythingBelow(each, below)
  }
  collect(anchoredAt(index, at.parts[0] as string), 1)
  for (let i = 1; i < at.parts.length; i++) collect(startingWith(index.floating, at.parts[i] as string), i + 1)
  const aboveHomes = at.parts.length === 1 || (at.parts.length === 2 && HOME_FOLDERS.has(at.parts[1] as string))
  if (aboveHomes || (at.home !== at.path && at.home !== '' && isWithin(at.home, at.path))) {
    found.add('home').add('inside-home')
    const homes = anchoredAt(index, '~')
    if (homes) everythingBelow(homes, below)
  } else if (at.homeParts > 0) collect(anchoredAt(index, '~'), at.homeParts)
  if (at.project !== '' && isWithin(at.project, at.path)) {
    if (at.project !== at.path) found.add('project')
    for (const place of ['inside-project', 'vcs', 'inside-vcs', 'git-hook', 'git-config']) found.add(place)
    const project = anchoredAt(index, '$project')
    if (project) everythingBelow(project, below)
  } else if (at.projectParts > 0) collect(anchoredAt(index, '$project'), at.projectParts)
  if (scene.own?.some((own) => isInside(folderOf(own, scene, at.folded), at.path)) === true) found.add('self')
  for (const id of below) {
    const spec = specOf(book, id)
    if (!spec.harmless) found.add(spec.name)
  }
  return [...found]
}
