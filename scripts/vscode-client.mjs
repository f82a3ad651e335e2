// What would a person do at VS Code's agent? Starts it as a server with a browser, asks for one thing, and allows what it asks about, if so told: `node scripts/vscode-client.mjs MODULES BASE MODEL-URL`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const [modules = '', base = '', url = ''] = process.argv.slice(2)
const place = join(base, 'vscode')
const done = join(place, 'done.txt')
const write = (file, text) => {
  mkdirSync(join(place, file, '..'), { recursive: true })
  writeFileSync(join(place, file), typeof text === 'string' ? text : JSON.stringify(text))
}
const model = { id: 'fake', name: 'fake', url: `${url}/v1/chat/completions`, toolCalling: true, vision: false, maxInputTokens: 100_000, maxOutputTokens: 8000 }

/** Inside it: switches on its agent, which waits for an account or a model of one's own, and asks. */
const PERSON = `const vscode = require('vscode')
const { writeFileSync } = require('node:fs')
const run = (name, ...words) => vscode.commands.executeCommand(name, ...words)
const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))
exports.activate = async () => {
  let said = 'no model'
  try {
    await run('workbench.extensions.action.enableAll')
    for (let tries = 0; tries < 40 && !(await vscode.lm.selectChatModels({})).some(({ vendor }) => vendor === 'customendpoint'); tries++) await pause()
    const options = { query: 'Run the command.', mode: 'agent', modelSelector: { vendor: 'customendpoint', id: 'fake' }, blockOnResponse: true }
    const answer = await run('workbench.action.chat.open', options)
    const asks = answer?.type === 'confirmation'
    if (asks && !ALLOWS) return
    for (let tries = 0; asks && tries < 12; tries++) await pause().then(() => run('workbench.action.chat.acceptTool'))
    said = JSON.stringify(answer) ?? ''
  } catch (error) {
    said = String(error)
  }
  writeFileSync(DONE, said)
}
`

rmSync(done, { force: true })
write('data/User/settings.json', { 'security.workspace.trust.enabled': false, 'telemetry.telemetryLevel': 'off', 'workbench.startupEditor': 'none' })
write('data/User/chatLanguageModels.json', [{ name: 'fake', vendor: 'customendpoint', apiKey: 'none', apiType: 'chat-completions', models: [model] }])
const about = { name: 'person', publisher: 'try', version: '1.0.0', engines: { vscode: '^1.90.0' }, main: './main.js', activationEvents: ['onStartupFinished'] }
write('extensions/try.person-1.0.0/package.json', about)
const allows = readFileSync(join(base, 'allows.txt'), 'utf8')
write('extensions/try.person-1.0.0/main.js', PERSON.replace('ALLOWS', allows).replace('DONE', JSON.stringify(done)))

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address()
    server.close(() => resolve(free))
  })
})
const start = (program, words) => spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })
const folders = ['--user-data-dir', join(place, 'data'), '--extensions-dir', join(place, 'extensions')]
const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust']
const server = start(process.execPath, [join(modules, 'code-server/out/node/entry.js'), '--bind-addr', `127.0.0.1:${port}`, ...quiet, ...folders])
const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
const isUp = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
for (let tries = 0; tries < 60 && !(await isUp()); tries++) await pause()
const alone = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
]
const browser = start('chromium', [
  ...alone,
  '--disable-sync',
  `--user-data-dir=${join(place, 'browser')}`,
  `http://127.0.0.1:${port}/?folder=${process.cwd()}`,
])
while (!existsSync(done)) await pause()
console.log(readFileSync(done, 'utf8'))
browser.kill()
server.kill()
process.exit(0)
