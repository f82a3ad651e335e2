// How long may a person be waited for, so that the host still hears what was said? What is registered with the host tells; where nothing does, not long.
import type { Host } from '../gate/seams.ts'
import type { Request } from './contract.ts'

/** Where nobody says how long the host waits. */
const UNTOLD_MS = 20_000
/** Kept for answering. Most hosts run the call when we are late. */
const MARGIN_MS = 5000

/** What was registered counts for the host it was registered with; others may run the same command and wait as they please. */
export const patienceOf =
  ({ named, waits = Infinity }: Pick<Request, 'named' | 'waits'>, gone = (): number => process.uptime() * 1000) =>
  (host: Host): number => {
    const told = waits * 1000
    const whole = named === host.name && told !== Infinity ? told : Math.min(told, host.deadlineMs ?? UNTOLD_MS, UNTOLD_MS)
    return Math.max(0, whole - gone() - MARGIN_MS)
  }
