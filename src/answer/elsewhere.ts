// Can a person be asked outside the host, and for how long? Looked at only where the host cannot ask.
import { somebodyListens } from '../channels/resident/endpoint.ts'
import { canAsk } from '../gate/hear.ts'
import type { Heard } from '../gate/hear.ts'
import type { ChannelPlace } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { stateFolderOf } from './state.ts'

/** Nobody reads a question in less. */
const SHORTEST_MS = 5000

export const placeOfChannels = (at: Surroundings): ChannelPlace => ({ state: stateFolderOf(at), platform: process.platform })

/** None: nobody is there, or the host does not wait long enough. */
export function elsewhereMillis(at: Surroundings, { host, event }: Heard, { conduct }: OpenedPolicy): number {
  if (at.patience === undefined || at.rehearsal === true || canAsk(host, event) || !somebodyListens(placeOfChannels(at))) return 0
  const millis = Math.min(at.patience(host), conduct.askSeconds * 1000)
  return millis < SHORTEST_MS ? 0 : millis
}
