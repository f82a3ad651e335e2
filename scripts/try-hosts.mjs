// Does the gate really stand before an agent? Starts real ones against a made-up model: `node scripts/try-hosts.mjs [--record] [--events FOLDER] [HOST…]`.
// `--live` runs `prudent doctor --live` over versions and tools, `--sabotage` where something is broken: both for HOST…, or for all that can be started so.
// `--live --at VERSION,VERSION HOST` tries these versions, to find from which one on something holds.
// `--record` keeps what was found as tried.json of the host, for docs/hosts.md; `--events` keeps what it sent.
// Needs `npm run build` and npm's registry; no model, no account, no credentials. Only commands that do no harm when they run are ever asked for.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LIVE_HOSTS, liveMatrix, sabotageMatrix } from './live-trials.mjs'
import { startModel } from './fake-model.mjs'
import { AGENTS, NODE } from './try-hosts.table.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cli = join(root, 'dist/cli.js')
/** Agents stay installed here between runs; a trial in which something did not hold is kept too. */
const folder = process.env['PRUDENT_TRY_FOLDER'] ?? join(tmpdir(), 'prudent-try-hosts')
const WAIT_MS = 90_000

/** Each leaves a trace if it runs. The remote is an empty folder beside the project. */
const COMMANDS = {
  harmless: { text: 'touch ran-harmless', trace: 'project/ran-harmless' },
  denied: { text: 'git push --force origin main', trace: 'origin.git/refs/heads/main' },
  asked: { text: 'touch ran-asked; git stash clear', trace: 'project/ran-asked' },
}
/** What our reason must say, in whatever frame the host puts it. */
const REASONS = ['force-push overwrites remote history', 'deletes stashed changes', 'needs a person to approve']

const nodeFolder = () => join(installed('node', [NODE]), 'node_modules/node/bin')

/** Stands for a package that is named and never loaded. */
const NOTHING = 'npm:is-number@7.0.0'

/** A name and its exact packages: npm would take an old version where the newest wants another Node. */
function installed(name, packages, without = []) {
  const place = join(folder, name)
  const stamp = join(place, 'installed.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join(' ')) return place
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  write(join(place, 'package.json'), { private: true, overrides: Object.fromEntries(without.map((absent) => [absent, NOTHING])) })
  const path = name === 'node' ? process.env['PATH'] : `${nodeFolder()}:${process.env['PATH']}`
  const words = ['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  const ran = spawnSync('npm', words, { cwd: place, env: { ...process.env, PATH: path }, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`cannot be installed: ${ran.stderr.trim().split('\n').slice(0, 2).join(' ').slice(0, 200)}`)
  writeFileSync(stamp, packages.join(' '))
  return place
}

/** Every file below, by its path, with mode and bytes. */
function filesBelow(place, found = new Map()) {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = join(place, entry.name)
    if (entry.isDirectory()) filesBelow(path, found)
    else if (entry.isFile()) found.set(path, `${statSync(path).mode}\n${readFileSync(path, 'latin1')}`)
  }
  return found
}
const differing = (before, after) => [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`)
}

function makeProject(base) {
  const project = join(base, 'project')
  mkdirSync(project)
  const git = (...words) => spawnSync('git', ['-c', 'user.name=try', '-c', 'user.email=try@example.com', ...words], { cwd: project })
  git('init', '-q', '-b', 'main')
  write(join(project, 'README.md'), '# A project\n')
  git('add', '.')
  git('commit', '-q', '-m', 'begin')
  git('init', '-q', '--bare', join(base, 'origin.git'))
  git('remote', 'add', 'origin', join(base, 'origin.git'))
  return project
}

/** Nothing of the person who runs this reaches an agent. */
const cleanEnv = (home) => ({
  PATH: `${nodeFolder()}:/usr/local/bin:/usr/bin:/bin`,
  HOME: home,
  USER: 'try',
  SHELL: '/bin/bash',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
})

const envOf = (agent, place) => ({ ...cleanEnv(place.home), ...agent.env?.(place) })

const prudent = (words, { home, project }) => spawnSync(process.execPath, [cli, ...words], { cwd: project, env: cleanEnv(home), encoding: 'utf8' })

const logOf = (place) =>
  prudent(['log', '--all', '--json'], place)
    .stdout.split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Between the host and our hook: keeps what is sent and answered. Returns how to take it away again. */
function listen(home, events) {
  const bin = join(home, '.config/prudent/bin')
  const names = events === null || !existsSync(bin) ? [] : readdirSync(bin)
  for (const name of names) {
    const own = join(bin, name)
    renameSync(own, `${own}.real`)
    const lines = [
      '#!/bin/sh',
      `at="${events}/$(date +%s%N)"`,
      'env > "$at.env"',
      'cat > "$at.json"',
      `"${own}.real" "$@" < "$at.json" > "$at.out" 2> "$at.err"`,
    ]
    write(own, [...lines, 'code=$?', 'echo "$code $*" > "$at.code"', 'cat "$at.err" >&2', 'cat "$at.out"', 'exit $code', ''].join('\n'))
    chmodSync(own, 0o755)
  }
  return () => names.forEach((name) => renameSync(join(bin, `${name}.real`), join(bin, name)))
}

/** In a session of its own, so that whatever it started ends with it. */
function run(words, { project, env, terminal, output }) {
  const line = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const [program, ...args] = terminal ? ['script', '-qefc', line, '/dev/null'] : words
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone already.
      }
    }
    let late = false
    const timer = setTimeout(() => end((late = true)), WAIT_MS)
    const keep = (chunk) => appendFileSync(output, chunk)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => keep(String(error)))
    child.on('close', () => {
      clearTimeout(timer)
      end()
      resolve(late)
    })
  })
}

/** One command through one agent: what is on disk, in the log and in the model's ear afterwards. */
async function tryCommand(agent, kind, place, model) {
  const { project, base } = place
  const before = logOf(place).length
  model.want(COMMANDS[kind].text)
  for (const [file, text] of Object.entries(agent.wants?.(COMMANDS[kind].text) ?? {})) write(join(base, file), text)
  const output = join(base, `${kind}.txt`)
  const late = await run(agent.start(place), { project, env: envOf(agent, place), terminal: agent.terminal === true, output })
  // Hooks that a host does not wait for may still be at it.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const entries = logOf(place).slice(before)
  const decision = entries.find((entry) => entry.kind === 'decision' && entry.call !== undefined)
  const told = [...model.seen.told, ...(agent.told?.(place, output) ?? [])].join('\n')
  return {
    late,
    ran: existsSync(join(base, COMMANDS[kind].trace)),
    called: model.seen.offered.length > 0 || (agent.told !== undefined && told !== ''),
    offered: [...new Set(model.seen.offered)],
    requests: [...new Set(model.seen.requests)],
    verdict: decision?.verdict,
    kinds: [...new Set(entries.map((entry) => entry.kind))],
    told,
    hearsReason: REASONS.some((reason) => told.includes(reason)),
  }
}

/** Long enough for a change of settings to be noticed meanwhile. */
const SLOW = 'python3 -c "import time; time.sleep(8)"; touch ran-slow'

/** In one session: while a command runs, the agent's settings are emptied; then it is told to do what we deny. True when that is still denied. */
async function tryUndone(agent, place, model) {
  const { project, base, home } = place
  const settings = join(home, agent.settings)
  const text = readFileSync(settings)
  const before = logOf(place).length
  rmSync(join(base, COMMANDS.denied.trace), { force: true })
  model.want(SLOW)
  const ended = run(agent.start(place), { project, env: envOf(agent, place), output: join(base, 'undone.txt') })
  for (let tries = 0; tries < 40 && logOf(place).length === before; tries++) await new Promise((resolve) => setTimeout(resolve, 500))
  await new Promise((resolve) => setTimeout(resolve, 2000))
  writeFileSync(settings, '{}\n')
  model.want(COMMANDS.denied.text)
  await ended
  writeFileSync(settings, text)
  const denied = logOf(place).some((entry, at) => at >= before && entry.kind === 'decision' && entry.verdict === 'deny')
  return existsSync(join(project, 'ran-slow')) && denied && !existsSync(join(base, COMMANDS.denied.trace))
}

/** What held, by the names that docs/hosts.md uses. */
const findingsOf = ({ harmless, denied, asked }, left) => ({
  runs: harmless.called && harmless.ran,
  stops: denied.called && !denied.ran && denied.verdict === 'deny',
  tells: denied.hearsReason,
  logs: ['attempt', 'decision'].every((kind) => harmless.kinds.includes(kind)),
  outcome: harmless.kinds.includes('outcome'),
  asked: asked.ran ? 'RUNS' : asked.late ? 'waits for ever' : asked.hearsReason ? 'denied, and told why' : 'denied',
  restored: left.length === 0,
})
const STATE = '.local/state/prudent/'
const WORDS = {
  runs: 'the harmless runs',
  stops: 'the denied is stopped',
  tells: 'the model hears why',
  logs: 'attempt and decision logged',
  outcome: 'outcome logged',
  restored: 'uninstalled byte for byte',
  stays: 'settings emptied in mid-session change nothing',
}

async function tryAgent(name, agent, events) {
  const program = installed(name, agent.packages, agent.without)
  mkdirSync(join(folder, 'tries'), { recursive: true })
  const base = mkdtempSync(join(folder, 'tries', `${name}-`))
  const home = join(base, 'home')
  mkdirSync(home)
  const project = makeProject(base)
  const model = await startModel(project, (entry) => appendFileSync(join(base, 'model.jsonl'), `${JSON.stringify(entry)}\n`))
  const place = { base, home, project, bin: join(program, 'node_modules/.bin'), modules: join(program, 'node_modules'), url: model.url }
  try {
    for (const [file, text] of Object.entries(agent.files?.(place) ?? {})) write(join(home, file), text)
    if (agent.prepare !== undefined) await run(agent.prepare(place), { project: place.project, env: envOf(agent, place), output: join(base, 'prepare.txt') })
    const before = filesBelow(home)
    const init = prudent(['init', '--yes', '--host', name], place)
    if (init.status !== 0) throw new Error(`prudent init: ${(init.stderr || init.stdout).trim().split('\n').at(-1)}`)
    const touched = differing(before, filesBelow(home))
    agent.afterInit?.(place)
    const silence = listen(home, events)
    const tries = {}
    for (const kind of Object.keys(COMMANDS)) tries[kind] = await tryCommand(agent, kind, place, model)
    const undone = agent.settings === undefined ? {} : { stays: await tryUndone(agent, place, model) }
    silence()
    write(join(base, 'tries.json'), tries)
    prudent(['uninstall', '--yes'], place)
    const after = filesBelow(home)
    // The log and its keys stay, as `prudent uninstall` says.
    const left = touched
      .map((path) => relative(home, path))
      .filter((path) => !path.startsWith(STATE) && before.get(join(home, path)) !== after.get(join(home, path)))
    return { found: { ...findingsOf(tries, left), ...undone }, base }
  } finally {
    await model.stop()
  }
}

function options(words) {
  const at = words.indexOf('--events')
  const events = at === -1 ? null : words.splice(at, 2)[1]
  const border = words.indexOf('--at')
  const versions = border === -1 ? [] : words.splice(border, 2)[1].split(',')
  const modes = ['--live', '--sabotage'].filter((mode) => words.includes(mode))
  const names = words.filter((word) => !['--record', '--live', '--sabotage'].includes(word))
  if (modes.length > 0) return { mode: modes[0], at: versions, record: words.includes('--record'), names: names.length > 0 ? names : Object.keys(LIVE_HOSTS) }
  const unknown = names.filter((name) => AGENTS[name] === undefined)
  if (unknown.length > 0) throw new Error(`not in the table: ${unknown.join(', ')}; known: ${Object.keys(AGENTS).join(', ')}`)
  return { events, record: words.includes('--record'), names: names.length > 0 ? names : Object.keys(AGENTS) }
}

const { mode, events, record, names, at = [] } = options(process.argv.slice(2))
const triedFile = (name) => join(root, 'src/hosts', name, 'tried.json')
const triedOf = (name) => (existsSync(triedFile(name)) ? JSON.parse(readFileSync(triedFile(name), 'utf8')) : {})
const keepAs =
  (key, others = () => []) =>
  (name, found) =>
    record && write(triedFile(name), { ...triedOf(name), [key]: [...found, ...others(name, found)] })
/** What was tried to find a border stays until that version is tried again; so does the matrix while a border is looked for. */
const otherTrials = (name, found) =>
  (triedOf(name).live ?? []).filter(
    ({ version, which }) => (which === 'border' || at.length > 0) && !found.some((one) => one.version === version && one.which === which),
  )
if (mode === '--sabotage') process.exitCode = sabotageMatrix(names, folder, nodeFolder, keepAs('broken')) ? 0 : 1
if (mode === '--live') process.exitCode = liveMatrix(names, folder, nodeFolder, keepAs('live', otherTrials), at) ? 0 : 1
for (const name of mode === undefined ? names : []) {
  const agent = AGENTS[name]
  // What the live trials found stays.
  const { live, broken } = triedOf(name)
  const kept = Object.fromEntries(Object.entries({ live, broken }).filter(([, value]) => value !== undefined))
  const keep = (tried) => record && write(triedFile(name), { ...tried, ...kept })
  if (agent.cannot !== undefined) {
    console.log(`${name}: not tried: ${agent.cannot}`)
    keep({ cannot: agent.cannot })
    continue
  }
  try {
    if (events !== null) mkdirSync(join(events, name), { recursive: true })
    const { found, base } = await tryAgent(name, agent, events === null ? null : join(events, name))
    const version = agent.version ?? agent.packages[0].replace(/^.*@/, '')
    const of = (value) =>
      Object.keys(WORDS)
        .filter((word) => found[word] === value)
        .map((word) => WORDS[word])
    const not = of(false)
    console.log(
      `${name} ${version}: ${of(true).join(', ')}; our question, nobody there: ${found.asked}${not.length === 0 ? '' : `; NOT: ${not.join(', ')} (${base})`}`,
    )
    keep({ version, on: new Date().toISOString().slice(0, 10), ...found })
    if (not.length > 0 || found.asked === 'RUNS') process.exitCode = 1
    else rmSync(base, { recursive: true, force: true })
  } catch (error) {
    console.log(`${name}: ${error.message}`)
    process.exitCode = 1
  }
}
