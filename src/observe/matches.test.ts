// What lies where a pattern leads? Real folders and links.
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { UNHURRIED } from '../../test/unhurried.ts'
import type { Matches } from '../core/model.ts'
import { matchesOf } from './matches.ts'

let base = ''
const look = (pattern: string, entries = UNHURRIED.entries): Matches | null =>
  matchesOf(`${base}/app/${pattern}`, `${base}/app`, `${base}/app`, { ...UNHURRIED, entries }, performance.now() + 60_000)
const within = (path: string): string => `${base}/app/${path}`

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-matches-')))
  for (const folder of ['app/src/deep', 'app/lib', 'away/x', 'app/many']) mkdirSync(`${base}/${folder}`, { recursive: true })
  for (const file of ['app/src/a.ts', 'app/src/deep/b.ts', 'app/.hidden', 'app/odd[1]']) writeFileSync(`${base}/${file}`, '')
  symlinkSync('../away', within('link'))
  symlinkSync('src', within('inner'))
  symlinkSync('round', within('round'))
  for (let at = 0; at < 30; at++) symlinkSync('../../away', within(`many/l${at}`))
})
afterAll(() => clear(base))

describe('a pattern', () => {
  test('stands for files and folders alike, in either case', () => {
    expect(look('s*')).toEqual({ paths: [within('src')], linked: [] })
    expect(look('S*/A.TS')).toEqual({ paths: [], linked: [] })
    expect(look('S*/a.ts')).toEqual({ paths: [within('src/a.ts')], linked: [] })
    expect(look('?hidden')?.paths).toEqual([within('.hidden')])
    expect(look('odd\\[?]')?.paths).toEqual([within('odd[1]')])
  })
  test('of a kind that we do not read stands for everything', () => expect(look('[[:lower:]]rc/a.ts')?.paths).toContain(within('src/a.ts')))
  test('that matches nothing says so, and not where nobody could see', () => {
    expect(look('nope*')).toEqual({ paths: [], linked: [] })
    expect(look('src/nope*/x')).toEqual({ paths: [], linked: [] })
    expect(look('*', 2)?.more).toBe('unknown')
  })
  test('is written out up to a link', () => {
    expect(look('l*k/*')?.linked).toEqual([within('link/*')])
    expect(look('l*k/not-there')).toEqual({ paths: [], linked: [within('link/not-there')] })
    expect(look('l*k')).toEqual({ paths: [within('link')], linked: [within('link')] })
    expect(look('r*d/x')).toEqual({ paths: [], linked: [within('round/x')] })
  })
  test('at any depth goes through links at the first only', () => {
    expect(look('**/b.ts')?.paths).toContain(within('src/deep/b.ts'))
    expect(look('**/x')?.linked.toSorted()).toEqual([within('inner/x'), within('link/x'), within('round/x')])
  })
  test('at any depth many times over costs no more than the folders there are', () => {
    // Each folder is entered once for each step that is left, and no more than twenty of these in a row count.
    const looked = look(`src/${'**/'.repeat(3000)}b.ts`, 200)
    expect(looked).toEqual({ paths: [within('src/deep/b.ts')], linked: [] })
    expect(look(`src/${'**/?*/'.repeat(20)}`, 400)?.more).toBeUndefined()
    expect(look('src/**/*s*/'.repeat(400), 400)?.more).toBe('unknown')
  })
  test('names links that lead out of the project first, and says when there are more', () => {
    expect(look('*n*/a.ts')?.linked[0]).toBe(within('link/a.ts'))
    expect(look('many/l*/x')?.more).toBe('links')
  })
  test('is not looked at where the working folder is not there', () => {
    expect(matchesOf('/srv/*', '/srv/far/away', '/srv/far/away', UNHURRIED, performance.now() + 100)).toBeNull()
  })
})
