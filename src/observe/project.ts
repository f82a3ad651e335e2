// Which project does a folder belong to?
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The nearest folder under version control; a home kept in git is nobody's project. */
export function projectOf(cwd: string, home: string): string {
  for (let folder = cwd; folder !== home; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder
    if (path.dirname(folder) === folder) break
  }
  return cwd
}
