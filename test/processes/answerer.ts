// One who answers one question and ends: state, id. Started by tests that kill it on the way.
import { openQueue } from '../../src/ask/queue.ts'

const [state = '', id = ''] = process.argv.slice(2)
const said = await openQueue({ state }).answer(id, { verdict: 'allow', by: 'ann', channel: 'desk', remember: 'session' })
process.stdout.write(said.ok ? 'ok' : said.because)
