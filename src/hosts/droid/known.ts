// By what is an event known to be that of Factory Droid?
import { claudeShape, has, textAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

const MODES = ['off', 'spec', 'auto-low', 'auto-medium', 'auto-high']

export const known: Known = {
  name: 'droid',
  marks: [
    {
      order: 220,
      holds: (payload, env) =>
        MODES.includes(textAt(payload, 'permission_mode') ?? '') || (has(payload, 'hook_event_name') && (env['FACTORY_PROJECT_DIR'] ?? '') !== ''),
    },
    claudeShape(360),
  ],
}
