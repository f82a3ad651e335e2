// How does Letta Code tell us of a call, and how is it answered?
import type { JsonObject } from '../../core/model.ts'
import { KINDS, objectAt, readFrame, textAt } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { print, refuse, rewritesBeside, vetoOnly, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostEvent } from '../../gate/seams.ts'
import { known } from './known.ts'

const frame: Frame = {
  host: 'letta-code',
  fields: { name: ['event_type'], session: ['session_id', 'agent_id'], chat: [], cwd: ['working_directory'], result: ['tool_result'] },
  kinds: KINDS,
}

/** What failed is told as `status` of its result. */
function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const event = readFrame(frame, payload, arrival)
  return event?.outcome !== undefined && objectAt(payload, 'tool_result')['status'] === 'error' ? { ...event, outcome: { ...event.outcome, ok: false } } : event
}

const veto = vetoOnly(refuse)

/** Its own tools that carry text. What mods bring along is run with the input it had, whatever we answer. */
const OWN = ['Bash', 'exec_command', 'write_stdin', 'shell_command', 'ShellCommand', 'shell', 'Shell', 'Monitor', 'Workflow']
const OWN_FILES = ['Edit', 'MultiEdit', 'Write', 'ApplyPatch', 'memory', 'memory_apply_patch', 'write_artifact_file']

export const host: Host = {
  name: 'letta-code',
  title: 'Letta Code',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  rewrites: (event) => ([...OWN, ...OWN_FILES].includes(textAt(event.payload, 'tool_name') ?? '') ? rewritesBeside(event) : 'no'),
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: [
    '`timeout` is counted in milliseconds: 20 would mean that it never waits for us',
    'tools that run on its vendor’s servers are told to us, and run whatever we answer',
    'with `-p` it does not show us the prompt',
  ],
  marks: known.marks,
  read,
  reply: (event, answer) =>
    answer.input === undefined || answer.verdict === 'ask' || answer.verdict === 'deny'
      ? veto(event, answer)
      : print({ hookSpecificOutput: { updatedInput: answer.input } }, warningsOf(answer)),
}
