// What OpenCode holds to, from which version on, and how we know.
import { read, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'opencode',
  ranges: [
    unseen(),
    {
      from: '1.2.1',
      runs: tried('1.2.1', 'yes'),
      asks: UNKNOWN,
      failure: read('yes', 'the file that init writes denies when it cannot load us'),
      timeout: UNKNOWN,
      mcp: tried('1.2.1', 'yes'),
      files: tried('1.2.1', 'yes'),
      subagents: tried('1.2.1', 'yes'),
    },
    {
      from: '1.18.33',
      runs: tried('1.18.33', 'yes'),
      asks: read('in part', 'only where its settings ask about everything; else a denial'),
      failure: read('yes', 'the file that init writes denies when it cannot load us'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: tried('1.18.33', 'yes'),
      files: tried('1.18.33', 'yes'),
      subagents: tried('1.18.33', 'yes'),
    },
  ],
}
