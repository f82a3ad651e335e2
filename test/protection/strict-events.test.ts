// Is an event that can be read in two ways, or that nests without end, stopped by every host, with the true reason?
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/model.ts'
import { DEEPEST_EVENT } from '../../src/core/text/strict-json.ts'
import { hear, refusal } from '../../src/hosts/_frame/hear.ts'
import type { Heard } from '../../src/hosts/_frame/hear.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { buildGate, home } from '../built-gate.ts'
import { eventsOf } from '../host-fixtures.ts'
import type { Incoming } from '../host-fixtures.ts'
import { leastWork } from '../processor-time.ts'

const generic = HOSTS.find(({ name }) => name === 'generic')!
const EVENTS = HOSTS.flatMap(({ name }) => eventsOf(name))
const listen = (text: string, { host, arrival }: Incoming): Heard => hear(text, HOSTS, generic, arrival, host)
const isStopped = ({ host, event, problem }: Heard): boolean =>
  JSON.stringify(host.reply(event, refusal(problem ?? ''))) !== JSON.stringify(host.reply(event, { verdict: 'abstain', reason: '', warnings: [] }))

/** The same with one name more, before or after the others: once for each object in it. */
function* doubled(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const parts: [string, Json][] = Array.isArray(value) ? value.map((one: Json, at) => [String(at), one]) : Object.entries(value as object)
  const joined = (changed: number, text: string): string =>
    Array.isArray(value)
      ? `[${parts.map(([, one], at) => (at === changed ? text : JSON.stringify(one))).join()}]`
      : `{${parts.map(([name, one], at) => `${JSON.stringify(name)}:${at === changed ? text : JSON.stringify(one)}`).join()}}`
  const [first] = parts
  if (!Array.isArray(value) && first !== undefined) {
    const whole = JSON.stringify(value).slice(1, -1)
    yield `{${JSON.stringify(first[0])}:"harmless",${whole}}`
    yield `{${whole},"\\u${first[0].charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(first[0].slice(1)).slice(1)}:"harmless"}`
  }
  for (const [at, [, one]] of parts.entries()) for (const inner of doubled(one)) yield joined(at, inner)
}

describe('of every event that hosts are known to send', () => {
  test('none has a flaw, or a quarter of the depth that is read', () => {
    for (const one of EVENTS) {
      const depth = (value: Json): number => (typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0)
      expect(depth(one.payload), `${one.host}/${one.file}`).toBeLessThan(DEEPEST_EVENT / 4)
      expect(listen(JSON.stringify(one.payload), one).problem ?? '').not.toMatch(/twice|deep/)
    }
  })
  test('one with any name twice is stopped, and told why', () => {
    let tried = 0
    for (const one of EVENTS)
      for (const text of doubled(one.payload)) {
        JSON.parse(text)
        const heard = listen(text, one)
        expect(heard.problem, text).toMatch(/names something twice/)
        expect(isStopped(heard), text).toBe(true)
        tried++
      }
    expect(tried).toBeGreaterThan(400)
  })
  test('one that nests too deep is stopped, and told why', () => {
    for (const one of EVENTS) {
      const deep = `${'{"a":'.repeat(DEEPEST_EVENT)}1${'}'.repeat(DEEPEST_EVENT)}`
      const heard = listen(`${JSON.stringify(one.payload).slice(0, -1)},"more!":${deep}}`, one)
      expect(heard.problem).toMatch(/too deep/)
      expect(isStopped(heard)).toBe(true)
    }
  })
  test('one whose input is a text is read as strictly', () => {
    const input = '{"command":"rm -rf ~","command":"ls"}'
    const text = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/x', tool_name: 'Bash', tool_input: input })
    expect(hear(text, HOSTS, generic, { env: {} }, 'claude-code').problem).not.toBeNull()
  })
})

describe('names and numbers that mean something to JavaScript', () => {
  test('hide nothing and break nothing', async () => {
    const { gate } = await buildGate()
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'])
      for (const tool of ['Bash', 'mystery', 'Write']) {
        const judged = (key: string): string => {
          const input = JSON.parse(`{"${key}":{"command":"rm -rf ~","${key}":"rm -rf ~"},"n":1e999,"m":-0,"big":${'9'.repeat(400)}}`) as never
          return gate.check({ id: '1', host: 'x', session: 's', tool: { server: null, name: tool }, input, cwd: home.cwd }, home).decision.verdict
        }
        expect(judged(name), `${name} of ${tool}`).toBe(judged('plain'))
      }
    expect(({} as Record<string, unknown>)['command']).toBeUndefined()
  })
})

test('the look at an event costs little, and grows as it does', () => {
  const event = (size: number): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '/x',
      tool_name: 'Write',
      tool_input: { file_path: '/x/a', content: 'a "b"\n'.repeat(size / 10) },
    })
  const one = { host: 'claude-code', file: '', payload: {}, arrival: { env: {} } }
  // Many times what it takes.
  expect(leastWork(() => listen(event(10_000), one), 5)).toBeLessThan(5)
  expect(leastWork(() => listen(event(10_000_000), one), 1500)).toBeLessThan(1500)
})
