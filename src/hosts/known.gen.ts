// By what is each host known that starts a program for every call? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { Known } from '../gate/seams.ts'
import { known as amp } from './amp/known.ts'
import { known as antigravity } from './antigravity/known.ts'
import { known as auggie } from './auggie/known.ts'
import { known as claudeCode } from './claude-code/known.ts'
import { known as cline } from './cline/known.ts'
import { known as codebuddy } from './codebuddy/known.ts'
import { known as codex } from './codex/known.ts'
import { known as copilotCli } from './copilot-cli/known.ts'
import { known as crush } from './crush/known.ts'
import { known as cursor } from './cursor/known.ts'
import { known as droid } from './droid/known.ts'
import { known as geminiCli } from './gemini-cli/known.ts'
import { known as generic } from './generic/known.ts'
import { known as goose } from './goose/known.ts'
import { known as grok } from './grok/known.ts'
import { known as hermes } from './hermes/known.ts'
import { known as kimiCode } from './kimi-code/known.ts'
import { known as kiro } from './kiro/known.ts'
import { known as lettaCode } from './letta-code/known.ts'
import { known as mistralVibe } from './mistral-vibe/known.ts'
import { known as openhands } from './openhands/known.ts'
import { known as qoder } from './qoder/known.ts'
import { known as qwenCode } from './qwen-code/known.ts'
import { known as rune } from './rune/known.ts'
import { known as vscode } from './vscode/known.ts'
import { known as windsurf } from './windsurf/known.ts'

export const KNOWN: readonly Known[] = [
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
