// What any MCP client, through a proxy holds to, from which version on, and how we know.
import { read } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'mcp-proxy',
  ranges: [
    {
      from: '0',
      runs: read('in part', 'only the tools of servers behind the proxy'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('no'),
      subagents: read('in part', 'only the tools of servers'),
    },
  ],
}
