// How does Kiro tell us of a call, and how is it answered? Only exit code 2 counts, and reports disagree on whether it always does.
import { claudeShape, has, KINDS, others, readFrame, serverAt, textAt } from '../../gate/host-frame.ts'
import type { Kinds } from '../../gate/host-frame.ts'
import { refuse, vetoOnly } from '../../gate/host-replies.ts'
import type { Host } from '../../gate/seams.ts'

const OWN: Kinds = { preToolUse: 'before-tool', postToolUse: 'after-tool', userPromptSubmit: 'prompt', agentSpawn: 'session', ...others('stop') }

export const host: Host = {
  name: 'kiro',
  title: 'Kiro',
  evidence: 'third-party',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['reports disagree on whether a denial always holds: try yours', 'keep `cache_ttl_seconds` at 0: a remembered success would skip the gate'],
  marks: [
    { order: 180, holds: (payload) => Object.hasOwn(OWN, textAt(payload, 'hook_event_name') ?? '') && !has(payload, 'cursor_version') },
    claudeShape(350),
  ],
  read: (payload, arrival) => readFrame({ host: 'kiro', kinds: { ...KINDS, ...OWN }, nameTool: serverAt }, payload, arrival),
  reply: vetoOnly(refuse),
}
