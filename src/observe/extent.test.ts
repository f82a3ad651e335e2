// Is it counted what a deletion would take, and said when counting stopped?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { UNHURRIED } from '../../test/unhurried.ts'
import { extentOf } from './extent.ts'

let base = ''
const at = (path: string): string => `${base}/${path}`

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-extent-')))
  for (const folder of ['repo/src/deep', 'repo/build', 'plain']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['repo/src/a', 'repo/src/deep/b', 'repo/build/c', 'plain/d']) writeFileSync(at(file), '12345')
  symlinkSync(at('plain'), at('repo/src/away'))
  execFileSync('git', ['init', '-q'], { cwd: at('repo') })
  execFileSync('git', ['add', 'src/a', 'src/deep/b'], { cwd: at('repo') })
})
afterAll(() => clear(base))

describe('extentOf', () => {
  test('files and bytes, and how many git knows; links are not followed', () => {
    const link = at('plain').length
    expect(extentOf(at('repo/src'), UNHURRIED)).toEqual({ files: 3, bytes: 10 + link, capped: false, tracked: 2, changed: 0, untracked: 1 })
    expect(extentOf(at('repo/build'), UNHURRIED)).toEqual({ files: 1, bytes: 5, capped: false, tracked: 0, changed: 0, untracked: 1 })
    expect(extentOf(at('plain'), UNHURRIED)).toEqual({ files: 1, bytes: 5, capped: false, tracked: null, changed: null, untracked: null })
    expect(extentOf(at('repo/src/away'), UNHURRIED)).toMatchObject({ files: 1, bytes: link })
  })
  test('how many of them would be lost for good: changed since git saw them, or never seen', () => {
    writeFileSync(at('repo/src/a'), '54321')
    expect(extentOf(at('repo/src'), UNHURRIED)).toMatchObject({ tracked: 2, changed: 1, untracked: 1 })
    writeFileSync(at('repo/src/a'), '12345')
    expect(extentOf(at('repo/src'), UNHURRIED)).toMatchObject({ tracked: 2, changed: 0, untracked: 1 })
    // Git's own folder is neither.
    expect(extentOf(at('repo'), UNHURRIED)).toMatchObject({ tracked: 2, changed: 0, untracked: 2 })
    expect(extentOf(at('repo/src/a'), UNHURRIED)).toMatchObject({ files: 1, tracked: 1, changed: 0, untracked: 0 })
  })
  test('nothing where nothing is', () => {
    expect(extentOf(at('repo/none'), UNHURRIED)).toBeNull()
    expect(extentOf('/proc/self', UNHURRIED)).toBeNull()
  })
  test('stops at its limits and says so', () => {
    mkdirSync(at('many'))
    for (let file = 0; file < 300; file++) writeFileSync(at(`many/${file}`), '')
    expect(extentOf(at('many'), { ...UNHURRIED, entries: 100 })?.capped).toBe(true)
    expect(extentOf(at('many'), { ...UNHURRIED, extentMillis: 0 })?.capped).toBe(true)
    expect(extentOf(at('many'), UNHURRIED)).toMatchObject({ files: 300, capped: false })
  })
})
