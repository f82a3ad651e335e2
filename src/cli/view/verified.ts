// How is a person told whether the log is untouched?
import type { Verified } from '../../stores/json-lines/verify.ts'
import { localDay, localTime } from './log-table.ts'
import type { Paint } from './paint.ts'
import { wrap } from './safe-text.ts'

const MOST = 20

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`
/** In the person's own time, as the log shows it. */
const moment = (at: string): string => `${localDay(at)} ${localTime(at)}`
const between = (since: string, last: string): string =>
  moment(since) === moment(last) ? `at ${moment(last)}` : `from ${moment(since)} to ${localDay(since) === localDay(last) ? localTime(last) : moment(last)}`

export function verifiedLines({ ok, problems, sealed, unsealed }: Verified, columns: number, paint: Paint): string[] {
  const say = (text: string): string[] => wrap(text, columns)
  const where = ({ day, line, byte }: Verified['problems'][number]): string =>
    day === null ? 'log' : line === null ? day : `${day}, line ${line}${byte === null ? '' : ` (byte ${byte})`}`
  return [
    ok
      ? sealed.since === null && unsealed.lines === 0
        ? 'nothing is recorded yet, so nothing could be changed'
        : paint.good('untouched: all sealed records are as they were written')
      : paint.bad('changed: the log is not as it was sealed'),
    ...problems.slice(0, MOST).flatMap((problem) => say(`  ${where(problem)}: ${problem.message}`)),
    ...(problems.length > MOST ? [`  … and ${problems.length - MOST} more`] : []),
    ...(sealed.since === null || sealed.at === null
      ? ok && unsealed.lines > 0
        ? say('sealed: nothing yet')
        : []
      : say(`sealed: ${records(sealed.lines)} of ${sealed.days === 1 ? 'one day' : `${sealed.days} days`}, ${between(sealed.since, sealed.at)}`)),
    ...(sealed.cut === null ? [] : say(`removed for age or size: ${records(sealed.cut.lines)} of ${sealed.cut.days} days, up to ${sealed.cut.through}`)),
    ...(unsealed.lines + unsealed.torn === 0
      ? []
      : say(
          `not yet sealed: ${records(unsealed.lines)}, ${unsealed.bytes} bytes${unsealed.torn === 0 ? '' : `, ${unsealed.torn} torn lines`} (counted but not verified)`,
        )),
  ]
}
