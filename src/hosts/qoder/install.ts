// How is Qoder set up to ask us?
import { claudeCanary, claudeEntry, underHooks } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

const canary = claudeCanary('Bash', { permission_mode: 'default' })

export const install: HostInstall = {
  host: 'qoder',
  programs: ['qodercli'],
  packages: ['@qoder-ai/qodercli'],
  folders: ({ home }) => [`${home}/.qoder`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${home}/.qoder/settings.json` : `${project}/.qoder/settings.local.json`,
      add: underHooks({
        PreToolUse: claudeEntry(ours, {}, '.*'),
        PostToolUse: claudeEntry(ours, {}, '.*'),
        UserPromptSubmit: claudeEntry(ours, {}, null),
      }),
    },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({ ...canary(command, cwd, id), env: { QODER_PROJECT_DIR: cwd } }),
  notes: [],
}
