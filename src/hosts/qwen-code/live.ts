// How is Qwen Code started for a trial?
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'qwen-code',
  steers: [['$version'], ['hooksConfig'], ['tools', 'experimental'], ['experimental']],
  files: ({ mcp }) => ({
    '.qwen/settings.json': {
      mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args, trust: true } },
      // Else tools of servers are found by a search that our stand-in does not make.
      tools: { toolSearch: { enabled: false } },
    },
  }),
  env: ({ url }) => ({ OPENAI_API_KEY: LIVE_KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake' }),
  args: ({ prompt }) => ['--yolo', '--auth-type', 'openai', '-p', prompt],
}
