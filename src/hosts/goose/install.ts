// How is Goose set up to ask us? As a plugin of two files.
import { patientEntry, jsonFile, OUR_FILE } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'goose',
  programs: ['goose'],
  marks: ['GOOSE_TERMINAL'],
  packages: ['@aaif/goose'],
  folders: ({ home }) => [`${home}/.config/goose`],
  edits: (scope, { home, project }, ours) => {
    const folder = `${scope === 'user' ? home : project}/.agents/plugins/prudent`
    const entry = patientEntry(ours, {}, null)
    return [
      jsonFile(`${folder}/plugin.json`, { name: 'prudent', version: '1.0.0', description: `a safety gate before every tool call; ${OUR_FILE}` }),
      jsonFile(`${folder}/hooks/hooks.json`, { hooks: { PreToolUse: [entry], PostToolUse: [entry], UserPromptSubmit: [entry] } }),
    ]
  },
  starts: 'shell',
  onWindows: 'posix',
  canary: (command, cwd, id) => ({
    stdin: { event: 'PreToolUse', session_id: id, matcher_context: 'shell', tool_name: 'shell', tool_input: { command }, working_dir: cwd },
  }),
  notes: [],
}
