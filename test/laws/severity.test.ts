// Does each line of what must be denied, asked about and let through hold for every program, place, spelling, wrapper and variable it can be written with?
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'
import { callsOf, linesOf } from './severity.ts'
import type { Call } from './severity.ts'

const { check } = await buildGate()

const calls = ['deny', 'flag', 'pass', 'windows', 'interpreters'].flatMap((name) => [...callsOf(linesOf(`severity.${name}.yaml`))])
const verdictOf = ({ shell, command }: Call): string =>
  (shell === 'powershell' ? check(command, { tool: 'PowerShell', input: { command } }) : check(shell === 'cmd' ? `cmd /c '${command}'` : command)).decision
    .verdict
const holds = (call: Call): boolean => {
  const verdict = verdictOf(call)
  return call.want === 'pass' ? verdict === 'allow' : call.want === 'deny' ? verdict === 'deny' : verdict !== 'allow'
}

test('there are thousands of calls, and all three kinds', () => {
  for (const want of ['deny', 'flag', 'pass']) expect(calls.filter((call) => call.want === want).length).toBeGreaterThan(1_000)
})

test('a table that is wrong would be noticed', () => {
  const call = { line: 'seeded', shell: 'bash', how: 'as it stands' } as const
  expect(holds({ ...call, want: 'deny', command: 'ls -la' })).toBe(false)
  expect(holds({ ...call, want: 'flag', command: 'ls -la' })).toBe(false)
  expect(holds({ ...call, want: 'pass', command: 'rm -rf ../other' })).toBe(false)
})

describe.each(['deny', 'flag', 'pass'] as const)('%s', (want) => {
  const lines = [...new Set(calls.filter((call) => call.want === want).map(({ line }) => line))]
  test.each(lines)('%s', (line) => {
    const broken = calls.filter((call) => call.want === want && call.line === line && !holds(call))
    expect(broken.map(({ how, command }) => `${how}: ${command}`)).toEqual([])
  })
})
