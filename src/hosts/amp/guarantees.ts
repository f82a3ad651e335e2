// What Amp holds to, from which version on, and how we know.
import { read, unseen } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'amp',
  ranges: [
    unseen(),
    {
      from: '0.0.1777897475',
      runs: read('yes', 'where `amp.permissions` names us'),
      asks: read('yes'),
      failure: read('yes'),
      timeout: read('yes'),
      mcp: read('yes'),
      files: read('yes'),
      subagents: read('yes'),
    },
  ],
}
