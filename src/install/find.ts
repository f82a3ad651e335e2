// Which agents are on this machine?
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../gate/host-install.ts'

export interface Found {
  readonly install: HostInstall
  /** By what it was found; null when it was not. */
  readonly by: string | null
}

export const findHosts = (installs: readonly HostInstall[], place: InstallPlace): readonly Found[] =>
  installs.map((install) => ({ install, by: foundBy(install, place) }))

function foundBy(install: HostInstall, place: InstallPlace): string | null {
  const folder = install.folders(place).find(isFolder)
  if (folder !== undefined) return folder
  const windows = place.platform === 'windows'
  const named = (windows ? (place.env['Path'] ?? place.env['PATH']) : place.env['PATH']) ?? ''
  const searched = named.split(windows ? ';' : ':').filter((one) => path.isAbsolute(one))
  const names = install.programs.flatMap((name) => (windows ? ['.exe', '.cmd', '.bat'].map((ending) => `${name}${ending}`) : [name]))
  return searched.flatMap((one) => names.map((name) => path.join(one, name))).find(isProgram) ?? null
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
