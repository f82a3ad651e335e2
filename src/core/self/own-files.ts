// Where do this gate's own files lie? The one table, by folder, for whoever asks whether a name, a pattern or a folder means one of them.
import type { Scene } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, parentOf } from '../text/path.ts'
import { compileBounded } from '../text/regex.ts'
import { NONE } from '../value/text.ts'

/** Below the home, besides what the scene names. */
const EVERYWHERE = ['.config/prudent', '.local/state/prudent', '.local/share/prudent', '.cache/prudent', '.prudent']
const OWN_FOLDERS: Readonly<Record<Scene['platform'], readonly string[]>> = {
  linux: EVERYWHERE,
  macos: [...EVERYWHERE, 'Library/Application Support/prudent', 'Library/Caches/prudent'],
  windows: [...EVERYWHERE, 'AppData/Local/prudent', 'AppData/Roaming/prudent'],
}
/** The gate's own folders and files that have a fixed path. */
export const ownFolders = (scene: Scene): readonly string[] => [...OWN_FOLDERS[scene.platform].map((own) => `${scene.home}/${own}`), ...(scene.own ?? [])]
/** Ours, and not the package: whichever of them a system keeps where, each may hold any of our files. */
export const isOwnFolder = (folder: string): boolean => folder.endsWith('/prudent') && !folder.includes('/node_modules/')

/** Whoever has these can sign in our name. */
export const KEYS = ['keys/audit-signing', 'keys/audit-digest', 'keys/caches', 'http-token']
/** What decides: a search by name may mean these. */
const DECIDING = ['bin/prudent-hook', 'settings.yaml', 'installed.json']
export const IN_OURS = [
  ...DECIDING,
  ...KEYS,
  'ground.json',
  'seen.json',
  'bin',
  'audit',
  'audit/2026-01-01.jsonl',
  'keys',
  'asking',
  'asking/socket',
  'approvals',
  'ground',
  'ground/lookout',
  'unlogged',
]
export const IN_PACKAGE = ['package.json', 'dist', 'dist/cli.js', 'dist/hook.cjs', 'dist/index.js', 'cli.js', 'hook.cjs', 'index.js']
/** Below the package: all of its programs, and one of each kind of what they are made of. */
export const PROGRAMS = [
  ...'cli compat desk hook-slow index lookout serve watch'.split(' ').map((name) => `dist/${name}.js`),
  ...['', ...'-asked -code -engine -hosts -keep -login -options -query -rescue -seldom -shell -windows'.split(' ')].map((name) => `dist/hook${name}.cjs`),
  'dist/files.txt',
]
const MADE_OF = ['dist', 'dist/chunks', 'dist/data', 'dist/plugins', 'dist/parsers']

/** By their whole path, where they lie unless somebody moved them. */
const decidingFiles = ({ home }: Scene): readonly string[] => DECIDING.map((file) => `${home}/.config/prudent/${file}`)
const keyFiles = ({ home }: Scene): readonly string[] => KEYS.map((key) => `${home}/${key.startsWith('keys/') ? '.local/state' : '.config'}/prudent/${key}`)

/** Those of our files whose name is known, and that a search by name may find. */
const ownFiles = (scene: Scene): readonly string[] => [...decidingFiles(scene), ...(scene.wired ?? [])]
/** The same, and the hosts' files, in a folder and below. */
export const ownFilesBelow = (scene: Scene, folder: string): readonly string[] => ownFiles(scene).filter((file) => isWithin(file, folder))

/** Whether a folder holds our files, or a host's with our entry; what lies in a project of its own does not count. */
export function holdsOurs(scene: Scene, folder: string): boolean {
  const isOther = (file: string): boolean => isWithin(scene.home, scene.project) || !isWithin(file, scene.project)
  return [...ownFolders(scene), ...(scene.wired ?? NONE)].some((file) => file !== folder && isWithin(file, folder) && isOther(file))
}
/** What of ours, and of the hosts' files with our entry, lies in a folder. */
export const oursBelow = (scene: Scene, folder: string): readonly string[] =>
  [...ownFolders(scene), ...(scene.wired ?? NONE)].filter((file) => isWithin(file, folder))
/** Whether a path is one of them, or lies in one. */
export const isOurOwn = (scene: Scene, path: string): boolean => [...ownFolders(scene), ...(scene.wired ?? NONE)].some((file) => isWithin(path, file))

export const holdsKeys = (scene: Scene, folder: string): boolean => keyFiles(scene).some((key) => key !== folder && isWithin(key, folder))

/** What a search by name or path in a folder and below finds of ours: files, and folders on the way to them. */
export function ownNamed(scene: Scene, folder: string, name: string, deepest: number): readonly string[] {
  const found = new Set<string>()
  const like = likeName(folder, name)
  for (const own of [...ownFolders(scene), ...ownFiles(scene), ...keyFiles(scene)]) {
    if (own === folder || !isWithin(own, folder)) continue
    const start = folder === '/' ? 0 : folder.length
    for (let end = own.indexOf('/', start + 1), depth = 1; depth <= deepest; end = own.indexOf('/', end + 1), depth++) {
      const path = end < 0 ? own : own.slice(0, end)
      if (like(path)) found.add(path)
      if (end < 0) break
    }
  }
  return [...found]
}

/** As `find` compares: a name with the last component, a path with all of it. */
function likeName(folder: string, name: string): (path: string) => boolean {
  const whole = name.includes('/')
  const like = compileGlob(whole ? name.replace(/^\./, folder) : name, { separators: !whole })
  return (path) => like(whole ? path : path.slice(path.lastIndexOf('/') + 1))
}

/** The folders of our package and of our log in which such a search finds files, without saying which; what lies in the project is found with all else there. */
export function ownHolding(scene: Scene, folder: string, name: string, deepest: number): readonly string[] {
  const like = likeName(folder, name)
  const found: string[] = []
  for (const own of ownFolders(scene)) {
    if (isWithin(own, scene.project) || !(isWithin(own, folder) || isWithin(folder, own))) continue
    const inside = isOwnFolder(own) ? DAYS : own.includes('/node_modules/') ? [...PROGRAMS, ...MADE_OF] : NONE
    for (const file of inside) {
      const path = `${own}/${file}`
      const isNear = path.slice(folder.length).split('/').length - 1 <= deepest
      const into = parentOf(path)
      if (path !== folder && isWithin(path, folder) && isNear && !found.includes(into) && like(path)) found.push(into)
    }
  }
  return found
}
/** One for each way in which a search may be for a day. */
const DAYS = ['audit/2026-01-01.jsonl', 'audit/2026-12-31.jsonl']

/** What of ours lies below a folder and has a path in which a regular expression finds something, as grep and find spell them. */
export function ownMatching(scene: Scene, folder: string, pattern: string): readonly string[] {
  const owns = [...ownFolders(scene), ...ownFiles(scene)].filter((own) => own !== folder && isWithin(own, folder))
  if (owns.length === 0 || pattern === '') return NONE
  // A pattern that nobody can try in a short time may find any of them.
  const like = compileBounded(pattern.replaceAll(/\\([(|){}+?])/g, '$1'), 'i')
  return owns.filter((own) => like === null || like.test(own.slice(folder === '/' ? 0 : folder.length)))
}
