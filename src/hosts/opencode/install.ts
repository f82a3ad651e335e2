// How is OpenCode set up to ask us? By a plugin file; only a throw stops a call there.
import { configFolder, moduleCanary } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'
import { OPENCODE_DENYING, OPENCODE_DRIVE } from '../_frame/opencode.ts'
import { loader } from '../_frame/module.ts'

export const install: HostInstall = {
  host: 'opencode',
  programs: ['opencode'],
  marks: ['OPENCODE'],
  packages: ['opencode-ai'],
  folders: (place) => [configFolder(place, 'opencode')],
  edits: (scope, place, ours) => [
    {
      kind: 'file',
      file: `${scope === 'user' ? configFolder(place, 'opencode') : `${place.project}/.opencode`}/plugins/prudent.js`,
      text: loader(ours, 'export const Prudent = ', OPENCODE_DENYING),
    },
  ],
  variables: [
    { name: 'XDG_CONFIG_HOME', is: 'folder' },
    { name: 'OPENCODE_PURE', is: 'off', says: '`OPENCODE_PURE` starts it without plugins' },
  ],
  starts: 'module',
  drive: OPENCODE_DRIVE,
  canary: moduleCanary,
  notes: ['it asks you only where its settings ask about everything (`"permission": {"*": "ask"}`): elsewhere what we would ask about is denied'],
}
