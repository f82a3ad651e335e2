// How does Claude Code tell us of a call, and how is it answered? Command and HTTP hooks, and its permission prompt tool.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, inModeOfItsOwn, inputOf, KINDS, mcpDouble, readFrame, textAt } from '../_frame/frame.ts'
import { claudeReply, denied, reasonOf, rewritesWithLeave } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const PROMPT_TOOL = 'permission-prompt-tool'
const reply = claudeReply({ asks: true, allows: true, own: true, input: 'updatedInput' })

/** Nobody else is there to be asked: what is not approved is refused. */
function promptTool(event: HostEvent, answer: HostAnswer): HostReply {
  const input: JsonObject = event.calls[0]?.input ?? {}
  const said = denied(answer.verdict === 'abstain' ? { ...answer, verdict: 'ask' } : answer)
  const result: JsonObject = said.verdict === 'allow' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: reasonOf(said) }
  return { kind: 'mcp-tool-result', value: { content: [{ type: 'text', text: JSON.stringify(result) }] } }
}

export const host: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  canAsk: (event) => event.via !== 'mcp-tool' && !inModeOfItsOwn(event),
  allows: 'grant',
  rewrites: rewritesWithLeave,
  deadlineMs: 600_000,
  afterDeadline: 'runs',
  limits: [
    'without `"onFailure": "block"` (2.1.295) a hook that cannot start lets the call run',
    'files named with `@file` in the prompt are not sent to the hook',
    'in `bypassPermissions` and `dontAsk` a question is a denial: versions before 2.1.233 would treat it as "allow"',
    'in auto mode, versions before 2.1.211 may run what should be asked about',
  ],
  marks: known.marks,
  read: (payload, arrival) => {
    const tool = textAt(payload, 'tool_name')
    const input = inputOf(payload['input'])
    if (textAt(payload, 'hook_event_name') !== undefined || tool === undefined || input === null)
      return readFrame({ host: 'claude-code', kinds: KINDS }, payload, arrival)
    const named = [{ tool: mcpDouble(tool, payload), input }]
    return eventOf('claude-code', payload, arrival, { kind: 'permission', name: PROMPT_TOOL, via: 'mcp-tool', toolUse: textAt(payload, 'tool_use_id'), named })
  },
  reply: (event, answer) => (event.via === 'mcp-tool' ? promptTool(event, answer) : reply(event, answer)),
}
