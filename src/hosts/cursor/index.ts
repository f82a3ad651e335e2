// How does Cursor tell us of a call, and how is it answered? It asks for shell commands only, and with `failClosed` silence would block.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, namedOf, others, readFrame, startedWith, textAt, firstAt } from '../_frame/frame.ts'
import type { Frame, Named } from '../_frame/frame.ts'
import { denied, print, reasonOf, silence, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const frame: Frame = {
  host: 'cursor',
  fields: { chat: ['conversation_id'] },
  kinds: {
    preToolUse: 'before-tool',
    beforeShellExecution: 'before-tool',
    beforeMCPExecution: 'before-tool',
    beforeReadFile: 'before-tool',
    subagentStart: 'before-tool',
    beforeSubmitPrompt: 'prompt',
    postToolUse: 'after-tool',
    postToolUseFailure: 'after-tool',
    afterShellExecution: 'after-tool',
    afterMCPExecution: 'after-tool',
    afterFileEdit: 'after-tool',
    sessionStart: 'session',
    sessionEnd: 'session',
    ...others('stop subagentStop preCompact workspaceOpen afterAgentResponse afterAgentThought'),
  },
  // The server is not told here; `beforeMCPExecution` tells it.
  nameTool: (name) => (name.startsWith('MCP:') ? { server: '', name: name.slice(4) } : { server: null, name }),
}

/** Events that are named after what they carry. */
function carried(event: string, payload: JsonObject): Named | null {
  const text = (key: string): string | undefined => textAt(payload, key)
  const command = text('command')
  const path = text('file_path')
  const tool = text('tool_name')
  if (/^(?:before|after)ShellExecution$/.test(event) && command !== undefined) {
    return { tool: { server: null, name: 'Shell' }, input: { command, ...(text('cwd') === undefined ? {} : { cwd: text('cwd') ?? '' }) } }
  }
  if (/^(?:before|after)MCPExecution$/.test(event) && tool !== undefined)
    return namedOf({ server: text('mcp_server_name') ?? '', name: tool }, payload['tool_input'])
  if (event === 'beforeReadFile' && path !== undefined) return { tool: { server: null, name: 'Read' }, input: { file_path: path } }
  if (event === 'subagentStart')
    return { tool: { server: null, name: 'Agent' }, input: { prompt: text('task') ?? '', subagent_type: text('subagent_type') ?? '' } }
  return null
}

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const event = readFrame(frame, payload, arrival)
  if (event === null || /^p(?:re|ost)ToolUse/.test(event.name) || (event.kind !== 'before-tool' && event.kind !== 'after-tool')) return event
  const named = carried(event.name, payload)
  if (named === null && event.calls.length > 0 && event.name !== 'beforeMCPExecution') return event
  const { kind, name, session, chat, toolUse } = event
  const result = event.outcome === undefined ? {} : { result: event.outcome.text ?? null }
  const cwd = textAt(payload, 'cwd') ?? firstAt(payload, 'workspace_roots')
  return eventOf('cursor', payload, arrival, {
    kind,
    name,
    session,
    chat,
    toolUse: toolUse ?? textAt(payload, 'tool_call_id'),
    cwd,
    named: named === null ? [] : [named],
    answersItself: (how) => isSdks(payload) || answersItself(how),
    ...result,
  })
}

/** Its SDK, in which nobody is signed in: what it is told to ask about it runs. */
const isSdks = (payload: JsonObject): boolean => payload['user_email'] === null && payload['transcript_path'] === null

/** Its command line, told not to ask or without anybody to ask. */
const answersItself = (arrival: Arrival): boolean => startedWith(arrival, ['cursor-agent'], ['-p', '--print', '-f', '--force', '--yolo'])

const canAsk = (event: HostEvent): boolean => event.name === 'beforeShellExecution'

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const said = canAsk(event) ? answer : denied(answer)
  const shown = warningsOf(said)
  const tell: JsonObject = shown === '' ? {} : { user_message: shown }
  if (event.kind === 'prompt') return print(said.verdict === 'deny' ? { continue: false, user_message: reasonOf(said) } : { continue: true, ...tell })
  if (event.kind !== 'before-tool') return silence(said)
  if (said.verdict === 'ask')
    return print({
      permission: 'ask',
      user_message: [reasonOf(said), ...said.warnings].join('\n'),
      agent_message: 'The user is being asked to approve this command.',
    })
  if (said.verdict !== 'deny') return print({ permission: 'allow', ...tell, ...(said.input === undefined ? {} : { updated_input: said.input }) })
  // With exit code 2 what is printed is the reason.
  return said.failure === true ? print(reasonOf(said), '', 2) : print({ permission: 'deny', user_message: reasonOf(said), agent_message: reasonOf(said) })
}

export const host: Host = {
  name: 'cursor',
  title: 'Cursor',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk,
  allows: 'no-veto',
  rewrites: (event) => (event.name === 'preToolUse' ? 'beside' : 'no'),
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: [
    '`preToolUse` comes first and cannot ask, so a question is a denial; with the matcher `^(?!Shell$)` there, `beforeShellExecution` asks about commands',
    'where nobody is there to answer it runs what it was told to ask about: use that matcher only where somebody is',
    'set `failClosed`, or a hook that cannot start lets the call run',
    'keys typed into a running shell are shown by their number only',
  ],
  marks: known.marks,
  read,
  reply,
}
