// How does VS Code's agent tell us of a call, and how is it answered? Claude Code's frame with arguments in camelCase.
import { KINDS, mcpSingle, readFrame } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

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
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'vscode', kinds: KINDS, nameTool: mcpSingle }, payload, arrival),
  reply: claudeReply({ asks: true, allows: true }),
}
