// Does a path lead where the kernel would go?
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { realPath } from './real-path.ts'

let base = ''
const at = (path: string): string => `${base}/${path}`
const leads = (path: string): string | undefined => realPath(at(path))?.path.replace(`${base}/`, '')

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-real-path-')))
  for (const folder of ['project/sub', 'outside/deep', 'closed']) mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('project/file'), 'x')
  writeFileSync(at('outside/secret'), 's')
  symlinkSync(at('outside'), at('project/away'))
  symlinkSync('../outside/deep', at('project/relative'))
  symlinkSync(at('outside/not-there-yet'), at('project/dangling'))
  symlinkSync('loop2', at('project/loop1'))
  symlinkSync('loop1', at('project/loop2'))
  symlinkSync('away', at('project/chain'))
  symlinkSync('/proc/self/environ', at('project/environ'))
  for (let step = 0; step < 45; step++) symlinkSync(step === 0 ? 'file' : `hop${step - 1}`, at(`project/hop${step}`))
})
afterAll(() => {
  chmodSync(at('closed'), 0o700)
  clear(base)
})

describe('realPath', () => {
  test.each([
    ['project/file', 'project/file'],
    ['project/sub/../file', 'project/file'],
    ['project//sub/./new/deep.txt', 'project/sub/new/deep.txt'],
    ['project/away/secret', 'outside/secret'],
    ['project/chain/secret', 'outside/secret'],
    // Text alone would say `project/secret` and `project/x`.
    ['project/relative/../secret', 'outside/secret'],
    ['project/relative/../../project/file', 'project/file'],
    ['project/dangling', 'outside/not-there-yet'],
    ['project/nothing/../../outside/x', 'outside/x'],
    ['project/hop39', 'project/file'],
  ])('%s', (path, real) => {
    expect(leads(path)).toBe(real)
  })
  test.each(['project/loop1', 'project/loop1/x', 'project/hop44'])('goes in circles or too far: %s', (path) => {
    expect(realPath(at(path))).toBeNull()
  })
  test('says what lies there, itself no link', () => {
    expect(realPath(at('project/away'))?.stats?.isDirectory()).toBe(true)
    expect(realPath(at('project/dangling'))?.stats).toBeNull()
  })
  test('never enters what belongs to the kernel', () => {
    expect(realPath(at('project/environ'))).toEqual({ path: '/proc/self/environ', stats: null })
    expect(realPath('/dev/null')).toEqual({ path: '/dev/null', stats: null })
  })
  test.each(['relative', '', 'a\0b', '/a\0b', `/${'x/'.repeat(600)}`])('is no path: %j', (path) => {
    expect(realPath(path)).toBeNull()
  })
  test('keeps what it may not see', () => {
    chmodSync(at('closed'), 0)
    expect(leads('closed/a/b')).toBe('closed/a/b')
  })
})
