// What Cursor holds to, from which version on, and how we know.
import { BY_SCRIPT, read, reported, UNKNOWN, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'cursor',
  ranges: [
    unseen(),
    {
      from: '1.7.0',
      runs: reported('yes'),
      asks: reported('in part'),
      failure: reported('in part', BY_SCRIPT),
      timeout: reported('no'),
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '2026.7.16',
      runs: read('yes'),
      asks: read('in part', 'for commands only; as init sets it up a question is a denial'),
      failure: read('yes', '`failClosed`'),
      timeout: read('yes', '`failClosed`'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('in part', 'their start is shown'),
    },
  ],
}
