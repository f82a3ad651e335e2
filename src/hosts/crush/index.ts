// How does Crush tell us of a call, and how is it answered? What its sub-agents call is not shown to us.
import { KINDS, mcpSingle, readFrame } from '../_frame/frame.ts'
import { print, reasonOf, rewritesBeside, vetoOnly, warningsOf } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

const veto = vetoOnly((reason) => print({ version: 1, decision: 'deny', reason }))

export const host: Host = {
  name: 'crush',
  title: 'Crush',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'grant',
  rewrites: rewritesBeside,
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['calls of sub-agents are not sent to hooks'],
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'crush', fields: { name: ['event'] }, kinds: KINDS, nameTool: mcpSingle }, payload, arrival),
  reply: (event, answer) => {
    const { verdict, input } = answer
    if (event.kind !== 'before-tool' || (verdict !== 'allow' && verdict !== 'abstain')) return veto(event, answer)
    const changed = input === undefined ? {} : { updated_input: input }
    if (verdict === 'allow') return print({ version: 1, decision: 'allow', reason: reasonOf(answer), ...changed })
    // Without a decision its own question stays.
    return input === undefined ? veto(event, answer) : print({ version: 1, decision: null, ...changed }, warningsOf(answer))
  },
}
