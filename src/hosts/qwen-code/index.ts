// How does Qwen Code tell us of a call, and how is it answered? Claude Code's frame, its own tool names; hooks run after the user's approval.
import { KINDS, readFrame } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

export const host: Host = {
  name: 'qwen-code',
  title: 'Qwen Code',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  canAsk: true,
  allows: 'no-veto',
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ['hooks run after the user approved; without a terminal a question is a denial'],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'qwen-code', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: true, allows: true }),
}
