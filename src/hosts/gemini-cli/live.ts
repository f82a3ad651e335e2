// How is Gemini CLI started for a trial? The folder of the trial is one that its user trusts.
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'gemini-cli',
  steers: [['hooksConfig'], ['tools', 'enableHooks']],
  files: ({ mcp, project }) => ({
    '.gemini/settings.json': {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args, trust: true } },
    },
    '.gemini/trustedFolders.json': { [project]: 'TRUST_FOLDER' },
  }),
  env: ({ url }) => ({ GEMINI_API_KEY: LIVE_KEY, GOOGLE_GEMINI_BASE_URL: url }),
  subAgent: 'generalist',
  args: ({ prompt }) => ['--yolo', '-m', 'gemini-2.5-flash', '-p', prompt],
}
