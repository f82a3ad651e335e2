// What Kiro holds to, from which version on, and how we know.
import { BY_SCRIPT, reported, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'kiro',
  ranges: [
    {
      from: '0',
      runs: reported('in part', 'reports disagree on whether a denial always holds: try yours'),
      asks: reported('no'),
      failure: reported('in part', BY_SCRIPT),
      timeout: reported('no'),
      mcp: reported('yes'),
      files: reported('yes'),
      subagents: UNKNOWN,
    },
  ],
}
