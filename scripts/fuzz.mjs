// Does any input make the gate throw, hang or stay silent about its own bug? `node scripts/fuzz.mjs [COUNT] [SEED]`, a million by default.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { FRAGMENTS } from './costs.vocabulary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
/** Milliseconds of processor time one input may take: what else the machine does must not count. */
const SLOW = 400

async function loadGenerators() {
  const folder = mkdtempSync(join(tmpdir(), 'prudent-fuzz-'))
  try {
    const made = await rolldown({ input: join(root, 'test/shell-scripts.ts'), tsconfig: false })
    await made.write({ file: join(folder, 'generators.mjs'), format: 'esm' })
    return await import(pathToFileURL(join(folder, 'generators.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { script, seeded, soup } = await loadGenerators()
const { loadBuiltin } = await import(pathToFileURL(join(root, 'dist/index.js')).href)
const gate = loadBuiltin('standard')
const examples = JSON.parse(readFileSync(join(root, 'dist/data/examples.json'), 'utf8'))
const known = Object.values(examples.rules)
  .flatMap(({ hits = [], misses = [] }) => [...hits, ...misses])
  .map((example) => (typeof example === 'string' ? example : example.command))
  .filter((command) => typeof command === 'string')
const random = seeded(seed)
const { below, pick } = random

const ODD = [
  '\0',
  '\r\n',
  '\u202e',
  '\u200b',
  '\ud800',
  '\x1b[2J',
  '"',
  "'",
  '`',
  '$(',
  '${',
  '))',
  '{a,b}',
  '\\',
  '\n',
  '|',
  '&',
  ';',
  '>',
  '<',
  '<<E\n',
  '~',
  '*',
  '#',
  '%s',
  '$((',
  '[[',
  ']]',
  'é',
  '𝓇𝓂',
  '－',
  '\t',
  '= ',
  '!',
  ':(){ :|:& };:',
]
const LOOKED_FOR = [
  '$["$@"}',
  '<(shift\nE\n/c}',
  '${x:|); fi',
  'esac,${x:|a)0x1',
  '$[done,b}=~=~',
  'case a in$[,xtrap)',
  '${x:-$( # )\'\n"}',
  'a=b||',
  '/etc/,[**',
]
const PIECES = FRAGMENTS.shell.map((piece) => piece.replaceAll('¤', '1'))
const mutations = [
  (text) => text.slice(0, below(text.length + 1)),
  (text) => text.slice(below(text.length + 1)),
  (text) => text + text,
  (text) => `${text}${pick(['; ', ' && ', ' | ', '\n', ' || ', ' & '])}${pick(known)}`,
  (text) =>
    `${pick(['sudo ', 'env ', 'bash -c ', 'eval ', 'timeout 5 ', 'xargs ', 'find . -exec ', 'python3 -c ', 'node -e ', 'psql -c ', 'ssh host '])}${text}`,
  (text) => text.replace(/\s+/g, () => pick([' ', '\t', '  ', '\\\n', '${IFS}'])),
  (text) => [...text].map((char) => (below(20) === 0 ? pick(ODD) : char)).join(''),
  (text) => {
    const at = below(text.length + 1)
    return text.slice(0, at) + pick(ODD) + text.slice(at)
  },
  (text) => `'${text}'`,
  (text) => `$(${text})`,
  (text) => text.repeat(1 + below(30)),
  // What grows by itself, and what is read again for every run of it.
  (text) =>
    `${pick(['a=$a$a;', 'a+=$a;', 'a+=("${a[@]}");', 'set -- "$@" "$@";', 'a=$(echo $a $a);', 'cat f f > g; cat g g > f;', 'a="$a {x,y}";']).repeat(below(60))}${text}`,
  // What costs the parser most: openers whose ends are looked for again and again, and numbers that are none.
  (text) => `${text}${pick(LOOKED_FOR).repeat(1 + below(400))}`,
  (text) => {
    const piece = Array.from({ length: 1 + below(5) }, () => pick(PIECES)).join('')
    return `${text}${pick([' ', '\n', ' "', ' <<E\n', " bash -c '"])}${piece.repeat(Math.ceil(below(15_000) / piece.length))}`
  },
  (text) => `cat > f <<'E'\n${text}\nE\n${pick(['sh f;', 'python3 f;', 'node f;', '. ./f;', 'cat f | sh;', 'x=$(cat f); eval "$x";']).repeat(1 + below(200))}`,
]
const sources = [
  () => soup(random),
  () => script(random),
  () => pick(known),
  () => pick(known),
  () => String.fromCharCode(...Array.from({ length: below(60) }, () => below(65536))),
]
const tools = ['Bash', 'Bash', 'Bash', 'Bash', 'PowerShell', 'Write', 'Read', 'WebFetch', 'apply_patch', 'mystery']
const inputFor = (tool, text) =>
  tool === 'Write'
    ? { file_path: text.slice(0, 80), content: text }
    : tool === 'Read'
      ? { file_path: text }
      : tool === 'WebFetch'
        ? { url: text }
        : tool === 'mystery'
          ? { a: { b: [text, { command: text }] } }
          : { command: text }

const processorNow = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const began = performance.now()
const failures = []
let slowest = { ms: 0, text: '' }
const verdicts = { allow: 0, ask: 0, deny: 0 }
for (let at = 0; at < count && failures.length < 20; at++) {
  let text = pick(sources)()
  for (let more = below(4); more > 0; more--) text = pick(mutations)(text).slice(0, 20_000)
  const tool = pick(tools)
  const call = { id: String(at), host: 'fuzz', session: 's', tool: { server: null, name: tool }, input: inputFor(tool, text), cwd: '/home/dev/app' }
  const start = processorNow()
  try {
    const { decision, reading } = gate.check(call, { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' })
    verdicts[decision.verdict]++
    if (decision.findings.some(({ rule }) => rule === 'gate.rule-failed')) failures.push({ why: 'a rule failed', tool, text })
    if (reading.actions.some((action) => action.does === 'unknown' && action.detail === 'could not be read to its end'))
      failures.push({ why: 'the reader failed', tool, text })
    if (text.includes('\0') && decision.verdict !== 'deny') failures.push({ why: 'a NUL byte was not denied', tool, text })
  } catch (error) {
    failures.push({ why: String(error), tool, text })
  }
  const ms = processorNow() - start
  if (ms > slowest.ms) slowest = { ms, text }
  if (ms > SLOW) failures.push({ why: `took ${ms.toFixed(0)} ms`, tool, text })
}
for (const failure of failures) console.log(JSON.stringify({ ...failure, text: failure.text.slice(0, 400) }))
console.log(
  `${count} inputs, seed ${seed}, ${((performance.now() - began) / 1000).toFixed(0)} s; ${JSON.stringify(verdicts)}; slowest ${slowest.ms.toFixed(0)} ms`,
)
console.log(`${failures.length} failures`)
process.exitCode = failures.length > 0 ? 1 : 0
