// Which patterns, paths with parts that are not known, and words of code mean this gate's own files, or a host's file that holds our entry?
import type { Place, Scene } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, lastComponent, normalise, parentOf } from '../text/path.ts'
import { IN_OURS, IN_PACKAGE, isOwnFolder, ownFolders, PROGRAMS } from './own-files.ts'
import { placesOf } from '../disk/places/places.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import { NONE } from '../value/text.ts'
import type { Widened } from '../log/notes.ts'

const HOLE = '\0'
/** No system takes a longer path. */
const LONGEST_PATH = 4096

interface Ground {
  /** Sorted: those that begin alike stand together. */
  readonly files: readonly string[]
  readonly wired: readonly string[]
  /** By name, since a call may speak of thousands of paths: our own, those above these and hosts' files, and what lies in each folder. */
  readonly mine: ReadonlySet<string>
  readonly above: ReadonlySet<string>
  readonly inside: ReadonlyMap<string, readonly string[]>
  /** What patterns were found to take: one command looks at the same several times. */
  readonly taken: Map<string, readonly Place[]>
}
const MOST_TAKEN = 64
const known = new WeakMap<Scene, Ground>()

function groundOf(scene: Scene): Ground {
  let ground = known.get(scene)
  if (ground === undefined) {
    const files = ownFolders(scene).flatMap((folder) => {
      const inside = scene.own?.includes(folder) === true && !isOwnFolder(folder) ? [...IN_PACKAGE, ...PROGRAMS] : IN_OURS
      return [folder, ...inside.map((file) => `${folder}/${file}`)]
    })
    const wired = scene.wired ?? NONE
    const all = [...files, ...wired]
    const above = new Set(all.flatMap((file) => [file, ...foldersAbove(file, 1), '/']))
    const inside = new Map<string, string[]>()
    for (const file of all) inside.set(parentOf(file), [...(inside.get(parentOf(file)) ?? []), lastComponent(file)])
    known.set(scene, (ground = { files: files.toSorted(), wired, mine: new Set(files), above, inside, taken: new Map() }))
  }
  return ground
}

/**
 * What a path with wildcards or parts that are not known takes of ours: the places it has besides.
 * `may-be-self`: only what is not known, or a pattern for all of a folder that others use too, says so.
 */
export function oursLike(given: string, scene: Scene, recursive: boolean, byCode = false, spend: Spend = free, widened?: Widened): readonly Place[] {
  const isOther = widened !== undefined && (widened.zsh || widened.anyCase || widened.dotted)
  const path = isOther && widened.zsh ? asBash(given) : given
  const wild = path.search(isOther ? WILD : /[*?[\0]|[!+@]\(/)
  if (wild < 0) return NONE
  const { taken } = groundOf(scene)
  const key = (recursive ? `${path}/` : path) + (byCode ? '\0' : '') + (isOther ? `\0${widened.anyCase}${widened.dotted}` : '')
  let places = taken.get(key)
  if (places === undefined) {
    // With a group of alternatives, what stands before it in that name may be repeated, or left out.
    const from = path[wild] === '(' || path[wild + 1] === '(' ? path.lastIndexOf('/', wild) + 1 : wild
    places = findOurs(path, from, scene, recursive, byCode, spend, isOther ? widened : undefined)
    if (taken.size >= MOST_TAKEN) taken.clear()
    taken.set(key, places)
  }
  return places
}

const WILD = /[*?[(\0]/

/** What zsh adds, by what takes at least as much: qualifiers say which files of those, `^x` and `x~y` which names not, `<->` is a number, `#` repeats. */
function asBash(path: string): string {
  if (!/[(^~#<]/.test(path)) return path
  return path
    .split('/')
    .reduce<string[]>((names, name) => {
      const last = names.at(-1)
      // A slash in a group is none between folders.
      if (last !== undefined && last.lastIndexOf('(') > last.lastIndexOf(')')) names[names.length - 1] = last + name
      else names.push(name)
      return names
    }, [])
    .map((name, at) => (at === 0 && name === '~' ? name : asBashName(name)))
    .join('/')
}
function asBashName(name: string): string {
  const bare = name
    .replace(/([^(|]*)\((?:#q)?[^()|#]{0,40}\)$/, (whole, before: string) => (before === '' || /[!+@?]$/.test(before) ? whole : before))
    .replace(/<\d*-\d*>/g, '[0-9]')
  if (bare.startsWith('^')) return '*'
  const taken = bare.search(/.~/)
  return (taken < 0 ? bare : `${bare.slice(0, taken + 1)}*`).replace(/.#{1,2}.*$/, '*')
}

/** What it took, in steps of whoever asks. */
type Spend = (steps: number) => void
const free: Spend = () => {}
/** Comparing costs more where a pattern reaches to any depth. */
const COMPARED_A_STEP = 25
const DEEP_A_STEP = 6

function findOurs(path: string, wild: number, scene: Scene, recursive: boolean, byCode: boolean, spend: Spend, widened?: Widened): readonly Place[] {
  const start = path.slice(0, wild)
  const { files, wired } = groundOf(scene)
  const names = plainNames(path.slice(wild))
  const begins = (file: string): boolean => (widened?.anyCase === true ? file.toLowerCase().startsWith(start.toLowerCase()) : file.startsWith(start))
  const mayBe = (file: string): boolean => begins(file) && holdsAll(`${file.toLowerCase()}/`, names)
  const mine = (widened?.anyCase === true ? files : beginning(files, start)).filter(mayBe)
  const theirs = wired.filter(mayBe)
  if (mine.length === 0 && theirs.length === 0) return NONE
  // A pattern may be longer than any path, and what it takes nobody can tell in time.
  if (path.length > LONGEST_PATH) return MAY_BE
  // All that lies in the home is listed for many reasons.
  const like = likeOf(path, scene, (byCode || widened?.dotted === true) && !/^\/?\*$/.test(path.slice(scene.home.length)), widened?.anyCase)
  // Most of ours lie in the same few folders.
  const folders = new Map<string, boolean>()
  const takesFolder = (folder: string): boolean => {
    let takes = folders.get(folder)
    if (takes === undefined) folders.set(folder, (takes = like(folder)))
    return takes
  }
  const takes = (file: string): boolean => like(file) || (recursive && foldersAbove(file, start.length).some(takesFolder))
  const found = mine.filter(takes)
  const entries = theirs.filter(takes)
  const isDeep = path.includes('**') || path.includes(HOLE)
  spend((mine.length + theirs.length + folders.size) / (isDeep ? DEEP_A_STEP : COMPARED_A_STEP))
  if (found.length === 0 && entries.length === 0) return NONE
  if (path.includes(HOLE)) return MAY_BE
  const places: Place[] = []
  if (found.some(like)) places.push(isAllOf(path) && found.every((file) => scene.own?.includes(file) === true) ? 'may-be-self' : 'self')
  else if (found.length > 0) places.push('contains-self')
  if (entries.some(like)) places.push('our-entry')
  else if (entries.length > 0) places.push('contains-our-entry')
  return places
}
/** Those of a sorted list that begin so. */
function beginning(sorted: readonly string[], start: string): readonly string[] {
  let from = 0
  for (let to = sorted.length; from < to;) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < start) from = middle + 1
    else to = middle
  }
  let end = from
  while (sorted[end]?.startsWith(start) === true) end++
  return sorted.slice(from, end)
}

/** What stands between the wildcards of a pattern without alternatives, whole names with their slashes: what it takes has all of it, whatever else it has. */
const plainNames = (pattern: string): readonly string[] =>
  /[{([\\]/.test(pattern)
    ? NONE
    : pattern
        .toLowerCase()
        .split('/')
        .flatMap((name, at) =>
          at > 0 && /^[\w-][\w.-]*$/.test(name) ? [`/${name}/`] : /^\.*$/.test(name) ? [] : name.split(WILDCARDS).filter((piece) => piece !== ''),
        )
const WILDCARDS = /[*?\0]/
const holdsAll = (text: string, pieces: readonly string[]): boolean => pieces.every((piece) => text.includes(piece))

const MAY_BE: readonly Place[] = ['may-be-self']
/** A pattern that takes more of ours than what is only kept to be faster. */
export const withoutCaches = (places: readonly Place[], path: string): readonly Place[] =>
  /\bcaches?\b/i.test(path) ? places : places.filter((place) => place !== 'regenerable')

const isAllOf = (path: string): boolean => /\/[*?]+$/.test(path)

/** From the first wildcard on. */
export function foldersAbove(file: string, from: number): readonly string[] {
  const found: string[] = []
  for (let end = file.indexOf('/', from); end > 0; end = file.indexOf('/', end + 1)) found.push(file.slice(0, end))
  return found
}

/** As a shell reads a pattern, dotted names only where the dot is written, or as code lists a folder; what is not known may be anything. */
export function likeOf(path: string, { platform }: Scene, byCode = false, anyCase = false): (file: string) => boolean {
  const ignoreCase = anyCase || platform !== 'linux'
  if (path.includes(HOLE) || path.includes('**'))
    return compileGlob(
      path
        .replaceAll(HOLE, '**')
        .replace(/[^/]?\([^/]*(?=\/|$)/g, '*')
        .replace(/\*{3,}/g, '**'),
      { ignoreCase },
    )
  // A group of alternatives to bash, what kind of file to zsh: any name will do.
  const parts = path
    .split('/')
    .map((spelled) => spelled.replace(/.?\(.*$/s, '*'))
    .map((part) => ({ dotted: part.startsWith('.'), wild: /^[*?[]/.test(part), like: compileGlob(part, { ignoreCase }) }))
  return (file) => {
    const names = file.split('/')
    return (
      names.length === parts.length &&
      parts.every(({ dotted, wild, like }, at) => {
        const name = names[at] ?? ''
        return like(name) && (byCode || !(wild && !dotted && name.startsWith('.')))
      })
    )
  }
}

/** Different ones that may be a path; of what is beyond, anything may be meant. */
const MOST_WORDS = 1000
const LONGEST_TEXT = 100_000
/** Texts of one call that are looked at again for each thing that they change. */
const MOST_SAID = 16
const said = new WeakMap<Scene, Map<string, Named>>()
type Named = 'name' | 'path' | null
const OUR_NAME = /prud(?:e|$|[^a-z])/i
/** What a path is made of where it stands in a command or in code; one, or a part of one put together, has one of these signs. */
const RUNS = /[~\w./*?@+[\]-]+/g
const SIGNS = /[./~*]/
const PLACEHOLDER = /[%$]/

/** Whether a text names our ground: our name, one of our folders or one above it, a host's settings. */
export function namesGround(text: string, scene: Scene, places: PlaceBook): Named {
  if (text.length < LONG) return findGround(text, scene, places)
  let known = said.get(scene)
  if (known === undefined) said.set(scene, (known = new Map()))
  let named = known.get(text)
  if (named === undefined) {
    named = findGround(text, scene, places)
    if (known.size >= MOST_SAID) known.clear()
    known.set(text, named)
  }
  return named
}
const LONG = 80

function findGround(text: string, scene: Scene, places: PlaceBook): Named {
  if (text.length > LONGEST_TEXT) return 'path'
  const words = new Set<string>()
  for (const { 0: found, index } of text.matchAll(RUNS)) {
    // `"%s/.config"`, `$h/.config`: what stands before the path is filled in.
    const word = PLACEHOLDER.test(text[index - 1] ?? '') ? found.replace(/^\w*(?=\/)/, '') : found
    if (!SIGNS.test(word) || words.has(word)) continue
    const rooted = word.startsWith('/') || word.startsWith('~/')
    // Expressions and bare wildcards are no path.
    if ((!rooted && !word.startsWith('.')) || !(/[A-Za-z]/.test(word) || word.startsWith('~/.'))) continue
    if (words.size >= MOST_WORDS) return 'path'
    words.add(word)
    const below = normalise(word.startsWith('~/') ? word.slice(2) : word.replace(/^\/+/, ''), scene.home)
    const other = word.startsWith('/') ? [normalise(word, '/')] : word.startsWith('..') ? [normalise(word, scene.cwd)] : NONE
    if ([below, ...other].some((path) => leadsToOurs(path, scene, places))) return 'path'
  }
  return RUNTIME.test(text) || (FOLLOWS.test(text) && namesLink(text, scene)) ? 'path' : OUR_NAME.test(text) ? 'name' : null
}
/** What code or a command looks up where a link leads with, and a folder of programs. */
const FOLLOWS = /\breal_?path|\breadlink|\bread_?link|\bresolve\(/i
const namesLink = (text: string, { home, own = [] }: Scene): boolean =>
  own.some((path) => {
    const prefix = /^(.*?)(?:\/lib)?\/node_modules\/prudent$/.exec(path)?.[1]
    if (prefix === undefined) return false
    const bin = `${isWithin(prefix, home) ? prefix.slice(home.length + 1) : prefix}/bin`
    return text.includes(bin)
  })
/** What code or a command says for the program that runs it, or another process: that may be the one that runs this gate. */
const RUNTIME =
  /\bexecPath\b|\bprocess\.argv\s{0,4}\[\s{0,4}0|\bwhich\w{0,8}(?:\.\w{1,8})?\s{0,4}\(\s{0,4}["'`]node|\b(?:which|command -v|type -P|whereis)\s(?:-\w+\s){0,3}node\b|\/proc\/[^\n]{0,200}?\/exe\b/

const RUNTIMES = new RegExp(RUNTIME.source, 'g')

/** Whether a text names one of our files or folders: what runs us is known by what it is looked up by. */
export const namesFiles = (text: string, scene: Scene, places: PlaceBook): boolean => namesGround(text.replaceAll(RUNTIMES, ' '), scene, places) === 'path'

/** Whether a text names one of our keys, or where they lie. */
export const namesKeys = (text: string): boolean => NAMES_KEYS.test(text)
const NAMES_KEYS = /\baudit-(?:signing|digest)\b|\bprudent[/"'\s,.+]{1,12}(?:keys\b|http-token)|\bstate[/"'\s,.+]{1,12}[^\s/]{0,40}[/"'\s,.+]{1,12}keys\b/

function leadsToOurs(path: string, scene: Scene, places: PlaceBook): boolean {
  // The home and what lies above it hold everything.
  if (isWithin(scene.home, path) || isWithin(path, scene.project)) return false
  if (/[*?[]/.test(path)) return oursLike(path, scene, true).length > 0
  const { mine, above, inside } = groundOf(scene)
  if (above.has(path) || foldersAbove(path, 1).some((folder) => mine.has(folder))) return true
  // The rest of the name may stand elsewhere.
  if (path.length > scene.home.length + 2 && inside.get(parentOf(path))?.some((name) => name.startsWith(lastComponent(path))) === true) return true
  return placesOf(places, path, scene).includes('host-wiring')
}
