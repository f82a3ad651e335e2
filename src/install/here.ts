// Where do we stand: whose home, which project, which installation of ours?
import { homedir } from 'node:os'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import type { HostInstall, InstallPlace } from '../gate/host-install.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
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
    paths: { home, node: process.execPath, hook: path.join(packageFolder(), 'dist/hook.cjs'), ...system },
  }
}
