// What Gemini CLI holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen } from '../../gate/host-guarantees.ts'
import type { HostGuarantees } from '../../gate/host-guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'gemini-cli',
  ranges: [
    unseen(),
    {
      from: '0.61.0',
      runs: tried('0.61.0', 'yes'),
      asks: read('yes', 'without a terminal a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
