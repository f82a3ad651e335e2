// What of leashd's safety pipeline stands only in its code, and holds by `prudent/compat`? One test for each statement, in our words.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { leashd } from '../../src/compat/index.ts'
import { emptyHome, ensureBuilt } from '../built.ts'

beforeAll(ensureBuilt, 120_000)

/** An engine in a home of its own, whose connector answers as `says`; null: nobody does. */
function started(says: boolean | null, more: Partial<leashd.EngineConfig> = {}): leashd.Engine & { readonly app: string; readonly sent: string[][] } {
  const home = emptyHome()
  const app = path.join(home, 'app')
  mkdirSync(path.join(app, '.git'), { recursive: true })
  const sent: string[][] = []
  const engine = leashd.buildEngine({
    approvedDirectories: [app],
    home,
    auditFile: path.join(home, 'logs/audit.jsonl'),
    connector: {
      requestApproval: (...given) => {
        sent.push(given)
        if (says !== null) engine.approvals?.resolveApproval(given[1], says)
      },
    },
    ...more,
  })
  return { ...engine, app, sent }
}
const make = ['Bash', { command: 'make' }, 's1', 'c1'] as const
const linesIn = ({ audit }: leashd.Engine): Record<string, unknown>[] =>
  readFileSync(audit.file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('LE-004 events have its names and fields, an approval says how it came about, and a fence is named', async () => {
  const engine = started(true)
  const seen: unknown[] = []
  engine.gatekeeper.events.onAny((name, { timestamp: _time, ...data }) => void seen.push([name, data]))
  await engine.gatekeeper.check(...make)
  await engine.gatekeeper.check('Bash', { command: 'ls' }, 's1', 'c1')
  await engine.gatekeeper.check('Read', { file_path: '/srv/a' }, 's1', 'c1')
  const of = (tool: string): object => ({ session_id: 's1', tool_name: tool })
  expect(seen).toEqual([
    ['tool.gated', { ...of('Bash'), tool_input: { command: 'make' } }],
    ['tool.allowed', { ...of('Bash'), via: 'approval' }],
    ['tool.gated', { ...of('Bash'), tool_input: { command: 'ls' } }],
    ['tool.allowed', of('Bash')],
    ['tool.gated', { ...of('Read'), tool_input: { file_path: '/srv/a' } }],
    ['tool.denied', { ...of('Read'), reason: expect.stringContaining('/srv/a') as unknown, violation_type: 'sandbox' }],
  ])
})
test('LE-006 events carry their time in UTC, and a listener that throws disturbs neither the others nor the decision', async () => {
  const engine = started(true)
  const times: string[] = []
  engine.gatekeeper.events.onAny(() => {
    throw new Error('a listener of theirs')
  })
  engine.gatekeeper.events.onAny((_name, { timestamp }) => void times.push(timestamp))
  expect((await engine.gatekeeper.check(...make)).behavior).toBe('allow')
  expect(times).toHaveLength(2)
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})
test('LE-009 where nobody can be asked, a question is a denial', async () => {
  const { connector: _none, ...alone } = { connector: null, approvedDirectories: [emptyHome()], auditFile: path.join(emptyHome(), 'a.jsonl') }
  const engine = leashd.buildEngine(alone)
  expect(engine.approvals).toBeNull()
  expect([(await engine.gatekeeper.check(...make)).behavior, (await engine.gatekeeper.check('Bash', { command: 'ls' }, 's', 'c')).behavior]).toEqual([
    'deny',
    'allow',
  ])
})
test('LE-010 what fails inside lets nothing run', async () => {
  const engine = started(null, {
    connector: {
      requestApproval: () => {
        throw new Error('no network')
      },
    },
  })
  expect((await engine.gatekeeper.check(...make)).behavior).toBe('deny')
  expect((await engine.gatekeeper.check('Bash', { command: 'ls' }, 's1', 'c1')).behavior).toBe('allow')
})
test('LE-018 what passes by a mode is written down as approved automatically', async () => {
  const engine = started(false)
  await engine.gatekeeper.enableToolAutoApprove('c1', 'Bash')
  await engine.gatekeeper.check(...make)
  expect(linesIn(engine).at(-1)).toMatchObject({ event: 'approval', approved: true, approver_type: 'auto_approve' })
  engine.gatekeeper.disableAutoApprove('c1')
  await engine.gatekeeper.check(...make)
  expect(linesIn(engine).at(-1)).toMatchObject({ event: 'approval', approved: false, approver_type: 'human' })
})
test('LE-024 folders are replaced whole or added once, and one there must be', () => {
  const { sandbox, app } = started(null)
  const before = sandbox.directories.length
  sandbox.addDirectory('/srv/a')
  sandbox.addDirectory('/srv/a')
  expect(sandbox.directories).toHaveLength(before + 1)
  expect([sandbox.validatePath('/srv/a/x')[0], sandbox.validatePath('/srv/ab')[0]]).toEqual([true, false])
  sandbox.updateDirectories(['/srv/b'])
  expect([sandbox.validatePath('/srv/a/x')[0], sandbox.validatePath('/srv/b/x')[0], sandbox.validatePath(path.join(app, 'x'))[0]]).toEqual([false, true, false])
  expect(() => sandbox.updateDirectories([])).toThrow('at least one')
  expect(() => leashd.buildEngine({ approvedDirectories: [] })).toThrow('at least one')
})
test('LE-049 an answer that is unknown, late or repeated counts for nothing; questions at once are each their own', async () => {
  const engine = started(null)
  const checking = ['a', 'b'].map((name) => engine.gatekeeper.check('Bash', { command: `make ${name}` }, 's1', 'c1'))
  await expect.poll(() => engine.sent).toHaveLength(2)
  const idOf = (name: string): string => engine.sent.find(([, , text]) => text?.includes(`make ${name}`))?.[1] ?? ''
  expect(engine.approvals?.resolveApproval('unknown', true)).toBe(false)
  expect([engine.approvals?.resolveApproval(idOf('a'), true), engine.approvals?.resolveApproval(idOf('a'), false)]).toEqual([true, false])
  expect(engine.approvals?.resolveApproval(idOf('b'), false)).toBe(true)
  expect((await Promise.all(checking)).map(({ behavior }) => behavior)).toEqual(['allow', 'deny'])
})
test('LE-050 a reply in words denies and reaches the agent; a chat can be called off whole', async () => {
  const engine = started(null)
  const checking = engine.gatekeeper.check(...make)
  await expect.poll(() => engine.sent).toHaveLength(1)
  expect([engine.approvals?.rejectWithReason('c2', 'no'), engine.approvals?.rejectWithReason('c1', 'use ninja')]).toEqual([false, true])
  expect(await checking).toMatchObject({ behavior: 'deny', message: expect.stringContaining('use ninja') as unknown })
  const more = ['a', 'b'].map((name) => engine.gatekeeper.check('Bash', { command: `make ${name}` }, 's1', 'c1'))
  await expect.poll(() => engine.sent).toHaveLength(3)
  expect(engine.approvals?.cancelPending('c1')).toBe(2)
  expect((await Promise.all(more)).map(({ behavior }) => behavior)).toEqual(['deny', 'deny'])
})
test('LE-051 a question names tool, why, risk, and the command, cut after 200 characters', async () => {
  const engine = started(true)
  await engine.gatekeeper.check('Bash', { command: `make ${'x'.repeat(400)}` }, 's1', 'c1')
  const [, , text = ''] = engine.sent[0] ?? []
  expect(text.split('\n')).toEqual([
    'tool: Bash',
    expect.stringMatching(/^asked because it /) as unknown,
    expect.stringMatching(/^risk: (?:low|medium|high|critical)$/) as unknown,
    `make ${'x'.repeat(195)}...`,
  ])
})
test('LE-065 the log also has the risk and the rule that matched', async () => {
  const engine = started(true)
  await engine.gatekeeper.check('Bash', { command: 'git push --force' }, 's1', 'c1')
  await engine.gatekeeper.check('Bash', { command: 'ls' }, 's1', 'c1')
  const [stopped, passed] = linesIn(engine)
  expect([stopped?.['risk_level'], stopped?.['matched_rule']]).toEqual(['high', expect.stringContaining('force') as unknown])
  expect([passed?.['risk_level'], passed?.['matched_rule']]).toEqual(['low', null])
  engine.audit.logToolAttempt('s1', 'Bash', { command: 'x' }, null, 'DENY')
  expect(linesIn(engine).at(-1)).toMatchObject({ risk_level: 'unknown', classification: null })
})
test('LE-066 a log that cannot be written stops no call; its folder is made', async () => {
  const good = started(true)
  await good.gatekeeper.check(...make)
  expect(linesIn(good).length).toBeGreaterThan(0)
  const file = path.join(emptyHome(), 'a-file')
  writeFileSync(file, '')
  const full = started(true, { auditFile: path.join(file, 'audit.jsonl') })
  expect((await full.gatekeeper.check(...make)).behavior).toBe('allow')
  expect((await full.gatekeeper.check('Bash', { command: 'git push --force' }, 's1', 'c1')).behavior).toBe('deny')
})
