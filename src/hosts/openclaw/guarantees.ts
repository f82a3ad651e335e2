// What OpenClaw holds to, from which version on, and how we know.
import { read, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'openclaw',
  ranges: [
    unseen(),
    {
      from: '2026.9.6',
      runs: tried('2026.9.6', 'yes'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
