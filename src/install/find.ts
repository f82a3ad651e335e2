// Which agents are on this machine?
import { statSync } from 'node:fs'
import type { HostInstall, InstallPlace } from '../gate/host-install.ts'
import { programsOf } from './versions.ts'

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
  return programsOf(install, place)[0] ?? null
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
