// What Mistral Vibe holds to, from which version on, and how we know.
import { read, UNKNOWN } from '../_frame/guarantees.ts'
import type { HostGuarantees } from '../_frame/guarantees.ts'

export const guarantees: HostGuarantees = {
  host: 'mistral-vibe',
  ranges: [
    {
      from: '0',
      runs: read('in part', 'with `enable_experimental_hooks`; since which version is not known'),
      asks: read('no'),
      failure: read('yes', '`strict`'),
      timeout: read('yes', '`strict`'),
      mcp: UNKNOWN,
      files: read('yes'),
      subagents: UNKNOWN,
    },
  ],
}
