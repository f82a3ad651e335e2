// A process that answers the same questions as its siblings at the same moments, and says which of them it ended and which yes it took. Words: where, how many siblings, who it is.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { openDiskApprovals } from '../../src/stores/json-lines/approvals.ts'

const [, , state = '', siblings = '1', name = ''] = process.argv
const approvals = openDiskApprovals({ state })
const cell = new Int32Array(new SharedArrayBuffer(4))

const there = `${state}/there`
mkdirSync(there, { recursive: true })
const questions = await approvals.list()
writeFileSync(`${there}/${process.pid}`, '')
while (readdirSync(there).length < Number(siblings)) Atomics.wait(cell, 0, 0, 5)
const from = Math.max(...readdirSync(there).map((file) => statSync(`${there}/${file}`).mtimeMs)) + 50
const wait = from - Date.now()
if (wait > 0) Atomics.wait(cell, 0, 0, wait)

const ended: string[] = []
const used: string[] = []
const told: Record<string, string> = {}
const now = new Date()
for (const { question } of questions) {
  const { id } = question
  const how = name === 'clock' ? 'expired' : name === 'no' ? 'denied' : 'allowed'
  const at = now.toISOString()
  const { won, kept } = await approvals.end(id, { how, by: name, channel: 'test', at, usableUntil: new Date(now.getTime() + 600_000).toISOString() })
  if (won) ended.push(id)
  told[id] = `${kept?.ended?.how} by ${kept?.ended?.by}`
  if ((await approvals.use(question.call, now)) !== null) used.push(id)
}
console.log(JSON.stringify({ ended, used, told }))
