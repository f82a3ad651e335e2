// Files taken out of the log, in any company and all together, are noticed as long as the key is there.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-gone-'))
afterAll(() => clear(FOLDER))
const NOON = new Date('2026-03-03T13:00:00Z')
const notice = (text: string, at: Date) => ({ at: at.toISOString(), id: text, call: '', host: '', session: '', kind: 'notice', event: 'test', text }) as const

const whole = path.join(FOLDER, 'whole')
for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) {
  const now = new Date(`${day}T12:00:00Z`)
  const store = openJsonLines({ state: whole, now: () => now })
  for (let n = 0; n < 3; n++) store.append([notice(`${day} ${n}`, now)])
  store.seal()
}
const FILES = readdirSync(path.join(whole, 'audit'))
/** By whoever verifies and by a glance, which status and doctor take. */
const untouched = (state: string): boolean => {
  const store = openJsonLines({ state, now: () => NOON })
  const { ok } = store.verify()
  expect(store.glance().length === 0).toBe(ok)
  return ok
}

test('a whole log is untouched', () => {
  expect([FILES.length, untouched(whole)]).toEqual([7, true])
})
test('every subset of its files: never called untouched, not after life went on either', () => {
  for (let set = 1; set < 2 ** FILES.length; set++) {
    const state = path.join(FOLDER, String(set))
    cpSync(whole, state, { recursive: true })
    for (const [n, name] of FILES.entries()) if ((set & (2 ** n)) !== 0) rmSync(path.join(state, 'audit', name))
    const gone = untouched(state)
    const store = openJsonLines({ state, now: () => NOON })
    store.append([notice('life goes on', NOON)])
    store.seal()
    expect([set, gone, untouched(state)]).toEqual([set, false, false])
    rmSync(state, { recursive: true })
  }
})
test('a glance sees what is cut from any file, and any changed byte of the last day', () => {
  for (const name of FILES) {
    const file = path.join(whole, 'audit', name)
    const bytes = readFileSync(file)
    const seen = (changed: Uint8Array): boolean => {
      writeFileSync(file, changed)
      return openJsonLines({ state: whole, now: () => NOON }).glance().length > 0
    }
    for (let cut = 0; cut < bytes.length; cut += 61) expect([name, cut, seen(bytes.subarray(0, cut))]).toEqual([name, cut, true])
    if (name.startsWith('2026-03-03'))
      for (let at = 0; at < bytes.length; at += 37)
        expect([name, at, seen(Buffer.from(bytes.map((byte, n) => (n === at ? byte ^ 1 : byte))))]).toEqual([name, at, true])
    expect(seen(bytes)).toBe(false)
  }
})
test('the whole folder', () => {
  rmSync(path.join(whole, 'audit'), { recursive: true })
  expect(openJsonLines({ state: whole, now: () => NOON }).verify()).toMatchObject({ ok: false, problems: [{ code: 'checkpoint-missing' }] })
})
