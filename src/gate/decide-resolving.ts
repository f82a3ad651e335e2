// One call with the network asked too: where do the names in it lead? Apart, so that who may not ask does not load it.
import type { Scene, ToolCall } from '../core/model.ts'
import { observeHosts } from '../observe/net/hosts.ts'
import type { ResolveOptions } from '../observe/net/resolve.ts'
import { decide } from './decide.ts'
import type { Decided, Observing } from './decide.ts'
import type { Gate, Given } from './gate.ts'
import { hostNeeds } from './host-needs.ts'

export interface Resolving extends Observing {
  /** False unless said: looking up a name can itself tell somebody something. */
  readonly resolve?: boolean | ResolveOptions
}

/**
 * As `decide`, and at the very end the network: only what everything else allows, and only names that stand in the call letter by letter.
 * A name that leads inside is judged as the address it leads to.
 */
export async function decideResolving(
  gate: Gate,
  call: ToolCall,
  place: Partial<Scene>,
  given: Given = {},
  { resolve = false, ...observing }: Resolving = {},
): Promise<Decided> {
  const first = decide(gate, call, place, given, observing)
  // What may go on in its place is looked up as well.
  const { decision, reading } = first.instead ?? first
  const needs = resolve === false || decision.verdict !== 'allow' ? [] : hostNeeds(reading)
  if (needs.length === 0) return first
  const hosts = await observeHosts(needs, resolve === true ? {} : resolve || {})
  const second = decide(gate, call, place, { ...given, facts: { ...given.facts, hosts } }, observing)
  const looked = Object.entries(hosts).map(([name, addresses]) => ({ path: name, as: `host:${[...addresses].sort().join(',')}` }))
  return { ...second, seen: [...second.seen, ...looked] }
}
