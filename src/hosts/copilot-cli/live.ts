// How is Copilot CLI started for a trial?
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'copilot-cli',
  files: ({ mcp }) => ({ '.copilot/mcp-config.json': { mcpServers: { [mcp.name]: { type: 'local', command: mcp.command, args: mcp.args, tools: ['*'] } } } }),
  env: ({ url }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: LIVE_KEY,
    COPILOT_MODEL: 'fake',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  args: ({ project, prompt }) => ['-p', prompt, '--allow-all-tools', '--add-dir', project],
}
