// Does exactly one of several processes end each question, whichever way they race; and does what lies in the way, or was forged, ever become a yes?
import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Approval } from '../../src/core/model.ts'
import type { Question } from '../../src/gate/approvals.ts'
import { openQueue } from '../../src/ask/queue.ts'
import { openDiskApprovals } from '../../src/stores/json-lines/approvals.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-race-'))
afterAll(() => clear(FOLDER))
const RACER = path.join(FOLDER, 'racer.mjs')
const ANSWERER = path.join(FOLDER, 'answerer.mjs')
beforeAll(async () => {
  for (const [name, file] of [
    ['approvals-racer', RACER],
    ['answerer', ANSWERER],
  ] as const) {
    const bundle = await rolldown({ input: path.join(ROOT, `test/processes/${name}.ts`), platform: 'node' })
    await bundle.write({ file, format: 'esm', codeSplitting: false })
  }
}, 60_000)

const MANY = { most: 100_000, mostOfSession: 100_000 }
const question = (number: number): Question => ({
  id: number.toString(16).padStart(24, '0'),
  call: `call ${number}`,
  session: 's',
  card: { id: '' } as Approval,
  offers: ['once'],
  policy: 'p',
  answerIn: 'desk',
  log: { call: 'c', host: 'codex', session: 's' },
  waitsUntil: null,
  usableMillis: 600_000,
  askedAt: new Date().toISOString(),
  openUntil: new Date(Date.now() + 3600_000).toISOString(),
})

test('2,000 questions, four processes: each is ended by one, each yes is used once, and all are told the same', async () => {
  const state = path.join(FOLDER, 'many')
  const approvals = openDiskApprovals({ state })
  const all = Array.from({ length: 2000 }, (_, number) => question(number))
  for (const one of all) await approvals.raise(one, MANY)
  const run = promisify(execFile)
  const said = await Promise.all(
    ['yes', 'no', 'clock', 'also yes'].map(async (name) => {
      const { stdout } = await run(process.execPath, [RACER, state, '4', name], { maxBuffer: 64 << 20 })
      return JSON.parse(stdout) as { readonly ended: readonly string[]; readonly used: readonly string[]; readonly told: Readonly<Record<string, string>> }
    }),
  )
  const ended = said.flatMap((one) => one.ended)
  expect(ended).toHaveLength(all.length)
  expect(new Set(ended).size).toBe(all.length)
  for (const { id } of all) expect(new Set(said.map(({ told }) => told[id])).size, id).toBe(1)
  const allowed = (await approvals.list()).filter((kept) => kept.ended?.how === 'allowed').map((kept) => kept.question.id)
  const used = said.flatMap((one) => one.used)
  expect(new Set(used).size).toBe(used.length)
  expect(used.toSorted()).toEqual(allowed.toSorted())
  // All four had their share, or it was no race.
  expect(said.filter((one) => one.ended.length > 0).length).toBeGreaterThan(1)
})

test('a file that somebody else wrote, changed or moved is never a yes', async () => {
  const state = path.join(FOLDER, 'forged')
  const folder = path.join(state, 'approvals')
  const approvals = openDiskApprovals({ state })
  const [one, two] = [question(1), question(2)]
  await approvals.raise(one, MANY)
  await approvals.raise(two, MANY)
  const now = new Date()
  const usableUntil = new Date(now.getTime() + 600_000).toISOString()
  await approvals.end(two.id, { how: 'allowed', by: 'ann', channel: 'desk', at: now.toISOString(), usableUntil })
  const answer = readFileSync(path.join(folder, 'questions', two.id, 'end'), 'utf8')
  const forge: readonly (() => void)[] = [
    // Somebody else's answer, another question's, one without a key, one with an edited word, nothing, a link, a folder.
    () => cpSync(path.join(folder, 'questions', two.id, 'end'), path.join(folder, 'questions', one.id, 'end')),
    () => writeFileSync(path.join(folder, 'questions', one.id, 'end'), answer.slice(answer.indexOf('\n') + 1)),
    () => writeFileSync(path.join(folder, 'questions', one.id, 'end'), answer.replace('ann', 'eve')),
    () => writeFileSync(path.join(folder, 'questions', one.id, 'end'), ''),
    () => symlinkSync(path.join(folder, 'questions', two.id, 'end'), path.join(folder, 'questions', one.id, 'end')),
    () => mkdirSync(path.join(folder, 'questions', one.id, 'end')),
  ]
  for (const [at, make] of forge.entries()) {
    rmSync(path.join(folder, 'questions', one.id, 'end'), { force: true, recursive: true })
    make()
    expect((await approvals.find(one.id))?.ended?.how, String(at)).toBe('cancelled')
    expect(await approvals.use(one.call, now), String(at)).toBeNull()
  }
  // Whatever byte of the real answer is changed, or wherever it is cut.
  const file = path.join(folder, 'questions', two.id, 'end')
  for (let at = 0; at < answer.length; at += 7) {
    writeFileSync(file, answer.slice(0, at) + String.fromCharCode(answer.charCodeAt(at) ^ 1) + answer.slice(at + 1))
    expect((await approvals.find(two.id))?.ended?.how, String(at)).toBe('cancelled')
    writeFileSync(file, answer.slice(0, at))
    expect(await approvals.use(two.call, now), String(at)).toBeNull()
  }
  writeFileSync(file, answer)
  expect((await approvals.use(two.call, now))?.question.id).toBe(two.id)
})

test('what a crash leaves behind between two steps loses no question and makes no yes', async () => {
  const state = path.join(FOLDER, 'crash')
  const folder = path.join(state, 'approvals')
  const approvals = openDiskApprovals({ state })
  const asked = question(7)
  await approvals.raise(asked, MANY)
  // Before its turn was taken: nobody joins it, and it can be answered and expires all the same.
  rmSync(path.join(folder, 'calls'), { recursive: true })
  expect((await approvals.list()).map((kept) => kept.question.id)).toEqual([asked.id])
  expect(await approvals.raise(question(8), MANY)).toMatchObject({ ok: true })
  expect(await approvals.raise({ ...question(9), call: asked.call }, MANY)).toMatchObject({ ok: true, joined: false })
  // Drafts that were never linked.
  appendFileSync(path.join(folder, '.999.abcdef'), 'half a ques')
  expect(await approvals.list()).toHaveLength(3)
  expect((await approvals.expire(new Date(Date.now() + 7200_000))).map((kept) => kept.question.id).toSorted()).toEqual([
    asked.id,
    question(8).id,
    question(9).id,
  ])
})

test('kill -9 at every step of an answer: it counts whole or not at all, and is in the log', async () => {
  const draft = { findings: [], shape: '{}', shows: ['x'], misses: [], session: 'session:codex:s', project: '/app', host: 'codex' }
  const states: string[] = []
  let step = 1
  for (; step < 60; step++) {
    const state = path.join(FOLDER, `answer-${step}`)
    const approvals = openDiskApprovals({ state })
    const card = { id: question(step).id, host: 'codex', calls: [] } as unknown as Approval
    const asked: Question = { ...question(step), card, offers: ['once', 'session'], draft }
    await approvals.raise(asked, MANY)
    // Names of the folders that are written to; the log's own writes are appended by a handle.
    const { status } = spawnSync(process.execPath, ['--require', path.join(ROOT, 'test/processes/kill-at.cjs'), ANSWERER, state, asked.id], {
      env: { PATH: process.env['PATH'] ?? '', KILL_AT: String(step), KILL_IN: '/approvals|/lifts|/audit' },
    })
    if (status === 0) break
    const queue = openQueue({ state, now: () => new Date(Date.now() + 10_000) })
    await queue.settle()
    await queue.settle()
    const kept = await queue.find(asked.id)
    const grants = await openDiskLifts({ state }).grants.list(new Date())
    const lines = [...openJsonLines({ state }).entries()].filter((entry) => entry.kind === 'approval' && entry.verdict === 'allow')
    const isAnswered = kept?.ended?.how === 'allowed'
    states.push(isAnswered ? 'answered' : 'open')
    expect([step, grants.length, lines.length]).toEqual([step, isAnswered ? 1 : 0, isAnswered ? expect.any(Number) : 0])
    // Written, and killed before that was noted: said again rather than never.
    expect(lines.length).toBeLessThanOrEqual(2)
    if (isAnswered) expect(lines.length).toBeGreaterThan(0)
    else expect((await queue.listOpen()).map((one) => one.question.id)).toEqual([asked.id])
    expect(await approvals.unsaid()).toEqual([])
  }
  expect(step).toBeLessThan(60)
  expect(new Set(states)).toEqual(new Set(['open', 'answered']))
}, 120_000)
