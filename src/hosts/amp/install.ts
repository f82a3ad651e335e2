// How is Amp set up to ask us? As a delegate, a program without arguments; it cannot abstain, so it never goes before rules of the user's own.
import { configFolder, systemFiles } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'amp',
  programs: ['amp'],
  packages: ['@sourcegraph/amp'],
  folders: (place) => [configFolder(place, 'amp')],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${configFolder(place, 'amp')}/settings.json` : `${place.project}/.amp/settings.json`,
      add: [
        {
          at: () => ['amp.permissions'],
          value: { tool: '*', action: 'delegate', to: `${ours.program}-amp` },
          first: true,
          alone: `it holds rules of yours, and the first that matches counts: add { "tool": "*", "action": "delegate", "to": "${ours.program}-amp" } where you want it`,
        },
      ],
      off: [{ at: ['amp.dangerouslyAllowAll'], is: true, says: '`amp.dangerouslyAllowAll` lets every call run' }],
    },
  ],
  steering: (place) => [
    `${configFolder(place, 'amp')}/settings.json`,
    `${place.project}/.amp/settings.json`,
    ...systemFiles(place, '/etc/ampcode', '/Library/Application Support/ampcode', 'C:/ProgramData/ampcode', ['managed-settings.json']),
  ],
  starts: 'program',
  canary: (command, cwd, id) => ({
    stdin: { cmd: command, cwd },
    env: { AGENT: 'amp', AMP_THREAD_ID: id, AGENT_TOOL_NAME: 'Bash', AGENT_TOOL_USE_ID: id },
  }),
  notes: ['a delegate cannot abstain: what we do not object to is allowed'],
}
