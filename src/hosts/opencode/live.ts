// How is OpenCode started for a trial?
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost } from '../_frame/live.ts'

export const live: LiveHost = {
  host: 'opencode',
  files: ({ url, mcp }) => ({
    '.config/opencode/opencode.json': {
      model: 'fake/fake',
      small_model: 'fake/fake',
      // A package of models that it brings along.
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: LIVE_KEY },
          models: { fake: { name: 'fake', tool_call: true, limit: { context: 100000, output: 1000 } } },
        },
      },
      mcp: { [mcp.name]: { type: 'local', command: [mcp.command, ...mcp.args], enabled: true } },
    },
  }),
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
  args: ({ prompt }) => ['run', '-m', 'fake/fake', prompt],
}
