// How does Windsurf tell us of a call, and how is it answered? The event's name is the tool, and only exit code 2 counts.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, has, namedOf, objectAt, textAt } from '../_frame/frame.ts'
import type { Named } from '../_frame/frame.ts'
import { refuse, vetoOnly } from '../_frame/replies.ts'
import type { Arrival, Host, HostEvent } from '../../gate/seams.ts'
import { known } from './known.ts'

const TOOLS: Readonly<Record<string, string>> = { run_command: 'run_command', write_code: 'write_file', read_code: 'read_file' }

function carried(action: string, info: JsonObject): readonly Named[] {
  if (action === 'mcp_tool_use') {
    const name = textAt(info, 'mcp_tool_name')
    const named = name === undefined ? null : namedOf({ server: textAt(info, 'mcp_server_name') ?? '', name }, info['mcp_tool_arguments'])
    return named === null ? [] : [named]
  }
  const name = Object.hasOwn(TOOLS, action) ? TOOLS[action] : undefined
  if (name === undefined || !has(info, action === 'run_command' ? 'command_line' : 'file_path')) return []
  // An edit without old text is a new file.
  const edits = info['edits']
  const fresh = Array.isArray(edits) && edits.length === 1 ? textAt(objectAt({ edit: edits[0] ?? null }, 'edit'), 'new_string') : undefined
  const changes = Array.isArray(edits) && edits.some((edit) => textAt(objectAt({ edit }, 'edit'), 'old_string') !== undefined)
  if (action === 'write_code' && changes) return [{ tool: { server: null, name: 'edit_file' }, input: info }]
  return [{ tool: { server: null, name }, input: fresh === undefined ? info : { ...info, content: fresh } }]
}

function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  const name = textAt(payload, 'agent_action_name')
  if (name === undefined) return null
  const info = objectAt(payload, 'tool_info')
  const [, when, action = ''] = /^(pre|post)_(.+)$/s.exec(name) ?? []
  const parts = { name, session: textAt(payload, 'trajectory_id'), toolUse: textAt(payload, 'execution_id'), cwd: textAt(info, 'cwd') }
  if (action === 'user_prompt') return eventOf('windsurf', payload, arrival, { ...parts, kind: 'prompt', text: textAt(info, 'user_prompt') })
  const named = carried(action, info)
  if (when === 'post')
    return eventOf('windsurf', payload, arrival, {
      ...parts,
      kind: named.length > 0 ? 'after-tool' : 'other',
      named,
      ...(named.length > 0 ? { result: textAt(info, 'mcp_result') ?? null } : {}),
    })
  return eventOf('windsurf', payload, arrival, { ...parts, kind: 'before-tool', named })
}

export const host: Host = {
  name: 'windsurf',
  title: 'Windsurf',
  evidence: 'third-party',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: null,
  afterDeadline: 'runs',
  limits: ['how long it waits is not documented', 'only exit code 2 counts, and only what its own events show is seen'],
  marks: known.marks,
  read,
  reply: vetoOnly(refuse),
}
