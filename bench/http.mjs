// How long does a host wait that asks over HTTP? Round trips to a warm `prudent serve`, just started and after a day's use, on a connection that stays and on a new one each time.
// Beside them what this machine takes for a round trip to a server that does nothing.
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
/** Told apart, because these wait for code that is compiled on the way. */
const COLD = 200
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

async function floor(count) {
  const bare = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise((done) => bare.stdout.on('data', (chunk) => done(Number(chunk))))
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const p95 = async (agentOf) => {
    const waits = []
    for (let at = 0; at < count * 2; at++) waits.push((await send(port, '', event(at), agentOf())).millis)
    // The first half warms it up.
    return quantile(
      waits.slice(count).sort((a, b) => a - b),
      0.95,
    )
  }
  const found = [await p95(() => kept), await p95(() => new Agent({ keepAlive: false }))]
  kept.destroy()
  bare.kill()
  return found
}

async function measure(name, count, port, token, agentOf) {
  const waits = []
  const before = processorMillis(server.pid)
  for (let at = 0; at < count; at++) {
    const { millis, status, text } = await send(port, token, event(at), agentOf())
    const denied = text.includes('"deny"')
    if (status !== (denied || text !== '' ? 200 : 204) || denied !== [4, 7].includes(at % COMMANDS.length))
      throw new Error(`${COMMANDS[at % COMMANDS.length]}: ${status} ${text}`)
    waits.push(millis)
  }
  const after = processorMillis(server.pid)
  waits.sort((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(waits, part))
  console.log(
    `${name.padEnd(28)} p50 ${p50.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   processor ${before === null ? '?' : ((after - before) / count).toFixed(2)} ms a call   (${count} calls)`,
  )
  return p95
}

const [bareStaying, bareFresh] = await floor(count)
console.log(`a server that does nothing: p95 ${bareStaying.toFixed(2)} ms on a connection that stays, ${bareFresh.toFixed(2)} ms on a new one each time`)
sent = 0
const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'serve', '--port', '0'], {
  env: { PATH: process.env.PATH, HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const port = await new Promise((done) => server.stdout.on('data', (chunk) => done(Number(/:(\d+),/.exec(String(chunk))?.[1]))))
  const token = readFileSync(join(home, '.config/prudent/http-token'), 'utf8').trim()
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  await measure('just started', COLD, port, token, () => kept)
  await measure('the rest of a day', DAY - COLD, port, token, () => kept)
  const staying = await measure('connection that stays', count, port, token, () => kept)
  kept.destroy()
  const fresh = await measure('new connection each time', count, port, token, () => new Agent({ keepAlive: false }))
  // Writing down comes after the answer, and costs the next call: it must not have been left out.
  await new Promise((done) => setTimeout(done, 200))
  const written = decisionsIn(join(home, '.local/state/prudent/audit'))
  if (written !== sent) throw new Error(`${sent} calls, ${written} of them in the log`)
  const worst = Math.max(staying, fresh)
  console.log(`${worst <= BOUND_P95 ? 'holds' : 'BREAKS'}: at most ${BOUND_P95} ms for 95 of 100`)
  process.exitCode = worst <= BOUND_P95 ? 0 : 1
} finally {
  server.kill()
  rmSync(home, { recursive: true, force: true })
}
