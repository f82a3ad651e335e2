// How does Letta Code tell us of a call, and how is it answered?
import { has, KINDS, readFrame } from '../../gate/host-frame.ts'
import type { Frame } from '../../gate/host-frame.ts'
import { print, refuse, rewritesBeside, vetoOnly, warningsOf } from '../../gate/host-replies.ts'
import type { Host } from '../../gate/seams.ts'

const frame: Frame = {
  host: 'letta-code',
  fields: { name: ['event_type'], session: ['session_id', 'agent_id'], chat: [], cwd: ['working_directory'] },
  kinds: KINDS,
}

const veto = vetoOnly(refuse)

export const host: Host = {
  name: 'letta-code',
  title: 'Letta Code',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  rewrites: rewritesBeside,
  deadlineMs: null,
  afterDeadline: 'runs',
  limits: ['where its settings lie is not confirmed'],
  marks: [{ order: 150, holds: (payload) => has(payload, 'event_type', 'working_directory') }],
  read: (payload, arrival) => readFrame(frame, payload, arrival),
  reply: (event, answer) =>
    answer.input === undefined || answer.verdict === 'ask' || answer.verdict === 'deny'
      ? veto(event, answer)
      : print({ hookSpecificOutput: { updatedInput: answer.input } }, warningsOf(answer)),
}
