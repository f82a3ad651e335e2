// What Vercel AI SDK holds to, from which version on, and how we know.
import { read, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'ai-sdk',
  ranges: [
    unseen(),
    {
      from: '7.0.169',
      runs: read('in part', 'where your program passes the call to prudent'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
