// What OpenHands holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'openhands',
  ranges: [
    {
      from: '0',
      runs: read('in part', 'a repository’s `.openhands/hooks.json` replaces yours; since which version is not known'),
      asks: read('no'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
