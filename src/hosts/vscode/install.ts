// How is VS Code set up to ask us? It reads every file of a folder, so one is ours alone.
import type { JsonObject } from '../../core/model.ts'
import { claudeCanary, configFolder, jsonFile, secondsFor } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'vscode',
  programs: ['code', 'code-insiders'],
  editor: ['code', 'code-insiders'],
  folders: ({ home }) => [`${home}/.vscode`, `${home}/.vscode-server`],
  edits: (scope, { home, project }, ours) => {
    const entry: JsonObject = { type: 'command', command: ours.command, timeout: secondsFor(ours) }
    const file = scope === 'user' ? `${home}/.copilot/hooks/prudent-vscode.json` : `${project}/.github/hooks/prudent-vscode.json`
    return [jsonFile(file, { hooks: { PreToolUse: [entry], PostToolUse: [entry], UserPromptSubmit: [entry] } })]
  },
  steering: (place) => [
    ...['Code', 'Code - Insiders'].flatMap((name) => [
      `${configFolder(place, name)}/User/settings.json`,
      `${place.home}/Library/Application Support/${name}/User/settings.json`,
    ]),
    `${place.home}/.vscode-server/data/Machine/settings.json`,
    `${place.project}/.vscode/settings.json`,
  ],
  switches: [{ at: ['chat.useHooks'], is: false, says: '`chat.useHooks` switches every hook off' }],
  starts: 'shell',
  canary: (command, cwd, id) => claudeCanary('run_in_terminal', { timestamp: new Date().toISOString(), transcript_path: `${cwd}/${id}` })(command, cwd, id),
  notes: ['hooks are on while the setting `chat.useHooks` is', 'Copilot CLI reads the same folder and is answered in its own words'],
}
