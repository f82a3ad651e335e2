// What Claude Code holds to, from which version on, and how we know.
import { BY_SCRIPT, read, tried, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'claude-code',
  ranges: [
    {
      from: '0',
      runs: read('no', 'hooks came with 1.0.38'),
      asks: UNKNOWN,
      failure: UNKNOWN,
      timeout: UNKNOWN,
      mcp: UNKNOWN,
      files: UNKNOWN,
      subagents: UNKNOWN,
    },
    {
      from: '1.0.38',
      runs: read('not known', 'tried from 2.0.45 on; a version that does not know one of our events ignores the whole file'),
      asks: read(
        'in part',
        'in `bypassPermissions` and `dontAsk` a question is a denial; in auto mode, versions before 2.1.211 may run what should be asked about',
      ),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', 'it does not know `onFailure`, which came with 2.1.295'),
      mcp: read('yes'),
      files: read('yes', 'files named with `@file` in the prompt are not sent to the hook'),
      subagents: read('yes'),
    },
    {
      from: '2.0.45',
      runs: tried('2.1.47', 'yes', 'without `PostToolUseFailure` and `ConfigChange`: `prudent init` leaves them out, since it would ignore the whole file'),
      asks: read(
        'in part',
        'in `bypassPermissions` and `dontAsk` a question is a denial; in auto mode, versions before 2.1.211 may run what should be asked about',
      ),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', 'it does not know `onFailure`, which came with 2.1.295'),
      mcp: tried('2.0.45', 'yes'),
      files: tried('2.0.45', 'yes', 'files named with `@file` in the prompt are not sent to the hook'),
      subagents: tried('2.0.45', 'yes'),
    },
    {
      from: '2.1.48',
      runs: tried('2.1.197', 'yes'),
      asks: read(
        'in part',
        'in `bypassPermissions` and `dontAsk` a question is a denial; in auto mode, versions before 2.1.211 may run what should be asked about',
      ),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', 'it does not know `onFailure`, which came with 2.1.295'),
      mcp: tried('2.1.197', 'yes'),
      files: tried('2.1.197', 'yes', 'files named with `@file` in the prompt are not sent to the hook'),
      subagents: tried('2.1.197', 'yes'),
    },
    {
      from: '2.1.295',
      runs: tried('2.1.328', 'yes'),
      asks: read('in part', 'in `bypassPermissions` and `dontAsk` a question is a denial'),
      failure: read('yes', '`onFailure: block`'),
      timeout: read('yes', '`onFailure: block`'),
      mcp: tried('2.1.328', 'yes'),
      files: tried('2.1.328', 'yes', 'files named with `@file` in the prompt are not sent to the hook'),
      subagents: tried('2.1.328', 'yes'),
    },
  ],
}
