// Where do we stand: whose home, which project, which installation of ours?
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
import { foldersIn } from './wrapper.ts'
import type { Paths } from './wrapper.ts'

export interface Here {
  readonly installs: readonly HostInstall[]
  readonly place: InstallPlace
  readonly paths: Paths
}

export function here(project: string): Here {
  const home = homedir()
  const system = process.platform === 'win32' ? ({ platform: 'windows' } as const) : {}
  return {
    installs: INSTALLS,
    place: { home, project, env: process.env, ...system },
    paths: {
      home,
      node: process.execPath,
      hook: path.join(packageFolder(), 'dist/hook.cjs'),
      folders: foldersIn(process.env),
      ...(system.platform === undefined ? shellHere() : {}),
      ...system,
    },
  }
}

/** What the script needs to know of this system's shell and programs. */
function shellHere(): Pick<Paths, 'sleep' | 'privileged'> {
  const folders = ['/bin', '/usr/bin', ...(process.env['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder))]
  const sleep = folders.map((folder) => path.join(folder, 'sleep')).find((file) => existsSync(file))
  const privileged = spawnSync('/bin/sh', ['-p', '-c', ':'], { stdio: 'ignore' }).status === 0
  return { privileged, ...(sleep === undefined ? {} : { sleep }) }
}
