// What Qwen Code holds to, from which version on, and how we know.
import { BY_SCRIPT, read, RUNS_ON, tried, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'qwen-code',
  ranges: [
    {
      from: '0',
      runs: tried('0.7.1', 'no', 'it has no hooks'),
      asks: UNKNOWN,
      failure: UNKNOWN,
      timeout: UNKNOWN,
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '0.12.0',
      runs: tried('0.12.0', 'in part', 'only with `hooksConfig.enabled` or `--experimental-hooks`'),
      asks: UNKNOWN,
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: read('yes'),
      files: read('yes'),
      subagents: UNKNOWN,
    },
    {
      from: '0.15.6',
      runs: tried('0.15.10', 'yes', 'it reads `timeout` as milliseconds'),
      asks: read('yes', 'without a terminal a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.15.10', 'yes'),
      files: tried('0.15.10', 'yes'),
      subagents: tried('0.15.10', 'yes'),
    },
    {
      from: '0.23.4',
      runs: tried('0.24.4', 'yes'),
      asks: read('yes', 'without a terminal a question is a denial'),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', RUNS_ON),
      mcp: tried('0.24.4', 'yes'),
      files: tried('0.24.4', 'yes'),
      subagents: tried('0.24.4', 'yes'),
    },
  ],
}
