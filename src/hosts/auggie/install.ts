// How is Auggie set up to ask us? Its tools and those of servers are matched apart, and it counts milliseconds.
import { claudeEntry, patiently, PERSON_SECONDS } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'auggie',
  programs: ['auggie'],
  marks: ['AUGMENT_AGENT'],
  packages: ['@augmentcode/auggie'],
  folders: ({ home }) => [`${home}/.augment`],
  edits: (scope, { home, project }, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${home}/.augment/settings.json` : `${project}/.augment/settings.local.json`,
      add: ['PreToolUse', 'PostToolUse'].flatMap((event) =>
        ['.*', 'mcp:*'].map((matcher) => ({
          at: () => ['hooks', event],
          value: claudeEntry(patiently(ours), { timeout: PERSON_SECONDS * 1000 }, matcher),
        })),
      ),
    },
  ],
  starts: 'shell',
  canary: (command, cwd, id) => ({
    stdin: {
      hook_event_name: 'PreToolUse',
      conversation_id: id,
      workspace_roots: [cwd],
      tool_name: 'launch-process',
      tool_input: { command, wait: true, max_wait_seconds: 60, cwd },
      is_mcp_tool: false,
    },
  }),
  notes: ['Auggie runs hooks only where its server switches them on for you: `/hooks` in its window shows whether it does'],
}
