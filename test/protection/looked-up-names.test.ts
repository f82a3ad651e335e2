// Does the hook look a name up only where the settings say so, only when everything else allows the call, and only where the answer could matter?
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { emptyHome, ensureBuilt } from '../built.ts'
import { startHook } from '../hook-process.ts'
import { startNameServer } from '../name-server.ts'
import type { NameServer } from '../name-server.ts'

let names: NameServer
beforeAll(async () => {
  ensureBuilt()
  names = await startNameServer()
}, 120_000)
afterAll(() => names.stop())

/** A home with these settings; `SERVERS` stands for the name server of the tests. */
function homeOf(settings: string): string {
  const home = emptyHome()
  mkdirSync(path.join(home, '.config/prudent'), { recursive: true })
  mkdirSync(path.join(home, 'app/.git'), { recursive: true })
  writeFileSync(path.join(home, '.config/prudent/settings.yaml'), settings.replace('SERVERS', JSON.stringify(names.servers)))
  return home
}
let count = 0
async function asked(home: string, tool: string, input: JsonObject): Promise<{ readonly verdict: string; readonly reason: string; readonly looked: number }> {
  const before = names.asked.length
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: path.join(home, 'app'),
    tool_name: tool,
    tool_use_id: `${(count += 1)}`,
    tool_input: input,
  }
  const { out } = await startHook(JSON.stringify(event), { words: ['--host', 'claude-code'], home })
  const said = (out === '' ? {} : JSON.parse(out)) as { hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string } }
  return {
    verdict: said.hookSpecificOutput?.permissionDecision ?? 'silent',
    reason: said.hookSpecificOutput?.permissionDecisionReason ?? '',
    looked: names.asked.length - before,
  }
}
const fetching = (home: string, url: string): ReturnType<typeof asked> => asked(home, 'mcp__fetch__fetch', { url })

describe('where the settings say so', () => {
  let home: string
  beforeAll(() => {
    home = homeOf('preset: anteroom\nresolve_names: SERVERS\n')
  })
  test.each(['loop', 'meta', 'multi', 'mixed', 'mapped', 'nat64', 'nobody'])('%s.example.com leads inside or nowhere, and is denied', async (name) => {
    const { verdict, looked } = await fetching(home, `https://${name}.example.com/a`)
    expect([verdict, looked > 0]).toEqual(['deny', true])
  })
  // A machine that is busy may take longer to answer than the hook waits.
  test('a name that leads out is let through', { retry: 3 }, async () => {
    const { verdict, looked } = await fetching(home, 'https://good.example.com/a')
    expect([verdict, looked > 0]).toEqual(['silent', true])
  })
  test('a server that says nothing is as good as one that does not know', async () => {
    const { verdict, reason } = await fetching(home, 'https://silent.example.com/a')
    expect(verdict).toBe('deny')
    // Its own time was over, not the whole call's.
    expect(reason).not.toMatch(/too long/)
  })
  test('of many names none goes unasked: what is too much is denied', async () => {
    const urls = [...Array.from({ length: 8 }, (_, at) => `https://good.example.com/${at}`), 'https://loop.example.com/']
    expect((await asked(home, 'mcp__fetch__fetch_all', { urls })).verdict).toBe('deny')
  })
  test('what is stopped anyway, what no rule would mind, and what is not written out is not asked about', async () => {
    const stopped = await asked(home, 'mcp__fetch__fetch', { url: 'https://good.example.com/a', note: 'a; b' })
    const minded = await asked(home, 'Bash', { command: 'curl https://loop.example.com/a' })
    const computed = await asked(home, 'Bash', { command: 'curl "https://$(hostname).good.example.com/a"' })
    const address = await fetching(home, 'https://93.184.215.14/a')
    expect([stopped, minded, computed, address].map(({ looked }) => looked)).toEqual([0, 0, 0, 0])
    expect([stopped.verdict, minded.verdict, address.verdict]).toEqual(['deny', 'silent', 'silent'])
  })
})

test.each([
  ['nobody is asked unless the settings say so', 'preset: standard\n'],
  ['nor where they say no to what a preset says', 'preset: anteroom\nresolve_names: false\n'],
  ['nor by who only watches', 'preset: anteroom\nmode: observe\nresolve_names: SERVERS\n'],
])('%s', async (_title, settings) => {
  const { verdict, looked } = await fetching(homeOf(settings), 'https://loop.example.com/a')
  expect([verdict, looked]).toEqual(['silent', 0])
})
test('other presets may want it too: then commands are looked at as well', { retry: 3 }, async () => {
  const home = homeOf('resolve_names: SERVERS\n')
  expect((await asked(home, 'Bash', { command: 'curl https://meta.example.com/latest/meta-data/' })).verdict).not.toBe('silent')
  expect((await asked(home, 'Bash', { command: 'curl https://good.example.com/a' })).verdict).toBe('silent')
})
test('what is no name server is told', async () => {
  const { verdict } = await fetching(homeOf('resolve_names: [ns.example]\n'), 'https://good.example.com/a')
  expect(verdict).toBe('ask')
})
