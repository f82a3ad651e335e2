// What Grok CLI holds to, from which version on, and how we know.
import { BY_SCRIPT, read, reported, RUNS_ON, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'grok',
  ranges: [
    unseen(),
    {
      from: '0.2.106',
      runs: reported('yes'),
      asks: reported('no', 'versions before 1.0 do not know ask'),
      failure: reported('in part', BY_SCRIPT),
      timeout: reported('no'),
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '1.0.0',
      runs: tried('1.0.41', 'yes'),
      asks: read('in part', 'with `--always-approve` a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
