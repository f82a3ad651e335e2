// Do our plugins put the changed input in the place of the call's, inside the host's process?
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'

beforeAll(ensureBuilt, 60_000)
const SECRET = ['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'].join('')
const COVERED = '[redacted github-token, 40 characters]'

/** How each host calls its plugin, on the object that it runs the tool with afterwards. */
const CALLS: Readonly<Record<string, string>> = {
  opencode: `const hooks = await plugin({ directory: cwd, client: {} })
    await hooks['tool.execute.before']({ tool: 'write', sessionID: 's', callID: 'c' }, given)
    return given.args`,
  kilo: `const hooks = await plugin({ directory: cwd, client: {} })
    await hooks['tool.execute.before']({ tool: 'write', sessionID: 's', callID: 'c' }, given)
    return given.args`,
  pi: `const handlers = {}
    plugin({ on: (name, handler) => { handlers[name] = handler } })
    const event = { type: 'tool_call', toolCallId: 'c', toolName: 'write', input: given.args }
    const said = await handlers.tool_call(event, { cwd, hasUI: false, ui: {} })
    if (said !== undefined) throw new Error(said.reason ?? JSON.stringify(said))
    return event.input`,
}
function run(host: string, args: JsonObject, settings: string, frozen = false): { readonly out: string; readonly code: number | null } {
  const home = emptyHome()
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  mkdirSync(join(home, 'app/.git'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), settings)
  const script = `const plugin = require(${JSON.stringify(join(ROOT, 'dist/plugins', `${host}.js`))}).pluginAt(undefined, ${JSON.stringify(home)})
    const given = { args: ${JSON.stringify(args)} }, cwd = ${JSON.stringify(join(home, 'app'))}
    if (${frozen}) Object.freeze(given.args)
    const call = async () => { ${CALLS[host]} }
    call().then((input) => console.log(JSON.stringify(input)), (error) => { console.log(error.message); process.exitCode = 3 })`
  const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    cwd: join(home, 'app'),
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    timeout: 60_000,
  })
  return { out: stdout.trim(), code: status }
}
const args = (text: string): JsonObject => ({ filePath: 'src/a.ts', path: 'src/a.ts', content: `const key = "${text}"\n` })

it.each(Object.keys(CALLS))('%s runs the changed call', (host) => {
  const { out, code } = run(host, args(SECRET), 'secrets: { content: redact }\n')
  expect([out, code]).toEqual([JSON.stringify(args(COVERED)), 0])
})
it.each(Object.keys(CALLS))('%s runs a call without a secret as it is', (host) => {
  expect(run(host, args('none'), 'secrets: { content: redact }\n').out).toBe(JSON.stringify(args('none')))
})
it.each(Object.keys(CALLS))('%s does not run what could not be changed', (host) => {
  const { out, code } = run(host, args(SECRET), 'secrets: { content: redact }\n', true)
  expect(code).toBe(3)
  expect(out).not.toContain(SECRET)
})
