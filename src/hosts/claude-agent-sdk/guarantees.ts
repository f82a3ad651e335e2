// What Claude Agent SDK holds to, from which version on, and how we know.
import { read, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'claude-agent-sdk',
  ranges: [
    unseen(),
    {
      from: '0.3.275',
      runs: read('in part', 'where your program passes the call to prudent'),
      asks: read('in part', 'in `bypassPermissions` and `dontAsk` a question is a denial'),
      failure: read('no', 'a hook that throws lets the call run'),
      timeout: read('no'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('yes'),
    },
    {
      from: '0.3.317',
      runs: read('in part', 'where your program passes the call to prudent'),
      asks: read('in part', 'in `bypassPermissions` and `dontAsk` a question is a denial'),
      failure: read('in part', 'with `onFailure: block`'),
      timeout: read('in part', 'with `onFailure: block`'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('yes'),
    },
  ],
}
