// How does Mistral Vibe tell us of a call, and how is it answered?
import type { JsonObject } from '../../core/model.ts'
import { readFrame, serverSingle } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { block, denied, print, reasonOf, rewritesBeside, warningsOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known, OWN } from './known.ts'

const frame: Frame = {
  host: 'mistral-vibe',
  kinds: OWN,
  nameTool: serverSingle(['write_file', 'read_file', 'search_replace', 'ask_user_question', 'exit_plan_mode', 'web_search', 'web_fetch']),
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const said = denied(answer)
  const shown = warningsOf(said)
  if (said.verdict !== 'deny' || event.kind !== 'before-tool') {
    const changed: JsonObject = said.input === undefined ? {} : { decision: 'allow', hook_specific_output: { tool_input: said.input } }
    const body: JsonObject = { ...changed, ...(shown === '' ? {} : { system_message: shown }) }
    return print(Object.keys(body).length === 0 ? null : body)
  }
  if (said.failure === true) return block(said)
  const message: JsonObject = answer.verdict === 'ask' && shown === '' ? {} : { system_message: shown === '' ? 'Blocked by the safety gate.' : shown }
  return print({ decision: 'deny', reason: reasonOf(said), ...message })
}

export const host: Host = {
  name: 'mistral-vibe',
  title: 'Mistral Vibe',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'no-veto',
  rewrites: rewritesBeside,
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ['needs `enable_experimental_hooks`', 'set `strict`, or a hook that cannot start lets the call run'],
  marks: known.marks,
  read: (payload, arrival) => readFrame(frame, payload, arrival),
  reply,
}
