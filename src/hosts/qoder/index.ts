// How does Qoder tell us of a call, and how is it answered? Claude Code's frame; only the environment tells them apart.
import { KINDS, readFrame, textAt } from '../_frame/frame.ts'
import { claudeReply, rewritesWithLeave } from '../_frame/replies.ts'
import type { Host, HostEvent } from '../../gate/seams.ts'
import { known } from './known.ts'

/** The modes in which it asks a person. In `yolo` it runs what we ask about, in `auto` a model of its own decides, in `dontAsk` nobody is asked. */
const asksPeople = ({ payload }: HostEvent): boolean => ['default', 'acceptEdits'].includes(textAt(payload, 'permission_mode') ?? 'default')

export const host: Host = {
  name: 'qoder',
  title: 'Qoder',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: asksPeople,
  allows: 'grant',
  rewrites: rewritesWithLeave,
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: [
    'only in the modes `default` and `acceptEdits` is a question put to a person; in all others it is a denial, since `yolo` would run the call and `auto` leave it to a model',
    'its prompt does not show our reason',
  ],
  // Before Qwen Code, which has a mode called `yolo` too.
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'qoder', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: true, allows: true, input: 'updatedInput' }),
}
