// By what is an event known to be that of CodeBuddy?
import { claudeShape, has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'codebuddy',
  marks: [{ order: 250, holds: (payload, env) => has(payload, 'hook_event_name') && (env['CODEBUDDY_PROJECT_DIR'] ?? '') !== '' }, claudeShape(380)],
}
