// By what is an event known to be that of Qwen Code?
import { claudeShape, has, textAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'qwen-code',
  marks: [
    {
      order: 210,
      holds: (payload) =>
        (has(payload, 'timestamp') && (has(payload, 'tool_call_id') || has(payload, 'permission_mode'))) ||
        ['auto_edit', 'yolo'].includes(textAt(payload, 'permission_mode') ?? ''),
    },
    claudeShape(320),
  ],
}
