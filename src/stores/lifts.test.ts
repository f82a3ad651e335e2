// Is what a person granted kept as it was, until it ends or is taken back, and is nothing counted that somebody else wrote? The same questions to each store.
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { KeptGrant } from '../gate/grants.ts'
import { switchOn } from '../gate/modes.ts'
import type { Lifts } from '../gate/records.ts'
import { openDiskLifts, readLifts } from './json-lines/lifts.ts'
import { STORES } from './registry.gen.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-lifts-'))
afterAll(() => clear(FOLDER))
const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const at = (minutes: number): Date => new Date(NOON + minutes * 60_000)
let count = 0
const grant = (minutes = 60, made = 0): KeptGrant => ({
  id: (++count).toString(16).padStart(16, '0'),
  findings: [{ rule: 'git.force-push', revision: 'r', severity: 'high' }],
  shape: '{"tool":null,"loose":[],"exact":"x"}',
  scope: 'project:/app',
  shows: ['git push \u202e🦉'],
  madeAt: at(made).toISOString(),
  expiresAt: at(minutes).toISOString(),
  by: 'ann',
  channel: 'desk',
})

describe.each(STORES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  let states = 0
  const fresh = (): Lifts => kind.lifts({ state: path.join(FOLDER, name, String(states++)) })
  test('bears its name, and holds nothing at first', async () => {
    const { grants, modes } = fresh()
    expect([grants.name, modes.name, await grants.list(at(0)), await modes.list(at(0)), await grants.remove('0'.repeat(16))]).toEqual([
      name,
      name,
      [],
      [],
      false,
    ])
  })
  test('gives back what it was given, oldest first, until it ends', async () => {
    const { grants } = fresh()
    const [late, early, short] = [grant(60, 2), grant(60, 1), grant(5)]
    for (const one of [late, early, short]) expect(await grants.add(one, at(0))).toBe(true)
    expect(await grants.add(late, at(0))).toBe(false)
    expect(await grants.list(at(4))).toEqual([short, early, late])
    expect(await grants.list(at(5))).toEqual([early, late])
    expect(await grants.list(at(60))).toEqual([])
  })
  test('takes back once, for one of all who try; what is over goes with the next', async () => {
    const { grants } = fresh()
    const [one, other] = [grant(), grant(5)]
    await grants.add(one, at(0))
    await grants.add(other, at(0))
    const taken = await Promise.all([grants.remove(one.id), grants.remove(one.id), grants.remove(one.id)])
    expect(taken.filter(Boolean)).toHaveLength(1)
    await grants.add(grant(), at(10))
    expect(await grants.remove(other.id)).toBe(false)
    expect(await grants.list(at(1))).toHaveLength(1)
  })
  test('names that are no names are nothing', async () => {
    const { grants } = fresh()
    for (const id of ['../../x', '', 'x', '.', 'a'.repeat(65)]) {
      expect(await grants.add({ ...grant(), id }, at(0))).toBe(false)
      expect(await grants.remove(id)).toBe(false)
    }
  })
  test('modes are kept beside them', async () => {
    const { grants, modes } = fresh()
    await grants.add(grant(), at(0))
    const mode = await switchOn(modes, { what: 'tool', tool: 'edit', session: 'session:codex:1', minutes: 30, by: 'ann', channel: 'cli' }, at(0))
    expect(await modes.list(at(29))).toEqual([mode])
    expect([await modes.list(at(30)), (await grants.list(at(30))).length]).toEqual([[], 1])
    for (const wrong of [{ minutes: 0 }, { minutes: 1e6 }, { minutes: Number.NaN }, { cap: 'critical' as const }, { what: 'tool' as const }, { tool: 'x' }])
      expect(await switchOn(modes, { what: 'all', by: 'ann', channel: 'cli', ...wrong }, at(0))).toEqual(expect.any(String))
  })
})

describe('on disk', () => {
  test('another process sees it; whatever was changed, copied, renamed or linked there counts for nothing', async () => {
    const state = path.join(FOLDER, 'disk')
    const one = grant()
    await openDiskLifts({ state }).grants.add(one, at(0))
    const folder = path.join(state, 'lifts/grants')
    const file = path.join(folder, one.id)
    const text = readFileSync(file, 'utf8')
    const seen = async (): Promise<number> => {
      expect(readLifts(state, at(1)).grants).toEqual(await openDiskLifts({ state }).grants.list(at(1)))
      return readLifts(state, at(1)).grants.length
    }
    expect([await seen(), readdirSync(folder)]).toEqual([1, [one.id]])
    for (let place = 0; place < text.length; place += 7) {
      writeFileSync(file, `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`)
      expect({ place, seen: await seen() }).toEqual({ place, seen: 0 })
    }
    writeFileSync(file, text)
    copyFileSync(file, path.join(folder, 'f'.repeat(16)))
    expect(await seen()).toBe(1)
    renameSync(file, path.join(FOLDER, 'elsewhere'))
    symlinkSync(path.join(FOLDER, 'elsewhere'), file)
    expect(await seen()).toBe(0)
    const forged = { ...one, id: 'e'.repeat(16) }
    writeFileSync(path.join(folder, forged.id), `hmac-sha256:x\n${JSON.stringify(forged)}`)
    expect(await seen()).toBe(0)
  })
  test('a folder that cannot be written keeps nothing, and says so', async () => {
    const state = path.join(FOLDER, 'blocked')
    writeFileSync(state, '')
    chmodSync(state, 0o600)
    const { grants } = openDiskLifts({ state })
    expect([await grants.add(grant(), at(0)), await grants.list(at(0))]).toEqual([false, []])
  })
})
