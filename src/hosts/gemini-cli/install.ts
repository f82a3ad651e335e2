// How is Gemini CLI set up to ask us? It counts in milliseconds.
import type { JsonObject } from '../../core/model.ts'
import { namedPath, secondsFor, systemFiles, underHooks } from '../_frame/install.ts'
import type { HostInstall, InstallPlace, Ours } from '../_frame/install.ts'

const entry = (ours: Ours, more: JsonObject): JsonObject => ({
  ...more,
  hooks: [{ name: 'prudent', type: 'command', command: ours.command, timeout: secondsFor(ours) * 1000 }],
})

/** The variable stands for the home, not for the folder in it. */
const folder = (place: InstallPlace): string => `${namedPath(place, 'GEMINI_CLI_HOME')[0] ?? place.home}/.gemini`

export const install: HostInstall = {
  host: 'gemini-cli',
  programs: ['gemini'],
  marks: ['GEMINI_CLI'],
  packages: ['@google/gemini-cli'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? folder(place) : `${place.project}/.gemini`}/settings.json`,
      reads: 'comments',
      add: underHooks({
        BeforeTool: entry(ours, { matcher: '.*', sequential: true }),
        AfterTool: entry(ours, { matcher: '.*' }),
        BeforeAgent: entry(ours, {}),
      }),
      off: [
        { at: ['hooksConfig', 'enabled'], is: false, says: '`hooksConfig.enabled` switches every hook off' },
        { at: ['hooksConfig', 'disabled'], is: 'prudent', says: '`hooksConfig.disabled` switches ours off' },
        { at: ['hooks', 'disabled'], is: 'prudent', says: '`hooks.disabled` switches ours off' },
        { at: ['tools', 'enableHooks'], is: false, says: '`tools.enableHooks` switches every hook off' },
      ],
    },
  ],
  steering: (place) => [
    `${folder(place)}/settings.json`,
    `${place.project}/.gemini/settings.json`,
    ...namedPath(place, 'GEMINI_CLI_SYSTEM_SETTINGS_PATH'),
    ...namedPath(place, 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'),
    ...systemFiles(place, '/etc/gemini-cli', '/Library/Application Support/GeminiCli', 'C:/ProgramData/gemini-cli', ['settings.json', 'system-defaults.json']),
  ],
  variables: [
    { name: 'GEMINI_CLI_HOME', is: 'folder' },
    { name: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', is: 'file' },
    { name: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH', is: 'file' },
  ],
  starts: 'shell',
  onWindows: 'powershell',
  canary: (command, cwd, id) => ({
    stdin: {
      session_id: id,
      cwd,
      hook_event_name: 'BeforeTool',
      timestamp: new Date().toISOString(),
      tool_name: 'run_shell_command',
      tool_input: { command },
    },
  }),
  notes: ['a project file is used in trusted folders only'],
}
