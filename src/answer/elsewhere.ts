// Is a person asked outside the host, and for how long is one waited for? Looked at only where the host cannot ask, or is not to.
import { somebodyListens } from '../channels/resident/endpoint.ts'
import { canAsk } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import type { ChannelPlace } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { stateFolderOf } from './state.ts'

/** Nobody reads a question in less. */
const SHORTEST_MS = 5000

export const placeOfChannels = (at: Surroundings): ChannelPlace => ({ state: stateFolderOf(at), platform: process.platform })

/** Null: the host asks, or nobody may be asked. 0: nobody is waited for, and the question stays open. */
export function elsewhereMillis(at: Surroundings, { host, event }: Heard, { conduct: { approvals } }: OpenedPolicy): number | null {
  const hostAsks = canAsk(host, event)
  if (at.rehearsal === true || (hostAsks && approvals.prefer === 'host')) return null
  // Who could ask, and was only to leave it to us, asks where nobody is there.
  const alone = hostAsks ? null : 0
  if (at.patience === undefined || !somebodyListens(placeOfChannels(at))) return alone
  const millis = Math.min(at.patience(host), approvals.waitSeconds === 0 ? Infinity : approvals.waitSeconds * 1000)
  return millis < SHORTEST_MS ? alone : millis
}
