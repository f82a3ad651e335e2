// What Crush holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'crush',
  ranges: [
    unseen(),
    {
      from: '0.96.1',
      runs: read('yes'),
      asks: read('no'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('no', 'calls of sub-agents are not sent to the hook'),
    },
  ],
}
