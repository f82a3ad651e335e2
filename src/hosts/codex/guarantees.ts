// What OpenAI Codex CLI holds to, from which version on, and how we know.
import { BY_SCRIPT, read, reported, RUNS_ON, tried, UNKNOWN, unseen, without } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'codex',
  ranges: [
    without('0.114.0'),
    unseen('0.114.1'),
    {
      from: '0.125.0',
      runs: tried('0.144.0', 'yes', 'after you approved the hook in `/hooks`'),
      asks: reported('in part', 'only where it would ask by itself; else a denial'),
      failure: reported('in part', BY_SCRIPT),
      timeout: reported('no', RUNS_ON),
      mcp: tried('0.144.0', 'yes'),
      files: tried('0.144.0', 'in part', 'patches and images; `write_stdin` is not shown'),
      subagents: UNKNOWN,
    },
    {
      from: '0.166.0',
      runs: tried('0.169.0', 'yes', 'after you approved the hook in `/hooks`'),
      asks: read('in part', 'only where it would ask by itself; else a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.169.0', 'yes'),
      files: tried('0.169.0', 'in part', 'patches and images; `write_stdin` is not shown'),
      subagents: read('yes'),
    },
  ],
}
