// What Kilo CLI holds to, from which version on, and how we know.
import { read, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'kilo',
  ranges: [
    unseen(),
    {
      from: '7.7.9',
      runs: tried('7.7.9', 'yes'),
      asks: read('in part', 'only where its settings ask about everything; else a denial'),
      failure: read('yes', 'the file that init writes denies when it cannot load us'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
