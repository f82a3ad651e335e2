// What of a call reaches the log, and what never does?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decision, Finding, JsonObject, ToolCall } from '../core/model.ts'
import type { AuditEntry, Store } from '../gate/seams.ts'
import { shownInput, shownText } from './content.ts'
import { makeRecorder } from './record.ts'
import type { Recorder } from './record.ts'
import { AUDIT_DEFAULTS, readAuditSettings } from './settings.ts'
import { storiesOf } from './stories.ts'
import type { AuditSettings } from './settings.ts'
import { violationsOf } from './violation.ts'

const SECRET = 'tok_Zq8vN2rTxW41'
const redact = (text: string): string => text.replaceAll(SECRET, '[token, 16 characters]')
const finding = (rule: string, verdict: Finding['verdict']): Finding => ({
  rule,
  severity: 'high',
  confidence: 1,
  span: { field: 'command', start: 0, end: 1 },
  title: 't',
  action: null,
  verdict,
})
const CALL: ToolCall = { id: 'c1', host: 'generic', session: 's1', chat: 'chat', tool: { server: null, name: 'Bash' }, input: { command: 'ls' }, cwd: '/work' }
const decision = (findings: readonly Finding[] = [], verdict: Decision['verdict'] = 'allow'): Decision => ({
  verdict,
  reason: 'because',
  findings,
  warnings: [],
  policy: 'f1',
  by: 'policy',
})

interface Kept {
  readonly recorder: Recorder
  readonly writes: { readonly entries: readonly AuditEntry[]; readonly durable: boolean | undefined }[]
}
function recording(settings: Partial<AuditSettings> = {}, mask = redact): Kept {
  const writes: Kept['writes'] = []
  const store: Store = {
    name: 'memory',
    append: (entries, durable) => {
      writes.push({ entries, durable })
      return { ok: true }
    },
    entries: () => [],
    digest: (text) => `digest of ${text.length}`,
    tend: () => {},
  }
  return { writes, recorder: makeRecorder({ store, redact: mask, settings: { ...AUDIT_DEFAULTS, ...settings }, now: () => new Date('2026-03-02T12:00:00Z') }) }
}

describe('steps of a call', () => {
  test('are linked by its id, each with time, session, chat and host', () => {
    const { recorder, writes } = recording()
    recorder.attempt(CALL)
    recorder.decision(CALL, decision([], 'ask'), { mode: 'observe', would: 'ask' })
    recorder.approval(CALL, { event: 'answered', verdict: 'allow', by: 'ann', channel: 'terminal', approval: 'q1', remember: 'session' })
    recorder.outcome(CALL, { ok: false, text: 'exit 1' })
    recorder.mark(CALL, 'harmful')
    const entries = writes.flatMap((write) => write.entries)
    expect(entries.map(({ kind }) => kind)).toEqual(['attempt', 'decision', 'approval', 'outcome', 'mark'])
    for (const entry of entries) expect(entry).toMatchObject({ at: '2026-03-02T12:00:00.000Z', call: 'c1', host: 'generic', session: 's1', chat: 'chat' })
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5)
    expect(entries[0]).toMatchObject({ input: '{"command":"ls"}', size: 16, cwd: '/work', digest: expect.stringMatching(/^digest of/) as unknown })
    expect(entries[1]).toMatchObject({ verdict: 'ask', by: 'policy', policy: 'f1', mode: 'observe', would: 'ask' })
    expect(entries[2]).toMatchObject({ event: 'answered', verdict: 'allow', by: 'ann', channel: 'terminal', approval: 'q1', remember: 'session' })
  })
  test('without an id of the host they are linked by what the call does, and trying again is another call', () => {
    const { recorder, writes } = recording()
    const nameless = (command: string): ToolCall => ({ ...CALL, id: '', input: { command } })
    for (const command of ['ls', 'git status', 'ls']) {
      recorder.judged(nameless(command), decision())
      recorder.outcome(nameless(command), { ok: command !== 'git status' })
    }
    recorder.notice('sealed', 'x')
    const stories = storiesOf(writes.flatMap((write) => write.entries))
    expect(stories.map(({ attempt, outcome }) => [attempt?.input, outcome?.ok])).toEqual([
      ['{"command":"ls"}', true],
      ['{"command":"git status"}', false],
      ['{"command":"ls"}', true],
    ])
    expect(new Set(stories.map(({ call }) => call)).size).toBe(2)
  })
  test('attempt and decision go in one write', () => {
    const { recorder, writes } = recording()
    recorder.judged(CALL, decision())
    expect(writes.map(({ entries }) => entries.length)).toEqual([2])
  })
  test.each([true, false])('strict: %s asks the store to wait for the disk, or not', (strict) => {
    const { recorder, writes } = recording({ strict })
    recorder.judged(CALL, decision())
    expect(writes[0]?.durable).toBe(strict)
    expect(recorder.strict).toBe(strict)
  })
  test.each([
    ['floor.delete-home', 'floor'],
    ['hard-paths.kernel', 'floor'],
    ['self.settings', 'self-protection'],
    ['self-doubt.computed', 'self-protection'],
    ['git.stash-drop', null],
  ])('%s, denied, counts as %s', (rule, kind) => {
    expect([...violationsOf([finding(rule, 'deny')]).keys()]).toEqual(kind === null ? [] : [kind])
    expect([...violationsOf([finding(rule, 'ask')]).keys()]).toEqual([])
  })
  test('violations are entries of their own', () => {
    const { recorder, writes } = recording()
    recorder.judged(
      CALL,
      decision([finding('floor.delete-home', 'deny'), finding('self.files', 'deny'), finding('exfiltration.raw', 'ask'), finding('git.x', 'deny')], 'deny'),
    )
    const violations = (writes[0]?.entries ?? []).filter((entry) => entry.kind === 'violation')
    expect(violations).toMatchObject([
      { of: 'floor', rules: ['floor.delete-home'], verdict: 'deny', call: 'c1' },
      { of: 'self-protection', rules: ['self.files'] },
    ])
  })
  test('a rule that found something at many places is one line', () => {
    const { recorder, writes } = recording()
    recorder.decision(CALL, decision([finding('a.b', 'ask'), finding('a.b', 'deny'), finding('a.c', 'allow')], 'deny'))
    expect(writes[0]?.entries[0]).toMatchObject({
      findings: [
        { rule: 'a.b', severity: 'high', verdict: 'deny' },
        { rule: 'a.c', severity: 'high', verdict: 'allow' },
      ],
    })
  })
})

describe('content', () => {
  const long = { command: 'x'.repeat(2000) }
  test('truncated at 500 characters, and says so', () => {
    const text = shownInput(long, 'truncated', redact) ?? ''
    expect(text).toBe(`{"command":"${'x'.repeat(488)}...[truncated]`)
  })
  test('redacted: whole, but bounded', () => {
    expect(shownInput(long, 'redacted', redact)).toBe(JSON.stringify(long))
    const huge = shownInput({ command: 'x'.repeat(1_000_000) }, 'redacted', redact) ?? ''
    expect(huge.length).toBeLessThan(66_000)
    expect(huge).toContain('...[truncated]')
  })
  test('none: neither input nor reason nor result, but the digest', () => {
    const { recorder, writes } = recording({ content: 'none' })
    recorder.judged(CALL, decision())
    recorder.outcome(CALL, { ok: true, text: 'result' })
    expect(JSON.stringify(writes)).not.toMatch(/"ls"|because|result/)
    expect(writes[0]?.entries[0]).toMatchObject({ digest: expect.any(String) as unknown })
  })
  test('where masking fails, the text is left out', () => {
    const { recorder, writes } = recording({}, () => {
      throw new Error('no')
    })
    recorder.judged({ ...CALL, input: { command: SECRET } }, decision())
    expect(JSON.stringify(writes)).not.toContain(SECRET)
    expect(writes[0]?.entries[0]).not.toHaveProperty('input')
  })
  test('a secret is never cut in half, wherever it stands', () => {
    const half = SECRET.slice(0, 8)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom('truncated', 'redacted'), (before, content) => {
        const input: JsonObject = { command: `${'x '.repeat(before / 2)}${SECRET}${' y'.repeat(40_000)}` }
        expect(shownInput(input, content as 'truncated', redact)).not.toContain(half)
        expect(shownText(input['command'] as string, redact)).not.toContain(half)
      }),
      { numRuns: 150 },
    )
  })
  test('deep, wide and odd input ends in bounded text', () => {
    let deep: JsonObject = {}
    for (let n = 0; n < 2000; n++) deep = { a: deep }
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key ${n}`, n]))
    for (const input of [deep, wide, { list: Array.from({ length: 100_000 }, () => null) }, { __proto__: 'x', constructor: 1 }]) {
      expect((shownInput(input, 'truncated', redact) ?? '').length).toBeLessThan(520)
    }
    for (let n = 0; n < 50_000; n++) deep = { a: deep }
    const { recorder, writes } = recording()
    expect(recorder.judged({ ...CALL, input: deep }, decision())).toEqual({ ok: true })
    expect(writes[0]?.entries[0]).toMatchObject({ kind: 'attempt', digest: null })
  })
})

describe('settings', () => {
  test('defaults, and what may be said', () => {
    expect(readAuditSettings(undefined)).toEqual({ ok: true, settings: AUDIT_DEFAULTS })
    expect(readAuditSettings({ content: 'none', strict: true, keep_days: 7, keep_megabytes: 10 })).toEqual({
      ok: true,
      settings: { content: 'none', strict: true, keepDays: 7, keepMegabytes: 10 },
    })
  })
  test.each([
    [{ strickt: true }, 'strickt'],
    [{ content: 'all' }, 'content'],
    [{ strict: 'yes' }, 'strict'],
    [{ keep_days: 0 }, 'keep_days'],
    [{ keep_megabytes: 1.5 }, 'keep_megabytes'],
    ['x', ''],
  ])('%j is refused', (value, key) => {
    expect(readAuditSettings(value)).toMatchObject({ ok: false, key })
  })
})
