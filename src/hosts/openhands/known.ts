// By what is an event known to be that of OpenHands?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'openhands',
  marks: [{ order: 140, holds: (payload) => has(payload, 'event_type', 'working_dir') }],
}
