// How does Crush tell us of a call, and how is it answered? What its sub-agents call is not shown to us.
import { has, KINDS, mcpSingle, readFrame } from '../../gate/host-frame.ts'
import { print, reasonOf, vetoOnly } from '../../gate/host-replies.ts'
import type { Host } from '../../gate/seams.ts'

const veto = vetoOnly((reason) => print({ version: 1, decision: 'deny', reason }))

export const host: Host = {
  name: 'crush',
  title: 'Crush',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'grant',
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['what sub-agents call is not shown to hooks'],
  marks: [{ order: 130, holds: (payload, env) => has(payload, 'event') && env['CRUSH'] === '1' }],
  read: (payload, arrival) => readFrame({ host: 'crush', fields: { name: ['event'] }, kinds: KINDS, nameTool: mcpSingle }, payload, arrival),
  reply: (event, answer) =>
    answer.verdict === 'allow' && event.kind === 'before-tool' ? print({ version: 1, decision: 'allow', reason: reasonOf(answer) }) : veto(event, answer),
}
