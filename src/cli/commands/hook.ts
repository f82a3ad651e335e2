// prudent hook: what does an agent start? main.ts hands it over before any word is read; here it is only described.
import { UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'

export const hook: CommandSpec = {
  name: 'hook',
  summary: 'judge one event from an agent (agents start this themselves)',
  details:
    'Reads the event from standard input. `prudent init` registers a script with each agent that starts this command, and that denies when it cannot be started.\nExit code: the one that the agent understands, most often 0 with an answer on standard output or 2 for a denial; never 1, which most agents treat as "allow".',
  operands: [],
  options: [
    { flags: '--host <name>', summary: 'whose event it is, where the event does not tell; prudent hosts lists the names' },
    { flags: '--event <name>', summary: 'the event that was registered, for agents that do not send it' },
    { flags: '--wait <seconds>', summary: 'how long the agent waits for an answer, as registered with it: a person may answer in that time' },
  ],
  examples: [
    ['prudent hook --host claude-code', 'as an agent starts it'],
    [`echo '{"tool": "Bash", "input": {"command": "rm -rf ~"}}' | prudent hook`, 'any other program'],
  ],
  run: () => {
    throw new UsageError('`hook` is the first word: write prudent hook')
  },
}
