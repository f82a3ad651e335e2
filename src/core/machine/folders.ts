// Where does a process stand, and where else may it stand? The only module that moves one.
import type { Word } from '../model.ts'
import { isGone } from '../disk/observed.ts'
import { unknownWord } from '../value/text.ts'
import { isSameWord } from './alternatives.ts'
import type { Folder, Folders, Open, Shell, State } from './shell.ts'

const opened = (shell: Folders): Open<Folders> => shell

/** More folders than these are one that is not known. */
const MOST_FOLDERS = 3

export function stand(shell: Shell, { cwd, wild }: Folder): void {
  const open = opened(shell)
  open.cwd = cwd
  open.wild = wild
}
/** In a folder that is no pattern, or one as before. */
export function standIn(shell: Shell, cwd: Word): void {
  opened(shell).cwd = cwd
}
/** It came from there: that is where `cd -` leads. */
export function remember(shell: Shell, previous: Word): void {
  opened(shell).previous = previous
}
/** And stands there if that failed. */
export function mayStay(shell: Shell, unmoved: Folder | null): void {
  opened(shell).unmoved = unmoved
}
/** Where it stands if the last `cd` failed, which from here on nobody asks. */
export function takeUnmoved(shell: Shell): Folder | null {
  const { unmoved } = shell
  if (unmoved !== null) mayStay(shell, null)
  return unmoved
}
/** All that is known of it, as it was. */
export function standAs(shell: Shell, { folder, previous, elsewhere, unmoved }: Pick<State, 'folder' | 'previous' | 'elsewhere' | 'unmoved'>): void {
  const open = opened(shell)
  open.cwd = folder.cwd
  open.wild = folder.wild
  open.previous = previous
  open.elsewhere = elsewhere
  open.unmoved = unmoved
}
/** In no other, or in these. */
export function standElsewhere(shell: Shell, folders: readonly Folder[]): void {
  opened(shell).elsewhere = folders
}

export const folderOf = ({ cwd, wild }: Shell): Folder => ({ cwd, wild })

const SOMEWHERE: Folder = { cwd: unknownWord('folder'), wild: false }

export function addFolders(shell: Shell, folders: readonly Folder[]): void {
  if (folders.length === 0 && shell.elsewhere.length === 0) return
  const out = [...shell.elsewhere]
  for (const folder of folders) {
    if (isSameWord(folder.cwd, shell.cwd) || out.some((other) => isSameWord(other.cwd, folder.cwd) && other.when === folder.when)) continue
    out.push(folder)
  }
  // What is certain to be possible goes first.
  const sure = out.filter(({ when }) => when === undefined)
  const may = out.filter(({ when }) => when !== undefined)
  const kept = sure.length > MOST_FOLDERS ? [...sure.slice(0, MOST_FOLDERS - 1), SOMEWHERE] : [...sure, ...may.slice(0, MOST_FOLDERS - sure.length)]
  // Those that are left off count only where a folder is known to be missing: then they are certain, when all is read again.
  for (const { when } of may.slice(Math.max(0, MOST_FOLDERS - sure.length))) if (when !== undefined) isGone(shell, when)
  opened(shell).elsewhere = kept
}
