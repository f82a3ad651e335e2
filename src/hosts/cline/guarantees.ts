// What Cline holds to, from which version on, and how we know.
import { read, RUNS_ON, tried, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'cline',
  ranges: [
    unseen(),
    {
      from: '3.0.65',
      runs: tried('3.0.65', 'yes', 'a denial ends the whole run'),
      asks: read('no'),
      failure: read('no', 'a hook that cannot start lets the call run'),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('yes'),
    },
  ],
}
