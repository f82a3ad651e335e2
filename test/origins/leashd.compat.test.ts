// Does a program written for leashd's safety pipeline go on with `prudent/compat`? One test for each statement of its page, in our words.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leashd } from '../../src/compat/index.ts'
import { emptyHome, ensureBuilt } from '../built.ts'
import { FIXTURES } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
afterEach(() => {
  delete process.env['LEASHD_APPROVAL_TIMEOUT_SECONDS']
})

interface Sent {
  readonly chatId: string
  readonly approvalId: string
  readonly description: string
}
type Started = leashd.Engine & { readonly home: string; readonly app: string; readonly sent: Sent[]; readonly lines: () => Record<string, unknown>[] }

/** An engine in a home of its own, whose connector answers as `says`; null: nobody does. */
function started(says: boolean | null, more: Partial<leashd.EngineConfig> = {}): Started {
  const home = emptyHome()
  const app = path.join(home, 'app')
  mkdirSync(path.join(app, '.git'), { recursive: true })
  const sent: Sent[] = []
  const engine = leashd.buildEngine({
    approvedDirectories: [app],
    home,
    auditFile: path.join(home, 'audit.jsonl'),
    connector: {
      requestApproval: (chatId, approvalId, description) => {
        sent.push({ chatId, approvalId, description })
        if (says !== null) expect(engine.approvals?.resolveApproval(approvalId, says)).toBe(true)
      },
    },
    ...more,
  })
  const lines = (): Record<string, unknown>[] =>
    readFileSync(engine.audit.file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { ...engine, home, app, sent, lines }
}
const bash = (command: string): [string, { command: string }, string, string] => ['Bash', { command }, 's1', 'c1']
const behavior = async (engine: Started, command: string): Promise<string> => (await engine.gatekeeper.check(...bash(command))).behavior

test('LE-002 one asynchronous check of a tool, its input, a session and a chat says allow or deny', async () => {
  const engine = started(true)
  const input = { file_path: 'a.ts', content: 'x' }
  expect(await engine.gatekeeper.check('Write', input, 's1', 'c1')).toEqual({ behavior: 'allow', updatedInput: input })
  expect(await engine.gatekeeper.check(...bash('git push --force'))).toEqual({ behavior: 'deny', message: expect.stringContaining('force') as unknown })
  // What is no call at all is denied too, and throws nothing.
  expect((await engine.gatekeeper.check('Bash', null as never, 's1', 'c1')).behavior).toBe('deny')
})
test('LE-003 an event at each stage: gated on arrival, then allowed or denied', async () => {
  const engine = started(false)
  const seen: unknown[] = []
  engine.gatekeeper.events.onAny((name, data) => void seen.push([name, data.session_id, data.tool_name]))
  engine.gatekeeper.events.on(leashd.TOOL_GATED, () => {
    throw new Error('a listener of theirs')
  })
  for (const command of ['ls', 'git push --force', 'make']) await engine.gatekeeper.check(...bash(command))
  const [gated, allowed, denied] = [leashd.TOOL_GATED, leashd.TOOL_ALLOWED, leashd.TOOL_DENIED].map((name) => [name, 's1', 'Bash'])
  expect(seen).toEqual([gated, allowed, gated, denied, gated, denied])
})
test('LE-008 the policy allows, denies, or has it approved: automatically, by a person, and by nobody who is silent', async () => {
  const yes = started(true)
  expect([await behavior(yes, 'ls'), await behavior(yes, 'git push --force'), await behavior(yes, 'make')]).toEqual(['allow', 'deny', 'allow'])
  expect(yes.sent).toHaveLength(1)
  expect(await behavior(started(false), 'make')).toBe('deny')
  const silent = started(null, { approvalTimeoutSeconds: 0.05 })
  expect(await silent.gatekeeper.check(...bash('make'))).toMatchObject({ behavior: 'deny', message: expect.stringContaining('nobody answered') as unknown })
  // Nobody there at all.
  const { connector: _none, ...alone } = { connector: null, approvedDirectories: [silent.app], home: silent.home }
  const engine = leashd.buildEngine({ ...alone, auditFile: path.join(silent.home, 'b.jsonl') })
  expect((await engine.gatekeeper.check(...bash('make'))).behavior).toBe('deny')
  expect((await engine.gatekeeper.check(...bash('ls'))).behavior).toBe('allow')
})
test('LE-012 for one chat everything can pass unasked', async () => {
  const engine = started(false)
  await engine.gatekeeper.enableAutoApprove('c1')
  expect([await behavior(engine, 'make'), (await engine.gatekeeper.check('Write', { file_path: 'a', content: 'x' }, 's2', 'c1')).behavior]).toEqual([
    'allow',
    'allow',
  ])
  expect((await engine.gatekeeper.check('Bash', { command: 'make' }, 's1', 'c2')).behavior).toBe('deny')
  expect(engine.sent.map(({ chatId }) => chatId)).toEqual(['c2'])
})
test('LE-013 for one chat one tool can pass unasked, as for editing', async () => {
  const engine = started(false)
  for (const tool of ['Write', 'Edit']) await engine.gatekeeper.enableToolAutoApprove('c1', tool)
  expect((await engine.gatekeeper.check('Write', { file_path: 'a', content: 'x' }, 's1', 'c1')).behavior).toBe('allow')
  expect(await behavior(engine, 'make')).toBe('deny')
})
test('LE-014 switching it off clears both, and how it stands can be asked', async () => {
  const { gatekeeper } = started(false)
  expect(gatekeeper.getAutoApproveStatus('c1')).toEqual([false, new Set()])
  await gatekeeper.enableAutoApprove('c1')
  await gatekeeper.enableToolAutoApprove('c1', 'Write')
  expect(gatekeeper.getAutoApproveStatus('c1')).toEqual([true, new Set(['Write'])])
  gatekeeper.disableAutoApprove('c1')
  expect(gatekeeper.getAutoApproveStatus('c1')).toEqual([false, new Set()])
  expect((await gatekeeper.check(...bash('make'))).behavior).toBe('deny')
})
test('LE-015 it skips the question alone: the fence and what is denied stay', async () => {
  const engine = started(false)
  await engine.gatekeeper.enableAutoApprove('c1')
  expect((await engine.gatekeeper.check('Read', { file_path: '/srv/a' }, 's1', 'c1')).behavior).toBe('deny')
  expect([await behavior(engine, 'git push --force'), await behavior(engine, 'rm -rf /'), await behavior(engine, 'make')]).toEqual(['deny', 'deny', 'allow'])
})
test('LE-020 a path is inside or not, with the reason: `~` expanded, links followed, /tmp inside only where it is listed', () => {
  const { sandbox, home, app } = started(null)
  symlinkSync('/etc', path.join(app, 'out'))
  const ok = (one: string, of = sandbox): boolean => of.validatePath(one)[0]
  expect(['a.ts', path.join(app, 'x/y'), app, '~/app/b', '~/.claude/plans/p.md', 'x/../y', ''].map((one) => ok(one))).toEqual(Array(7).fill(true))
  expect(['/etc/hosts', `${app}-old/a`, '~/other', '../x', 'out/hosts', '/tmp/a', 'a\0b'].map((one) => ok(one))).toEqual(Array(7).fill(false))
  expect(sandbox.validatePath('a.ts')).toEqual([true, ''])
  expect(sandbox.validatePath('/etc/hosts')[1]).toContain('/etc/hosts')
  const listed = new leashd.SandboxEnforcer([app, '/tmp'], home)
  expect([ok('/tmp/a', listed), ok('/tmpfiles/a', listed)]).toEqual([true, false])
  expect(() => new leashd.SandboxEnforcer([])).toThrow('approved folder')
})
test('LE-026 the first rule that matches gives category, tool, input, risk, description, reason and itself, frozen', () => {
  const { policy } = started(null, { policyFiles: [path.join(FIXTURES, 'leashd.yaml')] })
  const found = policy.classify('Bash', { command: 'git push x --force' })
  expect(found).toEqual({
    category: 'no-force',
    toolName: 'Bash',
    toolInput: { command: 'git push x --force' },
    riskLevel: 'critical',
    description: 'History of others would be lost',
    denyReason: expect.stringContaining('istory of others would be lost') as unknown,
    matchedRule: {
      name: 'no-force',
      action: 'deny',
      riskLevel: 'critical',
      description: 'History of others would be lost',
      reason: 'History of others would be lost',
    },
  })
  expect(Object.isFrozen(found)).toBe(true)
  expect(policy.classify('Bash', { command: 'make' })).toMatchObject({ category: 'unmatched', riskLevel: 'medium', denyReason: null, matchedRule: null })
  expect(policy.classify('Bash', { command: 'ls' })).toMatchObject({
    category: 'allowed',
    riskLevel: 'low',
    description: '',
    denyReason: null,
    matchedRule: null,
  })
})
test('LE-027 a classification is evaluated to allow, deny or require approval, whatever it claims', () => {
  const { policy } = started(null, { policyFiles: [path.join(FIXTURES, 'leashd.yaml')] })
  const decided = (command: string): string => policy.evaluate(policy.classify('Bash', { command }))
  expect([decided('ls'), decided('git push x --force'), decided('make')]).toEqual([
    leashd.PolicyDecision.ALLOW,
    leashd.PolicyDecision.DENY,
    leashd.PolicyDecision.REQUIRE_APPROVAL,
  ])
  const forged = { ...policy.classify('Bash', { command: 'ls' }), toolInput: { command: 'git push x --force' } }
  expect(policy.evaluate(forged)).toBe('DENY')
})
test('LE-046 a question goes to the connector of its chat, and its answer comes back by its id', async () => {
  const engine = started(null)
  const checking = engine.gatekeeper.check(...bash('make release'))
  await expect.poll(() => engine.sent).toHaveLength(1)
  const [{ chatId, approvalId, description }] = engine.sent as [Sent]
  expect(chatId).toBe('c1')
  expect(description).toMatch(/tool: Bash[^]*risk: medium[^]*make release/)
  expect(engine.approvals?.resolveApproval('another', true)).toBe(false)
  expect(engine.approvals?.resolveApproval(approvalId, true)).toBe(true)
  expect(engine.approvals?.resolveApproval(approvalId, false)).toBe(false)
  expect((await checking).behavior).toBe('allow')
  // Asked for by itself: the same way.
  const { approvals, policy } = engine
  const asked = approvals?.requestApproval('c9', 'Bash', { command: 'make' }, policy.classify('Bash', { command: 'make' }))
  const waiting = approvals?.pending().find((one) => one.chatId === 'c9')
  approvals?.resolveApproval(waiting?.approvalId ?? '', false)
  expect(await asked).toBe(false)
})
test('LE-047 how long it waits is 300 seconds, or what LEASHD_APPROVAL_TIMEOUT_SECONDS of the process says; then it is a no', async () => {
  expect(started(null).approvals?.timeoutSeconds).toBe(300)
  process.env['LEASHD_APPROVAL_TIMEOUT_SECONDS'] = 'soon'
  expect(started(null).approvals?.timeoutSeconds).toBe(300)
  process.env['LEASHD_APPROVAL_TIMEOUT_SECONDS'] = '0.05'
  const engine = started(null)
  expect(engine.approvals?.timeoutSeconds).toBe(0.05)
  expect(await behavior(engine, 'make')).toBe('deny')
  expect(await behavior(engine, 'ls')).toBe('allow')
})
test('LE-048 what waits is listed with its id, chat, tool, input, an end to wait for, and no decision until there is one', async () => {
  const engine = started(null)
  const checking = engine.gatekeeper.check(...bash('make'))
  await expect.poll(() => engine.approvals?.pending()).toHaveLength(1)
  const [pending] = engine.approvals?.pending() ?? []
  expect(pending).toMatchObject({ approvalId: engine.sent[0]?.approvalId, chatId: 'c1', toolName: 'Bash', toolInput: { command: 'make' }, decision: null })
  // Words are a no, and the agent reads them.
  expect(engine.approvals?.rejectWithReason('c1', 'use a branch')).toBe(true)
  await pending?.event
  expect(pending?.decision).toBe(false)
  expect(await checking).toMatchObject({ behavior: 'deny', message: expect.stringContaining('use a branch') as unknown })
  expect([engine.approvals?.pending(), engine.approvals?.cancelPending('c1')]).toEqual([[], 0])
})
test('LE-062 three kinds of lines are appended, each with its fields; no secret is in them', async () => {
  const engine = started(true)
  // Made up.
  const token = ['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'].join('')
  for (const command of ['ls', 'make', `curl -H "Authorization: Bearer ${token}" https://a.example/`]) await engine.gatekeeper.check(...bash(command))
  await engine.gatekeeper.check('Read', { file_path: '/srv/a' }, 's1', 'c1')
  await engine.gatekeeper.enableAutoApprove('c1')
  await engine.gatekeeper.check(...bash(`make ${'b'.repeat(900)}`))
  const lines = engine.lines()
  expect(lines.map(({ event }) => event)).toEqual([
    'tool_attempt',
    'tool_attempt',
    'approval',
    'tool_attempt',
    'approval',
    'security_violation',
    'tool_attempt',
    'approval',
  ])
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
  const every = { timestamp: at, session_id: 's1', tool_name: 'Bash' }
  expect(lines[0]).toEqual({
    ...every,
    event: 'tool_attempt',
    tool_input: { command: 'ls' },
    classification: 'allowed',
    risk_level: 'low',
    matched_rule: null,
    decision: 'ALLOW',
  })
  expect(lines[2]).toEqual({ ...every, event: 'approval', approved: true, user_id: 'c1', approver_type: 'human' })
  const reason = expect.stringContaining('/srv/a') as unknown
  expect(lines[5]).toEqual({ ...every, tool_name: 'Read', event: 'security_violation', reason, risk_level: 'critical' })
  const { command = '' } = (lines[6]?.['tool_input'] ?? {}) as { command?: string }
  expect([command.length, command.endsWith('b...[truncated]')]).toEqual([514, true])
  expect(lines[7]).toMatchObject({ approver_type: 'auto_approve', approved: true })
  expect(JSON.stringify([lines, engine.sent])).not.toContain('q7Lw2Zk9')
})
test('LE-F1 the scores of the analyzers are the risk of a call, and the policy asks about what they call critical', async () => {
  const more = { policyFiles: [path.join(FIXTURES, 'leashd.yaml')] }
  const engine = started(false, more)
  const risk = (command: string): string => engine.policy.classify('Bash', { command }).riskLevel
  expect([risk('ls'), risk('ls && cat a'), risk('ls $(cat b)'), risk('ls $(cat a) | cat > b')]).toEqual(['low', 'medium', 'high', 'critical'])
  expect(engine.policy.classify('Read', { file_path: '.ssh/id_rsa' }).riskLevel).toBe('critical')
  // Its rules allow both; the analyzers call the second critical.
  const evaluated = (of: Started, file: string): string => of.policy.evaluate({ toolName: 'Read', toolInput: { file_path: file } })
  expect([evaluated(engine, 'a.ts'), evaluated(engine, '.env')]).toEqual(['ALLOW', 'REQUIRE_APPROVAL'])
  expect(evaluated(started(false, { ...more, askFrom: null }), '.env')).toBe('ALLOW')
  const read = async (of: Started, file: string): Promise<string> => (await of.gatekeeper.check('Read', { file_path: file }, 's1', 'c1')).behavior
  expect([await read(engine, 'a.ts'), await read(engine, '.env'), await read(started(true, more), '.env')]).toEqual(['allow', 'deny', 'allow'])
})
test('LE-F2 the engine is built in one go, and the tools for paths have their name', () => {
  expect([...leashd.DEFAULT_PATH_TOOLS]).toEqual(['Read', 'Write', 'Edit', 'Glob', 'Grep', 'NotebookEdit'])
  const { sandbox, home, app } = started(null)
  expect(sandbox.directories).toEqual([app, path.join(home, '.claude/plans')])
  const broken = path.join(home, 'broken.yaml')
  writeFileSync(broken, 'rules: [{ name: x, action: maybe }]\n')
  expect(() => leashd.buildEngine({ approvedDirectories: [app], policyFiles: [broken] })).toThrow('line 1')
  expect(() => leashd.buildEngine({ approvedDirectories: [app], policyFiles: [path.join(home, 'none.yaml')] })).toThrow('none.yaml')
})
test('LE-034 several policy files are one list: the first rule that matches counts, and the last default', () => {
  const home = emptyHome()
  const overlay = path.join(home, 'overlay.yaml')
  writeFileSync(
    overlay,
    "rules:\n  - { name: make, tool: Bash, action: allow, command_patterns: ['^make( check)?$', 'git push'] }\nsettings: { default_action: deny }\n",
  )
  const { policy } = started(null, { policyFiles: [path.join(FIXTURES, 'leashd.yaml'), overlay] })
  const decided = (command: string): string => policy.evaluate({ toolName: 'Bash', toolInput: { command } })
  expect([decided('make check'), decided('git push x --force'), decided('python3 a.py')]).toEqual(['ALLOW', 'DENY', 'DENY'])
})
