// Which patterns, paths with parts that are not known, and words of code mean this gate's own files, or a host's file that holds our entry?
import type { Place, Scene } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, normalise } from '../text/path.ts'
import { placesOf } from './places.ts'
import type { PlaceBook } from './places.ts'
import { NONE } from './trace.ts'

const HOLE = '\0'
/** No system takes a longer path. */
const LONGEST_PATH = 4096

/** Below the home, besides what the scene names. */
const EVERYWHERE = ['.config/prudent', '.local/state/prudent', '.local/share/prudent', '.cache/prudent', '.prudent']
const OWN_FOLDERS: Readonly<Record<Scene['platform'], readonly string[]>> = {
  linux: EVERYWHERE,
  macos: [...EVERYWHERE, 'Library/Application Support/prudent', 'Library/Caches/prudent'],
  windows: [...EVERYWHERE, 'AppData/Local/prudent', 'AppData/Roaming/prudent'],
}
/** The gate's own folders and files that have a fixed path. */
export const ownFolders = (scene: Scene): readonly string[] => [...OWN_FOLDERS[scene.platform].map((own) => `${scene.home}/${own}`), ...(scene.own ?? [])]

/** Files as they lie in our folders, whichever of them a system keeps where, and in the package: what a pattern takes of these it takes of ours. */
const IN_CONFIG = ['settings.yaml', 'installed.json', 'ground.json', 'seen.json', 'http-token', 'bin', 'bin/prudent-hook']
const IN_STATE = ['audit', 'audit/2026-01-01.jsonl', 'keys', 'keys/audit-signing', 'keys/audit-digest', 'keys/caches', 'asking', 'asking/socket']
const IN_OURS = [...IN_CONFIG, ...IN_STATE, 'approvals', 'ground', 'ground/lookout', 'unlogged']
const IN_PACKAGE = ['package.json', 'dist', 'dist/cli.js', 'dist/hook.cjs', 'dist/index.js', 'cli.js', 'hook.cjs', 'index.js']

interface Ground {
  readonly files: readonly string[]
  readonly wired: readonly string[]
}
const known = new WeakMap<Scene, Ground>()

function groundOf(scene: Scene): Ground {
  let ground = known.get(scene)
  if (ground === undefined) {
    const files = ownFolders(scene).flatMap((folder) => {
      const inside = scene.own?.includes(folder) === true ? IN_PACKAGE : IN_OURS
      return [folder, ...inside.map((file) => `${folder}/${file}`)]
    })
    known.set(scene, (ground = { files, wired: scene.wired ?? NONE }))
  }
  return ground
}

/**
 * What a path with wildcards or parts that are not known takes of ours: the places it has besides.
 * `may-be-self`: only what is not known, or a pattern for all of a folder that others use too, says so.
 */
export function oursLike(path: string, scene: Scene, recursive: boolean): readonly Place[] {
  const wild = path.search(/[*?[\0]/)
  if (wild < 0 || path.length > LONGEST_PATH) return NONE
  const start = path.slice(0, wild)
  const { files, wired } = groundOf(scene)
  const mine = files.filter((file) => file.startsWith(start))
  const theirs = wired.filter((file) => file.startsWith(start))
  if (mine.length === 0 && theirs.length === 0) return NONE
  const like = likeOf(path, scene)
  const above = recursive ? like : null
  const takes = (file: string): boolean => like(file) || (above !== null && foldersAbove(file, start.length).some(above))
  const found = mine.filter(takes)
  const entries = theirs.filter(takes)
  if (found.length === 0 && entries.length === 0) return NONE
  if (path.includes(HOLE)) return MAY_BE
  const places: Place[] = []
  if (found.some(like)) places.push(isAllOf(path) && found.every((file) => scene.own?.includes(file) === true) ? 'may-be-self' : 'self')
  else if (found.length > 0) places.push('contains-self')
  if (entries.some(like)) places.push('our-entry')
  else if (entries.length > 0) places.push('contains-our-entry')
  return places
}
const MAY_BE: readonly Place[] = ['may-be-self']
/** A pattern that takes more of ours than what is only kept to be faster. */
export const withoutCaches = (places: readonly Place[], path: string): readonly Place[] =>
  /\bcaches?\b/i.test(path) ? places : places.filter((place) => place !== 'regenerable')

const isAllOf = (path: string): boolean => /\/[*?]+$/.test(path)

/** From the first wildcard on. */
function foldersAbove(file: string, from: number): readonly string[] {
  const found: string[] = []
  for (let end = file.indexOf('/', from); end > 0; end = file.indexOf('/', end + 1)) found.push(file.slice(0, end))
  return found
}

/** As a shell reads a pattern, dotted names only where the dot is written; what is not known may be anything. */
function likeOf(path: string, { platform }: Scene): (file: string) => boolean {
  const ignoreCase = platform !== 'linux'
  if (path.includes(HOLE) || path.includes('**')) return compileGlob(path.replaceAll(HOLE, '**').replace(/\*{3,}/g, '**'), { ignoreCase })
  const parts = path.split('/').map((part) => ({ dotted: part.startsWith('.'), wild: /^[*?[]/.test(part), like: compileGlob(part, { ignoreCase }) }))
  return (file) => {
    const names = file.split('/')
    return (
      names.length === parts.length &&
      parts.every(({ dotted, wild, like }, at) => {
        const name = names[at] ?? ''
        return like(name) && !(wild && !dotted && name.startsWith('.'))
      })
    )
  }
}

const MOST_WORDS = 64
const LONGEST_TEXT = 20_000
const OUR_NAME = /prudent/i
/** What a path is made of where it stands in a command or in code; one, or a part of one put together, has one of these signs. */
const RUNS = /[~\w./*?@+[\]-]+/g
const SIGNS = /[./~*]/

/** Whether a text names our ground: our name, one of our folders or one above it, a host's settings. */
export function namesGround(text: string, scene: Scene, places: PlaceBook): 'name' | 'path' | null {
  const read = text.slice(0, LONGEST_TEXT)
  let words = 0
  for (const [word] of read.matchAll(RUNS)) {
    if (!SIGNS.test(word)) continue
    if (words++ > MOST_WORDS) break
    const rooted = word.startsWith('/') || word.startsWith('~/')
    // Expressions and bare wildcards are no path.
    if ((!rooted && !word.startsWith('.')) || !(/[A-Za-z]/.test(word) || word.startsWith('~/.'))) continue
    const below = normalise(word.startsWith('~/') ? word.slice(2) : word.replace(/^\/+/, ''), scene.home)
    if ([below, ...(word.startsWith('/') ? [normalise(word, '/')] : NONE)].some((path) => leadsToOurs(path, scene, places))) return 'path'
  }
  return OUR_NAME.test(read) ? 'name' : null
}

function leadsToOurs(path: string, scene: Scene, places: PlaceBook): boolean {
  // The home and what lies above it hold everything.
  if (isWithin(scene.home, path) || isWithin(path, scene.project)) return false
  if (/[*?[]/.test(path)) return oursLike(path, scene, true).length > 0
  const { files, wired } = groundOf(scene)
  if (files.some((file) => isWithin(file, path) || isWithin(path, file)) || wired.some((file) => isWithin(file, path))) return true
  return placesOf(places, path, scene).includes('host-wiring')
}
