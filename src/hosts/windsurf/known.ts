// By what is an event known to be that of Windsurf?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'windsurf',
  marks: [{ order: 80, holds: (payload) => has(payload, 'agent_action_name') }],
}
