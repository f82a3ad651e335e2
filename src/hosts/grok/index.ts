// How does Grok CLI tell us of a call, and how is it answered? It waits five seconds, and may cut a long input short.
import type { JsonObject } from '../../core/model.ts'
import { inModeOfItsOwn, KINDS, readFrame, serverDouble, startedWith } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { overHttp, print, reasonOf, rewritesBeside, silence, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const frame: Frame = {
  host: 'grok',
  fields: {
    session: ['sessionId', 'session_id'],
    cwd: ['cwd', 'workspaceRoot'],
    tool: ['toolName', 'tool_name'],
    input: ['toolInput', 'tool_input'],
    toolUse: ['toolUseId', 'tool_use_id'],
    result: ['toolResult', 'tool_result', 'error'],
  },
  // It sends none of these; should one come in its shape, a denial must stop it.
  kinds: { ...KINDS, PermissionRequest: 'before-tool' },
  // A single turn ends at a question, without a word to the model.
  answersItself: (arrival) => startedWith(arrival, ['grok'], ['-p', '--single', '--prompt-file', '--prompt-json']),
  nameTool: serverDouble,
}

/** Half a call is no call. */
function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const event = readFrame(frame, payload, arrival)
  const cut = payload['toolInputTruncated'] === true || payload['tool_input_truncated'] === true
  return event !== null && cut && event.kind === 'before-tool' ? { ...event, calls: [] } : event
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  const reason = reasonOf(answer)
  const changed: JsonObject = answer.input === undefined ? {} : { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: answer.input } }
  const body: JsonObject | null =
    event.kind !== 'before-tool'
      ? verdict === 'deny' && event.kind === 'prompt'
        ? { decision: 'block', reason }
        : null
      : verdict === 'abstain' && answer.input === undefined
        ? null
        : verdict === 'allow' || verdict === 'abstain'
          ? { ...(verdict === 'allow' ? { decision: 'allow' } : {}), ...changed }
          : { decision: verdict, reason, ...(verdict === 'ask' ? changed : {}) }
  if (event.via === 'http') return overHttp(body)
  if (body === null) return silence(answer)
  // The first line of standard error is what is shown of exit code 2.
  return verdict === 'deny' && event.kind === 'before-tool' ? print(body, firstSentence(reason), 2) : print(body, warningsOf(answer))
}
const firstSentence = (text: string): string => (text.split('\n', 1)[0] ?? '').split('. ', 1)[0] ?? ''

export const host: Host = {
  name: 'grok',
  title: 'Grok CLI',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  // With `--always-approve` it runs what we ask about, in its window too; `dontAsk` would refuse without a word of how to approve.
  canAsk: (event) => !inModeOfItsOwn(event),
  allows: 'no-veto',
  rewrites: rewritesBeside,
  deadlineMs: 5000,
  afterDeadline: 'runs',
  limits: [
    'it waits five seconds unless `timeout` is set',
    'versions before 1.0 do not know ask',
    'of a reason its model sees the first 250 characters or so',
    'with `--always-approve` a question would be approved by itself, so it is a denial there',
  ],
  marks: known.marks,
  read,
  reply,
}
