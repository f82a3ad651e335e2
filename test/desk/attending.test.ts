// Do agents wait for the desk while a page is open that may approve, and only then?
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeResident, reach } from '../../src/channels/resident/index.ts'
import type { ApprovalsList, ApprovalView } from '../../src/desk/api.ts'
import { openDiskApprovals } from '../../src/stores/json-lines/approvals.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import { shellEvent, startHook } from '../hook-process.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'

beforeAll(ensureBuilt, 120_000)

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

test('what a hook asked is on the page, and after a yes there the same call passes, once', async () => {
  const home = emptyHome()
  const desk = await deskHere({ env: { HOME: home }, approvals: openDiskApprovals({ state: path.join(home, '.local/state/prudent') }) })
  let calls = 0
  const tried = async (): Promise<string> => {
    const event = shellEvent('codex', 'git reset --hard HEAD~1', { session_id: 's1', tool_use_id: `call-${++calls}`, cwd: ROOT })
    return (await startHook(JSON.stringify(event), { home, words: ['--host', 'codex', '--wait', '60'] })).out
  }
  try {
    const secret = await desk.secret()
    desk.running.entered()
    const denied = await tried()
    const { approvals } = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
    expect(approvals).toMatchObject([{ state: 'open', waitsUntil: null, card: { host: 'codex' }, why: expect.stringContaining('git.reset-hard') as string }])
    const id = approvals[0]?.id ?? ''
    expect(denied).toContain(id.slice(0, 8))
    expect((await desk.ask('POST', `/api/approvals/${id}/respond`, { secret, body: { approved: true } })).status).toBe(200)
    expect(await tried()).toBe('')
    expect(await tried()).not.toBe('')
  } finally {
    await desk.close()
  }
})
