// How does CodeBuddy tell us of a call, and how is it answered? Claude Code's frame; only the environment tells them apart.
import { inModeOfItsOwn, KINDS, readFrame } from '../_frame/frame.ts'
import { claudeReply, rewritesWithLeave } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

export const host: Host = {
  name: 'codebuddy',
  title: 'CodeBuddy',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: (event) => !inModeOfItsOwn(event),
  allows: 'grant',
  rewrites: rewritesWithLeave,
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: [
    'changed hooks need a review in `/hooks`',
    'it reloads its settings while it runs, without an event: whoever removes our entry ends checking at once',
    'in `bypassPermissions` and `dontAsk` a question is a denial: what it does with one there is not known',
  ],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'codebuddy', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: true, allows: true, input: 'modifiedInput' }),
}
