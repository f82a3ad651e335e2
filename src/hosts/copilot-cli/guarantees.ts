// What GitHub Copilot CLI holds to, from which version on, and how we know.
import { read, RUNS_ON, tried, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'copilot-cli',
  ranges: [
    unseen(),
    {
      from: '1.0.40',
      runs: tried('1.0.40', 'yes'),
      asks: read('yes'),
      failure: read('no', 'a hook that fails lets the call run'),
      timeout: read('no', RUNS_ON),
      mcp: tried('1.0.40', 'yes'),
      files: tried('1.0.40', 'yes'),
      subagents: tried('1.0.40', 'no', 'calls of sub-agents are not sent to the hook'),
    },
    {
      from: '1.0.102',
      runs: tried('1.0.102', 'yes'),
      asks: read('yes', 'after `/allow-all` it approves our questions by itself'),
      failure: read('yes', 'any exit code but 0 denies'),
      timeout: read('no', RUNS_ON),
      mcp: tried('1.0.102', 'yes'),
      files: tried('1.0.102', 'yes'),
      subagents: tried('1.0.102', 'yes'),
    },
  ],
}
