// What Agent Client Protocol holds to, from which version on, and how we know.
import { read, UNKNOWN, unseen } from '../../gate/host-guarantees.ts'
import type { HostGuarantees } from '../../gate/host-guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'acp',
  ranges: [
    unseen(),
    {
      from: '2.4.0',
      runs: read('in part', 'the agent decides what it asks about'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes', 'it waits, and nothing runs meanwhile'),
      mcp: read('in part'),
      files: read('in part'),
      subagents: UNKNOWN,
    },
  ],
}
