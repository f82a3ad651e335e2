// How is Factory Droid set up to ask us? The first hook that decides wins there, so ours stands first.
import { claudeCanary, patientEntry, systemFiles } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'droid',
  programs: ['droid'],
  packages: ['@factory/cli', 'droid'],
  folders: ({ home }) => [`${home}/.factory`],
  edits: (scope, { home, project }, ours) => {
    const folder = `${scope === 'user' ? home : project}/.factory`
    const entries = { PreToolUse: patientEntry(ours), PostToolUse: patientEntry(ours), UserPromptSubmit: patientEntry(ours, {}, null) }
    const own = `${folder}/hooks.json`
    const says = '`hooksDisabled` switches every hook off'
    return [
      {
        kind: 'json',
        file: own,
        // An event in `hooks.json` would put the hooks for it in the settings out of force.
        orElse: { file: `${folder}/settings.json`, at: ['hooks'] },
        // Events stand at the top of `hooks.json`: Droid passes over a `hooks` there.
        add: Object.entries(entries).map(([event, value]) => ({ at: (_held, path) => (path === own ? [event] : ['hooks', event]), value, first: true })),
        off: [
          { at: ['hooksDisabled'], is: true, says },
          { at: ['hooks', 'hooksDisabled'], is: true, says },
        ],
      },
    ]
  },
  steering: (place) => [
    ...[place.home, place.project].flatMap((folder) => ['settings.json', 'hooks.json'].map((name) => `${folder}/.factory/${name}`)),
    ...systemFiles(place, '/etc/factory', '/Library/Application Support/Factory', 'C:/ProgramData/Factory', ['settings.json']),
  ],
  switches: [{ at: ['allowManagedHooksOnly'], is: true, says: '`allowManagedHooksOnly` leaves only the hooks of the administrator' }],
  starts: 'shell',
  canary: claudeCanary('Execute', { permission_mode: 'auto-low' }),
  notes: [],
}
