// By what is an event known to be that of Grok CLI?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'grok',
  marks: [{ order: 40, holds: (payload, env) => has(payload, 'toolInput') || has(payload, 'workspaceRoot') || (env['GROK_HOOK_EVENT'] ?? '') !== '' }],
}
