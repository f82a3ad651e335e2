// Which functions of the hook's engine do everyday calls run? Started by the build in a process of its own: `node run-everyday.mjs ENGINE ROOT`; ROOT holds the data that was built. Says, by where each function ends, what share of the shell's calls, of the other tools', of those that are stopped and of those where a person has settings ran it; 1 each for what runs while it is loaded.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { COMMANDS, STOPPED, TOOLS } from './everyday-calls.mjs'

const [engineFile, root] = process.argv.slice(2)
const session = new inspector.Session()
session.connect()
function post(method, params) {
  let result
  session.post(method, params, (error, given) => {
    if (error) throw new Error(error.message)
    result = given
  })
  return result
}

/** @type {Map<number, { shell: number, tools: number, stopped: number, settings: number }>} */
const shares = new Map()
function count(kind, weight) {
  const mine = post('Profiler.takePreciseCoverage').result.find(({ url }) => url.endsWith(engineFile))
  for (const { ranges } of mine?.functions ?? []) {
    const [{ count: runs, endOffset }] = ranges
    if (runs === 0) continue
    const share = shares.get(endOffset) ?? { shell: 0, tools: 0, stopped: 0, settings: 0 }
    share[kind] += weight
    shares.set(endOffset, share)
  }
}
/** What runs at the start, or for every event whatever it is, must be there at the start. */
function countAlways() {
  const before = new Map([...shares].map(([end, share]) => [end, { ...share }]))
  count('shell', 1)
  for (const [end, share] of shares) if (share.shell > (before.get(end)?.shell ?? 0)) shares.set(end, { shell: 1, tools: 1, stopped: 1, settings: 1 })
}

const folder = mkdtempSync(join(tmpdir(), 'everyday-'))
const project = join(folder, 'project')
const home = join(folder, 'home')
mkdirSync(join(project, 'src'), { recursive: true })
mkdirSync(join(project, '.git'))
mkdirSync(home)
writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(project, 'package.json'), '{"scripts":{"test":"vitest run","build":"tsc","lint":"eslint ."}}\n')
writeFileSync(join(project, 'src/app.ts'), 'const a = 1\n')
// As `prudent init` leaves it: where hosts are set up, more is looked at.
const file = join(home, '.claude/settings.json')
const installed = {
  host: 'claude-code',
  scope: 'user',
  project: null,
  file,
  backup: `${file}.before`,
  before: null,
  after: '0'.repeat(64),
  folders: [],
  at: '',
  version: '',
  hook: '',
}
mkdirSync(join(home, '.claude'))
mkdirSync(join(home, '.config/prudent'), { recursive: true })
writeFileSync(file, '{}\n')
writeFileSync(join(home, '.config/prudent/installed.json'), JSON.stringify([installed]))
const record = { scripts: [], entries: [{ file }], package: {} }
writeFileSync(join(home, '.config/prudent/ground.json'), JSON.stringify({ mac: '', ground: record }))
// Nobody need stay behind to look after that.
createRequire(import.meta.url)('node:child_process').spawn = () => ({ on: () => {}, unref: () => {} })
/** What is remembered of the settings: who changes them here is no agent. */
const forget = () => rmSync(join(home, '.local/state/prudent/ground'), { recursive: true, force: true })
process.env['HOME'] = home
// Not the builder's own: where nobody attends, as in CI, other ways are gone.
const env = { HOME: home, PATH: process.env['PATH'] }

try {
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const script = new Script(readFileSync(engineFile, 'latin1'), { filename: engineFile })
  const load = createRequire(engineFile)
  const folderOfIt = dirname(engineFile)
  const open = (part) => {
    const filename = join(folderOfIt, `hook-${part}.cjs`)
    return new Script(readFileSync(filename, 'latin1'), { filename }).runInThisContext()
  }
  const started = () => {
    const engine = {}
    script.runInThisContext()(engine, load, engineFile, folderOfIt, open)
    return engine
  }
  // Each system's own way of starting: nothing can be opened before the engine has started.
  const { platform } = process
  for (const system of ['win32', 'darwin', platform]) {
    Object.defineProperty(process, 'platform', { value: system })
    started()
  }
  countAlways()
  const requestOf = (more) => ({
    text: JSON.stringify({ hook_event_name: 'PreToolUse', session_id: '', cwd: project, permission_mode: 'default', ...more }),
    problem: null,
    named: 'claude-code',
    event: undefined,
    env,
    home,
    folders: {},
    cwd: project,
    root,
    left: () => 60_000,
  })
  const run = (kind, list) => {
    for (const [number, [tool, given]] of list.entries()) {
      const input = JSON.parse(JSON.stringify(given).replaceAll('PROJECT', project))
      // As in a process of its own: what is made once is made for each.
      const said = started().respond(requestOf({ session_id: `${kind}${number}`, tool_name: tool, tool_input: input }))
      if (!('response' in said)) throw new Error(`\`${JSON.stringify(given)}\` was not answered at once`)
      said.response.afterwards()
      count(kind, 1 / list.length)
    }
  }
  const inShell = (commands) => commands.map((command) => ['Bash', { command }])
  run('shell', inShell(COMMANDS))
  run('tools', TOOLS)
  run('stopped', inShell(STOPPED))
  const settings = join(home, '.config/prudent/settings.yaml')
  writeFileSync(settings, 'overrides: { git.stash-drop: deny }\n')
  forget()
  // Compiled by the first, and used by the next.
  started()
    .respond(requestOf({ tool_name: 'Bash', tool_input: { command: 'ls' } }))
    .goOn(await import(pathToFileURL(join(root, 'dist/hook-slow.js'))))
  post('Profiler.takePreciseCoverage')
  run('settings', inShell(COMMANDS.slice(0, 40)))
  rmSync(settings)
  forget()
  // The way through the process itself, from its start to its end.
  const { reallyExit } = process
  process.reallyExit = () => {
    countAlways()
    rmSync(folder, { recursive: true, force: true })
    writeSync(3, JSON.stringify([...shares].map(([end, { shell, tools, stopped, settings }]) => [end, shell, tools, stopped, settings])))
    reallyExit.call(process, 0)
  }
  const engine = started()
  engine.run(engine, { folder: join(root, 'dist'), loaded: [], load: (one) => import(one) })
} catch (error) {
  rmSync(folder, { recursive: true, force: true })
  throw error
}
