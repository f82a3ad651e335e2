// What Goose holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'goose',
  ranges: [
    unseen(),
    {
      from: '1.34.0',
      runs: read('no', 'it knows of hooks and did not run ours'),
      asks: UNKNOWN,
      failure: UNKNOWN,
      timeout: UNKNOWN,
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '1.52.0',
      runs: tried('1.52.0', 'yes'),
      asks: read('no'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
