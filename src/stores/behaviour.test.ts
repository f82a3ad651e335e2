// Does every store keep what it is given, as it was given, and give back what is asked for? The same questions to each member of the family.
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { AuditEntry, EntryFilter, Store } from '../gate/seams.ts'
import { STORES } from './registry.gen.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-stores-'))
afterAll(() => clear(FOLDER))

const NOON = '2026-03-02T12:00:00.000Z'
const notice = (id: string, more: Partial<AuditEntry> = {}): AuditEntry =>
  ({ at: NOON, id, call: '', host: 'h', session: 's', kind: 'notice', event: 'e', text: id, ...more }) as AuditEntry
const ids = (store: Store, filter?: EntryFilter): string[] => [...store.entries(filter)].map(({ id }) => id)

test('the family is what its folders are', () => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const folders = readdirSync(here, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
  expect(STORES.map(({ name }) => name)).toEqual(folders.toSorted())
  expect(STORES.length).toBeGreaterThan(1)
})

describe.each(STORES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  let states = 0
  const fresh = (now?: () => Date): Store => kind.open({ state: path.join(FOLDER, name, String(states++)), ...(now === undefined ? {} : { now }) })

  test('bears its name, and holds nothing at first', () => {
    const store = fresh()
    expect([store.name, ids(store)]).toEqual([name, []])
  })
  test('gives back what it was given, in order, durable or not, one by one or together', () => {
    const store = fresh()
    expect(store.append([notice('a')])).toEqual({ ok: true })
    expect(store.append([notice('b'), notice('c')], true)).toEqual({ ok: true })
    expect(store.append([])).toEqual({ ok: true })
    expect(ids(store)).toEqual(['a', 'b', 'c'])
    expect([...store.entries()][0]).toEqual(notice('a'))
  })
  test('keeps every text as it is', () => {
    const store = fresh()
    const texts = ['two\nlines\r\n', '', '\u2028 \u0000 "\\', 'grün 🦉 \ud800', 'x'.repeat(300_000), '{"kind":"notice"}']
    for (const text of texts) expect(store.append([notice('t', { text })])).toEqual({ ok: true })
    expect([...store.entries()].map((entry) => (entry.kind === 'notice' ? entry.text : null))).toEqual(texts)
  })
  test('keeps every kind of entry', () => {
    const common = { at: NOON, call: 'c', host: 'h', session: 's', chat: 'x' }
    const entries: readonly AuditEntry[] = [
      { ...common, id: '1', kind: 'attempt', tool: { server: null, name: 'Bash' }, cwd: '/', input: '{}', digest: null, size: 2 },
      {
        ...common,
        id: '2',
        kind: 'decision',
        verdict: 'ask',
        by: 'policy',
        reason: 'r',
        findings: [{ rule: 'a.b', severity: 'high', verdict: 'ask' }],
        policy: 'p',
        mode: 'observe',
        would: 'ask',
      },
      { ...common, id: '3', kind: 'violation', of: 'floor', rules: ['floor.x'], verdict: 'deny' },
      { ...common, id: '4', kind: 'approval', event: 'answered', verdict: 'allow', by: 'ann', channel: 'host' },
      { ...common, id: '5', kind: 'outcome', ok: true, text: 'done' },
      { ...common, id: '6', kind: 'mark', as: 'harmful' },
      { ...common, id: '7', kind: 'notice', event: 'e', text: 't' },
    ]
    const store = fresh()
    expect(store.append(entries)).toEqual({ ok: true })
    expect([...store.entries()]).toEqual(entries)
  })
  test('what is changed afterwards, by the writer or a reader, changes nothing', () => {
    const store = fresh()
    const mine = { ...notice('a') } as { id: string }
    store.append([mine as AuditEntry])
    mine.id = 'changed'
    for (const entry of store.entries()) (entry as { id: string }).id = 'changed too'
    expect(ids(store)).toEqual(['a'])
  })
  test('finds by time, host, session and call, each and together', () => {
    const store = fresh(() => new Date('2026-03-02T13:00:00Z'))
    store.append([
      notice('a', { at: '2026-03-02T10:00:00.000Z', host: 'one', session: 's1', call: 'c1' }),
      notice('b', { at: '2026-03-02T11:00:00.000Z', host: 'two', session: 's1', call: 'c2' }),
      notice('c', { at: '2026-03-02T12:00:00.000Z', host: 'one', session: 's2', call: 'c1' }),
    ])
    expect(ids(store, { since: '2026-03-02T11:00:00.000Z' })).toEqual(['b', 'c'])
    expect(ids(store, { since: '2026-03-02T12:00:00+01:00' })).toEqual(['b', 'c'])
    expect(ids(store, { since: 'yesterday' })).toEqual([])
    expect(ids(store, { host: 'one' })).toEqual(['a', 'c'])
    expect(ids(store, { session: 's1' })).toEqual(['a', 'b'])
    expect(ids(store, { call: 'c1' })).toEqual(['a', 'c'])
    expect(ids(store, { host: 'one', session: 's1', since: '2026-03-02T00:00:00Z' })).toEqual(['a'])
    expect(ids(store, { host: 'nobody' })).toEqual([])
  })
  test('oldest day first, and in order within a day, however the clock jumps', () => {
    let now = new Date('2026-03-02T12:00:00Z')
    const store = fresh(() => now)
    const at = (time: string, id: string): void => {
      now = new Date(time)
      store.append([notice(id, { at: now.toISOString() })])
      store.tend()
    }
    at('2026-03-02T12:00:00Z', 'a')
    at('2026-03-01T12:00:00Z', 'a day back')
    at('2026-03-02T11:00:00Z', 'an hour back')
    at('2027-03-02T12:00:00Z', 'a year on')
    at('2026-03-02T13:00:00Z', 'b')
    // Some write down besides that the clock was set back.
    expect(ids(store).filter((id) => !id.startsWith('clock'))).toEqual(['a day back', 'a', 'an hour back', 'b', 'a year on'])
  })
  test('may be written while it is read', () => {
    const store = fresh()
    store.append([notice('a'), notice('b')])
    const seen: string[] = []
    for (const { id } of store.entries()) {
      seen.push(id)
      if (seen.length < 3) store.append([notice(`behind ${id}`)])
    }
    expect(seen.slice(0, 2)).toEqual(['a', 'b'])
    expect(ids(store)).toHaveLength(4)
  })
  test('a digest is the same for the same text, tells nothing, and is another in another store', () => {
    const [one, two] = [fresh(), fresh()]
    const digest = one.digest('a secret') ?? ''
    expect(digest).toMatch(/^hmac-sha256:[\w-]{43}$/)
    expect([one.digest('a secret'), one.digest('another') === digest, two.digest('a secret') === digest, digest.includes('secret')]).toEqual([
      digest,
      false,
      false,
      false,
    ])
  })
  test('tending loses nothing of today and never throws', () => {
    const store = fresh()
    store.tend()
    store.append([notice('a', { at: new Date().toISOString() })])
    store.tend()
    store.tend(new Date(Date.now() + 120_000))
    expect(ids(store)).toEqual(['a'])
  })
})
