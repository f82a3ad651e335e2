// How does Hermes Agent tell us of a call, and how is it answered?
import { mcpSingle, readFrame } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { print, rewritesBeside, vetoOnly, warningsOf } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known, OWN } from './known.ts'

const frame: Frame = {
  host: 'hermes',
  kinds: OWN,
  nameTool: mcpSingle,
}

const veto = vetoOnly((message) => print({ action: 'block', message }))

export const host: Host = {
  name: 'hermes',
  title: 'Hermes Agent',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  rewrites: rewritesBeside,
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ['a hook runs only after it was approved at a terminal', 'set `fail_closed`, or a hook that cannot start lets the call run'],
  marks: known.marks,
  read: (payload, arrival) => readFrame(frame, payload, arrival),
  reply: (event, answer) =>
    answer.input === undefined || answer.verdict === 'ask' || answer.verdict === 'deny'
      ? veto(event, answer)
      : print({ action: 'modify', args: answer.input }, warningsOf(answer)),
}
