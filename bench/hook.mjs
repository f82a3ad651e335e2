// How much does the hook cost over a bare Node start? As a host starts it: by the script that `prudent init` writes, its shell, its timer and the check of its caches included. CPU of all processes and wall time, interleaved, the mean of the middle half; trust the ratio, not the milliseconds. And how much beside another gate, in the same run (`--alone` leaves that out)? `--node PATH` measures another Node; a number is that of the rounds.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installBeside } from './beside.mjs'

const BOUND = 1.65
const words = process.argv.slice(2)
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? 60)
const node = words.includes('--node') ? words[words.indexOf('--node') + 1] : process.execPath
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
if (!existsSync(join(root, 'dist/hook.cjs'))) {
  console.error('dist/hook.cjs is missing: run `npm run build` first')
  process.exit(1)
}

// Not named after us: where our name stands, more is looked at.
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const project = join(folder, 'project')
mkdirSync(join(project, 'src'), { recursive: true })
mkdirSync(join(project, '.git'))
writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(project, 'src/a.ts'), 'const a = 1\n')
const event = (tool, input) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: project, permission_mode: 'default', tool_name: tool, tool_input: input })

// An extra certificate bundle is read at every start and would be measured with it.
const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env

/** A home that was set up, and the command that its host runs. */
function homeWith(name, settings) {
  const home = join(folder, name)
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  if (settings !== '') writeFileSync(join(home, '.config/prudent/settings.yaml'), settings)
  const init = spawnSync(node, [join(root, 'dist/cli.js'), 'init', '--yes', '--user', '--host', 'claude-code'], {
    env: { ...env, HOME: home },
    encoding: 'utf8',
  })
  const file = join(home, '.claude/settings.json')
  const entry = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).hooks?.PreToolUse?.[0]?.hooks?.[0] : undefined
  if (entry?.command === undefined) throw new Error(`prudent init wrote no entry: ${init.stdout}${init.stderr}`)
  return { home, words: ['/bin/sh', '-c', entry.command] }
}
const plain = homeWith('plain', '')
const own = homeWith('own', 'overrides: { git.stash-drop: deny }\n')
const empty = join(folder, 'empty.cjs')
writeFileSync(empty, '')

const subjects = {
  'bare node': { home: plain.home, words: [node, empty], input: '' },
  'hook: ls': { ...plain, input: event('Bash', { command: 'ls -la' }) },
  'hook: git status': { ...plain, input: event('Bash', { command: 'git status --short' }) },
  'hook: git push --force (denied)': { ...plain, input: event('Bash', { command: 'git push --force origin main' }) },
  'hook: edit a file': { ...plain, input: event('Edit', { file_path: join(project, 'src/a.ts'), old_string: 'a', new_string: 'b' }) },
  'hook: git status, own settings': { ...own, input: event('Bash', { command: 'git status --short' }) },
}

/** Ours and the other's, for the same event. */
const PAIRS = ['ls', 'git status', 'git push --force (denied)']
const beside = words.includes('--alone') ? null : installBeside(folder)
if (beside !== null)
  for (const what of PAIRS) subjects[`${beside.name}: ${what}`] = { ...subjects[`hook: ${what}`], words: [node, beside.file, ...beside.words] }

// The shell tells the CPU of the processes it waited for apart from its own (second line of `times`); Node tells only its own.
// A short here-string is a pipe, as hosts have it, from bash 5.1 on.
const TIMED = `TIMEFORMAT=%3R
event=$1
shift
time "$@" <<<"$event" >/dev/null 2>/dev/null
times`
let turn = 0
// An event that was seen already is not written down again.
const fresh = (input) => input.replace('"session_id":"s"', `"session_id":"s${process.pid}-${turn++}"`)
const secondsOf = (text) => text.match(/(\d+)m([\d.]+)s/g).map((one) => Number(one.split('m')[0]) * 60 + Number.parseFloat(one.split('m')[1]))

/** Milliseconds of one start, between others: as an agent's calls come. */
function measure({ home, words: started, input }) {
  const { stdout, stderr } = spawnSync('bash', ['-c', TIMED, 'bash', fresh(input), ...started], { env: { ...env, HOME: home, LC_ALL: 'C' }, encoding: 'utf8' })
  const [user, system] = secondsOf(stdout.trim().split('\n').at(-1))
  return { wall: Number(stderr.trim()) * 1000, cpu: (user + system) * 1000 }
}

/** The mean of the middle half: the shell counts whole milliseconds, which a median could not get below. */
const middle = (list) => {
  const half = list.toSorted((a, b) => a - b).slice(Math.floor(list.length / 4), Math.ceil((list.length * 3) / 4))
  return half.reduce((sum, one) => sum + one, 0) / half.length
}
const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]))
// The first run makes the caches. One that fails is fast, and would look like a good number.
for (const [name, subject] of Object.entries(subjects)) {
  for (let i = 0; i < 3; i++) {
    const [program, ...rest] = subject.words
    const { status, stdout } = spawnSync(program, rest, { input: fresh(subject.input), env: { ...env, HOME: subject.home }, encoding: 'utf8' })
    if (name.startsWith('hook: ') && (status !== 0 || stdout.includes('"deny"') !== name.includes('(denied)'))) throw new Error(`${name}: ${status} ${stdout}`)
  }
}
for (let round = 0; round < rounds; round++) for (const [name, subject] of Object.entries(subjects)) times[name].push(measure(subject))

const of = (name, what) => middle(times[name].map((time) => time[what]))
console.log(`node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}, ${rounds} rounds`)
let worst = 0
for (const name of Object.keys(subjects)) {
  const ratio = of(name, 'cpu') / of('bare node', 'cpu')
  if (name.startsWith('hook: ')) worst = Math.max(worst, ratio)
  console.log(
    `${name.padEnd(46)} cpu ${of(name, 'cpu').toFixed(1).padStart(6)} ms ${ratio.toFixed(2)} x   wall ${of(name, 'wall').toFixed(1).padStart(6)} ms ${(of(name, 'wall') / of('bare node', 'wall')).toFixed(2)} x`,
  )
}
console.log(`worst ${worst.toFixed(2)} x, bound ${BOUND} x: ${worst <= BOUND ? 'held' : 'not held'}`)
const share = (what, measured) => (of(`hook: ${what}`, measured) / of(`${beside?.name}: ${what}`, measured)).toFixed(2)
for (const what of beside === null ? [] : PAIRS) console.log(`ours of ${beside.name}, ${what}: cpu ${share(what, 'cpu')} x, wall ${share(what, 'wall')} x`)
rmSync(folder, { recursive: true, force: true })
