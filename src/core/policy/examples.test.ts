// Are failing examples found, and only those?
import { expect, test } from 'vitest'
import type { Decision } from '../model.ts'
import { runExamples } from './examples.ts'
import type { RuleSource } from '../rules/source.ts'

const rule: RuleSource = {
  id: 'a.b',
  severity: 'high',
  title: 't',
  why: 'w',
  match: { run: 'x' },
  hits: ['bad one', { command: 'bad two', cwd: '/there' }, 'good hit'],
  misses: ['good', 'bad miss', 'throws'],
}
const decide = (command: string): Decision => {
  if (command === 'throws') throw new Error('x')
  const finding = {
    rule: 'a.b',
    severity: 'high' as const,
    confidence: 90,
    span: { field: 'command', start: 0, end: 1 },
    title: 't',
    action: 0,
    verdict: 'ask' as const,
  }
  return {
    verdict: 'allow',
    reason: '',
    findings: command.startsWith('bad') ? [finding] : [{ ...finding, rule: 'other.rule' }],
    warnings: [],
    policy: '',
    by: 'policy',
  }
}

test('hits that do not hit and misses that do are named', () => {
  expect(runExamples([rule], decide)).toEqual([{ rule: 'a.b', failedHits: ['good hit'], failedMisses: ['bad miss'], broken: ['throws'], untested: false }])
})
test('the context of an example reaches the gate', () => {
  const seen: unknown[] = []
  runExamples([rule], (command, context) => (seen.push(context), decide(command)))
  expect(seen[1]).toEqual({ cwd: '/there' })
})
test('a rule without examples is said to be untested', () => {
  const { hits: _hits, ...bare } = rule
  expect(runExamples([bare], decide)[0]?.untested).toBe(true)
})
