// How does Kiro tell us of a call, and how is it answered? Only exit code 2 counts, and reports disagree on whether it always does.
import { bare, KINDS, objectAt, readFrame, serverAt, textAt } from '../_frame/frame.ts'
import type { Named } from '../_frame/frame.ts'
import { refuse, vetoOnly } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known, OWN } from './known.ts'

/** `use_aws` is the command line of AWS by another name. */
function unwrap(named: Named): readonly Named[] {
  const [service, operation] = [textAt(named.input, 'service_name'), textAt(named.input, 'operation_name')]
  if (named.tool.name !== 'use_aws' || service === undefined || operation === undefined) return [named]
  const profile = textAt(named.input, 'profile_name')
  const options = Object.entries(objectAt(named.input, 'parameters')).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [`--${key.replace(/^-+/, '')}`, ...(value === '' || value === true ? [] : [text])]
  })
  return [
    named,
    { tool: bare('execute_bash'), input: { command: ['aws', service, operation, ...options, ...(profile === undefined ? [] : ['--profile', profile])] } },
  ]
}

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
  marks: known.marks,
  read: (payload, arrival) => readFrame({ host: 'kiro', kinds: { ...KINDS, ...OWN }, nameTool: serverAt, unwrap }, payload, arrival),
  reply: vetoOnly(refuse),
}
