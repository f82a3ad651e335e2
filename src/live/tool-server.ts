// What server of tools does a trial bring along? One file, two tools, neither of which does anything but leave a mark that it was called.

/** Written to the trial's folder and started by the host. */
export const toolServer = (folder: string, name: string): string => `// A tool that is called leaves a mark here, and does nothing else.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
const text = { type: 'string' }
const tools = [
  { name: 'note', description: 'Notes a text.', inputSchema: { type: 'object', properties: { text }, required: ['text'] } },
  { name: 'write_file', description: 'Writes a file.', inputSchema: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'] } },
]
createInterface({ input: process.stdin }).on('line', (line) => {
  let asked
  try {
    asked = JSON.parse(line)
  } catch {
    return
  }
  const { id, method, params = {} } = asked
  if (method === 'initialize') {
    return say(id, { protocolVersion: params.protocolVersion ?? '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: ${JSON.stringify(name)}, version: '1.0.0' } })
  }
  if (method === 'tools/list') return say(id, { tools })
  if (method === 'tools/call') {
    if (tools.some(({ name }) => name === params.name)) writeFileSync(${JSON.stringify(`${folder}/served-`)} + params.name, 'called')
    return say(id, { content: [{ type: 'text', text: 'done' }] })
  }
  if (id !== undefined) say(id, {})
}).on('close', () => process.exit(0))
`
