// prudent stats: what does the gate stop, for whom, and how often wrongly?
import { statisticsOf } from '../../audit/statistics.ts'
import { isWanted, storiesOf } from '../../audit/stories.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { FILTER_OPTIONS, filterFrom } from '../log-filter.ts'
import { statisticsLines } from '../view/bars.ts'
import { makePaint } from '../view/paint.ts'

export const stats: CommandSpec = {
  name: 'stats',
  summary: 'count decisions, and how many were wrong',
  details:
    'By rule, host and day, from the log; the last thirty days unless --since says otherwise. What counts as wrong is what was marked so with prudent log mark.',
  operands: [],
  options: [...FILTER_OPTIONS, JSON_OPTION],
  examples: [
    ['prudent stats', 'the last thirty days'],
    ['prudent stats --since 7d --host claude-code', 'one agent, one week'],
    ['prudent stats --json', 'for a program'],
  ],
  run: (given, io) => {
    if (given.operands.length > 0) throw new UsageError('stats takes filters only: prudent stats --help shows them')
    const filter = filterFrom({ ...given, options: { since: '30d', ...given.options } }, new Date())
    const statistics = statisticsOf(storiesOf(openJsonLines().entries(filter.entries)).filter((story) => isWanted(story, filter.stories)))
    if (given.options['json'] === true) io.out(`${JSON.stringify(statistics, null, 2)}\n`)
    else if (statistics.days.length === 0) io.note('no matching calls are recorded')
    else io.out(`${statisticsLines(statistics, io.columns, makePaint(io.colour)).join('\n')}\n`)
    return EXIT.allow
  },
}
