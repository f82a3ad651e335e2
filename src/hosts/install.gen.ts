// Which hosts can be set up? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { HostInstall } from './_frame/install.ts'
import { install as amp } from './amp/install.ts'
import { install as auggie } from './auggie/install.ts'
import { install as claudeCode } from './claude-code/install.ts'
import { install as cline } from './cline/install.ts'
import { install as codebuddy } from './codebuddy/install.ts'
import { install as codex } from './codex/install.ts'
import { install as copilotCli } from './copilot-cli/install.ts'
import { install as crush } from './crush/install.ts'
import { install as cursor } from './cursor/install.ts'
import { install as droid } from './droid/install.ts'
import { install as geminiCli } from './gemini-cli/install.ts'
import { install as goose } from './goose/install.ts'
import { install as grok } from './grok/install.ts'
import { install as hermes } from './hermes/install.ts'
import { install as kilo } from './kilo/install.ts'
import { install as kimiCode } from './kimi-code/install.ts'
import { install as lettaCode } from './letta-code/install.ts'
import { install as mistralVibe } from './mistral-vibe/install.ts'
import { install as openclaw } from './openclaw/install.ts'
import { install as opencode } from './opencode/install.ts'
import { install as openhands } from './openhands/install.ts'
import { install as pi } from './pi/install.ts'
import { install as qoder } from './qoder/install.ts'
import { install as qwenCode } from './qwen-code/install.ts'
import { install as vscode } from './vscode/install.ts'

export const INSTALLS: readonly HostInstall[] = [
  amp,
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
  goose,
  grok,
  hermes,
  kilo,
  kimiCode,
  lettaCode,
  mistralVibe,
  openclaw,
  opencode,
  openhands,
  pi,
  qoder,
  qwenCode,
  vscode,
]
