// Which files and folders are the gate's own, where only this machine knows them? What lies in its usual place stands in places/settings.yaml.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** Variables that move somebody's settings, state and caches elsewhere. */
const MOVING = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'LOCALAPPDATA', 'APPDATA']

/** Where the environment says that our folders are, whether we keep anything there today or not. */
export const movedFolders = (env: Env): readonly string[] =>
  MOVING.flatMap((name) => {
    const folder = env[name]
    return folder !== undefined && path.isAbsolute(folder) ? [path.join(folder, 'prudent')] : []
  })

/** What runs us, and what we are: the program and the package. Of a checkout only what was built, for the rest is somebody's work. */
export function runningFiles(execPath: string, folder: string): readonly string[] {
  const installed = folder.split(/[\\/]/).includes('node_modules')
  return [execPath, installed ? folder : path.join(folder, 'dist')].filter((file) => path.isAbsolute(file))
}

/** Where `prudent init` keeps what it changed. */
export const recordFile = (home: string): string => path.join(home, '.config/prudent/installed.json')

/** More hosts than there are, each for the person and for some projects. */
const MOST_FILES = 400

/** The hosts' files that `prudent init` wrote into, by the names it knew and by those they really have. None where nothing is recorded. `text`: of the record. */
export const wiredFiles = (home: string, text?: string): readonly string[] => slashed(wiredNames(home, text).flatMap((file) => [file, realName(file)]))

/** By the names it knew. */
export function wiredNames(home: string, text?: string): readonly string[] {
  let record: unknown
  try {
    record = JSON.parse(text ?? readFileSync(recordFile(home), 'utf8'))
  } catch {
    return []
  }
  return (Array.isArray(record) ? record.slice(0, MOST_FILES) : []).flatMap((entry: { readonly file?: unknown } | null) =>
    typeof entry?.file === 'string' && path.isAbsolute(entry.file) ? [entry.file] : [],
  )
}

const slashed = (files: readonly string[]): readonly string[] => [...new Set(files.map((file) => (path.sep === '/' ? file : file.replaceAll(path.sep, '/'))))]

function realName(file: string): string {
  try {
    return realpathSync.native(file)
  } catch {
    return file
  }
}
