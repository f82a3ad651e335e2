// Which hosts are there? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { Host } from '../gate/seams.ts'
import { host as acp } from './acp/index.ts'
import { host as aiSdk } from './ai-sdk/index.ts'
import { host as amp } from './amp/index.ts'
import { host as antigravity } from './antigravity/index.ts'
import { host as auggie } from './auggie/index.ts'
import { host as claudeAgentSdk } from './claude-agent-sdk/index.ts'
import { host as claudeCode } from './claude-code/index.ts'
import { host as cline } from './cline/index.ts'
import { host as codebuddy } from './codebuddy/index.ts'
import { host as codex } from './codex/index.ts'
import { host as copilotCli } from './copilot-cli/index.ts'
import { host as copilotSdk } from './copilot-sdk/index.ts'
import { host as crush } from './crush/index.ts'
import { host as cursor } from './cursor/index.ts'
import { host as droid } from './droid/index.ts'
import { host as geminiCli } from './gemini-cli/index.ts'
import { host as generic } from './generic/index.ts'
import { host as goose } from './goose/index.ts'
import { host as grok } from './grok/index.ts'
import { host as hermes } from './hermes/index.ts'
import { host as kilo } from './kilo/index.ts'
import { host as kimiCode } from './kimi-code/index.ts'
import { host as kiro } from './kiro/index.ts'
import { host as langchain } from './langchain/index.ts'
import { host as lettaCode } from './letta-code/index.ts'
import { host as mastra } from './mastra/index.ts'
import { host as mcpProxy } from './mcp-proxy/index.ts'
import { host as mistralVibe } from './mistral-vibe/index.ts'
import { host as openaiAgents } from './openai-agents/index.ts'
import { host as openclaw } from './openclaw/index.ts'
import { host as opencode } from './opencode/index.ts'
import { host as openhands } from './openhands/index.ts'
import { host as pi } from './pi/index.ts'
import { host as qoder } from './qoder/index.ts'
import { host as qwenCode } from './qwen-code/index.ts'
import { host as rune } from './rune/index.ts'
import { host as vscode } from './vscode/index.ts'
import { host as windsurf } from './windsurf/index.ts'

export const HOSTS: readonly Host[] = [
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
