// By what is an event known to be that of Goose?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'goose',
  marks: [{ order: 120, holds: (payload) => has(payload, 'event', 'matcher_context') }],
}
