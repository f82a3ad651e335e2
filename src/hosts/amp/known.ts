// By what is an event known to be that of Amp?
import type { Environment, Known } from '../../gate/seams.ts'

export const isDelegate = (env: Environment): boolean => env['AGENT'] === 'amp' && (env['AGENT_TOOL_NAME'] ?? '') !== ''

export const known: Known = {
  name: 'amp',
  marks: [{ order: 10, holds: (_payload, env) => isDelegate(env) }],
}
