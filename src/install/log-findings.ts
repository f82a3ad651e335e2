// Tells what the log shows about the gate itself: calls that a host ran although they were denied, and results of calls that were never checked.
import type { HostActivity } from '../audit/activity.ts'
import type { Problem } from '../stores/json-lines/verify.ts'
import type { Finding } from './finding.ts'

const MOST_SHOWN = 3

export function logFindings(activities: ReadonlyMap<string, HostActivity>): Finding[] {
  return [...activities.values()].flatMap((activity) => [...contradicted(activity), ...unmatched(activity)])
}

/** In a few words; null where nothing is wrong. */
export function changedLog(problems: readonly Problem[]): string | null {
  const [first, ...rest] = problems
  if (first === undefined) return null
  return `${first.day === null ? '' : `${first.day}: `}${first.message}${rest.length === 0 ? '' : `, and ${rest.length} more`}`
}

/** Whoever changed it could not be read, or does not come through the gate: reading it would have been denied. */
export function changedLogFindings(problems: readonly Problem[]): Finding[] {
  const says = changedLog(problems)
  if (says === null) return []
  return [
    {
      id: 'log.changed',
      level: 'failure',
      about: 'gate',
      says: `the log is not as it was sealed: ${says}`,
      means: 'records were deleted or changed; nothing more is sealed until this is settled',
      mend: 'prudent log verify shows where; docs/audit.md says how to keep this log for inspection and start a new one',
    },
  ]
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
      says: `this agent ran a call that was ${answered === 'deny' ? 'denied' : 'not answered yet'}: ${tool === '' ? 'tool unknown' : tool}, ${at}`,
      means: 'it does not wait for the hook or ignores its answer, so its calls are not stopped',
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
      says: `${count} ${count === 1 ? 'result was' : 'results were'} reported of calls that were never checked`,
      means: 'they began before the gate was set up, ran without it, or were made up; none counts as approved',
    },
  ]
}
