// How is Pi set up to ask us? By an extension file; a throw blocks there.
import { moduleCanary } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'
import { loader } from '../_frame/module.ts'

export const install: HostInstall = {
  host: 'pi',
  programs: ['pi'],
  packages: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'],
  folders: ({ home }) => [`${home}/.pi`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'file',
      file: `${scope === 'user' ? `${home}/.pi/agent` : `${project}/.pi`}/extensions/prudent.js`,
      text: loader(ours, 'export default ', "(pi) => pi.on('tool_call', async () => ({ block: true, reason: why }))"),
    },
  ],
  starts: 'module',
  drive: `let call
module.default({ on: (name, handler) => { if (name === 'tool_call') call = handler } })
const told = { type: 'tool_call', toolCallId: event.id, toolName: 'bash', input: { command: event.command } }
return await call(told, { cwd: event.cwd, hasUI: false, sessionManager: { getSessionId: () => event.id } })`,
  canary: moduleCanary,
  notes: ['a project file is used in trusted projects only'],
}
