// Does a log in memory stay within its bounds?
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../gate/seams.ts'
import { openMemory } from './store.ts'

const notice = (id: string): AuditEntry => ({ at: '2026-03-02T12:00:00.000Z', id, call: '', host: '', session: '', kind: 'notice', event: 'e', text: '' })

test('the oldest go first, by day and then in order', () => {
  let now = new Date('2026-03-02T12:00:00Z')
  const store = openMemory({ most: 3, now: () => now })
  store.append([notice('a'), notice('b')])
  now = new Date('2026-03-01T12:00:00Z')
  store.append([notice('set back')])
  now = new Date('2026-03-03T12:00:00Z')
  store.append([notice('c'), notice('d')])
  expect([...store.entries()].map(({ id }) => id)).toEqual(['b', 'c', 'd'])
})
test('what cannot be written is told, and nothing of it is kept', () => {
  const store = openMemory()
  const loop = { ...notice('a') } as Record<string, unknown>
  loop['text'] = loop
  expect(store.append([notice('b'), loop as unknown as AuditEntry])).toMatchObject({ ok: false, code: 'failed' })
  expect([...store.entries()]).toEqual([])
})
