// Sets up Claude Code: its settings file, what switches its hooks off, and which variables move or disable them.
import type { JsonObject } from '../../core/model.ts'
import { claudeCanary, claudeEntry, httpEntry, movable, namedPath, offInSettings, systemFiles, underHooks } from '../_frame/install.ts'
import type { HostInstall, InstallPlace, JsonAddition } from '../_frame/install.ts'

const folder = (place: InstallPlace): string => movable(place, 'CLAUDE_CONFIG_DIR', '.claude')

/** Left to itself it takes Git's shell on Windows, which not everybody has. */
const shell = ({ platform }: InstallPlace): JsonObject => (platform === 'windows' ? { shell: 'powershell' } : {})

/** In its environment, or under `env` in its settings. */
const WITHOUT_HOOKS = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'].map((name) => ({ name, is: 'off', says: `\`${name}\` starts it without hooks` }) as const)

/** Versions before 2.1.48 drop a settings file that names either of these events. */
const LOST = new Map([
  ['PostToolUseFailure', 'outcomes of failed calls are not logged'],
  ['ConfigChange', 'an open session may load settings that no longer start prudent'],
])
const newer = (one: JsonAddition): JsonAddition => {
  const lost = LOST.get(one.at({}, '').at(-1) ?? '')
  return lost === undefined ? one : { ...one, since: { version: '2.1.48', lost } }
}

const ONLY_PLUGINS = '`strictPluginOnlyCustomization` leaves only the hooks of plugins'
const MANAGED = ['managed-settings.json', 'managed-settings.d/*.json']

export const install: HostInstall = {
  host: 'claude-code',
  programs: ['claude'],
  marks: ['CLAUDECODE'],
  packages: ['@anthropic-ai/claude-code'],
  folders: (place) => [folder(place)],
  // A project's private file: the path of our program is this person's own.
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${folder(place)}/settings.json` : `${place.project}/.claude/settings.local.json`,
      reads: 'json',
      add: [
        ...underHooks({
          PreToolUse: claudeEntry(ours, { ...shell(place), onFailure: 'block', statusMessage: 'Prudent' }),
          PostToolUse: claudeEntry(ours, { ...shell(place), async: true }),
          PostToolUseFailure: claudeEntry(ours, { ...shell(place), async: true }),
          UserPromptSubmit: claudeEntry(ours, shell(place), null),
          // What takes us out of its settings does not count in that session.
          ConfigChange: claudeEntry(ours, shell(place), null),
        }).map(newer),
        ...(place.server === undefined ? [] : underHooks({ PreToolUse: httpEntry(place.server, 'claude-code') })),
      ],
      off: [
        { at: ['disableAllHooks'], is: true, says: '`disableAllHooks` switches every hook off' },
        { at: ['allowManagedHooksOnly'], is: true, says: '`allowManagedHooksOnly` leaves only the hooks of the administrator' },
        { at: ['strictPluginOnlyCustomization'], is: true, says: ONLY_PLUGINS },
        { at: ['strictPluginOnlyCustomization'], is: 'hooks', says: ONLY_PLUGINS },
        ...offInSettings(...WITHOUT_HOOKS),
      ],
    },
  ],
  variables: [{ name: 'CLAUDE_CONFIG_DIR', is: 'folder' }, { name: 'CLAUDE_CODE_MANAGED_SETTINGS_PATH', is: 'file' }, ...WITHOUT_HOOKS],
  starts: 'shell',
  onWindows: 'powershell',
  steering: (place) => [
    `${folder(place)}/settings.json`,
    `${place.project}/.claude/settings.json`,
    `${place.project}/.claude/settings.local.json`,
    ...namedPath(place, 'CLAUDE_CODE_MANAGED_SETTINGS_PATH'),
    ...systemFiles(place, '/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:/Program Files/ClaudeCode', MANAGED),
  ],
  canary: claudeCanary('Bash', { permission_mode: 'default' }),
  notes: ['restart open sessions', 'with `--bare` and `--safe-mode` no hook runs'],
}
