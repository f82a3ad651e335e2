// Answers as rune's safety hook does: one JSON denial on standard output, or nothing and exit code 0.
import { KINDS, readFrame } from '../_frame/frame.ts'
import { print, vetoOnly } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

/**
 * Both forms that rune is known to give: its page shows the first, its code the second.
 * Exit code 2 besides: a host that checks the form takes the first for a mistake, and runs the call.
 */
const reply = vetoOnly((reason) =>
  print(
    { decision: 'deny', reason, hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason } },
    reason,
    2,
  ),
)

export const host: Host = {
  name: 'rune',
  title: "whoever runs rune's hook",
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: 10_000,
  afterDeadline: 'runs',
  limits: ['its events are those of Claude Code: name it with `--host rune`', 'it denies or says nothing, so a question is a denial'],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'rune', kinds: KINDS }, payload, arrival),
  reply,
}
