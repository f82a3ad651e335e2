// How does Codex tell us of a call, and how is it answered? A key it does not know, `ask` or a bare `allow` would let the call run.
import { KINDS, readFrame } from '../_frame/frame.ts'
import { claudeReply, rewritesBeside } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

export const host: Host = {
  name: 'codex',
  title: 'OpenAI Codex CLI',
  evidence: 'first-hand',
  runs: 'hook',
  // A permission request is Codex about to ask: silence lets it.
  canAsk: (event) => event.kind === 'permission',
  allows: 'none',
  rewrites: rewritesBeside,
  deadlineMs: 600_000,
  afterDeadline: 'runs',
  limits: [
    'a hook runs only after the user approved it in `/hooks`, again after every change of its command',
    '`write_stdin` and hosted web search are not shown to hooks',
  ],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'codex', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: false, allows: false, input: 'updatedInput' }),
}
