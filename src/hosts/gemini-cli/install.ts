// How is Gemini CLI set up to ask us? It counts in milliseconds.
import type { JsonObject } from '../../core/model.ts'
import { underHooks, WAIT_SECONDS } from '../../gate/host-install.ts'
import type { HostInstall, Ours } from '../../gate/host-install.ts'

const entry = (ours: Ours, more: JsonObject): JsonObject => ({
  ...more,
  hooks: [{ name: 'prudent', type: 'command', command: ours.command, timeout: WAIT_SECONDS * 1000 }],
})

export const install: HostInstall = {
  host: 'gemini-cli',
  programs: ['gemini'],
  folders: ({ home }) => [`${home}/.gemini`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? home : project}/.gemini/settings.json`,
      add: underHooks({
        BeforeTool: entry(ours, { matcher: '.*', sequential: true }),
        AfterTool: entry(ours, { matcher: '.*' }),
        BeforeAgent: entry(ours, {}),
      }),
      off: [{ at: ['hooksConfig', 'enabled'], is: false, says: '`hooksConfig.enabled` switches every hook off' }],
    },
  ],
  starts: 'shell',
  onWindows: 'powershell',
  canary: (command, cwd, id) => ({
    stdin: {
      session_id: id,
      cwd,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-01-01T00:00:00.000Z',
      tool_name: 'run_shell_command',
      tool_input: { command },
    },
  }),
  notes: ['a project file counts in trusted folders only'],
}
