// By what is an event known to be that of any other program?
import { inputOf, textAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'generic',
  marks: [{ order: 900, holds: (payload) => textAt(payload, 'tool') !== undefined && inputOf(payload['input']) !== null }],
}
