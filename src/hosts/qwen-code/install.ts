// How is Qwen Code set up to ask us?
import type { JsonObject } from '../../core/model.ts'
import { claudeCanary, claudeEntry, httpEntry, secondsFor, systemFiles, underHooks } from '../../gate/host-install.ts'
import type { HostInstall, Ours } from '../../gate/host-install.ts'

/** Versions before 0.23.4 read milliseconds; later ones read seconds, and milliseconds where the number is 1000 or more. So it is 20 s for all of them. */
const entry = (ours: Ours, matcher: string | null = '*'): JsonObject => claudeEntry(ours, { timeout: secondsFor(ours) * 1000 }, matcher)

export const install: HostInstall = {
  host: 'qwen-code',
  programs: ['qwen'],
  marks: ['QWEN_CODE'],
  packages: ['@qwen-code/qwen-code'],
  folders: ({ home }) => [`${home}/.qwen`],
  edits: (scope, { home, project, server }, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? home : project}/.qwen/settings.json`,
      add: [
        ...underHooks({
          PreToolUse: entry(ours),
          PostToolUse: entry(ours),
          PostToolUseFailure: entry(ours),
          UserPromptSubmit: entry(ours, null),
        }),
        ...(server === undefined ? [] : underHooks({ PreToolUse: httpEntry(server, 'qwen-code') })),
      ],
      off: [{ at: ['disableAllHooks'], is: true, says: '`disableAllHooks` switches every hook off' }],
    },
  ],
  steering: (place) => [
    `${place.home}/.qwen/settings.json`,
    `${place.project}/.qwen/settings.json`,
    ...systemFiles(place, '/etc/qwen-code', '/Library/Application Support/QwenCode', 'C:/ProgramData/qwen-code', ['settings.json', 'system-defaults.json']),
  ],
  starts: 'shell',
  canary: claudeCanary('run_shell_command', { permission_mode: 'default', timestamp: '2026-01-01T00:00:00.000Z' }),
  notes: ['under `--bare` and `--safe-mode` no hook runs'],
}
