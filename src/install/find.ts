// Which agents are on this machine?
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { readRecord } from './record.ts'
import { programsOf } from './versions.ts'

export interface Found {
  readonly install: HostInstall
  /** By what it was found; null when it was not. */
  readonly by: string | null
}

export const findHosts = (installs: readonly HostInstall[], place: InstallPlace): readonly Found[] =>
  installs.map((install) => ({ install, by: foundBy(install, place) }))

function foundBy(install: HostInstall, place: InstallPlace): string | null {
  const folder = install.folders(place).find((one) => isFolder(one) && !isOursAlone(one, place.home))
  if (folder !== undefined) return folder
  return programsOf(install, place)[0] ?? null
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true

/** Made for another host that reads the same folder: nothing in it but what we wrote. */
function isOursAlone(folder: string, home: string): boolean {
  const record = readRecord(home)
  if (!record.some(({ folders }) => folders.includes(folder))) return false
  const ours = new Set(record.map(({ file }) => file))
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).every((one) => one.isDirectory() || ours.has(path.join(one.parentPath, one.name)))
  } catch {
    return false
  }
}
