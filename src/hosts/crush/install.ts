// How is Crush set up to ask us?
import { configFolder, patiently, PERSON_SECONDS, underHooks } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'crush',
  programs: ['crush'],
  marks: ['CRUSH'],
  packages: ['@charmland/crush'],
  folders: (place) => [configFolder(place, 'crush')],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${configFolder(place, 'crush')}/crush.json` : `${place.project}/crush.json`,
      ...(scope === 'user' ? {} : { orElse: { file: `${place.project}/.crush.json`, at: [] } }),
      add: underHooks({ PreToolUse: { name: 'prudent', command: patiently(ours).command, timeout: PERSON_SECONDS } }),
    },
  ],
  starts: 'shell',
  onWindows: 'posix',
  canary: (command, cwd, id) => ({
    stdin: { event: 'PreToolUse', session_id: id, cwd, tool_name: 'bash', tool_input: { command } },
    env: { CRUSH: '1' },
  }),
  notes: ['calls of sub-agents are not sent to hooks'],
}
