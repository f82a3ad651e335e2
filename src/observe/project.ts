// Which project does a folder belong to?
import { lstatSync } from 'node:fs'
import path from 'node:path'

/** The nearest folder under version control; a home kept in git is nobody's project. */
export function projectOf(cwd: string, home: string): string {
  for (let folder = cwd; folder !== home; folder = path.dirname(folder)) {
    if (isThere(path.join(folder, '.git'))) return folder
    if (path.dirname(folder) === folder) break
  }
  return cwd
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
