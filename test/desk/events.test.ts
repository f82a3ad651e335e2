// Do pages hear of every change, in order, however slow they are and however many?
import { afterEach, expect, test } from 'vitest'
import type { ApprovalsList } from '../../src/desk/api.ts'
import { makeFeed } from '../../src/desk/events.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'
import { listen } from './stream.ts'
import type { Heard } from './stream.ts'
import type { DeskHere } from './desk-here.ts'

const names = (heard: readonly Heard[]): readonly string[] => heard.map(({ name }) => name)
const EMPTY: ApprovalsList = { approvals: [], cursor: '' }
const me = { mayApprove: false, version: '', containment: '' }

let desk: DeskHere | null = null
afterEach(async () => {
  await desk?.close()
  desk = null
})

test('a question that comes and is answered elsewhere is told, and who comes back by the cursor misses and repeats nothing', async () => {
  desk = await deskHere()
  const secret = await desk.secret()
  const open = async (after?: string): Promise<ReadableStream<Uint8Array>> =>
    (await (desk as DeskHere).ask('GET', `/api/events${after === undefined ? '' : `?after=${after}`}`, { secret })).body as ReadableStream<Uint8Array>
  const { cursor } = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
  const question = questionAbout('rm -rf ../other')
  await desk.approvals.raise(question, LIMITS)
  const first = await listen(await open(cursor), ({ length }) => length === 1)
  expect(first.heard).toMatchObject([{ name: 'approval.requested', data: { id: question.id, state: 'open' } }])
  await desk.approvals.end(question.id, { how: 'denied', by: 'ana', channel: 'terminal', at: new Date().toISOString() })
  const second = await listen(await open(first.heard[0]?.id), ({ length }) => length === 1)
  expect(second.heard).toMatchObject([{ name: 'approval.answered', data: { id: question.id, ended: { how: 'denied', by: 'ana', channel: 'terminal' } } }])
  const both = await listen(await open(cursor), ({ length }) => length === 2)
  expect(both.heard).toEqual([...first.heard, ...second.heard])
  for (const unknown of ['nonsense', `${'0'.repeat(12)}-1`, '']) {
    const { heard } = await listen(await open(unknown), ({ length }) => length === 1)
    expect(heard).toMatchObject([{ name: 'snapshot', data: { approvals: [{ id: question.id }] } }])
    // From there on it goes on in order.
    expect(heard[0]?.id).toBe(second.heard[0]?.id)
  }
})

test('who is too slow is told the whole once, not everything late', async () => {
  let snapshots = 0
  const feed = makeFeed(async () => {
    snapshots++
    return EMPTY
  })
  const stream = feed.stream(1, feed.cursor())
  for (let at = 0; at < 5000; at++) feed.say('me', me)
  const { heard } = await listen(stream, (all) => all.some(({ name }) => name === 'snapshot'))
  expect(heard.length).toBeLessThan(10)
  expect(snapshots).toBe(1)
  expect(heard.at(-1)?.id).toBe(feed.cursor())
  // And a cursor that is older than what is kept gets the whole too.
  const old = await listen(feed.stream(1, feed.cursor().replace(/\d+$/, '1')), ({ length }) => length === 1)
  expect(names(old.heard)).toEqual(['snapshot'])
  feed.end()
})

test('of seven pages the oldest are told to ask by themselves, and all of them work', async () => {
  desk = await deskHere()
  const secret = await desk.secret()
  const { cursor } = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
  const streams: Promise<{ readonly heard: readonly Heard[] }>[] = []
  for (let at = 0; at < 7; at++) {
    const response = await desk.ask('GET', `/api/events?after=${cursor}`, { secret })
    expect(response.status).toBe(200)
    streams.push(listen(response.body as ReadableStream<Uint8Array>, (all) => all.some(({ name }) => name === 'approval.requested')))
  }
  const question = questionAbout('ls')
  await desk.approvals.raise(question, LIMITS)
  const all = (await Promise.all(streams)).map(({ heard }) => names(heard))
  expect(all).toEqual([...Array.from({ length: 3 }, () => ['displaced']), ...Array.from({ length: 4 }, () => ['approval.requested'])])
  const asked = (await (await desk.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList
  expect(asked.approvals.map(({ id }) => id)).toEqual([question.id])
})

test('a page that is void hears nothing more', async () => {
  const feed = makeFeed(async () => EMPTY)
  const [mine, other] = [listen(feed.stream(1, feed.cursor()), () => false), listen(feed.stream(2, feed.cursor()), ({ length }) => length === 1)]
  feed.close(1)
  feed.say('me', me)
  expect([await mine, names((await other).heard)]).toEqual([{ heard: [], ended: true }, ['me']])
  expect(feed.streams()).toBe(0)
})
