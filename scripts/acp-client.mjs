// What would a person do at an agent that speaks ACP? Starts it, asks for one thing in the given mode and grants no wish: `node scripts/acp-client.mjs MODE PROGRAM [WORD…]`.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [mode, program, ...words] = process.argv.slice(2)
const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = waiting.size + 1
    waiting.set(id, resolve)
    send({ id, method, params })
  })
createInterface({ input: child.stdout }).on('line', (line) => {
  console.log(line)
  const message = line.startsWith('{') ? JSON.parse(line) : {}
  if (message.method === undefined) waiting.get(message.id)?.(message.result)
  else if (message.id !== undefined) send({ id: message.id, result: { outcome: { outcome: 'cancelled' } } })
})
child.on('exit', (code) => process.exit(code ?? 1))
await ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
const { sessionId } = await ask('session/new', { cwd: process.cwd(), mcpServers: [] })
await ask('session/set_mode', { sessionId, modeId: mode })
await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Run the command.' }] })
child.kill()
