// Which hosts can be started for a trial? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { LiveHost } from './_frame/live.ts'
import { live as claudeCode } from './claude-code/live.ts'
import { live as codex } from './codex/live.ts'
import { live as copilotCli } from './copilot-cli/live.ts'
import { live as geminiCli } from './gemini-cli/live.ts'
import { live as opencode } from './opencode/live.ts'
import { live as qwenCode } from './qwen-code/live.ts'

export const LIVES: readonly LiveHost[] = [claudeCode, codex, copilotCli, geminiCli, opencode, qwenCode]
