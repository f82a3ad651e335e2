// What Auggie holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'auggie',
  ranges: [
    unseen(),
    {
      from: '0.36.0',
      runs: tried('0.36.0', 'in part', 'only where its vendor’s server has switched hooks on for the account'),
      asks: read('no'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
