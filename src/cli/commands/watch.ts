// prudent watch: where does a person answer what agents ask? The terminal is a process of its own; here it is described and started.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../../config/package-files.ts'
import type { CommandSpec } from '../command.ts'

/** As src/terminal/main.ts has it; a process imports no other. */
interface Terminal {
  readonly watch: (given: {
    readonly input: NodeJS.ReadStream
    readonly output: NodeJS.WriteStream
    readonly env: NodeJS.ProcessEnv
    readonly colour: boolean
    readonly bell: boolean
    readonly note: (text: string) => void
  }) => Promise<number>
}

export const watch: CommandSpec = {
  name: 'watch',
  summary: 'answer questions of agents in this terminal',
  details:
    'Leave it open beside the agent. What it may not do without you appears as a card: what, how far it reaches, why, and what to do instead. `a` allows it once; `s` in its session and `u` with its like, where that is offered, after showing what would pass; `d` denies, `r` with a reason, `P` and pauses the session; `n` shows the next, `?` shows more. Nobody answers: it is denied.\nRun it by hand, in a terminal of your own: what an agent has started is not asked. Exit code: 0 when you leave, 2 where there is no terminal or another one watches already.',
  operands: [],
  options: [{ flags: '--quiet', summary: 'no bell when a question comes' }],
  examples: [['prudent watch', 'answer here until q']],
  run: async (given, io) => {
    const { watch: begin } = (await import(pathToFileURL(path.join(packageFolder(), 'dist/watch.js')).href)) as Terminal
    const { stdin: input, stdout: output, env } = process
    return begin({ input, output, env, colour: io.colour, bell: given.options['quiet'] !== true, note: io.note })
  },
}
