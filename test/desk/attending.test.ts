// Do agents wait for the desk while a page is open that may approve, and only then?
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeResident, reach } from '../../src/channels/resident/index.ts'
import type { ApprovalView } from '../../src/desk/api.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'

test('whoever asks hears that somebody is there, while a page is open that may approve; answers come from the store', async () => {
  const desk = await deskHere()
  const at = { state: path.join(desk.home, 'state/prudent'), platform: process.platform }
  // What listens is this very process, which holds no terminal.
  const lenient = (): null => null
  const isThere = async (): Promise<boolean> => (await reach(at, lenient)).ok
  const leaving = new AbortController()
  try {
    const secret = await desk.secret()
    expect(await isThere()).toBe(false)
    const stream = await desk.ask('GET', '/api/events', { secret, signal: leaving.signal })
    expect(stream.status).toBe(200)
    desk.running.entered()
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true)
    const question = questionAbout('rm -rf ../other')
    await desk.approvals.raise(question, LIMITS)
    const announced = await makeResident(lenient).announce(question.id, at)
    expect(announced).toMatchObject({ ok: true, channel: 'desk' })
    const answered = await desk.ask('POST', `/api/approvals/${question.id}/respond`, { secret, body: { approved: true } })
    expect(((await answered.json()) as ApprovalView).state).toBe('allowed')
    expect(await desk.approvals.use(question.call, new Date())).not.toBeNull()
    if (announced.ok) announced.close()
    leaving.abort()
    await expect.poll(isThere, { timeout: 20_000 }).toBe(false)
  } finally {
    leaving.abort()
    await desk.close()
  }
})
