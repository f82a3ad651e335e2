// How does Kimi Code tell us of a call, and how is it answered?
import { claudeShape, KINDS, readFrame, textAt } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'

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
  marks: [{ order: 190, holds: (payload) => (textAt(payload, 'client_type') ?? '').startsWith('kimi') }, claudeShape(370)],
  read: (payload, arrival) => readFrame({ host: 'kimi-code', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: false, allows: false, tells: false }),
}
