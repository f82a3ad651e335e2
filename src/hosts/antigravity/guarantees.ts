// What Antigravity CLI holds to, from which version on, and how we know.
import { reported, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'antigravity',
  ranges: [
    {
      from: '0',
      runs: reported('in part', 'versions differ: try yours'),
      asks: reported('in part', 'versions differ: try yours'),
      failure: reported('yes'),
      timeout: UNKNOWN,
      mcp: UNKNOWN,
      files: reported('yes'),
      subagents: UNKNOWN,
    },
  ],
}
