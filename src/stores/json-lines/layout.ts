// Where do the files of the log lie, and what are they called?
import path from 'node:path'

export interface Folders {
  readonly audit: string
  readonly keys: string
}
type Env = Readonly<Record<string, string | undefined>>

/** The person's own state folder, as each system has it. A relative `XDG_STATE_HOME` does not count, as the standard says. */
export function stateFolder(env: Env, platform: string, home: string): string {
  if (platform === 'win32') return path.join(absolute(env['LOCALAPPDATA']) ?? path.join(home, 'AppData', 'Local'), 'prudent')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'prudent')
  return path.join(absolute(env['XDG_STATE_HOME']) ?? path.join(home, '.local', 'state'), 'prudent')
}

const absolute = (folder: string | undefined): string | undefined => (folder !== undefined && path.isAbsolute(folder) ? folder : undefined)

export const foldersIn = (state: string): Folders => ({ audit: path.join(state, 'audit'), keys: path.join(state, 'keys') })

const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.jsonl$/
const SEAL_FILE = /^(\d{4}-\d{2}-\d{2})\.seal\.jsonl$/

/** UTC, so that a day is the same day for every process. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const dayFile = (folder: string, day: string): string => path.join(folder, `${day}.jsonl`)
export const sealFile = (folder: string, day: string): string => path.join(folder, `${day}.seal.jsonl`)
export const checkpointFile = (folder: string): string => path.join(folder, 'checkpoint.jsonl')
export const lockFile = (folder: string): string => path.join(folder, 'seal.lock')

const named = (names: readonly string[], pattern: RegExp): string[] => names.flatMap((name) => pattern.exec(name)?.[1] ?? []).toSorted()
/** The days that have a file, oldest first. */
export const daysIn = (names: readonly string[]): string[] => named(names, DAY_FILE)
export const sealedDaysIn = (names: readonly string[]): string[] => named(names, SEAL_FILE)
