// How is a person told whether the log is untouched?
import type { Verified } from '../../stores/json-lines/verify.ts'
import type { Paint } from './paint.ts'
import { wrap } from './safe-text.ts'

const MOST = 20

export function verifiedLines({ ok, problems, sealed, unsealed }: Verified, columns: number, paint: Paint): string[] {
  const say = (text: string): string[] => wrap(text, columns)
  const where = ({ day, line, byte }: Verified['problems'][number]): string =>
    day === null ? 'log' : line === null ? day : `${day}, line ${line}${byte === null ? '' : ` (byte ${byte})`}`
  return [
    ok ? paint.good('untouched: all sealed records are as they were written') : paint.bad('changed: the log is not as it was sealed'),
    ...problems.slice(0, MOST).flatMap((problem) => say(`  ${where(problem)}: ${problem.message}`)),
    ...(problems.length > MOST ? [`  … and ${problems.length - MOST} more`] : []),
    ...say(
      sealed.since === null
        ? 'sealed: nothing yet'
        : `sealed: ${sealed.lines} records of ${sealed.days === 1 ? 'one day' : `${sealed.days} days`}, since ${sealed.since}, last at ${sealed.at}`,
    ),
    ...(sealed.cut === null ? [] : say(`removed for age or size: ${sealed.cut.lines} records of ${sealed.cut.days} days, up to ${sealed.cut.through}`)),
    ...say(`not yet sealed: ${unsealed.lines} records, ${unsealed.bytes} bytes${unsealed.torn === 0 ? '' : `, ${unsealed.torn} torn lines`}`),
  ]
}
