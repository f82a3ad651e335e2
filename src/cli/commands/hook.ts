// prudent hook: what does an agent start? main.ts hands it over before any word is read; here it is only described.
import { UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'

export const hook: CommandSpec = {
  name: 'hook',
  summary: 'judge one event of an agent, and answer in its own words',
  details:
    'The event is read from standard input. This is what agents are set up to start; `prudent init` does that, with a command that denies even where this one cannot be started.\nExit code: the one that the agent understands, most often 0 with an answer on standard output or 2 for a denial; never 1, which most agents take for leave.',
  operands: [],
  options: [
    { flags: '--host <name>', summary: 'whose event it is, where the event does not tell; prudent hosts lists the names' },
    { flags: '--event <name>', summary: 'the event that was registered, for agents that do not send it' },
    { flags: '--wait <seconds>', summary: 'how long the agent waits for an answer, as registered with it: time for a person at prudent watch' },
  ],
  examples: [
    ['prudent hook --host claude-code', 'as registered with an agent'],
    [`echo '{"tool": "Bash", "input": {"command": "rm -rf ~"}}' | prudent hook`, 'any other program'],
  ],
  run: () => {
    throw new UsageError('`hook` is the first word: write prudent hook')
  },
}
