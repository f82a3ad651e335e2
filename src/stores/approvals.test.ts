// Is a question ended by one alone, its yes used once, and none of them lost? The same questions to each member of the family.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { Approval } from '../core/model.ts'
import type { Approvals, Ended, Question } from '../gate/approvals.ts'
import { STORES } from './registry.gen.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-approvals-'))
afterAll(() => clear(FOLDER))

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const at = (minutes: number): Date => new Date(NOON + minutes * 60_000)
const CARD: Approval = {
  id: '',
  digest: 'd',
  host: 'codex',
  session: 's',
  cwd: '/app',
  calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git reset --hard\n\u202e🦉', cut: false }] }],
  severity: 'high',
  findings: [],
  actions: [],
  reach: [],
  policy: 'p',
  askedAt: at(0).toISOString(),
  expiresAt: at(2).toISOString(),
}
let count = 0
const question = (more: Partial<Question> = {}): Question => {
  const id = (++count).toString(16).padStart(24, '0')
  return {
    id,
    call: `call ${id}`,
    session: 's',
    card: { ...CARD, id },
    offers: ['once'],
    policy: 'p',
    answerIn: 'desk',
    log: { call: 'c', host: 'codex', session: 's' },
    waitsUntil: null,
    usableMillis: 600_000,
    askedAt: at(0).toISOString(),
    openUntil: at(60).toISOString(),
    ...more,
  }
}
const MANY = { most: 100_000, mostOfSession: 100_000 }
const yes = (minutes = 1, by = 'ann'): Ended => ({
  how: 'allowed',
  by,
  channel: 'desk',
  at: at(minutes).toISOString(),
  remember: 'once',
  usableUntil: at(minutes + 10).toISOString(),
})
const no = (minutes = 1, by = 'bob'): Ended => ({ how: 'denied', by, channel: 'terminal', at: at(minutes).toISOString(), reason: 'use the job' })

describe.each(STORES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  let states = 0
  const fresh = (): Approvals => kind.approvals({ state: path.join(FOLDER, name, String(states++)) })
  const ids = async (approvals: Approvals): Promise<string[]> => (await approvals.list()).map((kept) => kept.question.id)

  test('bears its name, and holds nothing at first', async () => {
    const approvals = fresh()
    expect(approvals.name).toBe(name)
    expect([await approvals.list(), await approvals.unsaid(), await approvals.expire(at(0)), await approvals.find('0'.repeat(24))]).toEqual([[], [], [], null])
  })
  test('gives back what it was given, in the order of asking', async () => {
    const approvals = fresh()
    const [late, early] = [question({ askedAt: at(3).toISOString() }), question({ askedAt: at(1).toISOString() })]
    expect(await approvals.raise(late, MANY)).toEqual({ ok: true, kept: { question: late, ended: null, used: false }, joined: false })
    await approvals.raise(early, MANY)
    expect((await approvals.list()).map((kept) => kept.question)).toEqual([early, late])
    expect(await approvals.find(late.id)).toEqual({ question: late, ended: null, used: false })
  })
  test('the first answer counts; a later one changes nothing and is told who, when and how', async () => {
    const approvals = fresh()
    const asked = question()
    await approvals.raise(asked, MANY)
    expect(await approvals.end(asked.id, no())).toMatchObject({ won: true, kept: { ended: no() } })
    expect(await approvals.end(asked.id, yes(2))).toEqual({ won: false, kept: { question: asked, ended: no(), used: false } })
    expect(await approvals.use(asked.call, at(3))).toBeNull()
    expect(await approvals.end('f'.repeat(24), yes())).toEqual({ won: false, kept: null })
  })
  test('a yes passes one call, once, and only while it counts', async () => {
    const approvals = fresh()
    const [asked, other] = [question(), question()]
    await approvals.raise(asked, MANY)
    await approvals.raise(other, MANY)
    expect(await approvals.use(asked.call, at(0))).toBeNull()
    await approvals.end(asked.id, yes(1))
    expect(await approvals.use('another call', at(2))).toBeNull()
    expect(await approvals.use(other.call, at(2))).toBeNull()
    expect(await approvals.use(asked.call, at(11))).toBeNull()
    expect(await approvals.use(asked.call, at(10))).toMatchObject({ question: { id: asked.id }, used: true })
    expect(await approvals.use(asked.call, at(10))).toBeNull()
    expect((await approvals.find(asked.id))?.used).toBe(true)
  })
  test('one run of a call that several judge needs one yes; another run, or one without a name, needs its own', async () => {
    const approvals = fresh()
    const one = question()
    const { call } = one
    await approvals.raise(one, MANY)
    await approvals.end(one.id, yes(1))
    expect(await approvals.use(call, at(2), 'toolu_1')).not.toBeNull()
    expect(await approvals.use(call, at(2.1), 'toolu_1')).toMatchObject({ question: { id: one.id }, used: true })
    for (const run of ['toolu_2', '', undefined]) expect(await approvals.use(call, at(2.1), run), String(run)).toBeNull()
    expect(await approvals.use(`${call} `, at(2.1), 'toolu_1')).toBeNull()
    // Long after it: whoever comes then with the same name is another run.
    expect(await approvals.use(call, at(3), 'toolu_1')).toBeNull()
    // A second yes is left for the next run.
    const next = question({ call })
    await approvals.raise(next, MANY)
    await approvals.end(next.id, yes(2))
    expect(await approvals.use(call, at(2.1), 'toolu_1')).toMatchObject({ question: { id: one.id } })
    expect(await approvals.use(call, at(2.1), 'toolu_2')).toMatchObject({ question: { id: next.id } })
    expect(await approvals.use(call, at(2.1))).toBeNull()
  })
  test('the same call asked again joins the open question; one yes passes one of them', async () => {
    const approvals = fresh()
    const first = question({ call: 'same' })
    const raised = [await approvals.raise(first, MANY), ...(await Promise.all([1, 2, 3].map(() => approvals.raise(question({ call: 'same' }), MANY))))]
    expect(raised.map((one) => one.ok && [one.joined, one.kept.question.id])).toEqual([
      [false, first.id],
      [true, first.id],
      [true, first.id],
      [true, first.id],
    ])
    expect(await ids(approvals)).toEqual([first.id])
    await approvals.end(first.id, yes())
    expect([await approvals.use('same', at(2)), await approvals.use('same', at(2))].map((one) => one?.question.id)).toEqual([first.id, undefined])
  })
  test('after its end the same call is a new question', async () => {
    const approvals = fresh()
    for (const ended of [yes(), no()]) {
      const asked = question({ call: 'again' })
      expect(await approvals.raise(asked, MANY)).toMatchObject({ ok: true, joined: false })
      await approvals.end(asked.id, ended)
    }
    const open = question({ call: 'again', openUntil: at(5).toISOString() })
    await approvals.raise(open, MANY)
    // Past its time, though nobody has ended it yet.
    expect(await approvals.raise(question({ call: 'again', askedAt: at(6).toISOString() }), MANY)).toMatchObject({ ok: true, joined: false })
  })
  test('beyond its time a question is ended once, by whoever looks first', async () => {
    const approvals = fresh()
    const [short, long] = [question({ openUntil: at(5).toISOString() }), question()]
    await approvals.raise(short, MANY)
    await approvals.raise(long, MANY)
    expect(await approvals.expire(at(4))).toEqual([])
    const both = (await Promise.all([approvals.expire(at(6)), approvals.expire(at(6))])).flat()
    expect(both.map((kept) => [kept.question.id, kept.ended?.how, kept.ended?.by])).toEqual([[short.id, 'expired', 'timeout']])
    expect(await approvals.end(short.id, yes(7))).toMatchObject({ won: false, kept: { ended: { how: 'expired' } } })
    expect(await approvals.use(short.call, at(7))).toBeNull()
  })
  test('so many are open at once and no more, of one session fewer; what ended makes room', async () => {
    const approvals = fresh()
    const limits = { most: 4, mostOfSession: 2 }
    const of = (session: string): Question => question({ session })
    const raise = async (one: Question): Promise<string> => {
      const raised = await approvals.raise(one, limits)
      return raised.ok ? 'open' : raised.because
    }
    const first = of('a')
    expect([await raise(first), await raise(of('a')), await raise(of('a')), await raise(of('b')), await raise(of('c')), await raise(of('d'))]).toEqual([
      'open',
      'open',
      'too-many-of-session',
      'open',
      'open',
      'too-many',
    ])
    await approvals.end(first.id, no())
    expect(await raise(of('a'))).toBe('open')
    expect((await approvals.list()).filter((kept) => kept.ended === null)).toHaveLength(4)
  })
  test('who died before the log had it left it to be said, and it is forgotten only then', async () => {
    const approvals = fresh()
    const [asked, open] = [question(), question()]
    await approvals.raise(asked, MANY)
    await approvals.raise(open, MANY)
    await approvals.end(asked.id, no())
    expect((await approvals.unsaid()).map((kept) => kept.question.id)).toEqual([asked.id])
    await approvals.forget(at(60))
    expect(await ids(approvals)).toEqual([asked.id, open.id])
    await approvals.said(asked.id)
    expect(await approvals.unsaid()).toEqual([])
    await approvals.forget(at(0))
    expect(await ids(approvals)).toEqual([asked.id, open.id])
    await approvals.forget(at(60))
    expect(await ids(approvals)).toEqual([open.id])
    // Its number is gone with it: the same call can be asked again.
    expect(await approvals.raise(question({ call: asked.call }), MANY)).toMatchObject({ ok: true, joined: false })
  })
  test('what a reader changes changes nothing', async () => {
    const approvals = fresh()
    const asked = question()
    await approvals.raise(asked, MANY)
    const kept = (await approvals.find(asked.id)) as { question: { call: string } }
    kept.question.call = 'changed'
    expect((await approvals.find(asked.id))?.question).toEqual(asked)
  })
})
