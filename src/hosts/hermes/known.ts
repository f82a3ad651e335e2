// By what is an event known to be that of Hermes Agent?
import { textAt } from '../_frame/frame.ts'
import type { Kinds } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const OWN: Kinds = { pre_tool_call: 'before-tool', post_tool_call: 'after-tool' }

export const known: Known = {
  name: 'hermes',
  marks: [{ order: 170, holds: (payload) => Object.hasOwn(OWN, textAt(payload, 'hook_event_name') ?? '') }],
}
