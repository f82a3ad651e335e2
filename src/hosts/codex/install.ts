// How is Codex set up to ask us?
import { CANARY_SESSION, claudeCanary, patientEntry, movable, underHooks } from '../../gate/host-install.ts'
import type { HostInstall, InstallPlace } from '../../gate/host-install.ts'

const folder = (place: InstallPlace): string => movable(place, 'CODEX_HOME', '.codex')

export const install: HostInstall = {
  host: 'codex',
  programs: ['codex'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${folder(place)}/hooks.json` : `${place.project}/.codex/hooks.json`,
      add: underHooks({
        PreToolUse: patientEntry(ours, { statusMessage: 'Prudent' }),
        PermissionRequest: patientEntry(ours, {}, null),
        PostToolUse: patientEntry(ours),
        UserPromptSubmit: patientEntry(ours, {}, null),
      }),
    },
  ],
  starts: 'shell',
  onWindows: 'cmd',
  canary: claudeCanary('Bash', { turn_id: CANARY_SESSION, model: 'none', permission_mode: 'default', transcript_path: null }),
  notes: ['Codex runs the hook only after you approve it: start it and open `/hooks`', 'a project file counts in trusted projects only'],
}
