// By what is an event known to be that of Auggie?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'auggie',
  marks: [
    { order: 100, holds: (payload) => has(payload, 'tool-name', 'event-type') },
    { order: 110, holds: (payload) => has(payload, 'is_mcp_tool', 'conversation_id') },
  ],
}
