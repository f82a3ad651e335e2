// How is Cursor set up to ask us? With `failClosed`, so that a hook that cannot start blocks.
import type { JsonObject } from '../../core/model.ts'
import { patiently, PERSON_SECONDS, underHooks, WAIT_SECONDS } from '../_frame/install.ts'
import type { HostInstall, Ours } from '../_frame/install.ts'

const BEFORE = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'subagentStart']
const AFTER = ['postToolUse', 'postToolUseFailure', 'beforeSubmitPrompt']
const entries = (ours: Ours): Readonly<Record<string, JsonObject>> => ({
  ...Object.fromEntries(BEFORE.map((event) => [event, { command: patiently(ours).command, timeout: PERSON_SECONDS, failClosed: true }])),
  ...Object.fromEntries(AFTER.map((event) => [event, { command: ours.command, timeout: WAIT_SECONDS }])),
})

export const install: HostInstall = {
  host: 'cursor',
  programs: ['cursor', 'cursor-agent'],
  editor: ['cursor'],
  marks: ['CURSOR_AGENT'],
  folders: ({ home }) => [`${home}/.cursor`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: `${scope === 'user' ? home : project}/.cursor/hooks.json`,
      add: underHooks(entries(ours)),
      ensure: [{ at: ['version'], value: 1 }],
    },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: {
      conversation_id: id,
      generation_id: id,
      session_id: id,
      hook_event_name: 'beforeShellExecution',
      cursor_version: '0',
      workspace_roots: [cwd],
      command,
      cwd,
      sandbox: false,
    },
  }),
  notes: ["programs made with its SDK load these hooks only with `settingSources: ['user']`"],
}
