// Tells what the log shows about the gate itself: calls that a host ran although they were denied, and results of calls that were never judged.
import type { HostActivity } from '../audit/activity.ts'
import type { Finding } from './finding.ts'

const MOST_SHOWN = 3

export function logFindings(activities: ReadonlyMap<string, HostActivity>): Finding[] {
  return [...activities.values()].flatMap((activity) => [...contradicted(activity), ...unmatched(activity)])
}

/** A denial that held later shows that it is mended. */
function contradicted({ host, contradictions, held }: HostActivity): Finding[] {
  return contradictions
    .filter(({ at }) => held === null || held.at < at)
    .slice(-MOST_SHOWN)
    .map(({ at, tool, answered }): Finding => ({
      id: 'log.contradiction',
      level: 'failure',
      about: host,
      says: `this host ran a call that was ${answered === 'deny' ? 'denied' : 'not answered yet'}: ${tool === '' ? 'tool unknown' : tool}, ${at}`,
      means: 'it does not wait for the gate or does not heed it, so its calls are not stopped',
      mend: `prudent init --host ${host}, then update the host if it happens again`,
    }))
}

function unmatched({ host, unmatched: count }: HostActivity): Finding[] {
  if (count === 0) return []
  return [
    {
      id: 'log.unmatched',
      level: 'note',
      about: host,
      says: `${count} ${count === 1 ? 'result was' : 'results were'} reported of calls that were never judged`,
      means: 'they began before the gate was set up, ran without asking it, or were made up; none counts as approved',
    },
  ]
}
