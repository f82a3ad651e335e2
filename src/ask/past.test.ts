// Does the log tell what people answered to questions of one kind, each answer once, and nothing that is none?
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../audit/entry.ts'
import { storiesOf } from '../audit/stories.ts'
import type { Approval } from '../core/model.ts'
import { similarIn } from './past.ts'

let count = 0
const at = (): string => new Date(Date.parse('2026-03-02T12:00:00.000Z') + ++count * 1000).toISOString()
type Step = Readonly<Record<string, unknown>>
const asked = (rules: readonly string[], steps: readonly Step[], tool = 'Bash'): readonly AuditEntry[] => {
  const call = `c${++count}`
  const common = () => ({ at: at(), id: `e${count}`, call, host: 'codex', session: 's' })
  const findings = [...rules.map((rule) => ({ rule, severity: 'high', verdict: 'ask' })), { rule: 'style.low', severity: 'low', verdict: 'allow' }]
  return [
    { ...common(), kind: 'attempt', tool: { server: null, name: tool }, cwd: '/', digest: null, size: 1 },
    { ...common(), kind: 'decision', verdict: 'ask', by: 'policy', reason: '', findings, policy: '' },
    ...steps.map((step) => ({ ...common(), kind: 'approval', ...step })),
  ] as unknown as readonly AuditEntry[]
}
const card = (rules: readonly string[], id = 'q', tool = 'Bash'): Approval =>
  ({
    id,
    calls: [{ tool: { server: null, name: tool }, fields: [] }],
    findings: rules.map((rule) => ({ rule, severity: 'high', title: '' })),
  }) as unknown as Approval
const YES = { event: 'answered', verdict: 'allow', by: 'ann', channel: 'desk' }
const NO = { ...YES, verdict: 'deny', by: 'bob' }
const said = (entries: readonly (readonly AuditEntry[])[], about: Approval) => similarIn(storiesOf(entries.flat()), about)

describe('similar answers', () => {
  test('of the same tool and rules, the last one named', () => {
    const entries = [
      asked(['git.push'], [{ ...YES, approval: '1' }]),
      asked(['git.push'], [{ ...NO, approval: '2' }]),
      asked(['git.push'], [{ ...YES, approval: '3' }]),
    ]
    expect(said(entries, card(['git.push']))).toMatchObject({ answered: 3, allowed: 2, last: { verdict: 'allow', by: 'ann' } })
    expect(said(entries, card(['git.push', 'git.tag']))).toEqual({ answered: 0, allowed: 0 })
    expect(said(entries, card(['git.push'], 'q', 'Write'))).toEqual({ answered: 0, allowed: 0 })
    expect(said(entries, card(['git.push'], '3'))).toMatchObject({ answered: 2, allowed: 1, last: { verdict: 'deny' } })
  })
  test('for the next try once, though it was used; in the agent; not what was said again, timed out or came late', () => {
    const ticket = { ...YES, event: 'late', because: 'ticket', approval: 't' }
    const entries = [
      asked(['r.a'], [{ event: 'expired', because: 'nobody', approval: 't' }, ticket]),
      asked(['r.a'], [{ ...YES, because: 'ticket', approval: 't' }]),
      asked(['r.a'], [{ ...NO, because: 'again', approval: 'x' }]),
      asked(['r.a'], [{ event: 'expired', because: 'expired', approval: 'y' }]),
      asked(['r.a'], [{ ...NO, event: 'late', approval: 't' }]),
    ]
    expect(said(entries, card(['r.a']))).toMatchObject({ answered: 1, allowed: 1, last: { by: 'ann' } })
    const host = asked(['r.b'], [{ event: 'asked', channel: 'host', approval: 'h' }])
    const ran = { ...(host[0] as object), at: at(), id: 'o', kind: 'outcome', ok: true } as unknown as AuditEntry
    expect(said([host, [ran]], card(['r.b']))).toMatchObject({ answered: 1, allowed: 1, last: { by: 'codex' } })
  })
})
