// What OpenAI Agents SDK holds to, from which version on, and how we know.
import { read, UNKNOWN, unseen } from '../../gate/host-guarantees.ts'
import type { HostGuarantees } from '../../gate/host-guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'openai-agents',
  ranges: [
    unseen(),
    {
      from: '0.20.0',
      runs: read('in part', 'where your program hands us the call'),
      asks: read('in part'),
      failure: read('yes'),
      timeout: read('yes', 'it waits, and nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
