// Is what would be changed shown, and does the person want it? Every line, and below it, beside the question, which files and how much.
import type { Change } from '../install/plan.ts'
import type { GivenWords, Io } from './command.ts'
import { agrees } from './confirm.ts'
import { makePaint } from './view/paint.ts'
import { changeLines, summaryLines } from './view/plan.ts'
import { wrap } from './view/safe-text.ts'

interface Shown {
  readonly changes: readonly Pick<Change, 'file' | 'from' | 'to' | 'host' | 'without'>[]
  readonly home: string
  /** Above them, in one sentence. */
  readonly title: string
}

/** `dry` and `nobody`: shown, and nothing more. */
export async function mayGoOn(given: GivenWords, io: Io, { changes, home, title }: Shown): Promise<'yes' | 'no' | 'dry' | 'nobody'> {
  const paint = makePaint(io.colour)
  const summary = [...wrap(title, io.columns), ...summaryLines(changes, home, io.columns, paint)]
  const diff = changeLines(changes, home, io.columns, paint)
  const put = (lines: readonly string[]): void => io.out(`${lines.join('\n')}\n`)
  put([...diff, ...summary])
  if (given.options['dryRun'] === true) {
    io.out('nothing was changed (--dry-run)\n')
    return 'dry'
  }
  if (given.options['yes'] === true) return 'yes'
  if (!io.interactive) {
    io.note('not a terminal, so nothing was changed: add --yes')
    return 'nobody'
  }
  const question = `Change ${changes.length === 1 ? 'this file' : `these ${changes.length} files`}?`
  if (await agrees(question)) return 'yes'
  io.note('nothing was changed')
  return 'no'
}
