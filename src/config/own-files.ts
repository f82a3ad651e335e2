// Which files and folders are the gate's own, where only this machine knows them? What lies in its usual place stands in places/settings.yaml.
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
