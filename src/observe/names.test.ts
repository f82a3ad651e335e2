// Are the files of a pattern those that a shell or find would name, and never more than may be looked at?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { UNHURRIED } from '../../test/unhurried.ts'
import type { Limits } from './limits.ts'
import { freshLike, namesLike } from './names.ts'

let base = ''
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-names-')))
  for (const name of ['a.sh', 'b.sh', '.hidden.sh', 'c.txt', 's/d.sh', 's/t/e.sh', 's/.f.sh', 'node_modules/x/g.sh', '[x].sh', 'many/0', 'y.sh/inner']) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), '')
  }
  symlinkSync('a.sh', join(base, 'link.sh'))
  symlinkSync('nowhere', join(base, 'broken.sh'))
  symlinkSync('.', join(base, 's/round'))
  for (let at = 1; at < 60; at++) writeFileSync(join(base, 'many', String(at)), '')
})
afterAll(() => clear(base))

const named = (pattern: string, limits: Limits = UNHURRIED): readonly string[] =>
  namesLike(`${base}/${pattern}`, limits, performance.now() + 60_000).paths.map((path) => path.slice(base.length + 1))

test.each([
  ['*.sh', ['[x].sh', 'a.sh', 'b.sh', 'link.sh']],
  ['[ab].sh', ['a.sh', 'b.sh']],
  ['?.sh', ['a.sh', 'b.sh']],
  ['.*.sh', ['.hidden.sh']],
  ['\\[x\\].sh', ['[x].sh']],
  ['*/*.sh', ['s/d.sh']],
  ['s/**/*.sh', ['s/.f.sh', 's/d.sh', 's/t/e.sh']],
  ['**/e.sh', ['s/t/e.sh']],
  ['a.sh', ['a.sh']],
  ['none/*', []],
])('%s', (pattern, expected) => {
  expect(named(pattern).toSorted()).toEqual(expected.toSorted())
})
test('what is installed is not walked, and links to folders are not followed at any depth', () => {
  expect(named('**/*.sh')).not.toContain('node_modules/x/g.sh')
  expect(named('**/*.sh').some((name) => name.includes('round'))).toBe(false)
})
test('there are more than may be read: as many are named, and that is said', () => {
  const found = namesLike(`${base}/many/*`, UNHURRIED, performance.now() + 60_000)
  expect(found.paths.length).toBe(30)
  expect(namesLike(`${base}/many/*`, { ...UNHURRIED, files: 7 }, performance.now() + 60_000).paths.length).toBe(7)
  expect(found.more).toBe('unknown')
  expect(namesLike(`${base}/*.sh`, UNHURRIED, performance.now() + 60_000).more).toBe(undefined)
})
test('the kernel’s folders are not entered', () => {
  expect(namesLike('/proc/*/cmdline', UNHURRIED, performance.now() + 60_000).paths).toEqual([])
  expect(namesLike('/**/cmdline', { ...UNHURRIED, entries: 500 }, performance.now() + 60_000).paths.filter((path) => path.startsWith('/proc'))).toEqual([])
})

describe('what HEAD does not hold as it is', () => {
  const fresh = (pattern: string, limits: Limits = UNHURRIED): ReturnType<typeof freshLike> => {
    const found = freshLike(`${base}/repo/${pattern}`, limits, performance.now() + 60_000)
    return { ...found, paths: found.paths.map((path) => path.slice(base.length + 6)) }
  }
  beforeAll(() => {
    const put = (name: string, text: string, at: number): void => {
      const file = join(base, 'repo', name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      utimesSync(file, at, at)
    }
    for (const name of ['conftest.py', 'a/conftest.py', 'a/test_b.py', 'x.cfg', 'tool.conf.js']) put(name, '1\n', 1_700_000_000)
    const git = (...words: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: join(base, 'repo') })
    git('init', '-q', '.')
    git('add', '-A')
    git('commit', '-q', '-m', 'x')
    put('a/conftest.py', '2\n', 1_700_000_300)
    put('a/c/test_new.py', '1\n', 1_700_000_400)
    put('node_modules/y/conftest.py', '1\n', 1_700_000_400)
    put('tool.conf.ts', '1\n', 1_700_000_200)
    for (let at = 0; at < 20; at++) put(`many/${at}.t`, '1\n', 1_700_000_000 + at)
  })
  test.each([
    ['{**/conftest.py,**/test_*.py}', ['a/c/test_new.py', 'a/conftest.py']],
    ['{tool.conf.{js,ts},x.cfg}', ['tool.conf.ts']],
    ['tool.conf.ts', ['tool.conf.ts']],
    ['{a/*.py,none/**/*.py}', ['a/conftest.py']],
    ['conftest.py', []],
  ])('%s', (pattern, expected) => expect(fresh(pattern)).toEqual({ paths: expected }))
  test('the newest come first, and that there are more is said', () => {
    const { paths, more } = fresh('many/*.t')
    expect([paths.length, paths[0], paths[1], more]).toEqual([12, 'many/19.t', 'many/18.t', 'unknown'])
  })
})
