// What Claude Code holds to, from which version on, and how we know.
import { BY_SCRIPT, read, tried, UNKNOWN } from '../../gate/host-guarantees.ts'
import type { HostGuarantees } from '../../gate/host-guarantees.ts'

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
      runs: tried('2.1.47', 'no', 'before 2.1.48 it drops a settings file that names events it does not know, as ours does'),
      asks: read(
        'in part',
        'in `bypassPermissions` and `dontAsk` a question is a denial; in auto mode, versions before 2.1.211 may run what should be asked about',
      ),
      failure: read('in part', BY_SCRIPT),
      timeout: read('no', 'it does not know `onFailure`, which came with 2.1.295'),
      mcp: read('yes'),
      files: read('yes', 'what the user names with `@file` is not shown'),
      subagents: read('yes'),
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
      mcp: read('yes'),
      files: read('yes', 'what the user names with `@file` is not shown'),
      subagents: read('yes'),
    },
    {
      from: '2.1.295',
      runs: tried('2.1.325', 'yes'),
      asks: read('in part', 'in `bypassPermissions` and `dontAsk` a question is a denial'),
      failure: read('yes', '`onFailure: block`'),
      timeout: read('yes', '`onFailure: block`'),
      mcp: read('yes'),
      files: read('yes', 'what the user names with `@file` is not shown'),
      subagents: read('yes'),
    },
  ],
}
