// A process that has the same events as its siblings at the same moments, and says which of them it took for the first. Words: where, how many siblings, how many events, how many milliseconds apart.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { isFirst } from '../../src/answer/once.ts'
import type { HostEvent } from '../../src/gate/seams.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'

const [, , home = '', siblings = '1', rounds = '0', apart = '1'] = process.argv
const state = `${home}/.local/state`
const { digest } = openJsonLines({ state: `${state}/prudent` })
const cell = new Int32Array(new SharedArrayBuffer(4))

const eventOf = (round: number): HostEvent => ({
  kind: 'before-tool',
  host: 'generic',
  name: 'PreToolUse',
  via: 'command',
  session: 'race',
  // Every other one is known by what it does.
  ...(round % 2 === 0 ? { toolUse: `toolu_${round}` } : {}),
  calls: [{ id: '', host: 'generic', session: 'race', tool: { server: null, name: 'Bash' }, input: { command: `echo ${round}` }, cwd: '/work' }],
  cwd: '/work',
  payload: {},
})

// The race begins a moment after the last of them has come.
const there = `${home}/there`
mkdirSync(there, { recursive: true })
writeFileSync(`${there}/${process.pid}`, '')
while (readdirSync(there).length < Number(siblings)) Atomics.wait(cell, 0, 0, 5)
const from = Math.max(...readdirSync(there).map((name) => statSync(`${there}/${name}`).mtimeMs)) + 100

const firsts: number[] = []
for (let round = 0; round < Number(rounds); round++) {
  const wait = from + round * Number(apart) - Date.now()
  if (wait > 0) Atomics.wait(cell, 0, 0, wait)
  if (isFirst({ env: {}, home, folders: { XDG_STATE_HOME: state }, cwd: home, root: home }, eventOf(round), digest)) firsts.push(round)
}
console.log(JSON.stringify(firsts))
