// What Agent Client Protocol holds to, from which version on, and how we know.
import { read, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'acp',
  ranges: [
    unseen(),
    {
      from: '2.4.0',
      runs: read('in part', 'the agent decides which calls it sends'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('in part'),
      files: read('in part'),
      subagents: UNKNOWN,
    },
  ],
}
