// By what is an event known to be that of Antigravity CLI?
import { has, objectAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'antigravity',
  marks: [{ order: 50, holds: (payload) => has(objectAt(payload, 'toolCall'), 'name') && (has(payload, 'stepIdx') || has(payload, 'workspacePaths')) }],
}
