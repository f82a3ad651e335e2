// Compares the engine's speed in two builds: `node bench/compare.mjs BEFORE AFTER [--rounds 10]`. Processes of the two alternate, so that what else the
// machine does meets both; each reads and judges every example of our rules, warm, and is measured in processor time. Not a test.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const PASSES = 6
const { values: told, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '10' }, measure: { type: 'string' } } })
const place = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }

/** Milliseconds that reading and judging all commands once takes; the best of some passes. */
async function measured(folder, commands) {
  const { loadBuiltin } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
  const gate = loadBuiltin('standard')
  let best = Infinity
  for (let pass = 0; pass < PASSES; pass++) {
    const began = process.cpuUsage()
    for (const command of commands)
      gate.check({ id: '1', host: 'bench', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: place.cwd }, place)
    const { user, system } = process.cpuUsage(began)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** The same commands for both: those of the first. */
const examplesOf = (folder) =>
  Object.values(JSON.parse(readFileSync(join(folder, 'dist/data/examples.json'), 'utf8')).rules)
    .flatMap(({ hits = [], misses = [] }) => [...hits, ...misses])
    .filter((example) => typeof example === 'string')

const folders = positionals.map((folder) => resolve(folder))
if (told.measure !== undefined) console.log(await measured(told.measure, examplesOf(folders[0])))
else if (folders.length !== 2) {
  console.error('usage: node bench/compare.mjs BEFORE AFTER [--rounds 10]')
  process.exit(2)
} else {
  const once = (folder) => Number(spawnSync(process.execPath, [fileURLToPath(import.meta.url), folders[0], '--measure', folder], { encoding: 'utf8' }).stdout)
  const ratios = []
  const times = [[], []]
  for (let round = 0; round < Number(told.rounds); round++) {
    // Who goes first changes from round to round.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const pair = []
    for (const which of order) pair[which] = once(folders[which])
    for (const which of [0, 1]) times[which].push(pair[which])
    ratios.push(pair[1] / pair[0])
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const examples = examplesOf(folders[0]).length
  const each = (values) => `${((median(values) * 1000) / examples).toFixed(1)} µs a command`
  console.log(`${examples} commands, ${told.rounds} rounds: before ${each(times[0])}, after ${each(times[1])}`)
  console.log(`after / before: median ${median(ratios).toFixed(3)}, from ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`)
}
