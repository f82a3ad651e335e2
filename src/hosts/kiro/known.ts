// By what is an event known to be that of Kiro?
import { claudeShape, has, others, textAt } from '../_frame/frame.ts'
import type { Kinds } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const OWN: Kinds = { preToolUse: 'before-tool', postToolUse: 'after-tool', userPromptSubmit: 'prompt', agentSpawn: 'session', ...others('stop') }

export const known: Known = {
  name: 'kiro',
  marks: [
    { order: 180, holds: (payload) => Object.hasOwn(OWN, textAt(payload, 'hook_event_name') ?? '') && !has(payload, 'cursor_version') },
    claudeShape(350),
  ],
}
