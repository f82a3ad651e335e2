// How long does reading and judging take? Warm medians, growth with rules and with length, load time. Ratios in one run; not a test.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const data = (name) => JSON.parse(readFileSync(join(root, 'dist/data', name), 'utf8'))
const began = performance.now()
const { loadBuiltin, compilePolicy, makeGate } = await import(pathToFileURL(join(root, 'dist/index.js')).href)
const imported = performance.now()
const gate = loadBuiltin('standard')
const loaded = performance.now()

const place = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }
const call = (command) => ({ id: '1', host: 'bench', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: place.cwd })
const judge = (subject, command) => subject.check(call(command), place)

const examples = Object.values(data('examples.json').rules)
  .flatMap(({ hits = [], misses = [] }) => [...hits, ...misses])
  .filter((example) => typeof example === 'string')
const inline = (command) => /\b(?:python|node|ruby|perl|php|deno|lua|osascript)\S*\s+(?:-c|-e|-r|eval)\b|<<\s*'?(?:PY|EOF)/.test(command)
const plain = examples.filter((command) => !inline(command))
const withCode = examples.filter(inline)

const microseconds = (subject, command, rounds = 5) => {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    judge(subject, command)
    best = Math.min(best, (performance.now() - start) * 1000)
  }
  return best
}
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
const measure = (subject, commands) => {
  for (let round = 0; round < 3; round++) for (const command of commands) judge(subject, command)
  return commands.map((command) => microseconds(subject, command))
}
const line = (name, value, bound) => console.log(`${name.padEnd(52)} ${value.padStart(12)}   ${bound}`)

const first = performance.now()
judge(gate, 'git status')
line('import the library', `${(imported - began).toFixed(0)} ms`, '')
line('load the compiled policy', `${(loaded - imported).toFixed(1)} ms`, '')
line('first decision', `${(performance.now() - first).toFixed(1)} ms`, '')

const times = measure(gate, plain)
line(`median of ${plain.length} commands`, `${quantile(times, 0.5).toFixed(1)} µs`, '≤ 60 µs')
line('p99 without inline code', `${quantile(times, 0.99).toFixed(0)} µs`, '≤ 500 µs')
const codeTimes = measure(gate, withCode)
line(`p99 of ${withCode.length} with inline code`, `${quantile(codeTimes, 0.99).toFixed(0)} µs`, '≤ 5000 µs')

const packs = data('packs.json')
const preset = data('presets.json').find(({ name }) => name === 'standard')
/** The same shape of rule about other programs, places, names and words: what more rules look like. */
const renamed = (match, copy) =>
  Object.fromEntries(
    Object.entries(match).map(([key, value]) => {
      if (key === 'run') return [key, list(value).map((pattern) => otherProgram(pattern, copy))]
      if (['all', 'any'].includes(key)) return [key, value.map((one) => renamed(one, copy))]
      if (['not', 'by', 'did'].includes(key)) return [key, renamed(value, copy)]
      if (key === 'flow') return [key, { from: renamed(value.from, copy), to: renamed(value.to, copy) }]
      if (key === 'text') return [key, { ...value, ...(value.keywords && { keywords: value.keywords.map((word) => `${word}${copy}`) }) }]
      if (['read', 'write', 'delete', 'change', 'connect', 'query', 'call'].includes(key)) return [key, otherThings(value, copy)]
      if (key === 'execute') return [key, { ...(value === true ? {} : value), language: `language${copy}` }]
      if (key === 'signal') return [key, { ...(value === true ? {} : value), target: `process${copy}` }]
      if (key === 'unknown') return [key, { ...(value === true ? {} : value), because: `reason${copy}` }]
      return [key, value]
    }),
  )
const list = (value) => (Array.isArray(value) ? value : [value])
const otherProgram = (pattern, copy) => {
  const [program, ...rest] = pattern.split(' ')
  return [program.startsWith('*') ? `any${copy}` : program.endsWith('}') || /\w$/.test(program) ? `${program}x${copy}` : `x${copy}${program}`, ...rest].join(
    ' ',
  )
}
const otherThings = (value, copy) => {
  const other = (one) => (one.startsWith('/') || one.startsWith('*') ? `/x${copy}${one.replace(/^\/?/, '/')}` : `${one}x${copy}`)
  if (value === true) return { place: `place${copy}`, class: `class${copy}`, name: `name${copy}` }
  if (typeof value === 'string' || Array.isArray(value)) return list(value).map(other)
  const told = ['place', 'places', 'path', 'name', 'what', 'class', 'host', 'url', 'server', 'target']
  const named = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told.includes(key) && one !== null ? list(one).map(other) : one]))
  return told.some((key) => key in value) ? named : { ...named, place: `place${copy}` }
}
const copies = Array.from({ length: 9 }, (_, copy) =>
  packs.map((pack) => ({
    ...pack,
    pack: `${pack.pack}${copy}`,
    rules: pack.rules.map((rule) => ({ ...rule, id: `${rule.id}-${copy}`, match: renamed(rule.match, copy) })),
  })),
)
const times10 = [...packs, ...copies.flat()]
const ten = makeGate(compilePolicy({ packs: times10, preset }), gate.books)
const one = makeGate(compilePolicy({ packs, preset }), gate.books)
const sample = plain.filter((_, at) => at % 3 === 0)
const [t1, t10] = [quantile(measure(one, sample), 0.5), quantile(measure(ten, sample), 0.5)]
line(`ten times the rules (${times10.reduce((n, pack) => n + pack.rules.length, 0)})`, `${(t10 / t1).toFixed(2)} x`, '≤ 1.3 x')

const growing = {
  'one long word': (size) => `echo ${'a'.repeat(size)}`,
  'many words': (size) => `echo ${'ab '.repeat(size / 3)}`,
  'many commands': (size) => 'ls -la src;'.repeat(size / 11),
  'many deletions': (size) => `rm -rf ${'src/a '.repeat(size / 6)}`,
  'a here-document': (size) => `cat > notes.md <<'E'\n${'some text here\n'.repeat(size / 15)}E\n`,
  'inline Python': (size) => `python3 -c '${'x = [1, 2, 3]\n'.repeat(size / 14)}'`,
  'open brackets': (size) => '$('.repeat(size / 2),
  'a pipe of thousands': (size) => `a${'|b'.repeat(size / 2)}`,
}
/** Milliseconds of processor time, the least of five: long texts are held up by whatever else the machine does. */
const processorTime = (command) => {
  let least = Infinity
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    judge(gate, command)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
for (const [name, make] of Object.entries(growing)) {
  const costs = [10_000, 100_000, 1_000_000].map((size) => processorTime(make(size)))
  line(
    `${name}: 10 KB, 100 KB, 1 MB`,
    costs
      .map((cost) => cost.toFixed(1))
      .join(' / ')
      .concat(' ms'),
    '≤ 100 ms',
  )
}
