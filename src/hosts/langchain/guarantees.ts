// What LangChain holds to, from which version on, and how we know.
import { read, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'langchain',
  ranges: [
    unseen(),
    {
      from: '1.5.14',
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
