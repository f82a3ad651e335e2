// How does Factory Droid tell us of a call, and how is it answered? Claude Code's frame; `ask` would only be logged.
import { KINDS, readFrame } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

export const host: Host = {
  name: 'droid',
  title: 'Factory Droid',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'grant',
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ['the first hook that decides wins, even against a denial', 'exit code 3 would end the agent'],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'droid', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: false, allows: true }),
}
