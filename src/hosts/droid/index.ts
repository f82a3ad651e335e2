// How does Factory Droid tell us of a call, and how is it answered? Claude Code's frame; `ask` would only be logged.
import { claudeShape, has, KINDS, readFrame, textAt } from '../_frame/frame.ts'
import { claudeReply } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'

const MODES = ['off', 'spec', 'auto-low', 'auto-medium', 'auto-high']

export const host: Host = {
  name: 'droid',
  title: 'Factory Droid',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'grant',
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: ['the first hook that decides wins, even against a denial', 'exit code 3 would end the agent'],
  marks: [
    {
      order: 220,
      holds: (payload, env) =>
        MODES.includes(textAt(payload, 'permission_mode') ?? '') || (has(payload, 'hook_event_name') && (env['FACTORY_PROJECT_DIR'] ?? '') !== ''),
    },
    claudeShape(360),
  ],
  read: (payload, arrival) => readFrame({ host: 'droid', kinds: KINDS }, payload, arrival),
  reply: claudeReply({ asks: false, allows: true }),
}
