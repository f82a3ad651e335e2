// One call, start to finish, with eyes open: once, or once more by where its names lead.
import type { Scene, ToolCall } from '../core/model.ts'
import type { Limits } from '../observe/limits.ts'
import type { ResolveOptions } from '../observe/net/resolve.ts'
import { observe } from '../observe/observe.ts'
import { worktreesOf } from '../observe/worktrees.ts'
import type { Gate, Given } from './gate.ts'
import { hostNeeds } from './host-needs.ts'
import { sceneOf } from './scene.ts'
import { openSession } from './session.ts'
import type { Decided, Session } from './session.ts'

export interface Observing {
  readonly limits?: Limits
  readonly variables?: Readonly<Record<string, string | undefined>>
}
export interface Resolving extends Observing {
  /** False unless said: looking up a name can itself tell somebody something. */
  readonly resolve?: boolean | ResolveOptions
}

/** For the call itself, and for it with its secrets covered up. */
const FOR_NAMES = 2

/** `resolves`: it may be asked about where names really lead. */
export const sessionFor = (gate: Gate, call: ToolCall, scene: Partial<Scene>, given: Given, { limits, variables }: Observing, resolves = false): Session =>
  openSession(gate, call, sceneOf(call, scene, gate), given, {
    look: (needs, there, left) => observe(needs, there, left, variables),
    worktrees: worktreesOf,
    limits,
    kept: resolves ? FOR_NAMES : 0,
  })

/** What is denied unseen is not looked at. Never throws for what is a call. */
export const decide = (gate: Gate, call: ToolCall, scene: Partial<Scene>, given: Given = {}, observing: Observing = {}): Decided =>
  sessionFor(gate, call, scene, given, observing).decided()

/**
 * As `decide`, and at the very end the network: only what everything else allows, and only names that stand in the call letter by letter.
 * A name that leads inside is judged as the address it leads to.
 */
export async function decideResolving(
  gate: Gate,
  call: ToolCall,
  scene: Partial<Scene>,
  given: Given = {},
  { resolve = false, ...observing }: Resolving = {},
): Promise<Decided> {
  const session = sessionFor(gate, call, scene, given, observing, resolve !== false)
  const first = session.decided()
  // What may go on in its place is looked up as well.
  const { decision, reading } = first.instead ?? first
  const needs = resolve === false || decision.verdict !== 'allow' ? [] : hostNeeds(reading)
  if (needs.length === 0) return first
  // Who may not ask the network does not load it.
  const { observeHosts } = await import('../observe/net/hosts.ts')
  const hosts = await observeHosts(needs, resolve === true ? {} : resolve || {})
  const second = session.ledTo(hosts, undefined, 'really') as Decided
  const looked = Object.entries(hosts).map(([name, addresses]) => ({ path: name, as: `host:${[...addresses].sort().join(',')}` }))
  return { ...second, seen: [...second.seen, ...looked] }
}
