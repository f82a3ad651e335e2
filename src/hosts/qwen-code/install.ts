// Sets up Qwen Code: its settings file, what switches its hooks off, and which variables move or disable them.
import type { JsonObject } from '../../core/model.ts'
import { claudeCanary, claudeEntry, httpEntry, movable, namedPath, offInSettings, secondsFor, systemFiles, underHooks } from '../_frame/install.ts'
import type { HostInstall, InstallPlace, Ours } from '../_frame/install.ts'

/** Versions before 0.23.4 read milliseconds; later ones read seconds, and milliseconds where the number is 1000 or more. So it is 20 s for all of them. */
const entry = (ours: Ours, matcher: string | null = '*'): JsonObject => claudeEntry(ours, { timeout: secondsFor(ours) * 1000 }, matcher)

const folder = (place: InstallPlace): string => movable(place, 'QWEN_HOME', '.qwen')

/** In its environment, or under `env` in its settings. */
const SIMPLE = { name: 'QWEN_CODE_SIMPLE', is: 'off', says: '`QWEN_CODE_SIMPLE` starts it without hooks' } as const

export const install: HostInstall = {
  host: 'qwen-code',
  programs: ['qwen'],
  marks: ['QWEN_CODE'],
  packages: ['@qwen-code/qwen-code'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? folder(place) : `${place.project}/.qwen`}/settings.json`,
      reads: 'comments',
      add: [
        ...underHooks({
          PreToolUse: entry(ours),
          PostToolUse: entry(ours),
          PostToolUseFailure: entry(ours),
          UserPromptSubmit: entry(ours, null),
        }),
        ...(place.server === undefined ? [] : underHooks({ PreToolUse: httpEntry(place.server, 'qwen-code') })),
      ],
      off: [{ at: ['disableAllHooks'], is: true, says: '`disableAllHooks` switches every hook off' }, ...offInSettings(SIMPLE)],
    },
  ],
  steering: (place) => [
    `${folder(place)}/settings.json`,
    `${place.project}/.qwen/settings.json`,
    ...namedPath(place, 'QWEN_CODE_SYSTEM_SETTINGS_PATH'),
    ...namedPath(place, 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'),
    ...systemFiles(place, '/etc/qwen-code', '/Library/Application Support/QwenCode', 'C:/ProgramData/qwen-code', ['settings.json', 'system-defaults.json']),
  ],
  variables: [
    { name: 'QWEN_HOME', is: 'folder' },
    { name: 'QWEN_CODE_SYSTEM_SETTINGS_PATH', is: 'file' },
    { name: 'QWEN_CODE_SYSTEM_DEFAULTS_PATH', is: 'file' },
    SIMPLE,
  ],
  starts: 'shell',
  canary: (command, cwd, id) => claudeCanary('run_shell_command', { permission_mode: 'default', timestamp: new Date().toISOString() })(command, cwd, id),
  notes: ['with `--bare` and `--safe-mode` no hook runs'],
}
