// What Qoder holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'qoder',
  ranges: [
    unseen(),
    {
      from: '1.1.52',
      runs: tried('1.1.52', 'yes'),
      asks: read('in part', 'in `default` and `acceptEdits`; else a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
