// What does each host hold to? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { HostGuarantees } from './_frame/guarantees.ts'
import { guarantees as acp } from './acp/guarantees.ts'
import { guarantees as aiSdk } from './ai-sdk/guarantees.ts'
import { guarantees as amp } from './amp/guarantees.ts'
import { guarantees as antigravity } from './antigravity/guarantees.ts'
import { guarantees as auggie } from './auggie/guarantees.ts'
import { guarantees as claudeAgentSdk } from './claude-agent-sdk/guarantees.ts'
import { guarantees as claudeCode } from './claude-code/guarantees.ts'
import { guarantees as cline } from './cline/guarantees.ts'
import { guarantees as codebuddy } from './codebuddy/guarantees.ts'
import { guarantees as codex } from './codex/guarantees.ts'
import { guarantees as copilotCli } from './copilot-cli/guarantees.ts'
import { guarantees as copilotSdk } from './copilot-sdk/guarantees.ts'
import { guarantees as crush } from './crush/guarantees.ts'
import { guarantees as cursor } from './cursor/guarantees.ts'
import { guarantees as droid } from './droid/guarantees.ts'
import { guarantees as geminiCli } from './gemini-cli/guarantees.ts'
import { guarantees as generic } from './generic/guarantees.ts'
import { guarantees as goose } from './goose/guarantees.ts'
import { guarantees as grok } from './grok/guarantees.ts'
import { guarantees as hermes } from './hermes/guarantees.ts'
import { guarantees as kilo } from './kilo/guarantees.ts'
import { guarantees as kimiCode } from './kimi-code/guarantees.ts'
import { guarantees as kiro } from './kiro/guarantees.ts'
import { guarantees as langchain } from './langchain/guarantees.ts'
import { guarantees as lettaCode } from './letta-code/guarantees.ts'
import { guarantees as mastra } from './mastra/guarantees.ts'
import { guarantees as mcpProxy } from './mcp-proxy/guarantees.ts'
import { guarantees as mistralVibe } from './mistral-vibe/guarantees.ts'
import { guarantees as openaiAgents } from './openai-agents/guarantees.ts'
import { guarantees as openclaw } from './openclaw/guarantees.ts'
import { guarantees as opencode } from './opencode/guarantees.ts'
import { guarantees as openhands } from './openhands/guarantees.ts'
import { guarantees as pi } from './pi/guarantees.ts'
import { guarantees as qoder } from './qoder/guarantees.ts'
import { guarantees as qwenCode } from './qwen-code/guarantees.ts'
import { guarantees as rune } from './rune/guarantees.ts'
import { guarantees as vscode } from './vscode/guarantees.ts'
import { guarantees as windsurf } from './windsurf/guarantees.ts'

export const HOST_GUARANTEES: readonly HostGuarantees[] = [
  acp,
  aiSdk,
  amp,
  antigravity,
  auggie,
  claudeAgentSdk,
  claudeCode,
  cline,
  codebuddy,
  codex,
  copilotCli,
  copilotSdk,
  crush,
  cursor,
  droid,
  geminiCli,
  generic,
  goose,
  grok,
  hermes,
  kilo,
  kimiCode,
  kiro,
  langchain,
  lettaCode,
  mastra,
  mcpProxy,
  mistralVibe,
  openaiAgents,
  openclaw,
  opencode,
  openhands,
  pi,
  qoder,
  qwenCode,
  rune,
  vscode,
  windsurf,
]
