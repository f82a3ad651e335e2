// How is Claude Code started for a trial?
import { LIVE_KEY, LIVE_PROMPT } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'claude-code',
  files: ({ mcp }) => ({ 'trial-servers.json': { mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args } } } }),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: LIVE_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }),
  args: ({ home, mcp }) => [
    '-p',
    LIVE_PROMPT,
    '--permission-mode',
    'acceptEdits',
    '--allowedTools',
    `Bash,Write,Edit,Read,Task,Agent,mcp__${mcp.name}`,
    '--strict-mcp-config',
    '--mcp-config',
    `${home}/trial-servers.json`,
  ],
}
