// What CodeBuddy holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'codebuddy',
  ranges: [
    unseen(),
    {
      from: '2.117.0',
      runs: tried('2.117.0', 'yes', 'changed hooks need a review in `/hooks`'),
      asks: read('in part', 'in `bypassPermissions` and `dontAsk` a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
