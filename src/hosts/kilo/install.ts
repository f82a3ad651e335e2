// How is Kilo set up to ask us? By a plugin file, as its origin; only a throw stops a call there.
import { configFolder, moduleCanary } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'
import { OPENCODE_DENYING, OPENCODE_DRIVE } from '../_frame/opencode.ts'
import { loader } from '../_frame/module.ts'

export const install: HostInstall = {
  host: 'kilo',
  programs: ['kilo'],
  packages: ['@kilocode/cli'],
  folders: (place) => [configFolder(place, 'kilo')],
  edits: (scope, place, ours) => [
    {
      kind: 'file',
      file: `${scope === 'user' ? configFolder(place, 'kilo') : `${place.project}/.kilo`}/plugins/prudent.js`,
      text: loader(ours, 'export const Prudent = ', OPENCODE_DENYING),
    },
  ],
  starts: 'module',
  drive: OPENCODE_DRIVE,
  canary: moduleCanary,
  notes: ['it asks you only where its settings ask about everything (`"permission": {"*": "ask"}`): elsewhere what we would ask about is denied'],
}
