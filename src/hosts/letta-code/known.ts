// By what is an event known to be that of Letta Code?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'letta-code',
  marks: [{ order: 150, holds: (payload) => has(payload, 'event_type', 'working_directory') }],
}
