// prudent desk: where do people answer in a browser? The desk is a process of its own; here it is described and started.
import { USUAL_DESK_PORT, USUAL_PORT } from '../../hosts/_frame/install.ts'
import type { CommandSpec } from '../command.ts'
import { begin, portIn } from './serve.ts'

export const desk: CommandSpec = {
  name: 'desk',
  summary: 'answer in the browser, and see what agents do',
  details:
    'Starts what prudent serve starts and opens the page by a link that works once, for a minute. The page may approve after you press Enter here; Enter again gives a link for another page. Where a desk runs already, as a service or in another terminal, this terminal joins it. What an agent has started may not approve.\nExit code: 0 when it is ended, 1 where it cannot listen.',
  operands: [],
  options: [
    { flags: '--port <number>', summary: `where the page is on this machine (${USUAL_DESK_PORT})` },
    { flags: '--no-open', summary: 'print the link and open no browser' },
  ],
  examples: [['prudent desk', 'until Ctrl-C']],
  run: (given, io) => begin(io, USUAL_PORT, { port: portIn(given, 'port', USUAL_DESK_PORT), open: given.options['open'] !== false, only: true }),
}
