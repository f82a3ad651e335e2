// How is Letta Code set up to ask us? In the form of Claude Code, but for its time, which is counted in milliseconds.
import { patientEntry, PERSON_SECONDS, underHooks } from '../_frame/install.ts'
import type { HostInstall, Ours } from '../_frame/install.ts'
import type { JsonObject } from '../../core/model.ts'

/** `quiet`: else it prints two lines into its answer for each call. */
const entry = (ours: Ours, matcher: string | null): JsonObject => patientEntry(ours, { timeout: PERSON_SECONDS * 1000, quiet: true }, matcher)

export const install: HostInstall = {
  host: 'letta-code',
  programs: ['letta'],
  packages: ['@letta-ai/letta-code'],
  folders: ({ home }) => [`${home}/.letta`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${home}/.letta/settings.json` : `${project}/.letta/settings.local.json`,
      add: underHooks({
        PreToolUse: entry(ours, '*'),
        PostToolUse: entry(ours, '*'),
        UserPromptSubmit: entry(ours, null),
      }),
      off: [{ at: ['hooks', 'disabled'], is: true, says: '`hooks.disabled` switches every hook off' }],
    },
  ],
  steering: ({ home, project }) => [`${home}/.letta/settings.json`, `${project}/.letta/settings.json`, `${project}/.letta/settings.local.json`],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: { event_type: 'PreToolUse', working_directory: cwd, tool_name: 'Bash', tool_input: { command }, tool_call_id: id, agent_id: id },
  }),
  notes: [],
}
