// Which files of a project say how its agents run, and could switch their hooks off?
export const AGENT_SETTINGS = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.codex/config.toml',
  '.github/copilot/settings.json',
  '.letta/settings.json',
  '.cursor/hooks.json',
  'opencode.json',
] as const
