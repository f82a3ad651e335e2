// How is OpenHands set up to ask us? A project's file puts the user's out of force.
import { patientEntry } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'openhands',
  programs: ['openhands'],
  folders: ({ home }) => [`${home}/.openhands`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? home : project}/.openhands/hooks.json`,
      // Events stand at the top or below `hooks`, never both.
      add: [
        { at: (held) => (Object.keys(held).length > 0 && held['hooks'] === undefined ? ['pre_tool_use'] : ['hooks', 'PreToolUse']), value: patientEntry(ours) },
      ],
    },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: {
      event_type: 'PreToolUse',
      tool_name: 'terminal',
      tool_input: { command, is_input: false, timeout: null, reset: false },
      tool_response: null,
      message: null,
      session_id: id,
      working_dir: cwd,
      metadata: {},
    },
  }),
  overruledBy: ({ project }) => [`${project}/.openhands/hooks.json`],
  notes: ['a `.openhands/hooks.json` in a project puts the one in your home out of force: run `prudent init --project --host openhands` there'],
}
