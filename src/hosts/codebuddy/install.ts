// How is CodeBuddy set up to ask us?
import { claudeCanary, claudeEntry, underHooks } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

const canary = claudeCanary('Bash', { permission_mode: 'default' })

export const install: HostInstall = {
  host: 'codebuddy',
  programs: ['codebuddy'],
  packages: ['@tencent-ai/codebuddy-code', '@tencent-ai/agent-sdk'],
  folders: ({ home }) => [`${home}/.codebuddy`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${home}/.codebuddy/settings.json` : `${project}/.codebuddy/settings.local.json`,
      add: underHooks({
        PreToolUse: claudeEntry(ours, {}, '.*'),
        PostToolUse: claudeEntry(ours, {}, '.*'),
        UserPromptSubmit: claudeEntry(ours, {}, null),
      }),
    },
  ],
  starts: 'shell',
  onWindows: 'posix',
  canary: (command, cwd, id) => ({ ...canary(command, cwd, id), env: { CODEBUDDY_PROJECT_DIR: cwd } }),
  notes: ['open `/hooks` once: CodeBuddy wants changed hooks reviewed'],
}
