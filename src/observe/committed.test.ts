// Is a script known as committed exactly when HEAD has it, byte for byte, however git keeps its objects?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { committedIn } from './committed.ts'
import { withObjects } from './git-objects.ts'
import { findRepository } from './repository.ts'

const tops: string[] = []
let base = ''
const at = (path: string): string => `${base}/${path}`
const gitIn = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
const git = (...args: string[]): string => gitIn(at('repo'), ...args)
const put = (name: string, text: string): void => {
  mkdirSync(join(at('repo'), name, '..'), { recursive: true })
  writeFileSync(at(`repo/${name}`), text)
}
/** Of these files, as they lie there, the ones that are committed. */
const committed = (names: readonly string[], folder = at('repo')): readonly string[] => {
  const repository = findRepository(folder)
  if (repository === null) throw new Error('no repository')
  const contents = new Map(names.map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`)]))
  return committedIn(repository, contents, performance.now() + 60_000).map((path) => path.slice(folder.length + 1))
}
const ALL = ['run.sh', 'tools/deep/er/clean.sh', 'tools/grüße.sh']

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-committed-')))
  tops.push(base)
  mkdirSync(at('repo'))
  for (const name of ALL) put(name, `echo ${name}\n`)
  git('init', '-q')
  git('add', '.')
})
afterAll(() => clear(...tops))

describe('committed', () => {
  test('what is only staged is not', () => {
    expect(committed(ALL)).toEqual([])
    git('commit', '-qm', 'one')
    expect(committed(ALL)).toEqual(ALL)
    put('run.sh', 'rm -rf src\n')
    put('new.sh', 'rm -rf src\n')
    expect(committed([...ALL, 'new.sh'])).toEqual(ALL.slice(1))
    git('add', '.')
    expect(committed([...ALL, 'new.sh'])).toEqual(ALL.slice(1))
  })
  test('of a package.json only the scripts count', () => {
    const manifest = (scripts: object, rest: object): void => put('web/package.json', JSON.stringify({ name: 'web', ...rest, scripts }))
    manifest({ build: 'rm -rf lib && tsc' }, {})
    git('add', '.')
    git('commit', '-qm', 'one')
    manifest({ build: 'rm -rf lib && tsc' }, { dependencies: { left: '^1.0.0' } })
    expect(committed(['web/package.json'])).toEqual(['web/package.json'])
    manifest({ build: 'rm -rf src && tsc' }, {})
    expect(committed(['web/package.json'])).toEqual([])
    manifest({ build: 'rm -rf lib && tsc', other: 'rm -rf src' }, {})
    expect(committed(['web/package.json'])).toEqual([])
    for (const text of ['{}', 'null', '{"scripts":', '']) {
      put('web/package.json', text)
      expect(committed(['web/package.json']), text).toEqual([])
    }
  })
  test('a folder, a link and a longer name are other things', () => {
    put('x', 'y')
    execFileSync('ln', ['-s', 'x', 'link'], { cwd: at('repo') })
    git('add', '.')
    git('commit', '-qm', 'one')
    const repository = findRepository(at('repo'))
    const ask = (name: string, text: string): readonly string[] =>
      repository === null ? [] : committedIn(repository, new Map([[at(`repo/${name}`), Buffer.from(text)]]), performance.now() + 60_000)
    expect(ask('x', 'y')).toHaveLength(1)
    for (const [name, text] of [
      ['link', 'x'],
      ['tools', ''],
      ['x/y', 'y'],
      ['xx', 'y'],
      ['', 'y'],
      ['x', ''],
    ] as const)
      expect(ask(name, text), name).toEqual([])
  })
  test('a commit that is checked out without a branch, and a branch that is packed away', () => {
    git('commit', '-qm', 'one')
    git('checkout', '-q', '--detach')
    expect(committed(ALL)).toEqual(ALL)
    git('checkout', '-q', 'main')
    git('pack-refs', '--all')
    expect(readdirSync(at('repo/.git/refs/heads'))).toEqual([])
    expect(committed(ALL)).toEqual(ALL)
  })
  test('packed objects, deltas among them', () => {
    // Many versions of large folders: git keeps most trees as differences.
    for (let file = 0; file < 300; file++) put(`tools/many/file-${file}.sh`, `echo ${file}\n`)
    for (let version = 0; version < 12; version++) {
      put(`tools/many/file-${version * 7}.sh`, `echo version ${version}\n`)
      git('add', '.')
      git('commit', '-qm', `version ${version}`)
    }
    git('gc', '-q', '--aggressive', '--prune=now')
    expect(git('count-objects', '-v')).toMatch(/^count: 0$/m)
    const names = [...ALL, ...Array.from({ length: 300 }, (_, file) => `tools/many/file-${file}.sh`)]
    expect(committed(names)).toEqual(names)
    // An older state, whose trees are the differences.
    git('checkout', '-q', 'HEAD~9')
    expect(committed(names)).toEqual(names)
  })
  test('every commit and tree of a repository reads as git reads it', () => {
    for (let version = 0; version < 30; version++) {
      for (let file = 0; file < 20; file++) put(`src/${version % 5}/f${file}`, `${version} ${file}`)
      git('add', '.')
      git('commit', '-qm', `version ${version}\n\n${'word '.repeat(version * 40)}`)
    }
    git('gc', '-q', '--aggressive')
    const objects = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    expect(objects.length).toBeGreaterThan(200)
    const read = withObjects(at('repo/.git'), performance.now() + 60_000, (object) =>
      objects.map(([name = '']) => {
        const found = object(name)
        return [name, found?.kind, String(found?.body.length)]
      }),
    )
    expect(read).toEqual(objects)
  })
  test('a worktree, and a clone that borrows its objects', () => {
    git('commit', '-qm', 'one')
    git('worktree', 'add', '-q', '-b', 'other', at('tree'))
    expect(committed(ALL, at('tree'))).toEqual(ALL)
    gitIn(base, 'clone', '-q', '--shared', at('repo'), at('borrower'))
    expect(committed(ALL, at('borrower'))).toEqual(ALL)
  })
  test('what cannot be read is not', () => {
    git('commit', '-qm', 'one')
    const repository = findRepository(at('repo'))
    expect(repository === null ? null : committedIn(repository, new Map([[at('repo/run.sh'), Buffer.from('echo run.sh\n')]]), performance.now() - 1)).toEqual(
      [],
    )
    for (const folder of readdirSync(at('repo/.git/objects'))) {
      if (folder.length !== 2) continue
      for (const name of readdirSync(at(`repo/.git/objects/${folder}`))) {
        const path = at(`repo/.git/objects/${folder}/${name}`)
        const bytes = readFileSync(path)
        execFileSync('chmod', ['u+w', path])
        writeFileSync(path, bytes.subarray(0, bytes.length >> 1))
      }
    }
    expect(committed(ALL)).toEqual([])
    writeFileSync(at('repo/.git/HEAD'), 'ref: refs/heads/../../../secret\n')
    expect(committed(ALL)).toEqual([])
  })
  test('packs cut anywhere never throw', () => {
    git('commit', '-qm', 'one')
    git('gc', '-q')
    const folder = at('repo/.git/objects/pack')
    for (const name of readdirSync(folder)) {
      if (!/\.(?:idx|pack)$/.test(name)) continue
      const path = `${folder}/${name}`
      const whole = readFileSync(path)
      execFileSync('chmod', ['u+w', path])
      for (let cut = 0; cut < whole.length; cut += 37) {
        writeFileSync(path, whole.subarray(0, cut))
        expect(() => committed(ALL)).not.toThrow()
      }
      writeFileSync(path, whole)
    }
    expect(committed(ALL)).toEqual(ALL)
  })
})
