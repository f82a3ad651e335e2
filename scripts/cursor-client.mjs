// Runs one prompt by Cursor's SDK, with the settings and hooks of whoever runs it, as its command line would: `node cursor-client.mjs SDK PROMPT`.
import { pathToFileURL } from 'node:url'

const [sdk = '', prompt = ''] = process.argv.slice(2)
const { Agent } = await import(pathToFileURL(`${sdk}/dist/esm/index.js`).href)
const local = { cwd: process.cwd(), settingSources: ['user', 'project'], enableAgentRetries: false }
const agent = await Agent.create({ apiKey: process.env['CURSOR_API_KEY'], model: { id: 'fake' }, local })
const run = await agent.send(prompt)
console.log(JSON.stringify(await run.wait()))
process.exit(0)
