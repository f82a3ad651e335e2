// How is Mistral Vibe set up to ask us? `strict` denies when we fail.
import { patiently, PERSON_SECONDS } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

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
  steering: ({ home, project }) => [`${home}/.vibe/config.toml`, `${project}/.vibe/config.toml`],
  obstacles: ({ held, place }) => {
    if (held.some(({ file, value }) => file.endsWith('/config.toml') && value?.['enable_experimental_hooks'] === true)) return []
    const file = `${place.home}/.vibe/config.toml`
    return [{ kind: 'switched-off', file, says: 'it runs no hooks by itself', mend: `write enable_experimental_hooks = true into ${file}` }]
  },
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
  notes: [],
}
