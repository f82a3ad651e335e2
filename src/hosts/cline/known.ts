// By what is an event known to be that of Cline?
import { has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'cline',
  marks: [{ order: 90, holds: (payload) => has(payload, 'hookName', 'clineVersion') }],
}
