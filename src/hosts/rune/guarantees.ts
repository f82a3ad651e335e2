// What is known of those that run rune's hook, and how we know.
import { read, RUNS_ON, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'rune',
  ranges: [
    {
      from: '0',
      runs: read('in part', 'where rune’s hook was registered, for shells alone'),
      asks: read('no', 'a question is a denial'),
      failure: read('in part', 'exit code 2 means no where the host knows it'),
      timeout: read('no', RUNS_ON),
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
  ],
}
