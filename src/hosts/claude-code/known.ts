// By what is an event known to be that of Claude Code?
import { claudeShape } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'claude-code',
  marks: [claudeShape(260)],
}
