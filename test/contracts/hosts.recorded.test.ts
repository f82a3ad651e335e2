// Is what agents really sent read as it should be? Events kept by scripts/try-hosts.mjs, with the paths made neutral.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeRecorder } from '../../src/audit/record.ts'
import { storiesOf } from '../../src/audit/stories.ts'
import type { JsonObject } from '../../src/core/model.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { hear } from '../../src/hosts/_frame/hear.ts'
import type { Environment, HostEvent } from '../../src/gate/seams.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { openMemory } from '../../src/stores/memory/store.ts'
import { buildGate, home, root } from '../built-gate.ts'

const folderOf = (host: string): string => join(root, 'src/hosts', host, 'fixtures/recorded')
const RECORDED = HOSTS.map(({ name }) => name).filter((name) => existsSync(folderOf(name)))
const has = (host: string, file: string): boolean => readdirSync(folderOf(host)).includes(`${file}.json`)
const generic = HOSTS.find(({ name }) => name === 'generic')

function read(host: string, file: string): HostEvent {
  const { env, event } = JSON.parse(readFileSync(join(folderOf(host), `${file}.json`), 'utf8')) as { readonly env: Environment; readonly event: JsonObject }
  if (generic === undefined) throw new Error('no generic host')
  const heard = hear(JSON.stringify(event), HOSTS, generic, { env }, host)
  expect([heard.host.name, heard.problem]).toEqual([host, null])
  return heard.event
}

describe('recorded events', () => {
  let gate: Gate
  beforeAll(async () => {
    gate = (await buildGate()).gate
  }, 60_000)

  test('are there', () => {
    expect(RECORDED.length).toBeGreaterThan(9)
    expect(RECORDED.filter((host) => !has(host, 'shell'))).toEqual([])
  })
  test.each(RECORDED)('%s: the call is read whole and denied', (host) => {
    const { kind, calls, session, cwd } = read(host, 'shell')
    expect([kind, session === '', cwd, calls.length]).toEqual(['before-tool', false, '/home/dev/app', 1])
    expect(calls.map((call) => gate.check(call, home).decision.verdict)).toEqual(['deny'])
    expect(JSON.stringify(calls[0]?.input)).toContain('git push --force origin main')
  })
  test.each(RECORDED.filter((host) => has(host, 'result')))('%s: the result is one, and joins the call in the log', (host) => {
    const after = read(host, 'result')
    const [ran] = after.calls
    expect([after.kind, after.outcome?.ok, JSON.stringify(ran?.input ?? '').includes('touch ran-harmless')]).toEqual(['after-tool', true, true])
    if (ran === undefined) return
    const store = openMemory()
    const recorder = makeRecorder({ store, redact: (text) => text })
    recorder.judged(ran, gate.check(ran, home).decision)
    recorder.outcome(after.toolUse === undefined ? { ...ran } : { id: after.toolUse, host, session: after.session }, { ok: true })
    expect(storiesOf(store.entries()).map(({ attempt, decision, outcome }) => [attempt?.tool, decision?.verdict, outcome?.ok])).toEqual([
      [ran.tool, 'allow', true],
    ])
  })
  test.each(RECORDED.filter((host) => has(host, 'prompt')))('%s: the prompt is heard', (host) => {
    expect(read(host, 'prompt')).toMatchObject({ kind: 'prompt', text: 'Run the command.' })
  })
  test('letta-code: a result that says so is a failure', () => {
    const { env, event } = JSON.parse(readFileSync(join(folderOf('letta-code'), 'result.json'), 'utf8')) as {
      readonly env: Environment
      readonly event: JsonObject
    }
    const failed = { ...event, tool_result: { status: 'error', output: 'exit code 1' } }
    const letta = HOSTS.find(({ name }) => name === 'letta-code')
    expect(letta?.read(failed, { env })?.outcome?.ok).toBe(false)
    expect(letta?.read(event, { env })?.outcome?.ok).toBe(true)
  })
})
