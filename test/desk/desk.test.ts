// Does the desk show what is asked, and take one answer to each?
import { afterEach, expect, test } from 'vitest'
import type { ApprovalsList, ApprovalView, Me, Refusal } from '../../src/desk/api.ts'
import { openMemoryApprovals } from '../../src/stores/memory/approvals.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'
import type { DeskHere } from './desk-here.ts'

let desk: DeskHere | null = null
afterEach(async () => {
  await desk?.close()
  desk = null
})

test('a question is listed, shown, answered once by an armed page, and a second answer is told who decided', async () => {
  desk = await deskHere()
  const question = questionAbout('rm -rf ../other')
  await desk.approvals.raise(question, LIMITS)
  const secret = await desk.secret()
  const list = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
  expect(list.approvals.map(({ id, state }) => [id, state])).toEqual([[question.id, 'open']])
  const respond = `/api/approvals/${question.id}/respond`
  const early = await desk.ask('POST', respond, { secret, body: { approved: true } })
  expect([early.status, ((await early.json()) as Refusal).why]).toEqual([403, expect.stringContaining('press Enter')])
  desk.running.entered()
  expect(((await (await desk.ask('GET', '/api/me', { secret })).json()) as Me).mayApprove).toBe(true)
  const first = await desk.ask('POST', respond, { secret, body: { approved: true } })
  expect([first.status, ((await first.json()) as ApprovalView).state]).toEqual([200, 'allowed'])
  const second = await desk.ask('POST', respond, { secret, body: { approved: false } })
  expect(second.status).toBe(409)
  expect(((await second.json()) as Refusal).approval?.ended).toMatchObject({ how: 'allowed', channel: 'desk' })
  expect(await desk.approvals.use(question.call, new Date())).not.toBeNull()
  expect((await desk.ask('GET', `/api/approvals/${question.id}`, { secret })).status).toBe(200)
  expect((await desk.ask('GET', '/api/approvals/ffffffffffffffff', { secret })).status).toBe(404)
})

test('a desk that starts over many open questions lists them a few times, not once for each', async () => {
  const approvals = openMemoryApprovals()
  for (let at = 0; at < 60; at++) await approvals.raise(questionAbout(`rm -rf ../other-${at}`), { most: 100, mostOfSession: 100 })
  let lists = 0
  const counting = {
    ...approvals,
    list: () => {
      lists++
      return approvals.list()
    },
  }
  desk = await deskHere({ approvals: counting })
  const secret = await desk.secret()
  const { approvals: listed } = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
  expect(listed.length).toBe(60)
  expect(lists).toBeLessThan(6)
})
