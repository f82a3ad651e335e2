// Is git's own folder read as git reads it?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { branchOf, defaultBranchOf, findRepository } from './repository.ts'
import type { Repository } from './repository.ts'

let base = ''
const at = (path: string): string => `${base}/${path}`
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const found = (path: string): Repository => {
  const repository = findRepository(path)
  if (repository === null) throw new Error(`no repository at ${path}`)
  return repository
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-git-')))
  for (const folder of ['repo/src/deep', 'repo/src-other', 'plain']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/grüße.ts', 'src-other/x.ts', 'run.sh'])
    writeFileSync(at(`repo/${file}`), `content of ${file}`)
  git(at('repo'), 'init', '-q')
  git(at('repo'), 'add', '.')
  git(at('repo'), 'commit', '-qm', 'one')
  git(at('repo'), 'checkout', '-qb', 'feature/x')
  git(at('repo'), 'worktree', 'add', '-q', at('tree'), 'main')
  writeFileSync(at('repo/src/untracked.ts'), 'x')
})
afterAll(() => clear(base))

describe('branches', () => {
  test('of a repository, from any folder in it', () => {
    expect(branchOf(found(at('repo')))).toBe('feature/x')
    expect(branchOf(found(at('repo/src/deep')))).toBe('feature/x')
    expect(findRepository(at('plain'))).toBeNull()
  })
  test('of a worktree, whose .git is a file', () => {
    expect(branchOf(found(at('tree/src')))).toBe('main')
    expect(found(at('tree')).common).toBe(at('repo/.git'))
  })
  test('no branch where a commit is checked out', () => {
    git(at('tree'), 'checkout', '-q', '--detach')
    expect(branchOf(found(at('tree')))).toBeNull()
  })
  test('the default one, as the remote says', () => {
    expect(defaultBranchOf(found(at('repo')))).toBeNull()
    mkdirSync(at('repo/.git/refs/remotes/origin'), { recursive: true })
    writeFileSync(at('repo/.git/refs/remotes/origin/HEAD'), 'ref: refs/remotes/origin/trunk\n')
    expect(defaultBranchOf(found(at('repo')))).toBe('trunk')
    expect(defaultBranchOf(found(at('tree')))).toBe('trunk')
  })
})
