// How is Copilot CLI set up to ask us? It reads every file of a folder, so one is ours alone.
import type { JsonObject } from '../../core/model.ts'
import { jsonFile, movable, secondsFor } from '../_frame/install.ts'
import type { HostInstall, InstallPlace } from '../_frame/install.ts'

const folder = (place: InstallPlace): string => movable(place, 'COPILOT_HOME', '.copilot')

export const install: HostInstall = {
  host: 'copilot-cli',
  programs: ['copilot'],
  marks: ['COPILOT_CLI'],
  packages: ['@github/copilot'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => {
    const entry: JsonObject = { type: 'command', [place.platform === 'windows' ? 'powershell' : 'bash']: ours.command, timeoutSec: secondsFor(ours) }
    const file = scope === 'user' ? `${folder(place)}/hooks/prudent.json` : `${place.project}/.github/hooks/prudent.json`
    return [jsonFile(file, { version: 1, hooks: { preToolUse: [entry], postToolUse: [entry], userPromptSubmitted: [entry] } })]
  },
  steering: (place) => [
    ...['settings.json', 'config.json'].map((name) => `${folder(place)}/${name}`),
    ...['settings.json', 'settings.local.json'].map((name) => `${place.project}/.github/copilot/${name}`),
  ],
  switches: [{ at: ['disableAllHooks'], is: true, says: '`disableAllHooks` switches every hook off' }],
  variables: [{ name: 'COPILOT_HOME', is: 'folder' }],
  starts: 'shell',
  onWindows: 'powershell',
  canary: (command, cwd, id) => ({
    stdin: { sessionId: id, timestamp: Date.now(), cwd, toolName: 'bash', toolArgs: JSON.stringify({ command, description: command.split(' ')[0] ?? '' }) },
  }),
  notes: ['when the hook times out, Copilot CLI runs the call; there is no setting for that'],
}
