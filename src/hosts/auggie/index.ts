// How does Auggie tell us of a call, and how is it answered? A hook, which fails open, and a permission policy, which does not.
import type { JsonObject } from '../../core/model.ts'
import { bare, eventOf, has, inputOf, KINDS, readFrame, serverLast, textAt } from '../_frame/frame.ts'
import type { Frame, Named } from '../_frame/frame.ts'
import { claudeReply, denied, overHttp, print, reasonOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const POLICY = 'policy'

/** `execute-tool` calls a server's tool by another name. */
function unwrap({ tool, input }: Named): readonly Named[] {
  if (tool.name !== 'execute-tool') return [{ tool, input }]
  const name = textAt(input, 'tool_name')
  return name === undefined ? [] : [{ tool: { server: textAt(input, 'mcp_server') ?? '', name }, input: inputOf(input['arguments']) ?? {} }]
}

const frame: Frame = {
  host: 'auggie',
  fields: { session: ['conversation_id'], prompt: ['user_prompt'], result: ['tool_error'] },
  kinds: KINDS,
  nameTool: (name, payload) => (payload['is_mcp_tool'] === true ? serverLast(name) : bare(name)),
  unwrap,
}

/** The policy is not told what is a server's; Auggie's own tools are spelled with hyphens. */
function readPolicy(payload: JsonObject, arrival: Arrival): HostEvent {
  const name = textAt(payload, 'tool-name')
  const input = inputOf(payload['details'])
  const named = name === undefined || input === null ? [] : unwrap({ tool: name === 'apply_patch' ? bare(name) : serverLast(name), input })
  const kind = payload['event-type'] === 'tool-response' ? 'after-tool' : 'before-tool'
  return eventOf('auggie', payload, arrival, {
    kind,
    name: POLICY,
    cwd: input === null ? undefined : textAt(input, 'cwd'),
    named,
    ...(kind === 'after-tool' ? { result: null } : {}),
  })
}

const hook = claudeReply({ asks: false, allows: false, tells: false })

function policy(event: HostEvent, answer: HostAnswer): HostReply {
  const said = denied(answer)
  const allow = said.verdict !== 'deny'
  if (event.via === 'http') return overHttp({ allow, output: allow ? said.reason : reasonOf(said) })
  return allow ? print(null, said.warnings.join('\n')) : print(reasonOf(said), '', 1)
}

export const host: Host = {
  name: 'auggie',
  title: 'Auggie',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  canAsk: false,
  allows: 'none',
  deadlineMs: 10_000,
  afterDeadline: 'runs',
  limits: [
    "hooks run only where its vendor's server has switched them on (`enable_hooks`); elsewhere the call runs and we never hear of it",
    'the hook fails open; a `toolPermissions` policy fails closed, but every tool must be listed in it',
    'a policy is shown paths, not contents, and cannot abstain: no objection allows',
    'a matcher without `mcp:` never sees the tools of servers: register both',
  ],
  marks: known.marks,
  read: (payload, arrival) => (has(payload, 'tool-name', 'event-type') ? readPolicy(payload, arrival) : readFrame(frame, payload, arrival)),
  reply: (event, answer) => (event.name === POLICY ? policy(event, answer) : hook(event, answer)),
}
