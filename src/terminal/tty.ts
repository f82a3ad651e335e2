// Is there a person's terminal before us? Both ends a terminal, ours to be controlled by, and not one that an agent has opened.
import { closeSync, openSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'

/** What agents set for the commands they run. */
const AGENTS = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'CURSOR_AGENT',
  'CRUSH',
  'OPENCODE',
  'CLINE_ACTIVE',
  'AUGMENT_AGENT',
  'COPILOT_CLI',
  'GOOSE_TERMINAL',
  'AI_AGENT',
]

export interface Streams {
  readonly input: Pick<ReadStream, 'isTTY'>
  readonly output: Pick<WriteStream, 'isTTY'>
}

/** Why nobody can be asked here; null when somebody can. */
export function noTerminal({ input, output }: Streams, env: Readonly<Record<string, string | undefined>>, platform: string): string | null {
  if (!input.isTTY || !output.isTTY) return 'this is no terminal: run prudent watch by hand in a terminal window of its own'
  const agent = AGENTS.find((name) => env[name] !== undefined && env[name] !== '')
  if (agent !== undefined) return `this terminal belongs to an agent (${agent} is set): run prudent watch by hand in a terminal window of its own`
  if (platform === 'win32') return null
  try {
    closeSync(openSync('/dev/tty', 'r+'))
    return null
  } catch {
    return 'this process has no controlling terminal: run prudent watch by hand in a terminal window of its own'
  }
}
