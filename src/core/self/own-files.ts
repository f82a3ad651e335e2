// Where do this gate's own files lie? The one table, by folder, for whoever asks whether a name, a pattern or a folder means one of them.
import type { Scene } from '../model.ts'

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

/** By their whole path, where they lie unless somebody moved them. */
export const decidingFiles = ({ home }: Scene): readonly string[] => DECIDING.map((file) => `${home}/.config/prudent/${file}`)
export const keyFiles = ({ home }: Scene): readonly string[] =>
  KEYS.map((key) => `${home}/${key.startsWith('keys/') ? '.local/state' : '.config'}/prudent/${key}`)
