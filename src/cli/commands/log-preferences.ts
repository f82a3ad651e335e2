// prudent log preferences: a short digest of what people answered, which an agent may read before it tries something.
import { preferencesOf, preferencesText } from '../../audit/preferences.ts'
import { isWanted, storiesOf } from '../../audit/stories.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { FILTER_OPTIONS, filterFrom } from '../log-filter.ts'

export const preferences: CommandSpec = {
  name: 'preferences',
  summary: 'summarise what people usually allow and deny; agents may read it',
  details: 'From the log of the last seven days unless --since says otherwise. At most 2,400 characters, secrets covered. It changes no verdict.',
  operands: [],
  options: [...FILTER_OPTIONS, JSON_OPTION],
  examples: [
    ['prudent log preferences', 'for an agent, before it tries something'],
    ['prudent log preferences --since 30d --host claude-code', 'one agent, a month'],
  ],
  run: (given, io) => {
    if (given.operands.length > 0) throw new UsageError('log preferences takes filters only: prudent log preferences --help shows them')
    const filter = filterFrom({ ...given, options: { since: '7d', ...given.options } }, new Date())
    const found = preferencesOf(storiesOf(openJsonLines().entries(filter.entries)).filter((story) => isWanted(story, filter.stories)))
    io.out(`${given.options['json'] === true ? JSON.stringify(found, null, 2) : preferencesText(found)}\n`)
    return EXIT.allow
  },
}
