// How is Mistral Vibe set up to ask us? `strict` denies when we fail.
import { patiently, PERSON_SECONDS } from '../../gate/host-install.ts'
import type { HostInstall } from '../../gate/host-install.ts'

export const install: HostInstall = {
  host: 'mistral-vibe',
  programs: ['vibe'],
  folders: ({ home }) => [`${home}/.vibe`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'toml',
      file: `${scope === 'user' ? home : project}/.vibe/hooks.toml`,
      list: 'hooks',
      lines: [
        '[[hooks]]',
        'name = "prudent"',
        'type = "before_tool"',
        `command = ${JSON.stringify(patiently(ours).command)}`,
        `timeout = ${PERSON_SECONDS}`,
        'strict = true',
      ],
    },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: {
      session_id: id,
      transcript_path: '',
      cwd,
      parent_session_id: null,
      hook_event_name: 'before_tool',
      tool_name: 'bash',
      tool_call_id: id,
      tool_input: { command },
    },
  }),
  notes: ['hooks run only with `enable_experimental_hooks = true` in its settings'],
}
