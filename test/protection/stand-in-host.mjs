#!/usr/bin/env node
// Stands for an agent in tests of `prudent doctor --live`: asks its model, runs the hooks of its settings, minds them, and does what it was told.
// switches.json beside it says in which way it is not honest; no environment reaches it.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const given = JSON.parse(readFileSync(join(dirname(process.argv[1]), 'switches.json'), 'utf8'))
const args = process.argv.slice(2)
if (args.includes('--version')) {
  console.log('9.8.7 (stand-in)')
  process.exit(0)
}
const home = process.env.HOME
const settings = JSON.parse(readFileSync(join(process.env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json'), 'utf8'))
writeFileSync(given.report, JSON.stringify({ env: process.env, settings, args, cwd: process.cwd() }))

if (given.silent) process.exit(3)
if (given.leaves !== undefined) {
  mkdirSync(join(given.leaves, 'projects', process.cwd().replaceAll('/', '-')), { recursive: true })
  writeFileSync(join(given.leaves, 'projects', process.cwd().replaceAll('/', '-'), 'session.jsonl'), '{}')
  writeFileSync(join(given.leaves, 'history.jsonl'), JSON.stringify({ folder: process.cwd() }))
  writeFileSync(join(given.leaves, 'somebody-elses.jsonl'), '{}')
}
if (given.changes !== undefined) appendFileSync(given.changes, '\n')
if (given.outlives) spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()

const [SERVED] = Object.keys(JSON.parse(readFileSync(args[args.indexOf('--mcp-config') + 1], 'utf8')).mcpServers)

/** Our small client of servers of tools. */
function startServer() {
  const { command, args: words } = Object.values(JSON.parse(readFileSync(args[args.indexOf('--mcp-config') + 1], 'utf8')).mcpServers)[0]
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line)
    waiting.get(id)?.(result)
  })
  let count = 0
  const ask = (method, params) =>
    new Promise((resolve) => {
      waiting.set(++count, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: count, method, params })}\n`)
    })
  return { ask, stop: () => child.kill() }
}
const server = startServer()
await server.ask('initialize', { protocolVersion: '2025-06-18' })
const { tools: served } = await server.ask('tools/list', {})

const text = { type: 'string' }
const tool = (name, ...names) => ({ name, input_schema: { type: 'object', properties: Object.fromEntries(names.map((one) => [one, text])), required: names } })
const tools = [
  tool('Bash', 'command'),
  tool('Write', 'file_path', 'content'),
  tool('Edit', 'file_path', 'old_string', 'new_string'),
  tool('Task', 'description', 'prompt', 'subagent_type'),
  ...served.map(({ name, inputSchema }) => ({ name: `mcp__${SERVED}__${name}`, input_schema: inputSchema })),
].filter(({ name }) => !(given.offersNot ?? []).some((one) => name === one || name.endsWith(`__${one}`)))

/** Why the call is blocked; null where it may run. */
function blockedBy(name, input, id, isErrand) {
  if (given.blindErrands && isErrand) return null
  if (settings.disableAllHooks === true || process.env.CLAUDE_CODE_SIMPLE === '1' || (given.hooksOff ?? []).some((one) => name.startsWith(one))) return null
  for (const { hooks } of settings.hooks?.PreToolUse ?? [])
    for (const { command, timeout } of hooks) {
      const event = {
        hook_event_name: 'PreToolUse',
        session_id: 'stand-in',
        cwd: process.cwd(),
        tool_name: name,
        tool_input: input,
        tool_use_id: id,
        permission_mode: 'acceptEdits',
      }
      const limit = given.millis ? timeout : timeout * 1000
      const ran = spawnSync('/bin/sh', ['-c', command], { input: JSON.stringify(event), encoding: 'utf8', timeout: limit })
      if (given.deaf) continue
      const said = ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : {}
      const reason = said.hookSpecificOutput?.permissionDecisionReason
      if (ran.status === 2 || said.hookSpecificOutput?.permissionDecision === 'deny') return reason ?? ran.stderr
    }
  return null
}

async function perform(name, input) {
  if (given.refuses) return 'not permitted'
  if (name === 'Bash') return String(spawnSync('/bin/sh', ['-c', input.command]).status)
  if (name === 'Write') writeFileSync(input.file_path, input.content)
  if (name === 'Edit') writeFileSync(input.file_path, readFileSync(input.file_path, 'utf8').replace(input.old_string, input.new_string))
  if (name === 'Task') {
    const errand = talk(input.prompt, true)
    if (!given.waitsNot) await errand
  }
  if (name.startsWith('mcp__')) await server.ask('tools/call', { name: name.replace(`mcp__${SERVED}__`, ''), arguments: input })
  return 'done'
}

/** One conversation: the person's, or a sub-agent's. */
async function talk(prompt, isErrand) {
  const messages = [{ role: 'user', content: prompt }]
  for (;;) {
    if (given.hangs && messages.length > 1) await new Promise((resolve) => setTimeout(resolve, 600_000))
    const answer = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'any', tools, messages }),
    })
    const { content, stop_reason } = await answer.json()
    if (stop_reason !== 'tool_use') return
    const [{ id, name, input }] = content
    const blocked = blockedBy(name, input, id, isErrand)
    const result = blocked ?? (await perform(name, input))
    messages.push({ role: 'assistant', content }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] })
    // Some end their run there.
    if (blocked !== null && given.endsAtDenial) return
  }
}
await talk(args[args.indexOf('-p') + 1], false)
server.stop()
console.log('That is all.')
process.exit(0)
