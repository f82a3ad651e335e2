// Is every change of a sealed record noticed, and nothing else taken for one?
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../../test/clear.ts'
import type { AuditEntry } from '../../gate/seams.ts'
import { openJsonLines } from './store.ts'
import type { JsonLinesStore } from './store.ts'
import { readUnits } from './units.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-seal-'))
afterAll(() => clear(FOLDER))
let states = 0
const freshState = (): string => path.join(FOLDER, String(states++))

const DAY = '2026-03-02'
const NOON = new Date(`${DAY}T12:00:00Z`)
const notice = (text: string, at = NOON): AuditEntry => ({
  at: at.toISOString(),
  id: text,
  call: '',
  host: '',
  session: '',
  kind: 'notice',
  event: 'test',
  text,
})
const at = (state: string, now: Date, keep = {}): JsonLinesStore => openJsonLines({ state, now: () => now, ...keep })

/** Ten sealed records of one day, two unsealed ones behind them. */
function sealedState(): string {
  const state = freshState()
  const store = at(state, NOON)
  for (let n = 0; n < 10; n++) store.append([notice(`record ${n}`)])
  expect(store.seal()).toEqual({ ok: true, lines: 10, removed: [] })
  store.append([notice('tail 1'), notice('tail 2')])
  return state
}
const inAudit = (state: string, name: string): string => path.join(state, 'audit', name)
const records = (state: string): string => inAudit(state, `${DAY}.jsonl`)
const links = (state: string): string => inAudit(state, `${DAY}.seal.jsonl`)
const codes = (state: string, kept: string | null = null): string[] =>
  at(state, NOON)
    .verify(kept)
    .problems.map(({ code }) => code)
const recordTexts = (state: string): string[] => readFileSync(records(state), 'utf8').match(/\n[^\n]+\n/g) ?? []

describe('an untouched log', () => {
  test('is untouched, and the tail is counted', () => {
    const verified = at(sealedState(), NOON).verify()
    expect(verified).toMatchObject({ ok: true, problems: [], sealed: { days: 1, lines: 10, cut: null }, unsealed: { lines: 2, torn: 0 } })
  })
  test('files are the person’s alone', () => {
    const state = sealedState()
    for (const folder of [state, path.join(state, 'audit'), path.join(state, 'keys')]) expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const folder of ['audit', 'keys']) {
      for (const name of readdirSync(path.join(state, folder))) expect(statSync(path.join(state, folder, name)).mode & 0o777).toBe(0o600)
    }
  })
  test('with no log at all', () => {
    expect(at(freshState(), NOON).verify()).toMatchObject({ ok: true, sealed: { lines: 0, since: null }, unsealed: { lines: 0 } })
  })
  test('sealing again and again seals each record once', () => {
    const state = sealedState()
    expect(at(state, NOON).seal()).toMatchObject({ ok: true, lines: 2 })
    expect(at(state, NOON).seal()).toMatchObject({ ok: true, lines: 0 })
    expect(at(state, NOON).verify()).toMatchObject({ ok: true, sealed: { lines: 12 }, unsealed: { bytes: 0 } })
  })
  test('a pass is bounded, and garbage longer than a pass does not stop it', () => {
    const state = freshState()
    const store = at(state, NOON)
    for (let n = 0; n < 30; n++) store.append([notice(`${n} ${'x'.repeat(60_000)}`)])
    appendFileSync(records(state), 'g'.repeat(5_000_000))
    store.append([notice('last')])
    const passes: number[] = []
    for (let sealed = store.seal(); sealed.ok && sealed.lines > 0; sealed = store.seal()) passes.push(sealed.lines)
    expect(passes.length).toBeGreaterThan(3)
    expect(store.verify()).toMatchObject({ ok: true, sealed: { lines: 33 }, unsealed: { bytes: 0 } })
    expect([...store.entries()]).toHaveLength(31)
  })
  test('a torn line is survived, sealed with what follows, and counted', () => {
    const state = sealedState()
    appendFileSync(records(state), '\n{"kind":"notice","at":"20')
    expect(at(state, NOON).verify().unsealed).toMatchObject({ lines: 2, torn: 1 })
    at(state, NOON).append([notice('behind the torn one')])
    expect([...at(state, NOON).entries()].map(({ id }) => id).slice(-2)).toEqual(['tail 2', 'behind the torn one'])
    expect(at(state, NOON).seal()).toMatchObject({ ok: true, lines: 4 })
    expect(at(state, NOON).verify().ok).toBe(true)
  })
})

describe('what was sealed was changed', () => {
  const template = freshState()
  beforeAll(() => cpSync(sealedState(), template, { recursive: true }))

  test('any byte of the records, the links and the checkpoint', () => {
    const sealed = template
    const bytes = JSON.parse(readFileSync(inAudit(sealed, 'checkpoint.jsonl'), 'utf8').split('\n')[0] ?? '').days[DAY].bytes as number
    const files = [
      { name: `${DAY}.jsonl`, size: bytes },
      { name: `${DAY}.seal.jsonl`, size: statSync(links(sealed)).size },
      { name: 'checkpoint.jsonl', size: statSync(inAudit(sealed, 'checkpoint.jsonl')).size },
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        ({ name, size }, where, flip) => {
          const file = inAudit(sealed, name)
          const before = readFileSync(file)
          const after = Buffer.from(before)
          const offset = Math.floor(where * size)
          after[offset] = (after[offset] ?? 0) ^ flip
          writeFileSync(file, after)
          const { ok, problems } = at(sealed, NOON).verify()
          writeFileSync(file, before)
          expect(ok).toBe(false)
          expect(problems.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 250 },
    )
    expect(codes(sealed)).toEqual([])
  })

  const tampered = (change: (state: string) => void): string => {
    const state = freshState()
    cpSync(template, state, { recursive: true })
    change(state)
    return state
  }
  const rewrite = (state: string, change: (texts: string[]) => string[]): void => writeFileSync(records(state), change(recordTexts(state)).join(''))

  test.each<[string, (texts: string[]) => string[], string, number]>([
    ['changed', (texts) => texts.map((text, n) => (n === 3 ? text.replaceAll('record 3', 'record 9') : text)), 'changed', 4],
    ['removed', (texts) => texts.filter((_, n) => n !== 5), 'removed', 6],
    ['the first one removed', (texts) => texts.slice(1), 'removed', 1],
    ['reordered', (texts) => texts.map((text, n) => texts[n === 2 ? 7 : n === 7 ? 2 : n] ?? text), 'reordered', 3],
    ['inserted', (texts) => [...texts.slice(0, 4), '\n{"forged":1}\n', ...texts.slice(4)], 'inserted', 5],
    ['cut off', (texts) => texts.slice(0, 6), 'cut', 7],
    ['all taken out', () => [], 'cut', 1],
  ])('%s: said so, and where', (_name, change, code, line) => {
    const state = tampered((state) => rewrite(state, change))
    const { problems } = at(state, NOON).verify()
    expect(problems).toMatchObject([{ code, line, day: DAY }])
    const end = line === 1 ? 0 : [...readUnits(records(template))][line - 2]?.end
    expect(problems[0]?.byte).toBe(end)
  })
  test('cut in the middle of a record', () => {
    const state = tampered((state) => truncateSync(records(state), 300))
    expect(codes(state)).toEqual(['cut'])
  })
  test('cut together with its links: the checkpoint knows better', () => {
    const state = tampered((state) => {
      const kept = recordTexts(state).slice(0, 6)
      writeFileSync(records(state), kept.join(''))
      writeFileSync(links(state), `${readFileSync(links(state), 'utf8').split('\n').slice(0, 6).join('\n')}\n`)
    })
    expect(codes(state)).toEqual(['changed'])
  })
  test.each([
    ['the day', (state: string) => rmSync(records(state)), 'day-missing'],
    ['the links', (state: string) => rmSync(links(state)), 'seal-changed'],
    ['the checkpoint', (state: string) => rmSync(inAudit(state, 'checkpoint.jsonl')), 'checkpoint-missing'],
    ['the key', (state: string) => rmSync(path.join(state, 'keys', 'audit-signing')), 'key-missing'],
  ])('%s is gone', (_name, change, code) => {
    expect(codes(tampered(change))).toContain(code)
  })
  test('another key signed', () => {
    const state = tampered((state) => {
      rmSync(path.join(state, 'audit'), { recursive: true })
      cpSync(path.join(sealedState(), 'audit'), path.join(state, 'audit'), { recursive: true })
    })
    expect(codes(state)).toEqual(['key-changed'])
  })
  test('nothing is sealed over it', () => {
    const forged = tampered((state) => appendFileSync(inAudit(state, 'checkpoint.jsonl'), ' '))
    expect(at(forged, NOON).seal()).toEqual({ ok: false, code: 'doubt' })
    const gone = tampered((state) => rmSync(inAudit(state, 'checkpoint.jsonl')))
    expect(at(gone, NOON).seal()).toEqual({ ok: false, code: 'doubt' })
    const cut = tampered((state) => truncateSync(records(state), 300))
    at(cut, NOON).append([notice('later')])
    at(cut, NOON).seal()
    expect(codes(cut).length).toBeGreaterThan(0)
  })

  test('a pass that was killed before its first checkpoint goes on with the same key', () => {
    const state = freshState()
    at(state, NOON).append([notice('first')])
    at(state, NOON).seal()
    const key = path.join(state, 'keys/audit-signing')
    // As it is between the key and the checkpoint, and between the checkpoint and the key being put in force.
    renameSync(key, `${key}.new`)
    expect(codes(state)).toEqual([])
    for (const name of readdirSync(path.join(state, 'audit'))) if (!name.startsWith(DAY) || name.includes('seal')) rmSync(inAudit(state, name))
    expect(codes(state)).toEqual([])
    expect(at(state, NOON).seal()).toMatchObject({ ok: true, lines: 1 })
    expect([codes(state), existsSync(key), existsSync(`${key}.new`)]).toEqual([[], true, false])
  })

  test('thrown away and begun anew, the key moved out of force: noticed by whoever kept a checkpoint', () => {
    const state = tampered(() => {})
    const kept = at(state, NOON).verify().checkpoint
    at(state, NOON).seal()
    expect(codes(state, kept)).toEqual([])
    rmSync(path.join(state, 'audit'), { recursive: true })
    renameSync(path.join(state, 'keys/audit-signing'), path.join(state, 'keys/audit-signing.new'))
    for (let n = 0; n < 12; n++) at(state, NOON).append([notice(`other ${n}`)])
    at(state, NOON).seal()
    expect(codes(state)).toEqual([])
    expect(codes(state, kept)).toEqual(['not-as-kept'])
    expect(codes(state, 'nonsense')).toEqual(['not-as-kept'])
  })
})

describe('the clock', () => {
  const days = (state: string): string[] => readdirSync(path.join(state, 'audit')).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name))

  test('a day ends, the clock goes back, goes on: each record is found and vouched for', () => {
    const state = freshState()
    const times = ['2026-03-02T23:59:59Z', '2026-03-03T00:00:00Z', '2026-03-01T10:00:00Z', '2026-03-03T08:00:00Z', '2026-03-02T08:00:00Z']
    times.forEach((time, n) => {
      const store = at(state, new Date(time))
      store.append([notice(`n${n}`, new Date(time))])
      // That it was set back by more than a day is written down besides.
      expect(store.seal()).toMatchObject({ ok: true, lines: n === 2 ? 2 : 1 })
    })
    expect(days(state)).toEqual(['2026-03-01.jsonl', '2026-03-02.jsonl', '2026-03-03.jsonl'])
    expect(at(state, NOON).verify()).toMatchObject({ ok: true, sealed: { lines: 6, days: 3 }, unsealed: { bytes: 0 } })
    expect([...at(state, NOON).entries({ since: '2026-03-03T00:00:00Z' })].map(({ id }) => id)).toEqual(['n1', 'n3'])
  })

  const dated = (state: string, from: string, count: number): void => {
    for (let n = 0; n < count; n++) {
      const now = new Date(Date.parse(from) + n * 86_400_000)
      at(state, now).append([notice(`day ${n}`, now)])
    }
  }
  test('old days go, the chain stays', () => {
    const state = freshState()
    dated(state, '2026-01-01T12:00:00Z', 30)
    const now = new Date('2026-01-30T13:00:00Z')
    const before = at(state, now).verify()
    const sealed = at(state, now, { keepDays: 7 }).seal()
    expect(sealed).toMatchObject({ ok: true, lines: 30 })
    // Seven days, and as many as must have been written since to be sure.
    expect(days(state)).toHaveLength(21)
    expect(at(state, now).verify()).toMatchObject({ ok: true, sealed: { lines: 21, cut: { through: '2026-01-09', days: 9, lines: 9 } } })
    expect(before.ok).toBe(true)
    // A day that was cut off properly may be missing; one that was not may not.
    const kept = at(state, now).verify().checkpoint
    rmSync(inAudit(state, '2026-01-13.jsonl'))
    expect(
      at(state, now)
        .verify(kept)
        .problems.map(({ code }) => code),
    ).toEqual(['day-missing'])
  })
  test('too much goes, oldest first', () => {
    const state = freshState()
    dated(state, '2026-01-01T12:00:00Z', 5)
    const big = 'x'.repeat(300_000)
    for (const day of ['2026-01-06', '2026-01-07']) at(state, new Date(`${day}T00:00:00Z`)).append([notice(big)])
    expect(at(state, new Date('2026-01-08T00:00:00Z'), { keepMegabytes: 1 }).seal()).toMatchObject({
      ok: true,
      removed: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'],
    })
    expect(at(state, NOON).verify().ok).toBe(true)
  })
  test('a clock that leaps ahead costs nothing, and that it was set back is written down once', () => {
    const state = freshState()
    dated(state, '2026-01-01T12:00:00Z', 20)
    at(state, new Date('2026-01-20T12:30:00Z'), { keepDays: 19 }).seal()
    const before = days(state)
    for (const leap of ['2026-02-17T00:00:00Z', '2036-01-01T00:00:00Z']) {
      at(state, new Date(leap)).append([notice('ahead', new Date(leap))])
      expect(at(state, new Date(leap), { keepDays: 19 }).seal()).toMatchObject({ ok: true, removed: [] })
    }
    const back = new Date('2026-01-21T12:00:00Z')
    for (let n = 0; n < 3; n++) {
      at(state, back).append([notice('back', back)])
      expect(at(state, back, { keepDays: 19 }).seal()).toMatchObject({ ok: true, removed: [] })
    }
    expect(days(state)).toEqual(expect.arrayContaining(before))
    expect([...at(state, back).entries()].filter((entry) => entry.kind === 'notice' && entry.event === 'clock-set-back')).toMatchObject([
      { text: expect.stringContaining('2036-01-01') as string },
    ])
    expect(at(state, back).verify().ok).toBe(true)
  })
  test('back a day, on a year, back again, at every rotation: what was written is vouched for, and today stays', () => {
    const state = freshState()
    const times = [
      '2026-03-02T23:59:58Z',
      '2026-03-03T00:00:01Z',
      '2026-03-02T00:00:00Z',
      '2027-03-02T12:00:00Z',
      '2026-03-03T10:00:00Z',
      '2026-03-03T09:00:00Z',
    ]
    const written = new Map<string, string[]>()
    times.forEach((time, n) => {
      const now = new Date(time)
      const store = at(state, now, { keepDays: 1, keepMegabytes: 1 })
      expect(store.append([notice(`n${n}`, now)], true)).toEqual({ ok: true })
      const today = time.slice(0, 10)
      written.set(today, [...(written.get(today) ?? []), `n${n}`])
      const sealed = store.seal()
      expect(sealed).toMatchObject({ ok: true })
      if (sealed.ok) {
        expect(sealed.removed).not.toContain(today)
        for (const day of sealed.removed) written.delete(day)
      }
      expect(days(state)).toContain(`${today}.jsonl`)
      expect(store.verify()).toMatchObject({ ok: true, problems: [], unsealed: { bytes: 0 } })
    })
    const expected = [...written.keys()].toSorted().flatMap((day) => written.get(day) ?? [])
    expect([...at(state, NOON).entries()].map(({ id }) => id).filter((id) => !id.startsWith('clock'))).toEqual(expected)
    expect(expected).toContain('n5')
  })
  test('records put into a day that was removed are sealed as any other', () => {
    const state = freshState()
    dated(state, '2026-01-01T12:00:00Z', 20)
    expect(at(state, new Date('2026-01-20T13:00:00Z'), { keepDays: 5 }).seal()).toMatchObject({ removed: ['2026-01-01'] })
    at(state, new Date('2026-01-01T12:00:00Z')).append([notice('again')])
    expect(at(state, new Date('2026-01-20T14:00:00Z')).seal()).toMatchObject({ ok: true, lines: 1 })
    expect(at(state, NOON).verify().ok).toBe(true)
  })
})

describe('the lock', () => {
  const locked = (content: string, ageMs: number): string => {
    const state = sealedState()
    const file = inAudit(state, 'seal.lock')
    writeFileSync(file, content)
    const then = (Date.now() - ageMs) / 1000
    utimesSync(file, then, then)
    return state
  }
  test.each<[string, string, number, object]>([
    ['of somebody at work', String(process.pid), 5000, { ok: false, code: 'busy' }],
    ['just made, owner not to be seen', '999999999', 0, { ok: false, code: 'busy' }],
    ['of a process that is gone', '999999999', 5000, { ok: true, lines: 2 }],
    ['that is far too old', String(process.pid), 60_000, { ok: true, lines: 2 }],
    ['from the future', String(process.pid), -60_000, { ok: true, lines: 2 }],
  ])('%s', (_name, content, age, result) => {
    const state = locked(content, age)
    expect(at(state, NOON).seal()).toMatchObject(result)
    expect(existsSync(inAudit(state, 'seal.lock'))).toBe('code' in result)
  })
  test('is never waited for, and appending does not ask', () => {
    const state = locked(String(process.pid), 0)
    expect(at(state, NOON).append([notice('while somebody seals')], true)).toEqual({ ok: true })
  })
  test('what a killed pass left is written again, the same', () => {
    const state = sealedState()
    const early = path.join(FOLDER, 'early-checkpoint')
    copyFileSync(inAudit(state, 'checkpoint.jsonl'), early)
    at(state, NOON).seal()
    const whole = readFileSync(links(state))
    // Killed before its checkpoint: links are there, whole or torn, and nobody vouches for them.
    for (const left of [whole, whole.subarray(0, whole.length - 40)]) {
      copyFileSync(early, inAudit(state, 'checkpoint.jsonl'))
      writeFileSync(links(state), left)
      expect(codes(state)).toEqual([])
      expect(at(state, NOON).seal()).toMatchObject({ ok: true, lines: 2 })
      expect(readFileSync(links(state))).toEqual(whole)
      expect(codes(state)).toEqual([])
    }
  })
  test('tend seals when due', () => {
    const state = freshState()
    const store = openJsonLines({ state })
    store.append([notice('a')])
    store.tend()
    expect(store.verify().sealed.lines).toBe(1)
    store.append([notice('b')])
    store.tend()
    expect(store.verify().sealed.lines).toBe(1)
    store.tend(new Date(Date.now() + 120_000))
    expect(store.verify().sealed.lines).toBe(2)
  })
})
