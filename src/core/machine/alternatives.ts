// What else may a variable hold, and where else may a process stand? Some of each are kept, and more are one that is not known.
import type { Word } from '../model.ts'
import type { Folder, Shell, Value } from './shell.ts'

/** More values than these are one that is not known. */
export const MOST_VALUES = 6
const MOST_FOLDERS = /* quiet */ 3

/** Were there more values than these? */
export const isOverfull = (value: Value | undefined): boolean => value?.otherwise?.length === MOST_VALUES - 1 && value.otherwise.at(-1)?.words[0]?.text === null

export const isSameWord = (a: Word, b: Word | undefined): boolean => a === b || (b !== undefined && a.text !== null && a.text === b.text)

export const folderOf = ({ cwd, wild }: Shell): Folder => ({ cwd, wild })

export function addFolders(shell: Shell, folders: readonly Folder[]): void {
  if (folders.length === 0 && shell.elsewhere.length === 0) return
  const out = [...shell.elsewhere]
  for (const folder of folders) {
    if (isSameWord(folder.cwd, shell.cwd) || out.some((other) => isSameWord(other.cwd, folder.cwd) && other.when === folder.when)) continue
    out.push(folder)
  }
  // What is certain to be possible goes first.
  shell.elsewhere = out.toSorted((a, b) => Number(a.when !== undefined) - Number(b.when !== undefined)).slice(0, MOST_FOLDERS)
}
