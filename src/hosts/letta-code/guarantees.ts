// What Letta Code holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'letta-code',
  ranges: [
    unseen(),
    {
      from: '0.32.18',
      runs: tried('0.32.18', 'in part', 'tools that run on its vendor’s servers run whatever we answer'),
      asks: read('no'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
