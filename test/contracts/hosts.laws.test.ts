// What holds for every host and any event at all? No throw, no answer that lets pass what was to be stopped, one document.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { hear, refusal } from '../../src/hosts/_frame/hear.ts'
import type { HostAnswer } from '../../src/gate/seams.ts'
import { hooks } from '../../src/hosts/hooks.gen.ts'
import { KNOWN } from '../../src/hosts/known.gen.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { eventsOf } from '../host-fixtures.ts'

const [generic] = HOSTS.filter(({ name }) => name === 'generic')
const recorded = HOSTS.flatMap(({ name }) => eventsOf(name))
const words = [...new Set(recorded.flatMap(({ payload }) => [...Object.keys(payload), ...Object.values(payload).filter((value) => typeof value === 'string')]))]
const word = fc.oneof(fc.constantFrom(...words, '__proto__', 'constructor', 'toString'), fc.string())
const value = fc.oneof(
  word,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant('{"command":"rm -rf /"}'),
  fc.array(word, { maxLength: 3 }),
  fc.dictionary(word, word, { maxKeys: 4 }),
)
/** Something made of the words hosts use, or a recorded event with fields changed. */
const payloads = fc.oneof(
  fc.dictionary(word, value, { maxKeys: 8 }),
  fc.tuple(fc.constantFrom(...recorded), fc.dictionary(word, value, { maxKeys: 3 })).map(([{ payload }, changes]) => ({ ...payload, ...changes })),
)
const answers: fc.Arbitrary<HostAnswer> = fc.record({
  verdict: fc.constantFrom('allow', 'ask', 'deny', 'abstain'),
  reason: fc.string(),
  warnings: fc.array(fc.string(), { maxLength: 2 }),
  failure: fc.boolean(),
})
const environments = fc.dictionary(
  fc.constantFrom('AGENT', 'AGENT_TOOL_NAME', 'CRUSH', 'GROK_HOOK_EVENT', 'FACTORY_PROJECT_DIR', 'QODER_PROJECT_DIR'),
  fc.constantFrom('amp', '1', 'Bash', ''),
)

describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (name, host) => {
  test('reads anything and answers anything', () => {
    fc.assert(
      fc.property(payloads, environments, answers, fc.constantFrom('command', 'http', undefined), (payload, env, answer, via) => {
        const event = host.read(payload as JsonObject, { env, ...(via === undefined ? {} : { via }) })
        if (event === null) return
        expect(event.host).toBe(name)
        const reply = host.reply(event, answer)
        if (reply.kind === 'command') expect([0, 1, 2]).toContain(reply.exitCode)
        expect(typeof JSON.stringify(reply)).toBe('string')
        // What was to be denied is never answered as what was to be let through.
        if (answer.verdict === 'deny' && event.kind === 'before-tool') expect(reply).not.toEqual(host.reply(event, { ...answer, verdict: 'abstain' }))
      }),
      { numRuns: 300 },
    )
  })
  test('hears any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          payloads.map((payload) => JSON.stringify(payload)),
        ),
        environments,
        (text, env) => {
          const heard = hear(text, HOSTS, generic!, { env }, name)
          const { event, problem } = heard
          if (problem === null && ['before-tool', 'permission'].includes(event.kind)) expect(event.calls.length).toBeGreaterThan(0)
          if (problem !== null)
            expect(heard.host.reply(event, refusal(problem))).not.toEqual(heard.host.reply(event, { verdict: 'abstain', reason: '', warnings: [] }))
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('the hook knows every host that starts a program, and no other', () => {
  expect(hooks()).toEqual(HOSTS.filter(({ runs }) => runs === 'hook'))
  expect(KNOWN).toEqual(hooks().map(({ name, marks }) => ({ name, marks })))
})
