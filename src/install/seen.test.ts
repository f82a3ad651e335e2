// Is what was seen kept, and believed for exactly the version and the configuration it was seen with?
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteSeen, readSeen, seenFile, stateOf } from './seen.ts'
import type { Seen } from './seen.ts'

const ENTRY: Seen = {
  host: 'codex',
  version: '0.166.0',
  configuration: 'abc',
  at: '2026-11-16T10:00:00.000Z',
  how: 'live',
  held: true,
  says: 'the canary survived',
}
const folder = (): string => join(mkdtempSync(join(tmpdir(), 'prudent-seen-')), 'state')

test('nothing is seen in an empty, a damaged or a foreign file', () => {
  const state = folder()
  expect(readSeen(state)).toEqual([])
  noteSeen(state, ENTRY)
  for (const text of ['', '{', '{}', '[null, 1, {"host": "codex"}]', JSON.stringify([{ ...ENTRY, held: 'yes' }])]) {
    writeFileSync(seenFile(state), text)
    expect(readSeen(state)).toEqual([])
  }
})

test('the last word counts, for exactly this host, version and configuration', () => {
  const state = folder()
  noteSeen(state, ENTRY)
  expect(statSync(seenFile(state)).mode & 0o077).toBe(0)
  expect(stateOf(readSeen(state), ENTRY)).toBe('protected')
  for (const other of [{ host: 'qwen-code' }, { version: '0.167.0' }, { version: '' }, { configuration: 'abd' }])
    expect(stateOf(readSeen(state), { ...ENTRY, ...other })).toBe('set-up')
  noteSeen(state, { ...ENTRY, at: '2026-11-16T11:00:00.000Z', how: 'call', held: false })
  expect(stateOf(readSeen(state), ENTRY)).toBe('not-protected')
  noteSeen(state, { ...ENTRY, at: '2026-11-16T12:00:00.000Z' })
  expect(stateOf(readSeen(state), ENTRY)).toBe('protected')
  expect(readSeen(state)).toHaveLength(2)
})

test('only so many entries are kept, the newest', () => {
  const state = folder()
  const many = Array.from({ length: 400 }, (_, at): Seen => ({ ...ENTRY, version: `0.${at}.0`, at: new Date(at * 1000).toISOString() }))
  writeFileSync(seenFile((noteSeen(state, ENTRY), state)), JSON.stringify(many))
  noteSeen(state, ENTRY)
  const kept = JSON.parse(readFileSync(seenFile(state), 'utf8')) as readonly Seen[]
  expect(kept).toHaveLength(300)
  expect(kept.at(-1)).toEqual(ENTRY)
})
