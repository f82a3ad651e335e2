// Which addresses do the names of a call have right now? Asked all at once, within one time limit.
import type { Facts, Need } from '../../core/model.ts'
import { resolveHost } from './resolve.ts'
import type { ResolveOptions } from './resolve.ts'

const MOST = 8

/** Never throws. A name nobody answers for has no address. */
export async function observeHosts(needs: readonly Need[], options: ResolveOptions = {}): Promise<NonNullable<Facts['hosts']>> {
  const names = [...new Set(needs.flatMap((need) => (need.kind === 'host' ? [need.name.toLowerCase()] : [])))]
  const answers = await Promise.all(names.slice(0, MOST).map((name) => resolveHost(name, options)))
  // What is one too many to ask about is as good as unknown.
  return Object.fromEntries([
    ...names.map((name) => [name, []] as const),
    ...answers.map(({ name, addresses }) => [name, addresses.map(({ address }) => address)] as const),
  ])
}
