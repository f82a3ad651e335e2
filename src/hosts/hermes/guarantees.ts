// What Hermes Agent holds to, from which version on, and how we know.
import { read, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'hermes',
  ranges: [
    {
      from: '0',
      runs: read('yes', 'after you approved it once at a terminal; since which version is not known'),
      asks: read('no'),
      failure: read('yes', '`fail_closed`'),
      timeout: read('yes', '`fail_closed`'),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
