// Is what a person is shown what would run, with secrets covered and nothing left out in silence?
import { describe, expect, test } from 'vitest'
import type { Action, Decision, Facts, JsonObject } from '../core/model.ts'
import { loadBuiltin } from './open.ts'
import { contentOf, questionOf } from './question.ts'
import type { AskedAbout } from './question.ts'

const BASE = { id: 0, by: null, at: 'here', as: 'user', certain: true, span: { field: 'command', start: 0, end: 1 }, takes: [] } as const
const decision: Decision = {
  verdict: 'ask',
  reason: 'waiting for a person: x',
  findings: [
    { rule: 'files.delete', severity: 'high', confidence: 1, span: BASE.span, title: 'deletes files', why: 'They are gone.', action: 0, verdict: 'ask' },
    { rule: 'style.low', severity: 'low', confidence: 1, span: BASE.span, title: 'is odd', action: 0, verdict: 'allow' },
  ],
  warnings: [],
  policy: 'p1',
  by: 'policy',
}
const about = (input: JsonObject, actions: readonly Action[] = [], facts: Facts = {}): AskedAbout => ({
  call: { id: 'c1', host: 'codex', session: 's1', tool: { server: null, name: 'Bash' }, input, cwd: '/app' },
  decision,
  reading: { actions, needs: [] },
  facts,
})
const ask = (...given: readonly AskedAbout[]) =>
  questionOf(given, {
    id: 'q',
    now: 0,
    millis: 60_000,
    redact: (text) => text.replaceAll('hunter2', '[password, 7 characters]'),
    digest: (text) => `d${text.length}`,
    meaning: loadBuiltin().books.meaning,
  })

describe('a question', () => {
  test('holds the call whole, the worst finding first, and how long it stands', () => {
    const question = ask(about({ command: 'rm -rf build', timeout: 5 }, [], { branch: 'main' }))
    expect(question).toMatchObject({ host: 'codex', cwd: '/app', branch: 'main', severity: 'high', policy: 'p1', expiresAt: '1970-01-01T00:01:00.000Z' })
    expect(question.calls).toEqual([
      {
        tool: { server: null, name: 'Bash' },
        fields: [
          { name: 'command', text: 'rm -rf build', cut: false },
          { name: 'timeout', text: '5', cut: false },
        ],
      },
    ])
    expect(question.findings.map(({ rule }) => rule)).toEqual(['files.delete'])
  })
  test('says where a rule objects, but not in what is covered, cut or one of several calls', () => {
    expect(ask(about({ command: 'rm -rf build' })).findings[0]?.span).toEqual({ field: 'command', start: 0, end: 1 })
    expect(ask(about({ command: 'rm hunter2' })).findings[0]).not.toHaveProperty('span')
    expect(ask(about({ other: 'rm' })).findings[0]).not.toHaveProperty('span')
    expect(ask(about({ command: '' })).findings[0]).not.toHaveProperty('span')
    expect(ask(about({ command: 'a' }), about({ command: 'b' })).findings[0]).not.toHaveProperty('span')
  })
  test('says how far it reaches', () => {
    const extent = { files: 1284, bytes: 312_000_000, capped: false, tracked: 0, changed: 0, untracked: 1284 }
    const connect: Action = {
      ...BASE,
      does: 'connect',
      url: { text: 'https://a.example/' },
      host: 'a.example',
      places: [],
      method: null,
      sends: true,
      as: 'root',
      at: 'remote',
    }
    expect(ask(about({ command: 'x' }, [connect], { extents: { '/app/build': extent }, environment: 'production' })).reach).toEqual([
      'deletes 1,284 files (312 MB) in /app/build: none of it in git',
      'reaches a.example',
      'acts on another machine',
      'runs as root',
      'production is near',
    ])
  })
  test('covers secrets, also where only their place gave them away', () => {
    const carry: Action = { ...BASE, does: 'carry', what: 'command', text: '', secrets: [{ kind: 'password', start: 9, length: 8 }] }
    const run: Action = {
      ...BASE,
      id: 1,
      does: 'delete',
      how: 'whole',
      path: { text: '/tmp/s3cr3tpw' },
      resolved: '/tmp/s3cr3tpw',
      places: [],
      recursive: false,
    }
    const text = JSON.stringify(ask(about({ command: 'login -p s3cr3tpw hunter2; rm /tmp/s3cr3tpw' }, [carry, run])))
    expect(text).not.toMatch(/s3cr3tpw|hunter2/)
  })
  test('what cannot be shown whole says so', () => {
    const cutOf = (...given: readonly AskedAbout[]): boolean => ask(...given).calls.some(({ fields }) => fields.some(({ cut }) => cut))
    expect(cutOf(about({ content: 'x'.repeat(99_000) }))).toBe(false)
    expect(cutOf(about({ content: 'x'.repeat(200_000) }))).toBe(true)
    expect(cutOf(about({ a: 'x'.repeat(60_000), b: 'x'.repeat(60_000) }))).toBe(true)
    expect(cutOf(...Array.from({ length: 60 }, () => about({ command: 'ls' })))).toBe(true)
    expect(cutOf(about(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 'v']))))).toBe(true)
    expect(cutOf(about({ ['k'.repeat(300)]: 'v' }))).toBe(true)
    const tool = about({ command: 'ls' })
    expect(cutOf({ ...tool, call: { ...tool.call, tool: { server: null, name: 'x'.repeat(400) } } })).toBe(true)
  })
  test('always fits through the door', () => {
    const run = (id: number): Action => ({
      ...BASE,
      id,
      does: 'read',
      how: 'whole',
      path: { text: '\u0001'.repeat(3000) },
      resolved: null,
      places: ['x'],
      recursive: false,
    })
    const actions = Array.from({ length: 3000 }, (_, id) => run(id))
    const findings = Array.from(
      { length: 100 },
      (_, at) => ({ ...decision.findings[0], rule: `r${at}`, title: '\u0001'.repeat(5000), why: '\u0001'.repeat(5000) }) as Decision['findings'][number],
    )
    const nasty = { ...about({ content: '\u0001'.repeat(99_000) }, actions), decision: { ...decision, findings } }
    for (const given of [[nasty], [nasty, nasty, nasty]]) {
      // A store takes no more than 4 MB.
      expect(JSON.stringify(ask(...given)).length).toBeLessThan(2 << 20)
    }
  })
})

describe('another call is another question', () => {
  const first = about({ command: 'bash a.sh' }, [], { files: { '/app/a.sh': 'ls' }, links: {} })
  test.each<readonly [string, AskedAbout]>([
    ['its input', { ...first, call: { ...first.call, input: { command: 'bash b.sh' } } }],
    ['null for nothing', { ...first, call: { ...first.call, input: { command: 'bash a.sh', x: null } } }],
    ['its tool', { ...first, call: { ...first.call, tool: { server: 'x', name: 'Bash' } } }],
    ['its folder', { ...first, call: { ...first.call, cwd: '/other' } }],
    ['its session', { ...first, call: { ...first.call, session: 's2' } }],
    ['its chat', { ...first, call: { ...first.call, chat: 'c2' } }],
    ['a file it runs', { ...first, facts: { files: { '/app/a.sh': 'rm x' }, links: {} } }],
    ['where a path leads', { ...first, facts: { ...first.facts, links: { '/app/x': '/etc' } } }],
    ['where a pattern leads', { ...first, facts: { ...first.facts, matches: { '/app/*': { paths: [], linked: ['/app/x/*'] } } } }],
    ['the policy', { ...first, decision: { ...decision, policy: 'p2' } }],
    ['the verdict', { ...first, decision: { ...decision, findings: [] } }],
  ])('%s', (_name, other) => {
    expect(contentOf([other])).not.toBe(contentOf([first]))
    expect(contentOf([{ ...first }])).toBe(contentOf([first]))
  })
  test('not the host’s name for it: who tries again asks the same', () => {
    expect(contentOf([{ ...first, call: { ...first.call, id: 'c2' } }])).toBe(contentOf([first]))
  })
  test('not how much lies there, or whether git has it', () => {
    const later = { ...first, facts: { ...first.facts, missing: ['/app/y'], unchanged: ['/app'], whole: ['/app'], extents: {} } }
    expect(contentOf([later])).toBe(contentOf([first]))
  })
})

describe('what the agent says about a call', () => {
  test('is no part of it, is covered like everything, and stands apart', () => {
    const { claim, calls } = ask(about({ command: 'rm -rf build', description: ' frees space, hunter2\u202E ' }))
    expect(claim).toBe('frees space, [password, 7 characters]\u202E')
    expect(calls[0]?.fields).toEqual([{ name: 'command', text: 'rm -rf build', cut: false }])
  })
  test('of any length, kind and count', () => {
    expect(ask(about({ command: 'x', description: 'y'.repeat(5000) })).claim?.length).toBeLessThanOrEqual(1001)
    expect(ask(about({ command: 'x', explanation: 'a' }), about({ command: 'x', justification: 'b', description: 'a' })).claim).toBe('a; b')
    // Nobody said anything: what is no text is shown as part of the call.
    const odd = ask(about({ command: 'x', description: { really: 'rm -rf /' } }))
    expect([odd.claim, odd.calls[0]?.fields.map(({ name }) => name)]).toEqual([undefined, ['command', 'description']])
    expect(ask(about({ command: 'x', description: '  ' })).claim).toBeUndefined()
  })
  test('of a tool that has no such field, or of a server, is part of the call', () => {
    const write = {
      ...about({ file_path: '/x', content: '', description: 'd' }),
      call: { ...about({}).call, tool: { server: null, name: 'Write' }, input: { description: 'd' } },
    }
    const served = { ...about({}), call: { ...about({}).call, tool: { server: 'mail', name: 'Bash' }, input: { description: 'd' } } }
    for (const one of [write, served]) expect([ask(one).claim, ask(one).calls[0]?.fields.map(({ name }) => name)]).toEqual([undefined, ['description']])
  })
})
