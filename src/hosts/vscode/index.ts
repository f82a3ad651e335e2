// How does VS Code's agent tell us of a call, and how is it answered? Claude Code's frame with arguments in camelCase.
import { claudeShape, has, KINDS, mcpSingle, objectAt, readFrame } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'

export const host: Host = {
  name: 'vscode',
  title: 'VS Code agent',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: true,
  allows: 'grant',
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['matchers are ignored: every tool is shown', 'commands run where the extension host runs'],
  marks: [
    {
      order: 230,
      holds: (payload) => has(payload, 'timestamp', 'tool_use_id') && !Object.keys(objectAt(payload, 'tool_input')).some((key) => key.includes('_')),
    },
    claudeShape(340),
  ],
  read: (payload, arrival) => readFrame({ host: 'vscode', kinds: KINDS, nameTool: mcpSingle }, payload, arrival),
  reply: claudeReply({ asks: true, allows: true }),
}
