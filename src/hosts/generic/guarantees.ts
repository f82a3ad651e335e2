// What any other program holds to, from which version on, and how we know.
import { read } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'generic',
  ranges: [
    {
      from: '0',
      runs: read('in part', 'where your program passes the call to prudent'),
      asks: read('yes'),
      failure: read('in part', 'exit code 2 means no'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('yes'),
    },
  ],
}
