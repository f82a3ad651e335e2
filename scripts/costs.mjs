// Which short text takes the gate longest, and which grows worse than its length? `node scripts/costs.mjs [--kinds a,b] [--random N] [--seed N] [--limit MS]`
//
// With `--hook`, the slowest of each kind are tried in the hook itself as `prudent init` sets it up, whose code V8 does not optimise, and its whole processor
// time counts; with `--settings`, so are settings that somebody else wrote; with `--shapes NAMES` (or `all`), the calls of `costs.shapes.mjs`.
//
// Every fragment, every pair and some longer units are repeated to 4 KB in each kind of call; what is slow there is tried longer, up to 100 KB.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { stage } from './costs.hook.mjs'
import { CALLS } from './costs.shapes.mjs'
import { FRAGMENTS, KINDS, SETTINGS } from './costs.vocabulary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values: told } = parseArgs({
  options: {
    kinds: { type: 'string', default: '' },
    random: { type: 'string', default: '400' },
    pairs: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '400' },
    keep: { type: 'string', default: '8' },
    show: { type: 'string', default: '40' },
    package: { type: 'string', default: root },
    hook: { type: 'boolean', default: false },
    settings: { type: 'boolean', default: false },
    shapes: { type: 'string', default: '' },
  },
})
const { loadBuiltin } = await import(pathToFileURL(join(told.package, 'dist/index.js')).href)
const gate = loadBuiltin('standard')
const HOME = {
  cwd: '/home/dev/app',
  home: '/home/dev',
  project: '/home/dev/app',
  own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'],
  wired: ['/home/dev/.claude/settings.json'],
}
/** Inline code is not read beyond 40,000 characters. */
const SIZES = [4000, 16_000, 39_000, 70_000, 100_000]
/** Milliseconds: nothing that took this long is tried longer. */
const TOO_LONG = 6000

const processorNow = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The same numbers every time: xorshift. */
let state = Number(told.seed) * 2_654_435_761 + 1
const below = (most) => {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % most
}
const pick = (list) => list[below(list.length)]

const SHAPES = {
  repeated: (unit, size) => fill(unit, size),
  // Opened many times and closed as often.
  nested: (unit, size) => {
    const [open, ...rest] = unit
    const times = Math.floor(size / Math.max(1, unit.join('').length))
    return fill([open], times * open.length) + fill(rest.length === 0 ? [open] : rest, times * rest.join('').length)
  },
}
function fill(unit, size) {
  const text = unit.join('')
  if (text === '') return ''
  if (!text.includes('¤')) return text.repeat(Math.ceil(size / text.length)).slice(0, size)
  let made = ''
  for (let at = 0; made.length < size; at++) made += text.replaceAll('¤', String(at))
  return made.slice(0, size)
}

const call = (made) => {
  const server = /^mcp__(.+?)__(.+)$/.exec(made.tool)
  return {
    id: '1',
    host: 'costs',
    session: 's',
    tool: server === null ? { server: null, name: made.tool } : { server: server[1], name: server[2] },
    input: made.input,
    cwd: HOME.cwd,
  }
}
function cost(make, text) {
  const made = call(make(text))
  const before = processorNow()
  let decision
  try {
    ;({ decision } = gate.check(made, HOME))
  } catch (error) {
    return { ms: processorNow() - before, verdict: `THREW ${String(error)}`, reason: '' }
  }
  return { ms: processorNow() - before, verdict: decision.verdict, reason: decision.reason.slice(0, 160) }
}
/** The quicker of two: one may have been held up by tidying. */
function fairly(make, text, enough) {
  const first = cost(make, text)
  if (first.ms < enough || first.ms > TOO_LONG / 4) return first
  const second = cost(make, text)
  return second.ms < first.ms ? second : first
}

/** What is near the limit is run again: what else the machine does is no cost of ours. */
function leastOf(hook, made) {
  const runs = [hook.run(made)]
  while (runs.length < 3 && runs.every(({ ms }) => ms > Number(told.limit) / 2)) runs.push(hook.run(made))
  return runs.toSorted((a, b) => a.ms - b.ms)[0]
}

function unitsOf(fragments) {
  const units = fragments.map((one) => [one])
  const pairs = Number(told.pairs)
  if (fragments.length ** 2 <= pairs) for (const a of fragments) for (const b of fragments) units.push([a, b])
  else for (let at = 0; at < pairs; at++) units.push([pick(fragments), pick(fragments)])
  for (let at = 0; at < Number(told.random); at++) units.push(Array.from({ length: 3 + below(4) }, () => pick(fragments)))
  return units
}

const found = []
const wanted = told.settings || told.shapes !== '' ? [] : told.kinds === '' ? Object.keys(KINDS) : told.kinds.split(',')
const hook = told.hook ? stage(told.package) : null
if (hook !== null)
  console.error(`a bare start of Node takes ${hook.bare()} ms, the hook with \`ls\` ${hook.run({ tool: 'Bash', input: { command: 'ls' } }).ms} ms`)
for (const name of wanted) {
  const [language, make] = KINDS[name]
  const started = performance.now()
  const tried = []
  for (const unit of unitsOf(FRAGMENTS[language]))
    for (const shape of unit.length === 1 ? ['repeated'] : ['repeated', 'nested']) {
      const { ms } = fairly(make, SHAPES[shape](unit, SIZES[0]), 12)
      tried.push({ unit, shape, ms })
    }
  let rest = tried.toSorted((a, b) => b.ms - a.ms).slice(0, Number(told.keep) * 4)
  for (const [at, size] of SIZES.entries()) {
    if (at === 0) continue
    for (const one of rest) {
      if (one.ms > TOO_LONG) continue
      const { ms, verdict, reason } = fairly(make, SHAPES[one.shape](one.unit, size), Number(told.limit) / 4)
      Object.assign(one, { before: one.ms, ms, verdict, reason, size, exponent: Math.log(ms / Math.max(0.3, one.ms)) / Math.log(size / SIZES[at - 1]) })
    }
    rest = rest.toSorted((a, b) => b.ms - a.ms).slice(0, Number(told.keep) * (at === 1 ? 2 : 1))
  }
  if (hook !== null)
    for (const one of rest) {
      // What is given up early at one length may be read to its end at another.
      const tries = SIZES.slice(1).map((size) => ({ size, ...leastOf(hook, make(SHAPES[one.shape](one.unit, size))) }))
      Object.assign(one, tries.toSorted((a, b) => b.ms - a.ms)[0])
    }
  rest = rest.toSorted((a, b) => b.ms - a.ms)
  found.push(...rest.map((one) => ({ name, ...one })))
  const [worst] = rest
  console.error(
    `${name}: ${tried.length} tried in ${((performance.now() - started) / 1000).toFixed(0)} s, worst ${worst.ms.toFixed(0)} ms at ${worst.size} ${JSON.stringify(worst.unit.join(''))}`,
  )
}
const shapes = told.shapes === 'all' ? Object.keys(CALLS) : told.shapes.split(',').filter((name) => name !== '')
for (const name of shapes) {
  const tries = SIZES.slice(1).map((size) => {
    const made = CALLS[name](size)
    return { size, ...(hook === null ? fairly(() => made, '', Number(told.limit) / 4) : leastOf(hook, made)) }
  })
  const worst = tries.toSorted((a, b) => b.ms - a.ms)[0]
  console.error(`${name}: ${tries.map(({ ms }) => ms.toFixed(0)).join(' ')} ms`)
  found.push({ name, unit: [], shape: 'whole', exponent: 0, ...worst })
}
hook?.end()
for (const [name, made] of told.settings ? Object.entries(SETTINGS) : [])
  for (const size of SIZES.slice(1)) {
    const there = stage(told.package, made.at(size))
    const { ms, verdict, reason } = there.run({ tool: 'Bash', input: { command: made.command?.(size) ?? 'git status' } })
    there.end()
    console.error(`${name}, ${size}: ${ms} ms ${verdict} ${reason.slice(0, 100)}`)
    found.push({ name, unit: [], shape: 'settings', size, exponent: 0, ms, verdict, reason })
  }
const limit = Number(told.limit)
const over = found.filter(({ ms }) => ms > limit)
for (const one of found.toSorted((a, b) => b.ms - a.ms).slice(0, Number(told.show)))
  console.log(
    `${one.ms.toFixed(0).padStart(7)} ms  ${String(one.size).padStart(6)}  ^${one.exponent.toFixed(1)}  ${one.name}, ${one.shape}: ${JSON.stringify(one.unit.join(''))}  ${one.verdict}: ${one.reason}`,
  )
console.log(`${over.length} of ${found.length} took more than ${limit} ms`)
process.exitCode = over.length > 0 ? 1 : 0
