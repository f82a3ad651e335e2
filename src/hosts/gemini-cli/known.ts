// By what is an event known to be that of Gemini CLI?
import { claudeShapeWithoutCall, has, objectAt, others, textAt } from '../_frame/frame.ts'
import type { Kinds } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const OWN: Kinds = {
  BeforeTool: 'before-tool',
  AfterTool: 'after-tool',
  BeforeAgent: 'prompt',
  ...others('AfterAgent BeforeModel AfterModel BeforeToolSelection PreCompress'),
}

export const known: Known = {
  name: 'gemini-cli',
  marks: [
    { order: 60, holds: (payload) => has(payload, 'protocolVersion') && has(objectAt(payload, 'toolCall'), 'args') },
    { order: 70, holds: (payload) => Object.hasOwn(OWN, textAt(payload, 'hook_event_name') ?? '') },
    claudeShapeWithoutCall(310),
  ],
}
