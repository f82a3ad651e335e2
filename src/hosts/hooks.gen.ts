// Which hosts start a program for every call? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { Host } from '../gate/seams.ts'
import { host as amp } from './amp/index.ts'
import { host as antigravity } from './antigravity/index.ts'
import { host as auggie } from './auggie/index.ts'
import { host as claudeCode } from './claude-code/index.ts'
import { host as cline } from './cline/index.ts'
import { host as codebuddy } from './codebuddy/index.ts'
import { host as codex } from './codex/index.ts'
import { host as copilotCli } from './copilot-cli/index.ts'
import { host as crush } from './crush/index.ts'
import { host as cursor } from './cursor/index.ts'
import { host as droid } from './droid/index.ts'
import { host as geminiCli } from './gemini-cli/index.ts'
import { host as generic } from './generic/index.ts'
import { host as goose } from './goose/index.ts'
import { host as grok } from './grok/index.ts'
import { host as hermes } from './hermes/index.ts'
import { host as kimiCode } from './kimi-code/index.ts'
import { host as kiro } from './kiro/index.ts'
import { host as lettaCode } from './letta-code/index.ts'
import { host as mistralVibe } from './mistral-vibe/index.ts'
import { host as openhands } from './openhands/index.ts'
import { host as qoder } from './qoder/index.ts'
import { host as qwenCode } from './qwen-code/index.ts'
import { host as rune } from './rune/index.ts'
import { host as vscode } from './vscode/index.ts'
import { host as windsurf } from './windsurf/index.ts'

export const hooks = (): readonly Host[] => [
  amp,
  antigravity,
  auggie,
  claudeCode,
  cline,
  codebuddy,
  codex,
  copilotCli,
  crush,
  cursor,
  droid,
  geminiCli,
  generic,
  goose,
  grok,
  hermes,
  kimiCode,
  kiro,
  lettaCode,
  mistralVibe,
  openhands,
  qoder,
  qwenCode,
  rune,
  vscode,
  windsurf,
]
