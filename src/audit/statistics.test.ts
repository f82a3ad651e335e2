// Are the steps of a call put together again, and counted right?
import { expect, test } from 'vitest'
import type { Verdict } from '../core/model.ts'
import type { AuditEntry } from './entry.ts'
import { statisticsOf } from './statistics.ts'
import { answerTo, findStory, isTrial, isWanted, storiesOf } from './stories.ts'

let ids = 0
const step = (call: string, rest: object, host = 'codex', day = '2026-03-02'): AuditEntry =>
  ({ at: `${day}T12:00:00.000Z`, id: `id${ids++}`, call, host, session: 's', ...rest }) as AuditEntry
const decided = (call: string, verdict: Verdict, rules: readonly string[] = [], host?: string, day?: string): AuditEntry =>
  step(
    call,
    { kind: 'decision', verdict, by: 'policy', reason: '', policy: 'p', findings: rules.map((rule) => ({ rule, severity: 'high', verdict })) },
    host,
    day,
  )

const ENTRIES: readonly AuditEntry[] = [
  decided('a', 'allow'),
  step('a', { kind: 'outcome', ok: true }),
  decided('b', 'ask', ['git.force-push']),
  step('b', { kind: 'approval', event: 'asked' }),
  step('b', { kind: 'approval', event: 'answered', verdict: 'allow', by: 'ann' }),
  step('b', { kind: 'approval', event: 'late', verdict: 'deny', by: 'bob' }),
  step('b', { kind: 'mark', as: 'false-alarm' }),
  decided('c', 'deny', ['floor.delete-home', 'git.clean'], 'cursor', '2026-03-03'),
  step('c', { kind: 'violation', of: 'floor', rules: ['floor.delete-home'], verdict: 'deny' }, 'cursor'),
  decided('a', 'deny', ['git.clean'], 'cursor', '2026-03-03'),
  step('', { kind: 'notice', event: 'settings', text: '' }),
]
const UNANSWERED: readonly AuditEntry[] = [
  decided('d', 'ask', ['git.clean']),
  step('d', { kind: 'approval', event: 'expired', because: 'nobody' }),
  decided('e', 'ask', ['git.clean']),
  step('e', { kind: 'approval', event: 'asked', channel: 'host' }),
  decided('f', 'ask', ['git.clean']),
  step('f', { kind: 'approval', event: 'answered', verdict: 'deny', by: 'ann' }),
]
const stories = storiesOf(ENTRIES)

test('one story a call; the same id of another host is another call', () => {
  expect(stories.map(({ host, call }) => `${host} ${call}`)).toEqual(['codex a', 'codex b', 'cursor c', 'cursor a'])
  expect(stories[1]).toMatchObject({ approval: { event: 'answered', by: 'ann' }, opinion: 'false-alarm' })
  expect(stories[2]).toMatchObject({ violations: ['floor'] })
})

test('filters', () => {
  const wanted = (filter: object): string[] => stories.filter((story) => isWanted(story, filter)).map(({ call }) => call)
  expect(wanted({ verdict: 'deny' })).toEqual(['c', 'a'])
  expect(wanted({ rule: 'git' })).toEqual(['b', 'c', 'a'])
  expect(wanted({ rule: 'git.clean', verdict: 'deny' })).toEqual(['c', 'a'])
  expect(wanted({ rule: 'gi' })).toEqual([])
})

test('a question without an answer that counts was answered with a denial, and is found so', () => {
  const told = storiesOf(UNANSWERED)
  expect(told.map(answerTo)).toEqual(['deny', 'ask', 'ask'])
  const wanted = (verdict: Verdict): string[] => told.filter((story) => isWanted(story, { verdict })).map(({ call }) => call)
  expect({ deny: wanted('deny'), ask: wanted('ask'), allow: wanted('allow') }).toEqual({ deny: ['d', 'f'], ask: ['e', 'f'], allow: [] })
  expect(stories.filter((story) => isWanted(story, { verdict: 'allow' })).map(({ call }) => call)).toEqual(['a', 'b'])
  const { all, rules } = statisticsOf(told)
  expect(all).toMatchObject({ ask: 2, deny: 1, approved: 0 })
  expect(rules).toMatchObject([{ name: 'git.clean', ask: 2, deny: 1 }])
})

test('of several calls under one id the strictest decision counts, with what it was about', () => {
  const attempt = (cwd: string): AuditEntry => step('m', { kind: 'attempt', tool: { server: null, name: 'Bash' }, cwd, digest: null, size: 0 })
  const strict = decided('m', 'deny', ['git.clean'])
  const told = storiesOf([attempt('/a'), decided('m', 'allow'), attempt('/b'), strict, attempt('/c'), decided('m', 'ask', ['git.push'])])
  expect(told).toMatchObject([{ id: strict.id, attempt: { cwd: '/b' }, decision: { verdict: 'deny' } }])
})

test('what the doctor tried is told apart, and counted apart', () => {
  const trial = { session: 'prudent-doctor-1' }
  const told = storiesOf([
    ...ENTRIES,
    { ...decided('x', 'deny', ['floor.delete-root']), ...trial },
    { ...step('x', { kind: 'violation', of: 'floor', rules: ['floor.delete-root'], verdict: 'deny' }), ...trial },
    decided('prudent-doctor-2', 'allow'),
    decided('toolu_1', 'deny', ['self.files']),
    step('toolu_1', { kind: 'notice', event: 'trial', text: 'tried' }),
    step('toolu_2', { kind: 'notice', event: 'trial', text: 'of a call that is not there' }),
  ])
  expect(told.filter(isTrial).map(({ call }) => call)).toEqual(['x', 'prudent-doctor-2', 'toolu_1'])
  expect(statisticsOf(told)).toEqual({ ...statisticsOf(stories), trials: 3 })
})

test('an id, or its beginning, names a call', () => {
  expect(findStory(stories, stories[1]?.id ?? '')).toBe(stories[1])
  expect(findStory(stories, 'c')).toBe(stories[2])
  expect(findStory(stories, 'id')).toBe('several')
  expect(findStory(stories, 'zz')).toBe('none')
})

test('counts', () => {
  const { all, rules, hosts, days, violations, withoutOutcome, falseAlarmShare } = statisticsOf(stories)
  expect(all).toMatchObject({ allow: 1, ask: 1, deny: 2, approved: 1, falseAlarms: 1, harmful: 0 })
  expect(rules.map(({ name, ask, deny }) => [name, ask, deny])).toEqual([
    ['git.clean', 0, 2],
    ['floor.delete-home', 0, 1],
    ['git.force-push', 1, 0],
  ])
  expect(hosts.map(({ name }) => name)).toEqual(['codex', 'cursor'])
  expect(days.map(({ name, deny }) => [name, deny])).toEqual([
    ['2026-03-02', 0],
    ['2026-03-03', 2],
  ])
  expect({ violations, withoutOutcome, falseAlarmShare }).toEqual({ violations: 1, withoutOutcome: 1, falseAlarmShare: 1 / 3 })
})
