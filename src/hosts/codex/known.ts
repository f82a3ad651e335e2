// By what is an event known to be that of OpenAI Codex CLI?
import { claudeShape, has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'codex',
  marks: [{ order: 200, holds: (payload) => has(payload, 'turn_id', 'model') }, claudeShape(300)],
}
