// By what is an event known to be that of VS Code agent?
import { claudeShape, has, objectAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'vscode',
  marks: [
    {
      order: 230,
      holds: (payload) => has(payload, 'timestamp', 'tool_use_id') && !Object.keys(objectAt(payload, 'tool_input')).some((key) => key.includes('_')),
    },
    claudeShape(340),
  ],
}
