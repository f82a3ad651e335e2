// How does Kimi Code tell us of a call, and how is it answered?
import { KINDS, readFrame } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

export const host: Host = {
  name: 'kimi-code',
  title: 'Kimi Code',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['one unknown key makes its whole configuration fail'],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'kimi-code', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: false, allows: false, tells: false }),
}
