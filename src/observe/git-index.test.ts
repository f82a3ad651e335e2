// Is git's index read as git reads it, and does it tell what has changed since?
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { entriesIn, knownBelow } from './git-index.ts'
import type { Known } from './git-index.ts'
import { findRepository } from './repository.ts'

let base = ''
const at = (path: string): string => `${base}/${path}`
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args], {
    cwd: base,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const known = (folder = base): Known => {
  const repository = findRepository(base)
  const found = repository === null ? null : knownBelow(repository, folder)
  if (found === null) throw new Error('no index')
  return found
}
const state = (path: string): string | null => known().stateOf(at(path), lstatSync(at(path)))
/** Git looks again at files as young as its index: made older, they are believed. */
const settle = (): void => {
  for (const name of git('ls-files').trim().split('\n'))
    if (name !== 'link' && name !== 'module') utimesSync(at(name.replaceAll('"', '')), 1_600_000_000, 1_600_000_000)
  git('update-index', '-q', '--really-refresh')
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-index-')))
  for (const folder of ['src/deep', 'src-other']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/grüße.ts', 'src-other/x.ts', 'run.sh']) writeFileSync(at(file), `content of ${file}`)
  git('init', '-q')
  git('config', 'core.quotePath', 'false')
  git('add', '.')
  git('commit', '-qm', 'one')
  writeFileSync(at('src/untracked.ts'), 'x')
})
afterAll(() => clear(base))

describe('the index', () => {
  test.each([2, 3, 4])('version %i lists what git lists', (version) => {
    // Version 3 appears only where an entry needs its longer flags.
    if (version === 3) {
      git('update-index', '--index-version', '2')
      git('add', '-N', 'src/untracked.ts')
    } else git('update-index', '--index-version', String(version))
    const index = readFileSync(at('.git/index'))
    expect(index.readUInt32BE(4)).toBe(version)
    expect(entriesIn(index)?.map(({ name }) => name)).toEqual(git('ls-files').trim().split('\n'))
    if (version === 3) {
      expect(state('src/untracked.ts')).toBe('changed')
      git('rm', '-q', '--cached', 'src/untracked.ts')
    }
  })
  test('counts what lies below a folder', () => {
    expect(known().tracked).toBe(6)
    expect(known(at('src')).tracked).toBe(4)
    expect(known(at('src/deep')).tracked).toBe(2)
    expect(known(at('sr')).tracked).toBe(0)
  })
  test('never throws on what is no index', () => {
    const index = readFileSync(at('.git/index'))
    for (let cut = 0; cut < index.length; cut += 7) expect(() => entriesIn(index.subarray(0, cut))).not.toThrow()
    expect(entriesIn(index.subarray(0, 100))).toBeNull()
    expect(entriesIn(Buffer.alloc(100))).toBeNull()
  })
  test('names that grow with each entry are refused', () => {
    const fixed = Buffer.alloc(62)
    const entry = Buffer.concat([fixed, Buffer.from([0]), Buffer.alloc(100, 'a'), Buffer.from([0])])
    const head = Buffer.from('DIRC\0\0\0\x04\0\0\0\x00', 'latin1')
    head.writeUInt32BE(1000, 8)
    const index = Buffer.concat([head, ...Array.from({ length: 1000 }, () => entry), Buffer.alloc(20)])
    expect(entriesIn(index)).toBeNull()
    head.writeUInt32BE(40, 8)
    expect(entriesIn(Buffer.concat([head, ...Array.from({ length: 40 }, () => entry), Buffer.alloc(20)]))?.at(-1)?.name).toHaveLength(4000)
  })
})

describe('what has changed since', () => {
  test('nothing, in a fresh checkout and in an old one', () => {
    expect(['src/a.ts', 'src/deep/grüße.ts', 'run.sh'].map(state)).toEqual(['same', 'same', 'same'])
    settle()
    expect(['src/a.ts', 'src/deep/grüße.ts', 'run.sh'].map(state)).toEqual(['same', 'same', 'same'])
  })
  test('a file that git does not know', () => {
    expect(state('src/untracked.ts')).toBe('untracked')
    expect(state('.git/HEAD')).toBeNull()
  })
  test('a file of another length, of the same length, and of the same length at the same time', () => {
    settle()
    writeFileSync(at('src/a.ts'), 'longer than it was before')
    writeFileSync(at('src/b.ts'), 'CONTENT OF SRC/B.TS'.slice(0, 'content of src/b.ts'.length))
    writeFileSync(at('src/deep/c.ts'), 'content of src/deep/X.ts')
    utimesSync(at('src/deep/c.ts'), 1_600_000_000, 1_600_000_000)
    expect(['src/a.ts', 'src/b.ts', 'src/deep/c.ts'].map(state)).toEqual(['changed', 'changed', 'changed'])
    // Git, which counts in seconds, may be fooled by the last one.
    for (const name of ['src/a.ts', 'src/b.ts', 'src/deep/c.ts']) writeFileSync(at(name), `content of ${name}`)
  })
  test('a file changed in the very moment in which git noted it', () => {
    writeFileSync(at('run.sh'), 'a')
    git('add', 'run.sh')
    const before = lstatSync(at('.git/index'))
    writeFileSync(at('run.sh'), 'b')
    utimesSync(at('run.sh'), before.mtime, before.mtime)
    expect(state('run.sh')).toBe('changed')
    git('reset', '-q', '--hard')
  })
  test('not a file that was only touched, made executable or written anew', () => {
    settle()
    utimesSync(at('src/a.ts'), 1_500_000_000, 1_500_000_000)
    chmodSync(at('src/b.ts'), 0o755)
    writeFileSync(at('run.sh.new'), 'content of run.sh')
    renameSync(at('run.sh.new'), at('run.sh'))
    expect(['src/a.ts', 'src/b.ts', 'run.sh'].map(state)).toEqual(['same', 'same', 'same'])
    chmodSync(at('src/b.ts'), 0o644)
  })
  test('a link is what it leads to; a file in its place is another thing', () => {
    symlinkSync('run.sh', at('link'))
    git('add', 'link')
    expect(state('link')).toBe('same')
    unlinkSync(at('link'))
    symlinkSync('src/a', at('link'))
    expect(state('link')).toBe('changed')
    unlinkSync(at('link'))
    writeFileSync(at('link'), 'run.sh')
    expect(state('link')).toBe('changed')
    unlinkSync(at('link'))
    git('rm', '-q', '--cached', 'link')
  })
  test('what lies in another repository is not for this one to say', () => {
    git('clone', '-q', base, at('module'))
    git('add', 'module')
    expect(state('module/run.sh')).toBeNull()
    expect(known().tracked).toBe(6)
    git('update-index', '--force-remove', 'module')
    rmSync(at('module'), { recursive: true })
  })
  test('it agrees with git', () => {
    for (let round = 0; round < 20; round++) {
      const names = git('ls-files').trim().split('\n')
      const name = names[round % names.length] ?? ''
      if (round % 3 === 0) writeFileSync(at(name), `content of ${name}`)
      else writeFileSync(at(name), round % 3 === 1 ? `${round}` : readFileSync(at(name)))
      const changed = new Set(git('ls-files', '-m').trim().split('\n'))
      for (const one of names) expect(state(one), `${round} ${one}`).toBe(changed.has(one) ? 'changed' : 'same')
      if (round % 7 === 0) git('add', '-u')
    }
  })
})
