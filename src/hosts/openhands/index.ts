// How does OpenHands tell us of a call, and how is it answered?
import { bare, KINDS, readFrame } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { print, vetoOnly } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

const frame: Frame = { host: 'openhands', fields: { name: ['event_type'], cwd: ['working_dir'], prompt: ['message'] }, kinds: KINDS, nameTool: bare }

export const host: Host = {
  name: 'openhands',
  title: 'OpenHands',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ["a repository's `.openhands/hooks.json` replaces the user's"],
  marks: known.marks,
  read: (payload, arrival) => readFrame(frame, payload, arrival),
  reply: vetoOnly((reason) => print({ decision: 'deny', reason })),
}
