// By what is an event known to be that of Crush?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'crush',
  marks: [{ order: 130, holds: (payload, env) => has(payload, 'event') && env['CRUSH'] === '1' }],
}
