// How is Hermes set up to ask us? With `fail_closed`, so that a hook that cannot start blocks.
import { movable, WAIT_SECONDS } from '../_frame/install.ts'
import type { HostInstall, InstallPlace } from '../_frame/install.ts'

const folder = (place: InstallPlace): string => movable(place, 'HERMES_HOME', '.hermes')

export const install: HostInstall = {
  host: 'hermes',
  programs: ['hermes'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) =>
    scope === 'project'
      ? null
      : [
          {
            kind: 'yaml',
            file: `${folder(place)}/config.yaml`,
            list: ['hooks', 'pre_tool_call'],
            item: { command: ours.command, timeout: WAIT_SECONDS, fail_closed: true },
          },
        ],
  starts: 'words',
  canary: (command, cwd, id) => ({
    stdin: { hook_event_name: 'pre_tool_call', tool_name: 'terminal', tool_input: { command }, session_id: id, cwd, profile: 'default', extra: {} },
  }),
  notes: ['Hermes runs the hook only after you approve it once at a terminal', '`HERMES_SAFE_MODE` switches every hook off'],
}
