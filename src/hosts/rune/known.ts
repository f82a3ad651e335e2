// By what is an event known to be that of whoever runs rune's hook?
import { claudeShape } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'rune',
  marks: [claudeShape(990)],
}
