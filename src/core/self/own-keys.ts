// Would what is read give away this gate's keys: one of them, or all of a folder that holds them?
import type { Place, Scene } from '../model.ts'
import { isWithin, normalise } from '../text/path.ts'
import { isOwnFolder, KEYS, ownFolders } from './own-files.ts'
import { foldersAbove, likeOf } from './own-ground.ts'
import { NONE } from '../value/text.ts'

const IS_KEY = /^keys(?:\/|$)|token[^/]*$/

const OURS: readonly Place[] = ['our-keys']
const MAY_BE: readonly Place[] = ['may-be-our-keys']
/** All of the home, or of what lies above it, is read for many reasons, and there are rules about that. */
const HOLDS: readonly Place[] = ['contains-our-keys']

interface Keys {
  readonly folders: readonly string[]
  readonly keys: readonly string[]
  /** Folders that one of them lies in, at any depth. */
  readonly above: readonly string[]
  /** What patterns were found to take. */
  readonly taken: Map<string, readonly Place[]>
}
const MOST_TAKEN = 64
const known = new WeakMap<Scene, Keys>()
function keysOf(scene: Scene): Keys {
  let found = known.get(scene)
  if (found === undefined) {
    const folders = ownFolders(scene).filter(isOwnFolder)
    const keys = folders.flatMap((folder) => KEYS.map((key) => `${folder}/${key}`))
    const above = [...new Set(keys.flatMap((key) => foldersAbove(key, 1)))]
    known.set(scene, (found = { folders, keys, above, taken: new Map() }))
  }
  return found
}

/** The places of a path that is read, besides what else it is. `deep`: the folder below which it is looked for. */
export function keyPlaces(path: string, scene: Scene, recursive: boolean, deep?: string): readonly Place[] {
  const { folders, keys } = keysOf(scene)
  if (deep !== undefined && /\/(?:\*|\?\*|\*\/\?\*)$/.test(path)) {
    const below = normalise(deep, scene.cwd)
    if (below.search(WILD) >= 0) return keyPlaces(below, scene, true)
    // What lies above the home holds much besides.
    return below === scene.home || holdsKeys(below, scene, folders) ? HOLDS : NONE
  }
  const wild = path.search(WILD)
  if (wild < 0) {
    const own = folders.find((folder) => isWithin(path, folder))
    if (own === undefined) return holdsKeys(path, scene, folders) ? HOLDS : NONE
    return path === own ? HOLDS : IS_KEY.test(path.slice(own.length + 1)) ? OURS : NONE
  }
  const start = path.slice(0, wild)
  if (!keys.some((key) => key.startsWith(start))) return NONE
  if (path.length > LONGEST) return MAY_BE
  const { taken } = keysOf(scene)
  const key = recursive ? `${path}/` : path
  let places = taken.get(key)
  if (places === undefined) {
    places = takenBy(path, wild, scene, recursive)
    if (taken.size >= MOST_TAKEN) taken.clear()
    taken.set(key, places)
  }
  return places
}
/** With the groups that shells may be told to read. */
const WILD = /[*?[\0]|[!+@]\(/
/** No system takes a longer path; of longer patterns it is said that they may mean ours. */
const LONGEST = 4096

function takenBy(path: string, wild: number, scene: Scene, recursive: boolean): readonly Place[] {
  const start = path.slice(0, wild)
  const { keys, above } = keysOf(scene)
  const near = keys.filter((key) => key.startsWith(start))
  // What is not known stands for one name: whoever reads `$x` reads most often something else.
  const like = likeOf(path.replaceAll('\0', '*'), scene)
  if (near.some(like)) return path.includes('\0') ? MAY_BE : /[a-z]{2}/i.test(path.slice(wild)) ? OURS : HOLDS
  return recursive && start.length > scene.home.length + 1 && above.some((folder) => folder.startsWith(start) && like(folder)) ? HOLDS : NONE
}

const holdsKeys = (path: string, scene: Scene, folders: readonly string[]): boolean =>
  !isWithin(scene.home, path) && folders.some((folder) => isWithin(folder, path))
