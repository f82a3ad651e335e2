// Measures how long a host waits that asks over HTTP: round trips to `prudent serve`, on a connection that stays and on a new one each time.
// After each call one to a server that does nothing, in the same moment: where that one is slow, the machine was busy and the phase proves nothing.
// The bound counts for every phase but the first, which is the server's first second; before the second phase it has the pause in which it warms up.
// node bench/http.mjs [COUNT]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const count = Number(process.argv[2] ?? 1000)
/** Milliseconds, on a machine that does nothing else, after a day's use. */
const BOUND_P95 = 2
/** Shown apart, and without a bound: these wait for code that is compiled on the way. */
const COLD = 200
/** A server is started with the session, agents some time later: so long it has for judging samples by itself. */
const PAUSE_MS = 8000
/** What a server that does nothing takes on a machine that is quiet: 95 of 100 round trips. */
const QUIET = { kept: 0.6, fresh: 1.2 }
/** What one agent asks in eight hours, once every fifteen seconds. The server stays for days and more than one agent asks it: most of its calls come later than this. */
const DAY = 2000
const home = mkdtempSync(join(tmpdir(), 'prudent-http-'))
const project = join(home, 'project')
mkdirSync(join(project, '.git'), { recursive: true })
writeFileSync(join(project, 'package.json'), '{ "scripts": { "test": "vitest run" } }')

const COMMANDS = [
  'ls -la',
  'git status --short',
  'npm test',
  'cat README.md | head -20',
  'git push --force origin main',
  'rm -rf node_modules',
  'grep -rn TODO src',
  'rm -rf /',
]
let sent = 0
/** Each another call: what was seen already is not written down again. */
const event = (at) =>
  JSON.stringify({
    session_id: 'bench',
    transcript_path: '/tmp/x.jsonl',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: COMMANDS[at % COMMANDS.length], description: `call ${at}` },
    tool_use_id: `toolu_bench${sent++}`,
  })

function send(port, token, body, agent) {
  const began = performance.now()
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: `Bearer ${token}` }
    const asking = request({ host: '127.0.0.1', port, path: '/hooks/claude-code', method: 'POST', headers, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => done({ millis: performance.now() - began, status: response.statusCode, text }))
    })
    asking.on('error', failed)
    asking.end(body)
  })
}

/** Of the server, where the system tells: what other work on the machine does not change. */
function processorMillis(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ').slice(11, 13).map(Number)
    return (user + system) * 10
  } catch {
    return null
  }
}

const decisionsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^[\d-]+\.jsonl$/.test(name))
    .reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('"kind":"decision"').length - 1, 0)

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/** A server that reads what it is sent and says nothing: what is left is the machine, the network and Node. */
const BARE = `
const server = require('node:http').createServer({ keepAlive: true, noDelay: true }, (request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

async function startBare() {
  const bare = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { bare, barePort: await new Promise((done) => bare.stdout.on('data', (chunk) => done(Number(chunk)))) }
}

const agents = {
  kept: { ours: new Agent({ keepAlive: true, maxSockets: 1 }), bare: new Agent({ keepAlive: true, maxSockets: 1 }) },
  fresh: { ours: new Agent({ keepAlive: false }), bare: new Agent({ keepAlive: false }) },
}

/** Returns what became of the bound: true, false, or null where the machine was busy. */
async function measure(name, count, port, token, connection) {
  const waits = []
  const floor = []
  const before = processorMillis(server.pid)
  for (let at = 0; at < count; at++) {
    const body = event(at)
    const { millis, status, text } = await send(port, token, body, agents[connection].ours)
    const denied = text.includes('"deny"')
    if (status !== (denied || text !== '' ? 200 : 204) || denied !== [4, 7].includes(at % COMMANDS.length))
      throw new Error(`${COMMANDS[at % COMMANDS.length]}: ${status} ${text}`)
    waits.push(millis)
    floor.push((await send(barePort, '', body, agents[connection].bare)).millis)
  }
  const after = processorMillis(server.pid)
  const [p50, p95, p99] = quantiles(waits)
  const [, bare] = quantiles(floor)
  const isBusy = bare > QUIET[connection]
  console.log(
    `${name.padEnd(24)} p50 ${p50.toFixed(2)}   p95 ${p95.toFixed(2)}   p99 ${p99.toFixed(2)}   server that does nothing: p95 ${bare.toFixed(2)} ms${isBusy ? ' (busy)' : ''}   processor ${before === null ? '?' : ((after - before) / count).toFixed(2)} ms a call   (${count} calls)`,
  )
  return p95 <= BOUND_P95 ? true : isBusy ? null : false
}

function quantiles(waits) {
  const sorted = waits.toSorted((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((part) => quantile(sorted, part))
}

const { bare, barePort } = await startBare()
const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'serve', '--port', '0', '--desk-port', '0'], {
  env: { PATH: process.env.PATH, HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const port = await new Promise((done) => server.stdout.on('data', (chunk) => done(Number(/:(\d+) \(/.exec(String(chunk))?.[1]))))
  const token = readFileSync(join(home, '.config/prudent/http-token'), 'utf8').trim()
  await measure('just started', COLD, port, token, 'kept')
  await new Promise((done) => setTimeout(done, PAUSE_MS))
  const results = [
    await measure('the rest of a day', DAY - COLD, port, token, 'kept'),
    await measure('connection that stays', count, port, token, 'kept'),
    await measure('new connection each time', count, port, token, 'fresh'),
  ]
  // Writing down comes after the answer, and costs the next call: it must not have been left out.
  await new Promise((done) => setTimeout(done, 200))
  const written = decisionsIn(join(home, '.local/state/prudent/audit'))
  if (written !== sent) throw new Error(`${sent} calls, ${written} of them in the log`)
  const result = results.includes(false) ? false : results.includes(null) ? null : true
  console.log(
    `${result === null ? 'NOT SHOWN, the machine is busy' : result ? 'holds' : 'BREAKS'}: at most ${BOUND_P95} ms for 95 of 100, in every phase but the first`,
  )
  process.exitCode = result === true ? 0 : 1
} finally {
  server.kill()
  bare.kill()
  for (const { ours, bare: other } of Object.values(agents)) for (const agent of [ours, other]) agent.destroy()
  rmSync(home, { recursive: true, force: true })
}
