// By what is an event known to be that of Mistral Vibe?
import { textAt } from '../_frame/frame.ts'
import type { Kinds } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const OWN: Kinds = { before_tool: 'before-tool', after_tool: 'after-tool' }

export const known: Known = {
  name: 'mistral-vibe',
  marks: [{ order: 160, holds: (payload) => Object.hasOwn(OWN, textAt(payload, 'hook_event_name') ?? '') }],
}
