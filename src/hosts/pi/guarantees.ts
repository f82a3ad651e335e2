// What Pi holds to, from which version on, and how we know.
import { read, tried, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'pi',
  ranges: [
    unseen(),
    {
      from: '0.87.1',
      runs: tried('0.87.1', 'yes'),
      asks: read('in part', 'without a screen a question is a denial'),
      failure: read('yes', 'the file that init writes denies when it cannot load us'),
      timeout: read('yes', 'it waits; nothing runs meanwhile'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
