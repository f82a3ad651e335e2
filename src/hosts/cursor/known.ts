// By what is an event known to be that of Cursor?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'cursor',
  marks: [{ order: 20, holds: (payload) => has(payload, 'cursor_version') }],
}
