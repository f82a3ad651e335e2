// What is told of a host: its last call, the denial that held, and the calls it ran in spite of us.
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from './entry.ts'
import { lastCalls } from './activity.ts'
import { contradictions } from './contradiction.ts'

let clock = 0
let count = 0
type Step = readonly [
  kind: 'deny' | 'ask' | 'allow' | 'ran' | 'failed' | 'asked-host' | 'asked-elsewhere' | 'expired' | 'yes' | 'no',
  call: string,
  session?: string,
]
const common = (call: string, session: string) => ({
  at: new Date((clock += 10_000)).toISOString(),
  id: String(count++).padStart(8, '0'),
  call,
  host: 'claude-code',
  session,
})
const entriesOf = (steps: readonly Step[]): AuditEntry[] =>
  steps.flatMap(([kind, call, session = 's1']): AuditEntry[] => {
    const one = common(call, session)
    if (kind === 'deny' || kind === 'ask' || kind === 'allow')
      return [
        { ...one, kind: 'attempt', tool: { server: null, name: 'Bash' }, cwd: '/', digest: null, size: 0 },
        { ...one, kind: 'decision', verdict: kind, by: 'policy', reason: '', findings: [], policy: '' },
      ]
    if (kind === 'ran' || kind === 'failed') return [{ ...one, kind: 'outcome', ok: kind === 'ran' }]
    const step =
      kind === 'asked-host' || kind === 'asked-elsewhere'
        ? { event: 'asked' as const, channel: kind === 'asked-host' ? 'host' : 'resident' }
        : kind === 'expired'
          ? { event: 'expired' as const, because: 'nobody' }
          : { event: 'answered' as const, verdict: kind === 'yes' ? ('allow' as const) : ('deny' as const), by: 'me', channel: 'resident' }
    return [{ ...one, kind: 'approval', ...step }]
  })
const seen = (steps: readonly Step[]) => lastCalls({ entries: () => entriesOf(steps) }).get('claude-code')

describe('contradictions', () => {
  test.each<[string, readonly Step[], string | null]>([
    [
      'a denied call that ran',
      [
        ['deny', 'a'],
        ['ran', 'a'],
      ],
      'deny',
    ],
    [
      'a denied call that failed: so some hosts report a block',
      [
        ['deny', 'a'],
        ['failed', 'a'],
      ],
      null,
    ],
    [
      'a denied call without a result',
      [
        ['deny', 'a'],
        ['allow', 'b'],
        ['ran', 'b'],
      ],
      null,
    ],
    [
      'the same command tried again under another id',
      [
        ['deny', 'a'],
        ['ask', 'b'],
        ['asked-host', 'b'],
        ['ran', 'b'],
      ],
      null,
    ],
    [
      'a question of the host that was answered yes',
      [
        ['ask', 'a'],
        ['asked-host', 'a'],
        ['ran', 'a'],
      ],
      null,
    ],
    [
      'a question of ours that nobody had answered',
      [
        ['ask', 'a'],
        ['asked-elsewhere', 'a'],
        ['ran', 'a'],
      ],
      'unanswered',
    ],
    [
      'a question of ours answered yes',
      [
        ['ask', 'a'],
        ['asked-elsewhere', 'a'],
        ['yes', 'a'],
        ['ran', 'a'],
      ],
      null,
    ],
    [
      'a question of ours answered no',
      [
        ['ask', 'a'],
        ['asked-elsewhere', 'a'],
        ['no', 'a'],
        ['ran', 'a'],
      ],
      'deny',
    ],
    [
      'a question that nobody could be asked',
      [
        ['ask', 'a'],
        ['expired', 'a'],
        ['ran', 'a'],
      ],
      'deny',
    ],
    [
      'an id that comes back, allowed this time',
      [
        ['deny', 'a'],
        ['allow', 'a'],
        ['ran', 'a'],
      ],
      null,
    ],
    [
      'an id that comes back, denied this time',
      [
        ['allow', 'a'],
        ['deny', 'a'],
        ['ran', 'a'],
      ],
      'deny',
    ],
    [
      'the same id in another session',
      [
        ['deny', 'a'],
        ['allow', 'a', 's2'],
        ['ran', 'a', 's2'],
      ],
      null,
    ],
    [
      'a call named by what it does, allowed when tried again',
      [
        ['deny', '~a'],
        ['allow', '~a'],
        ['ran', '~a'],
      ],
      null,
    ],
    [
      'a trial of the doctor',
      [
        ['deny', 'prudent-doctor-1'],
        ['ran', 'prudent-doctor-1'],
      ],
      null,
    ],
    ['a result of nothing that was judged', [['ran', 'a']], null],
  ])('%s', (_, steps, answered) => {
    expect(contradictions(entriesOf(steps)).map((one) => one.answered)).toEqual(answered === null ? [] : [answered])
    expect(contradictions(entriesOf(steps), 'codex')).toEqual([])
  })
  test('calls of one event under one id: the strictest was the answer', () => {
    const [a, d, , e] = entriesOf([
      ['allow', 'a'],
      ['deny', 'a'],
    ]) as [AuditEntry, AuditEntry, AuditEntry, AuditEntry]
    for (const order of [
      [a, d, a, e],
      [a, e, a, d],
    ])
      expect(contradictions([...order.map((entry) => ({ ...entry, at: a.at })), ...entriesOf([['ran', 'a']])])).toHaveLength(1)
  })
})

describe('the last denial that held', () => {
  test('the session went on, reported other results, and none of this call', () => {
    const activity = seen([
      ['allow', 'a'],
      ['ran', 'a'],
      ['deny', 'b'],
      ['allow', 'c'],
    ])
    expect(activity).toMatchObject({ last: { tool: 'Bash', verdict: 'allow' }, denied: { verdict: 'deny' }, held: { verdict: 'deny' }, contradictions: [] })
  })
  test.each<[string, readonly Step[]]>([
    [
      'nothing came after it',
      [
        ['allow', 'a'],
        ['ran', 'a'],
        ['deny', 'b'],
      ],
    ],
    [
      'another session went on',
      [
        ['allow', 'a'],
        ['ran', 'a'],
        ['deny', 'b'],
        ['allow', 'c', 's2'],
        ['ran', 'c', 's2'],
      ],
    ],
    [
      'the host reports no results, so that none came says nothing',
      [
        ['allow', 'a'],
        ['deny', 'b'],
        ['allow', 'c'],
      ],
    ],
    [
      'it ran all the same',
      [
        ['allow', 'a'],
        ['ran', 'a'],
        ['deny', 'b'],
        ['ran', 'b'],
        ['allow', 'c'],
      ],
    ],
  ])('is not told where %s', (_, steps) => {
    expect(seen(steps)).toMatchObject({ denied: { verdict: 'deny' }, held: null })
  })
  test('hosts that were never seen are not there, and trials are no calls', () => {
    expect(seen([['deny', 'prudent-doctor-1']])).toBeUndefined()
    expect(seen([])).toBeUndefined()
  })
})
