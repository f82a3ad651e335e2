// Do all who answer see the same questions, end each once, tell the late ones, and leave nothing open or unsaid for ever? Over both stores.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { AuditEntry } from '../audit/entry.ts'
import type { Approval } from '../core/model.ts'
import type { Question } from '../gate/approvals.ts'
import { STORES } from '../stores/registry.gen.ts'
import { openQueue } from './queue.ts'
import type { Change, Queue } from './queue.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-queue-'))
afterAll(() => clear(FOLDER))
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MANY = { most: 1000, mostOfSession: 1000 }
let count = 0
const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString()
const question = (more: Partial<Question> = {}, isCut = false): Question => {
  const id = (++count).toString(16).padStart(24, '0')
  const card: Approval = {
    id,
    digest: 'd',
    host: 'codex',
    session: 's',
    cwd: '/app',
    calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git reset --hard', cut: isCut }] }],
    severity: 'high',
    findings: [],
    actions: [],
    reach: [],
    policy: 'p',
    askedAt: at(0),
    expiresAt: at(120),
  }
  return {
    id,
    call: `call ${id}`,
    session: 's',
    card,
    offers: ['once'],
    policy: 'p',
    answerIn: 'desk',
    log: { call: `c${id}`, host: 'codex', session: 's' },
    askedAt: at(0),
    openUntil: at(3600),
    waitsUntil: at(120),
    usableMillis: 600_000,
    ...more,
  }
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 1000 && !holds(); turn++) await new Promise((done) => setTimeout(done, 10))
  expect(holds()).toBe(true)
}

describe.each(STORES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  let states = 0
  interface Place {
    readonly open: () => Queue
    readonly entries: () => readonly AuditEntry[]
    readonly later: (seconds: number) => void
    readonly raise: (...given: Parameters<typeof question>) => Promise<Question>
    readonly append: (entry: Readonly<Record<string, unknown>>) => void
  }
  const fresh = (): Place => {
    const state = path.join(FOLDER, name, String(states++))
    const [approvals, log] = [kind.approvals({ state }), kind.open({ state })]
    let seconds = 0
    const now = (): Date => new Date(NOON + seconds * 1000)
    return {
      open: () => openQueue({ state, approvals: name === 'memory' ? approvals : kind.approvals({ state }), log, now }),
      entries: () => [...log.entries()],
      later: (more) => (seconds += more),
      raise: async (...given) => {
        const one = question(...given)
        await approvals.raise(one, MANY)
        return one
      },
      append: (entry) => void log.append([{ at: now().toISOString(), id: `e${count++}`, host: 'codex', session: 's', ...entry } as unknown as AuditEntry]),
    }
  }
  const steps = (place: Place, call: string): readonly unknown[] =>
    place.entries().flatMap((entry) => (entry.kind === 'approval' && entry.call === call ? [[entry.event, entry.verdict, entry.by, entry.because]] : []))

  test('one answer of two counts; the other is told who, when and how; the log has both', async () => {
    const place = fresh()
    const { id, log } = await place.raise()
    const [one, other] = [place.open(), place.open()]
    const said = await Promise.all([
      one.answer(id, { verdict: 'deny', by: 'ann', channel: 'desk', reason: ' use the job ' }),
      other.answer(id, { verdict: 'allow', by: 'bob', channel: 'terminal' }),
    ])
    expect(said.filter(({ ok }) => ok)).toHaveLength(1)
    const [ended, again] = [(await one.find(id))?.ended, said.find(({ ok }) => !ok)]
    expect(again).toMatchObject({ because: 'ended', kept: { ended } })
    expect(ended).toMatchObject({ by: 'ann', how: 'denied', reason: 'use the job', at: at(0) })
    expect(steps(place, log.call)).toEqual([
      ['answered', 'deny', 'ann', undefined],
      ['late', 'allow', 'bob', undefined],
    ])
    expect([await one.listOpen(), await one.approvals.unsaid()]).toEqual([[], []])
  })
  test('only what was offered, only of what is shown whole, only here', async () => {
    const place = fresh()
    const queue = place.open()
    const [cut, agent, plain] = [await place.raise({}, true), await place.raise({ answerIn: 'agent' }), await place.raise()]
    const yes = { verdict: 'allow', by: 'ann', channel: 'desk' } as const
    expect(await queue.answer(cut.id, yes)).toMatchObject({ because: 'not-whole' })
    expect(await queue.answer(agent.id, yes)).toMatchObject({ because: 'in-agent' })
    expect(await queue.answer(agent.id, { ...yes, verdict: 'deny' })).toMatchObject({ because: 'in-agent' })
    expect(await queue.answer(plain.id, { ...yes, remember: 'session' })).toMatchObject({ because: 'not-offered' })
    expect(await queue.answer('f'.repeat(24), yes)).toEqual({ ok: false, because: 'unknown', kept: null })
    expect((await queue.listOpen()).map((kept) => kept.question.id)).toEqual([cut.id, agent.id, plain.id])
    expect(await queue.answer(cut.id, { ...yes, verdict: 'deny' })).toMatchObject({ ok: true })
    expect(await queue.answer(plain.id, yes)).toMatchObject({ ok: true, kept: { ended: { remember: 'once', usableUntil: at(600) } } })
  })
  test('an answer to what nobody waits for any more is late in the log, and counts for the next try', async () => {
    const place = fresh()
    const queue = place.open()
    const { id, log, call } = await place.raise()
    place.later(200)
    expect(await queue.answer(id, { verdict: 'allow', by: 'ann', channel: 'desk' })).toMatchObject({ ok: true })
    expect(steps(place, log.call)).toEqual([['late', 'allow', 'ann', 'ticket']])
    expect(await queue.approvals.use(call, new Date(NOON + 300_000))).not.toBeNull()
  })
  test('past its time nobody can answer, and it expires with a line in the log, once', async () => {
    const place = fresh()
    const queue = place.open()
    const [one, two] = [await place.raise(), await place.raise()]
    place.later(3601)
    expect(await queue.answer(one.id, { verdict: 'allow', by: 'ann', channel: 'desk' })).toMatchObject({
      because: 'ended',
      kept: { ended: { how: 'expired' } },
    })
    await Promise.all([queue.settle(), place.open().settle()])
    await queue.settle()
    expect(steps(place, two.log.call)).toEqual([['expired', undefined, undefined, 'expired']])
    expect(steps(place, one.log.call)).toEqual([
      ['expired', undefined, undefined, 'expired'],
      ['late', 'allow', 'ann', undefined],
    ])
  })
  test('whoever died between ending and writing it down: the next who looks writes it', async () => {
    const place = fresh()
    const { id, log } = await place.raise()
    const queue = place.open()
    await queue.approvals.end(id, { how: 'denied', by: 'ann', channel: 'desk', at: at(0) })
    await queue.settle()
    // It may be writing this very moment.
    expect(steps(place, log.call)).toEqual([])
    place.later(6)
    await queue.settle()
    await queue.settle()
    expect(steps(place, log.call)).toEqual([['answered', 'deny', 'ann', undefined]])
  })
  test('whoever follows it is told what is open, what comes, and how each ends, whoever ends it', async () => {
    const place = fresh()
    const before = await place.raise()
    const told: Change[] = []
    closing.push(place.open().subscribe((change) => told.push(change)))
    await until(() => told.length === 1)
    const after = await place.raise({ openUntil: at(60) })
    await until(() => told.length === 2)
    await place.open().answer(before.id, { verdict: 'deny', by: 'ann', channel: 'terminal' })
    await until(() => told.length === 3)
    place.later(61)
    await until(() => told.length === 4)
    expect(told.map(({ kind: what, kept }) => [what, kept.question.id, kept.ended?.by])).toEqual([
      ['requested', before.id, undefined],
      ['requested', after.id, undefined],
      ['answered', before.id, 'ann'],
      ['expired', after.id, 'timeout'],
    ])
  })
  test('what is asked in the agent ends as the log tells: it ran, or no answer was seen', async () => {
    const place = fresh()
    const queue = place.open()
    const questions = [await place.raise({ answerIn: 'agent' }), await place.raise({ answerIn: 'agent' }), await place.raise({ answerIn: 'agent' })]
    for (const { id, log } of questions) {
      place.append({ kind: 'attempt', call: log.call, tool: { server: null, name: 'Bash' }, cwd: '/', digest: null, size: 1 })
      place.append({ kind: 'decision', call: log.call, verdict: 'ask', by: 'rule', reason: '', findings: [], policy: '' })
      place.append({ kind: 'approval', call: log.call, event: 'asked', channel: 'host', approval: id })
    }
    await queue.settle()
    expect(await queue.listOpen()).toHaveLength(3)
    place.later(5)
    place.append({ kind: 'outcome', call: questions[0]?.log.call, ok: true })
    await queue.settle()
    expect((await queue.find(questions[0]?.id ?? ''))?.ended).toMatchObject({ how: 'allowed', by: 'codex', channel: 'host' })
    expect(await queue.listOpen()).toHaveLength(2)
    place.append({ kind: 'notice', call: '', event: 'session-ended', text: '' })
    await queue.settle()
    expect(await queue.listOpen()).toEqual([])
    expect((await queue.find(questions[1]?.id ?? ''))?.ended).toMatchObject({ how: 'cancelled', reason: 'no answer seen' })
    expect(steps(place, questions[1]?.log.call ?? '').at(-1)).toEqual(['unseen', undefined, undefined, undefined])
  })
})
