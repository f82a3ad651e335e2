// Which names in these calls must be looked up before they may run? Only what could change the answer: looking up a name can itself tell somebody something.
import type { Need, Reading } from '../core/model.ts'
import { hostNeeds } from '../gate/host-needs.ts'
import type { Hosts } from '../gate/session.ts'

/** What a name may turn out to be at worst: known to nobody, this machine, a neighbour, the cloud's own. */
const WORST: readonly (readonly string[])[] = [[], ['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254']]

/** `stops`: whether the calls would not be let through if the names led there. */
export function namesThatCount(readings: readonly Reading[], stops: (hosts: Hosts) => boolean): readonly Need[] {
  const needs = readings.flatMap(hostNeeds)
  if (needs.length === 0) return []
  const led = (to: readonly string[]): Hosts => Object.fromEntries(needs.map(({ name }) => [name.toLowerCase(), to]))
  return WORST.some((to) => stops(led(to))) ? needs : []
}
