// By what is an event known to be that of Qoder?
import { claudeShape, has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'qoder',
  marks: [{ order: 205, holds: (payload, env) => has(payload, 'hook_event_name') && (env['QODER_PROJECT_DIR'] ?? '') !== '' }, claudeShape(390)],
}
