// How is Claude Code started for a trial?
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'claude-code',
  files: ({ mcp }) => ({ 'servers.json': { mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args } } } }),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: LIVE_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }),
  args: ({ home, mcp, prompt }) => [
    '-p',
    prompt,
    '--permission-mode',
    'acceptEdits',
    '--allowedTools',
    `Bash,Write,Edit,Read,Task,Agent,mcp__${mcp.name}`,
    '--strict-mcp-config',
    '--mcp-config',
    `${home}/servers.json`,
  ],
}
