// Where do settings and the compiled policy lie, and is there any setting at all?
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { ADMINISTRATORS_FILE } from '../gate/caches.ts'

export interface SettingsFiles {
  readonly home: string
  /** Null where there is none to look for. */
  readonly administrator: string | null
  readonly user: string | null
  readonly project: string | null
}

export const settingsFiles = (home: string, project: string, platform: string): SettingsFiles => ({
  home,
  administrator: platform === 'win32' ? null : ADMINISTRATORS_FILE,
  user: path.join(home, '.config/prudent/settings.yaml'),
  project: path.join(project, '.prudent/settings.yaml'),
})

export const anySettings = (files: SettingsFiles): boolean => [files.administrator, files.user, files.project].some((file) => file !== null && isThere(file))

/** Also a link that leads nowhere, and what we may not look at: somebody said something there. */
export function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // A file where its folder should be.
    return (error as { readonly code?: string }).code !== 'ENOTDIR'
  }
}
