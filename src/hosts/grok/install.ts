// How is Grok set up to ask us? It reads every file of a folder, so one is ours alone; left to itself it waits five seconds only.
import { claudeEntry, jsonFile, movable, systemFiles } from '../_frame/install.ts'
import type { HostInstall, InstallPlace } from '../_frame/install.ts'

const folder = (place: InstallPlace): string => movable(place, 'GROK_HOME', '.grok')

const MANAGED_ONLY = '`allow_managed_hooks_only` leaves only the hooks of the administrator'

export const install: HostInstall = {
  host: 'grok',
  programs: ['grok'],
  packages: ['@xai-official/grok'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => {
    const entry = claudeEntry(ours, {}, null)
    const file = scope === 'user' ? `${folder(place)}/hooks/prudent.json` : `${place.project}/.grok/hooks/prudent.json`
    return [jsonFile(file, { hooks: { PreToolUse: [entry], PostToolUse: [entry], UserPromptSubmit: [entry] } })]
  },
  steering: (place) => [
    ...['config.toml', 'managed_config.toml'].map((name) => `${folder(place)}/${name}`),
    ...systemFiles(place, '/etc/grok', '/Library/Application Support/Grok', 'C:/ProgramData/Grok', ['managed_config.toml', 'requirements.toml']),
  ],
  switches: [
    { at: ['allow_managed_hooks_only'], is: true, says: MANAGED_ONLY },
    { at: ['hooks', 'allow_managed_hooks_only'], is: true, says: MANAGED_ONLY },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: {
      hookEventName: 'pre_tool_use',
      hook_event_name: 'PreToolUse',
      sessionId: id,
      cwd,
      workspaceRoot: cwd,
      permissionMode: 'default',
      toolName: 'run_terminal_command',
      toolInput: { command },
      toolUseId: id,
      toolInputTruncated: false,
    },
    env: { GROK_HOOK_EVENT: 'pre_tool_use' },
  }),
  notes: ['a project file is used after `/hooks-trust`', 'Grok runs the hooks of Claude Code and Cursor too: a call may be seen twice, and is answered alike'],
}
