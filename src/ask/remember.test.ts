// Does a yes that counts for longer leave the grant that was drafted, once, and nothing else one? Over both stores.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { Remember } from '../core/model.ts'
import type { Question } from '../gate/approvals.ts'
import type { KeptDraft, KeptGrant } from '../gate/grants.ts'
import { STORES } from '../stores/registry.gen.ts'
import { openQueue } from './queue.ts'
import type { Answering } from './queue.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-remember-'))
afterAll(() => clear(FOLDER))

const NOW = new Date('2026-03-02T12:00:00.000Z')
const later = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString()
const DRAFT: KeptDraft = {
  findings: [{ rule: 'git.force-push', revision: 'r', severity: 'high' }],
  shape: '{"tool":null,"loose":[],"exact":"x"}',
  shows: ['git push --force origin feature/…'],
  misses: ['git push --force origin main'],
  session: 'session:codex:s',
  project: '/app',
  host: 'codex',
}
let count = 0
const question = (offers: readonly Remember[], draft?: KeptDraft): Question => {
  const id = (++count).toString(16).padStart(24, '0')
  return {
    id,
    call: `call ${id}`,
    session: 's',
    card: {
      id,
      digest: 'd',
      host: 'codex',
      session: 's',
      cwd: '/app',
      calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git push', cut: false }] }],
      severity: 'high',
      findings: [],
      actions: [],
      reach: [],
      policy: 'p',
      askedAt: later(0),
      expiresAt: later(60),
    },
    offers,
    ...(draft === undefined ? {} : { draft }),
    policy: 'p',
    answerIn: 'desk',
    log: { call: 'c', host: 'codex', session: 's' },
    askedAt: later(0),
    openUntil: later(60),
    waitsUntil: null,
    usableMillis: 600_000,
  }
}

describe.each(STORES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  let states = 0
  const answered = async (asked: Question, ...answers: readonly Partial<Answering>[]): Promise<readonly KeptGrant[]> => {
    const state = path.join(FOLDER, name, String(states++))
    const [approvals, lifts, log] = [kind.approvals({ state }), kind.lifts({ state }), kind.open({ state })]
    const queue = openQueue({ state, approvals, lifts, log, now: () => NOW })
    await approvals.raise(asked, { most: 10, mostOfSession: 10 })
    await Promise.all(answers.map((given) => queue.answer(asked.id, { verdict: 'allow', by: 'ann', channel: 'desk', ...given })))
    return lifts.grants.list(NOW)
  }
  test('of a shape for thirty days in the project, of a session for a day in it', async () => {
    const all: readonly Remember[] = ['once', 'session', 'shape']
    const asked = question(all, DRAFT)
    const { findings, shape, shows } = DRAFT
    expect(await answered(asked, { remember: 'shape', reason: 'ours' })).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
        findings,
        shape,
        shows,
        scope: 'project:/app',
        madeAt: later(0),
        expiresAt: later(30 * 24 * 60),
        by: 'ann',
        channel: 'desk',
        approval: asked.id,
        reason: 'ours',
      },
    ])
    expect(await answered(question(all, DRAFT), { remember: 'session' })).toMatchObject([{ scope: 'session:codex:s', expiresAt: later(24 * 60) }])
  })
  test('one answer leaves one; of two who answer at once the first', async () => {
    const all: readonly Remember[] = ['once', 'session', 'shape']
    expect(await answered(question(all, DRAFT), { remember: 'shape' }, { remember: 'session' }, { remember: 'shape' })).toHaveLength(1)
    expect(await answered(question(all, DRAFT), { verdict: 'deny' }, { remember: 'shape' })).toEqual([])
  })
  test('once, a no, what was not offered, and a question without a draft leave none', async () => {
    expect(await answered(question(['once', 'shape'], DRAFT), {})).toEqual([])
    expect(await answered(question(['once', 'shape'], DRAFT), { verdict: 'deny', remember: 'shape' })).toEqual([])
    expect(await answered(question(['once'], DRAFT), { remember: 'shape' })).toEqual([])
    expect(await answered(question(['once', 'shape']), { remember: 'shape' })).toEqual([])
    expect(await answered(question(['once', 'session'], { ...DRAFT, session: null }), { remember: 'session' })).toEqual([])
  })
})
