// Does a question outlive whoever asked, is it answered once, and does a yes pass the very same call, once, and nothing else? The real hook, the real store.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openQueue } from '../../src/ask/queue.ts'
import type { Queue } from '../../src/ask/queue.ts'
import type { Kept } from '../../src/gate/approvals.ts'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'
import { HOOK, homeWith, runHook, shellEvent, startHook } from '../hook-process.ts'

beforeAll(ensureBuilt, 120_000)

const ASKED = 'git reset --hard HEAD~1'
const words = ['--host', 'codex', '--wait', '60']
let calls = 0
const event = (command = ASKED, cwd = ROOT, session = 's1'): string =>
  JSON.stringify(shellEvent('codex', command, { session_id: session, tool_use_id: `call-${++calls}`, cwd }))
const tried = (home: string, command?: string, cwd?: string, session?: string): string => {
  const { code, out, err } = runHook(event(command, cwd, session), { home, words })
  return code === 0 ? out : `exit code ${code}: ${err}`
}
const PASSED = ''
const TICKET = /question ([0-9a-f]{8}) waits for an answer/
const stateOf = (home: string): string => join(home, '.local/state/prudent')
const at = (home: string, minutes = 0): Queue => openQueue({ state: stateOf(home), now: () => new Date(Date.now() + minutes * 60_000) })
const onlyOne = async (home: string): Promise<Kept> => {
  const open = await at(home).listOpen()
  expect(open).toHaveLength(1)
  return open[0] as Kept
}
const BY = { by: 'ann', channel: 'desk' } as const
interface Entry {
  readonly kind: string
  readonly call: string
  readonly event?: string
  readonly verdict?: string
  readonly because?: string
  readonly approval?: string
}
const logOf = (home: string): readonly Entry[] =>
  readdirSync(join(stateOf(home), 'audit'))
    .filter((name) => /^\d.*\d\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(stateOf(home), 'audit', name), 'utf8').split('\n'))
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry]))
const steps = (home: string): readonly unknown[] =>
  logOf(home).flatMap(({ kind, event: step, verdict, because }) => (kind === 'approval' ? [[step, verdict, because]] : []))

describe('nobody is there', () => {
  test('the question stays open; after a yes the same call passes once, under another id; the next is asked again', async () => {
    const home = emptyHome()
    const denied = tried(home)
    const kept = await onlyOne(home)
    expect(TICKET.exec(denied)?.[1]).toBe(kept.question.id.slice(0, 8))
    expect(kept.question).toMatchObject({ answerIn: 'desk', waitsUntil: null, card: { host: 'codex', severity: 'high' } })
    // Tried again before anybody answered: the same question.
    expect(TICKET.exec(tried(home))?.[1]).toBe(kept.question.id.slice(0, 8))
    expect(await at(home).answer(kept.question.id, { ...BY, verdict: 'allow' })).toMatchObject({ ok: true })
    expect(tried(home, `${ASKED} HEAD~1`)).toMatch(TICKET)
    expect(tried(home, ASKED, ROOT, 's2')).toMatch(TICKET)
    expect(tried(home)).toBe(PASSED)
    const other = TICKET.exec(tried(home))?.[1]
    expect(other).not.toBe(kept.question.id.slice(0, 8))
    expect(steps(home)).toEqual([
      ['expired', undefined, 'nobody'],
      ['expired', undefined, 'nobody'],
      ['late', 'allow', 'ticket'],
      ['expired', undefined, 'nobody'],
      ['expired', undefined, 'nobody'],
      ['answered', 'allow', 'ticket'],
      ['expired', undefined, 'nobody'],
    ])
    expect(prudent(['log', '--verdict', 'allow'], { env: { HOME: home } }).out).toContain('allowed by ann')
  }, 60_000)
  test('of two that are the same one yes passes one', async () => {
    const home = emptyHome()
    tried(home)
    await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'allow' })
    const both = await Promise.all([1, 2, 3].map(() => startHook(event(), { home, words })))
    expect(both.filter(({ out }) => out === PASSED)).toHaveLength(1)
    expect(both.filter(({ out }) => TICKET.test(out))).toHaveLength(2)
    // Those two ask about the same: one question.
    expect(await at(home).listOpen()).toHaveLength(1)
  }, 60_000)
  test('two hooks that judge one run of a call need one yes; the next run needs its own', async () => {
    const home = emptyHome()
    const runOf = (id: string): string => JSON.stringify(shellEvent('codex', ASKED, { session_id: 's1', tool_use_id: id, cwd: ROOT }))
    const twice = (id: string) => Promise.all([startHook(runOf(id), { home, words }), startHook(runOf(id), { home, words })])
    const asked = await twice('run-1')
    expect(new Set(asked.map(({ out }) => TICKET.exec(out)?.[1])).size).toBe(1)
    await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'allow' })
    expect((await twice('run-2')).map(({ out }) => out)).toEqual([PASSED, PASSED])
    expect((await twice('run-3')).every(({ out }) => TICKET.test(out))).toBe(true)
    expect(await at(home).listOpen()).toHaveLength(1)
  }, 60_000)
  test('a yes counts for what was shown: another file, another link, another policy is another call', async () => {
    const home = emptyHome()
    const project = join(home, 'app')
    mkdirSync(join(project, '.git'), { recursive: true })
    mkdirSync(join(home, '.config/prudent'), { recursive: true })
    const script = join(project, 'clean.sh')
    const fresh = async (): Promise<void> => {
      writeFileSync(script, 'git reset --hard HEAD~1\n')
      expect(tried(home, 'bash clean.sh', project)).toMatch(TICKET)
      expect(await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'allow' })).toMatchObject({ ok: true })
    }
    await fresh()
    writeFileSync(script, 'git reset --hard HEAD~1\ngit clean -fdx\n')
    expect(tried(home, 'bash clean.sh', project)).toMatch(TICKET)
    await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'deny' })
    writeFileSync(script, 'git reset --hard HEAD~1\n')
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'preset: strict\n')
    expect(tried(home, 'bash clean.sh', project)).not.toBe(PASSED)
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'preset: standard\n')
    expect(tried(home, 'bash clean.sh', project)).toBe(PASSED)
  }, 60_000)
  test('a yes that nobody used in time, and a question past its time, count for nothing', async () => {
    const home = emptyHome()
    tried(home)
    const { question } = await onlyOne(home)
    // Answered eleven minutes ago.
    expect(await at(home, -11).answer(question.id, { ...BY, verdict: 'allow' })).toMatchObject({ ok: true })
    expect(tried(home)).toMatch(TICKET)
    const next = await onlyOne(home)
    expect(await at(home, 61).answer(next.question.id, { ...BY, verdict: 'allow' })).toMatchObject({ because: 'ended', kept: { ended: { how: 'expired' } } })
    expect(tried(home)).toMatch(TICKET)
    await at(home, 61).settle()
    expect(await at(home).listOpen()).toEqual([])
    expect(steps(home).filter((step) => JSON.stringify(step) === JSON.stringify(['expired', undefined, 'expired']))).toHaveLength(2)
  }, 60_000)
  test('a no is said again for a moment with its reason; a question that nobody answered is no no', async () => {
    const home = emptyHome()
    tried(home)
    await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'deny', reason: 'use the\nmigration job' })
    const again = tried(home)
    expect(again).toContain('the user was asked and said no')
    expect(again).toContain('the user says: use the migration job')
    expect(await at(home).listOpen()).toEqual([])
    const calm = homeWith('approvals: { breaker: 0 }\n', ROOT)
    tried(calm)
    await at(calm).answer((await onlyOne(calm)).question.id, { ...BY, verdict: 'deny' })
    expect(tried(calm)).toMatch(TICKET)
  }, 60_000)
  test('so many are open and no more, of one session fewer; the same call is one question', async () => {
    const home = homeWith('approvals: { max_pending: 3, per_session: 2 }\n', ROOT)
    const FULL = /too many questions wait for the user/
    expect(tried(home, ASKED)).toMatch(TICKET)
    expect(tried(home, ASKED)).toMatch(TICKET)
    expect(tried(home, `${ASKED}0`)).toMatch(TICKET)
    expect(tried(home, `${ASKED}1`)).toMatch(FULL)
    expect(tried(home, `${ASKED}1`, ROOT, 's2')).toMatch(TICKET)
    expect(tried(home, `${ASKED}1`, ROOT, 's3')).toMatch(FULL)
    expect(await at(home).listOpen()).toHaveLength(3)
    expect(await at(home).approvals.unsaid()).toEqual([])
  }, 60_000)
  test('what is kept holds no secret, and nothing that an agent reads says how to loosen the gate', async () => {
    const home = emptyHome()
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'.slice(0, 36)}`
    const out = tried(home, `GITHUB_TOKEN=${secret} ${ASKED}`)
    expect(out).toMatch(TICKET)
    expect(out).not.toMatch(/prudent (?:allow|mode|preset|grants|uninstall)|settings|observe|enabled/)
    const { question } = await onlyOne(home)
    expect(JSON.stringify(question)).not.toContain(secret)
    expect(readFileSync(join(stateOf(home), 'approvals/questions', question.id, 'question'), 'utf8')).not.toContain(secret)
  }, 60_000)
})

describe('an answer that is remembered', () => {
  test('lets calls of its shape pass without asking, and nothing else', async () => {
    const home = emptyHome()
    const project = join(home, 'app')
    mkdirSync(join(project, '.git'), { recursive: true })
    const push = (branch: string): string => tried(home, `git push --force origin ${branch}`, project)
    expect(push('feature-a')).toMatch(TICKET)
    const { question } = await onlyOne(home)
    expect(question.offers).toEqual(['once', 'session', 'shape'])
    expect(await at(home).answer(question.id, { ...BY, verdict: 'allow', remember: 'session' })).toMatchObject({ ok: true })
    // The question's own yes, and then the grant.
    expect([push('feature-a'), push('feature-a')]).toEqual([PASSED, PASSED])
    expect(push('feature-b')).toMatch(TICKET)
    expect(tried(home, 'git push --force origin feature-a', project, 's2')).toMatch(TICKET)
    expect(tried(home, ASKED, project)).toMatch(TICKET)
    expect(prudent(['grants', '--json'], { env: { HOME: home } }).out).toContain(question.id)
  }, 60_000)
})

describe('the host asks', () => {
  const claude = (name: string, more: object = {}): string =>
    JSON.stringify({ ...shellEvent('claude-code', ASKED, { session_id: 's1', tool_use_id: 'toolu_1', cwd: ROOT }), hook_event_name: name, ...more })
  test('its question can be seen, not answered here, and ends when the call ran', async () => {
    const home = emptyHome()
    const given = { home, words: ['--host', 'claude-code'] }
    expect(runHook(claude('PreToolUse'), given).out).toContain('"permissionDecision":"ask"')
    const { question } = await onlyOne(home)
    expect(question).toMatchObject({ answerIn: 'agent', offers: [], card: { host: 'claude-code' } })
    expect(await at(home).answer(question.id, { ...BY, verdict: 'allow' })).toMatchObject({ because: 'in-agent' })
    expect(prudent(['approvals'], { env: { HOME: home } }).out).toMatch(/claude-code .*\(answer there\)/)
    runHook(claude('PostToolUse', { tool_response: { stdout: 'HEAD is now at 1' } }), given)
    expect(await at(home).find(question.id)).toMatchObject({ ended: { how: 'allowed', by: 'claude-code', channel: 'host' } })
    expect(steps(home)).toEqual([
      ['asked', undefined, undefined],
      ['answered', 'allow', 'ran'],
    ])
  }, 60_000)
  test('its question ends as not seen answered with the session', async () => {
    const home = emptyHome()
    const given = { home, words: ['--host', 'claude-code'] }
    runHook(claude('PreToolUse'), given)
    runHook(JSON.stringify({ hook_event_name: 'SessionEnd', session_id: 's1', cwd: ROOT, reason: 'exit', transcript_path: '/x' }), given)
    expect(prudent(['approvals'], { env: { HOME: home } })).toMatchObject({ out: '', err: 'prudent: no open questions\n' })
    expect(steps(home).at(-1)).toEqual(['unseen', undefined, undefined])
  }, 60_000)
})

describe('at the command line', () => {
  test('lists and shows in 80 columns; answering is for people', async () => {
    const home = emptyHome()
    tried(home, `git reset --hard HEAD~1 ${'HEAD '.repeat(40)}\u001B[2J`)
    const run = (...given: readonly string[]) => prudent(['approvals', ...given], { env: { HOME: home, COLUMNS: '80' } })
    const { question } = await onlyOne(home)
    const id = question.id.slice(0, 8)
    expect(run('list').out).toMatch(new RegExp(`^${id} +60 min +high +codex +Bash: git reset --hard`))
    const shown = run('show', id).out
    expect(shown).toMatch(/throws away uncommitted changes/)
    expect(shown).toMatch(/open until/)
    expect(shown).not.toContain('\u001B')
    expect(JSON.parse(run('list', '--json').out)).toMatchObject([{ id: question.id, state: 'open' }])
    for (const verdict of ['yes', 'no'])
      expect(run('answer', id, verdict)).toMatchObject({ code: 2, err: expect.stringContaining('this is not a terminal') as string })
    expect(run('answer', id, 'maybe')).toMatchObject({ code: 2 })
    expect(run('show', 'ffffffff')).toMatchObject({ code: 2, err: expect.stringContaining('no question is called') as string })
    expect(await at(home).listOpen()).toHaveLength(1)
    await at(home).answer(question.id, { ...BY, verdict: 'deny', reason: 'no' })
    expect(run('show', id).out).toMatch(/denied by ann \(desk\) at .*: no/)
    expect(run('answer', id, 'yes')).toMatchObject({ code: 1, err: expect.stringContaining('this question has ended: denied by ann (desk)') as string })
  }, 60_000)
})

describe('kill -9 at every step in the store', () => {
  const killed = (home: string, step: number): number | null =>
    spawnSync(process.execPath, ['--require', join(ROOT, 'test/processes/kill-at.cjs'), HOOK, ...words, '--home', home], {
      input: event(),
      env: { PATH: process.env['PATH'] ?? '', HOME: home, KILL_AT: String(step) },
      cwd: ROOT,
    }).status
  test('the hook that asks: the question is open or was never there, nothing passes, and the next try asks', async () => {
    let step = 1
    for (; step < 40; step++) {
      const home = emptyHome()
      const status = killed(home, step)
      const open = await at(home).listOpen()
      expect(open.length, `step ${step}`).toBeLessThanOrEqual(1)
      if (status === 0) break
      expect(status).toBeNull()
      expect(tried(home), `step ${step}`).toMatch(TICKET)
      // All of it ends, with a line in the log each.
      await at(home, 61).settle()
      await at(home, 62).settle()
      expect([await at(home, 62).listOpen(), await at(home, 62).approvals.unsaid()], `step ${step}`).toEqual([[], []])
      const all = await at(home).list()
      expect(all.every(({ ended }) => ended?.how === 'expired')).toBe(true)
      const lines = logOf(home).filter(({ event: what, because }) => what === 'expired' && because === 'expired')
      expect(lines.map(({ approval = '' }) => approval).toSorted()).toEqual(all.map(({ question }) => question.id).toSorted())
    }
    expect(step).toBeGreaterThan(5)
    expect(step).toBeLessThan(40)
  }, 120_000)
  test('the hook that takes a yes: it passes at most once', async () => {
    for (let step = 1; step < 40; step++) {
      const home = emptyHome()
      tried(home)
      await at(home).answer((await onlyOne(home)).question.id, { ...BY, verdict: 'allow' })
      const status = killed(home, step)
      if (status === 0) {
        expect(tried(home)).toMatch(TICKET)
        expect(step).toBeGreaterThan(2)
        break
      }
      const next = [tried(home), tried(home)].filter((out) => out === PASSED)
      expect(next.length, `step ${step}`).toBeLessThanOrEqual(1)
    }
  }, 120_000)
})
