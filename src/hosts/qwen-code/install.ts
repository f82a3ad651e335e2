// How is Qwen Code set up to ask us?
import { claudeCanary, claudeEntry, httpEntry, underHooks } from '../../gate/host-install.ts'
import type { HostInstall } from '../../gate/host-install.ts'

export const install: HostInstall = {
  host: 'qwen-code',
  programs: ['qwen'],
  folders: ({ home }) => [`${home}/.qwen`],
  edits: (scope, { home, project, server }, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? home : project}/.qwen/settings.json`,
      add: [
        ...underHooks({
          PreToolUse: claudeEntry(ours),
          PostToolUse: claudeEntry(ours),
          PostToolUseFailure: claudeEntry(ours),
          UserPromptSubmit: claudeEntry(ours, {}, null),
        }),
        ...(server === undefined ? [] : underHooks({ PreToolUse: httpEntry(server, 'qwen-code') })),
      ],
      off: [{ at: ['disableAllHooks'], is: true, says: '`disableAllHooks` switches every hook off' }],
    },
  ],
  starts: 'shell',
  canary: claudeCanary('run_shell_command', { permission_mode: 'default', timestamp: '2026-01-01T00:00:00.000Z' }),
  notes: ['under `--bare` and `--safe-mode` no hook runs'],
}
