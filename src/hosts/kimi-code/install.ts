// How is Kimi Code set up to ask us? A key it does not know would make it refuse the whole file.
import { claudeCanary, patiently, PERSON_SECONDS } from '../_frame/install.ts'
import type { HostInstall } from '../_frame/install.ts'

export const install: HostInstall = {
  host: 'kimi-code',
  programs: ['kimi', 'kimi-code'],
  packages: ['@moonshot-ai/kimi-code'],
  folders: ({ home }) => [`${home}/.kimi-code`],
  edits: (scope, { home }, ours) => {
    if (scope === 'project') return null
    const hook = (event: string): string[] => [
      '[[hooks]]',
      `event = "${event}"`,
      `command = ${JSON.stringify(patiently(ours).command)}`,
      `timeout = ${PERSON_SECONDS}`,
    ]
    return [
      {
        kind: 'toml',
        file: `${home}/.kimi-code/config.toml`,
        list: 'hooks',
        lines: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'].flatMap((event, place) => [...(place === 0 ? [] : ['']), ...hook(event)]),
      },
    ]
  },
  starts: 'shell',
  canary: (command, cwd, id) => claudeCanary('Bash', { client_type: 'kimi_code_cli', session_title: '', tool_call_id: id })(command, cwd, id),
  notes: [],
}
