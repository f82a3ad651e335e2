// What VS Code agent holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'vscode',
  ranges: [
    unseen(),
    {
      from: '1.109.0',
      runs: read('yes', 'while `chat.useHooks` is on'),
      asks: read('yes'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
    {
      from: '1.139.1',
      runs: tried('1.139.1', 'yes', 'while `chat.useHooks` is on'),
      asks: read('yes'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
