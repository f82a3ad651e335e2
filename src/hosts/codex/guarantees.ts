// What OpenAI Codex CLI holds to, from which version on, and how we know.
import { BY_SCRIPT, read, reported, RUNS_ON, tried, UNKNOWN, unseen } from '../../gate/host-guarantees.ts'
import type { HostGuarantees } from '../../gate/host-guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'codex',
  ranges: [
    unseen(),
    {
      from: '0.144.0',
      runs: reported('yes', 'after you approved the hook in `/hooks`'),
      asks: reported('in part', 'only where it would ask by itself; else a denial'),
      failure: reported('in part', BY_SCRIPT),
      timeout: reported('no', RUNS_ON),
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '0.166.0',
      runs: tried('0.166.0', 'yes', 'after you approved the hook in `/hooks`'),
      asks: read('in part', 'only where it would ask by itself; else a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('in part', 'patches and images; `write_stdin` is not shown'),
      subagents: read('yes'),
    },
  ],
}
