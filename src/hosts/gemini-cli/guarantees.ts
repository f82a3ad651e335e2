// What Gemini CLI holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN, unseen, without } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'gemini-cli',
  ranges: [
    without('0.24.0'),
    unseen('0.24.1'),
    {
      from: '0.26.0',
      runs: tried('0.30.0', 'yes'),
      asks: UNKNOWN,
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.30.0', 'yes'),
      files: tried('0.30.0', 'yes'),
      subagents: UNKNOWN,
    },
    {
      from: '0.44.0',
      runs: tried('0.44.0', 'yes'),
      asks: UNKNOWN,
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.44.0', 'yes'),
      files: tried('0.44.0', 'yes'),
      subagents: tried('0.44.0', 'yes'),
    },
    {
      from: '0.61.0',
      runs: tried('0.61.0', 'yes'),
      asks: read('yes', 'without a terminal a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.61.0', 'yes'),
      files: tried('0.61.0', 'yes'),
      subagents: tried('0.61.0', 'yes'),
    },
  ],
}
