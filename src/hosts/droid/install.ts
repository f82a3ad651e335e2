// How is Factory Droid set up to ask us? The first hook that decides wins there, so ours stands first.
import { claudeCanary, patientEntry, underHooks } from '../../gate/host-install.ts'
import type { HostInstall } from '../../gate/host-install.ts'

export const install: HostInstall = {
  host: 'droid',
  programs: ['droid'],
  folders: ({ home }) => [`${home}/.factory`],
  edits: (scope, { home, project }, ours) => {
    const folder = `${scope === 'user' ? home : project}/.factory`
    const entries = { PreToolUse: patientEntry(ours), PostToolUse: patientEntry(ours), UserPromptSubmit: patientEntry(ours, {}, null) }
    // A `hooks.json` would put hooks in the settings out of force.
    return [{ kind: 'json', file: `${folder}/hooks.json`, orElse: { file: `${folder}/settings.json`, at: ['hooks'] }, add: underHooks(entries, true) }]
  },
  starts: 'shell',
  canary: claudeCanary('Execute', { permission_mode: 'auto-low' }),
  notes: [],
}
