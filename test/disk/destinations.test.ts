// Is the person who is asked told where a push or a publish really goes? Held against git itself, on real repositories; no login is ever in it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { destinationLines } from '../../src/gate/destination.ts'
import { effectOf } from '../../src/gate/headline.ts'
import { contentOf, questionOf } from '../../src/gate/question.ts'
import type { AskedAbout } from '../../src/gate/question.ts'
import { projectOnDisk } from '../project-on-disk.ts'

const { built, home, project, put, git, commit, shell } = projectOnDisk('destinations')
const asked = (command: string): AskedAbout => {
  const call = { id: '1', host: 'test', session: 'test', tool: { server: null, name: 'Bash' }, input: { command }, cwd: project }
  return { call, ...shell(command) }
}
const lines = (command: string): readonly string[] => destinationLines(asked(command))
/** On a branch that may be overwritten: of the others it is not asked about. */
const begin = (files: Readonly<Record<string, string>>): void => {
  put(files)
  commit()
  git('checkout', '-q', '-B', 'topic')
}
/** As git itself says, without anybody's own settings but those of this home. */
const told = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: project, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }, stdio: 'pipe' })

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
})

describe('remotes', () => {
  test('addresses are those that git would push to: several, for pushing alone, written otherwise', () => {
    begin({ a: '' })
    const address = fc.constantFrom(
      'git@a.example:x/y.git',
      'https://b.example/x',
      'gh:x/y',
      'ssh://git@c.example:22/x',
      '../other',
      'https://b.example/x/z.git',
    )
    const setting = fc.oneof(
      fc.tuple(fc.constantFrom('remote.origin.url', 'remote.origin.pushurl', 'remote.fork.url'), address),
      fc.tuple(
        fc.constantFrom('url.https://d.example/.insteadOf', 'url.git@e.example:.pushInsteadOf', 'url.https://f.example/x/.insteadOf'),
        fc.constantFrom('gh:', 'https://b.example/', 'https://b.example/x', 'git@a.example:'),
      ),
    )
    const where = fc.constantFrom('--local', '--global')
    fc.assert(
      fc.property(fc.array(fc.tuple(where, setting), { minLength: 1, maxLength: 6 }), (settings) => {
        rmSync(`${home}/.gitconfig`, { force: true })
        writeFileSync(`${project}/.git/config`, '[core]\n\trepositoryformatversion = 0\n')
        told('config', '--local', '--add', 'remote.origin.url', 'git@z.example:first.git')
        for (const [scope, [name, value]] of settings) told('config', scope, '--add', name, value)
        const expected = told('remote', 'get-url', '--push', '--all', 'origin').trim().split('\n').join(', ')
        expect(lines('git push --force origin topic')).toEqual([`origin is ${expected}`])
      }),
      { seed: 12, numRuns: 60 },
    )
  }, 120_000)

  test('which remote is meant where none is named is what git takes', () => {
    begin({ a: '' })
    for (const name of ['one', 'two', 'origin']) {
      execFileSync('git', ['init', '-q', '--bare', `${home}/${name}.git`])
      git('remote', 'add', name, `${home}/${name}.git`)
    }
    const cases: readonly (readonly string[])[] = [
      [],
      ['branch.topic.remote one'],
      ['branch.topic.remote one', 'remote.pushDefault two'],
      ['branch.topic.remote one', 'remote.pushDefault two', 'branch.topic.pushRemote origin'],
      ['branch.other.pushRemote two'],
    ]
    for (const settings of cases) {
      const keep = told('config', '--local', '--list')
      for (const one of settings) told('config', '--local', ...one.split(' '))
      const dry = execFileSync('git', ['push', '--dry-run', '--porcelain', '--force'], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'push.default', GIT_CONFIG_VALUE_0: 'current' },
      })
      const expected = /^To (\S+)/m.exec(dry)?.[1]
      expect(lines('git push --force').map((line) => line.split(' is ')[1])).toEqual([expected])
      for (const one of settings) told('config', '--local', '--unset', one.split(' ')[0] ?? '')
      expect(told('config', '--local', '--list')).toBe(keep)
    }
  }, 60_000)

  test('from below the repository, in another folder, through an included file; not where the call says it itself', () => {
    begin({ 'sub/a': '' })
    writeFileSync(`${home}/remotes`, '[remote "origin"]\n  url = "https://a.example/#1" ; no\n')
    told('config', '--local', 'include.path', '../../remotes')
    const expected = ['origin is https://a.example/#1']
    expect(lines('cd sub && git push --force')).toEqual(expected)
    expect(lines('git -C sub push --force origin')).toEqual(expected)
    expect(lines("bash -c 'git push --force'")).toEqual(expected)
    expect(lines('git push --force nowhere')).toEqual(['nowhere is no remote that this repository knows'])
    for (const own of [
      'git push --force https://b.example/x.git',
      'git remote set-url origin https://b.example/x.git && git push --force',
      'git config remote.origin.pushurl https://b.example/x && git push --force',
      'git -c remote.origin.url=https://b.example/x push --force',
      'git push --force "$WHERE"',
      'git --git-dir=/srv/x.git push --force',
    ])
      expect([own, lines(own)]).toEqual([own, []])
    expect(shell('git push --force', { GIT_DIR: '/srv/x.git' }).facts.destinations).toBeUndefined()
  })

  test('through files that are included on a condition, when git includes them', () => {
    begin({ a: '' })
    told('config', '--local', 'remote.origin.url', 'git@plain.example:x.git')
    const own = `${project}/.git`
    const conditions = [
      `gitdir:${own}`,
      `gitdir:${project}/`,
      `gitdir:${home}/`,
      'gitdir:~/',
      'gitdir:~/elsewhere/',
      `gitdir:${own.toUpperCase()}`,
      `gitdir/i:${own.toUpperCase()}`,
      'gitdir:.git',
      'gitdir:*/.git',
      'gitdir:**/other/**',
      'gitdir:./',
      'onbranch:topic',
      'onbranch:to*',
      'onbranch:main',
      'onbranch:topic/',
      'nothing:of the kind',
    ]
    writeFileSync(`${home}/more`, '[remote "origin"]\n  pushurl = git@more.example:x.git\n')
    const followed = conditions.map((condition) => {
      writeFileSync(`${home}/.gitconfig`, `[includeIf "${condition}"]\n  path = more\n`)
      const expected = told('remote', 'get-url', '--push', '--all', 'origin').trim()
      expect([condition, lines('git push --force origin topic')]).toEqual([condition, [`origin is ${expected}`]])
      return expected.includes('more')
    })
    expect(new Set(followed)).toEqual(new Set([true, false]))
  })

  test('no login of an address is shown, and another address is another call', () => {
    begin({ a: '' })
    const secret = 'ghp_R4nd0mT0kenOfSomebody1234567890abcd'
    for (const login of [secret, `dev:${secret}`, `x-access-token:${secret}`, `a@b:${secret}`]) {
      told('config', '--local', 'remote.origin.url', `https://${login}@a.example/x/y.git`)
      const about = asked('git push --force origin topic')
      const card = questionOf([about], { id: 'q', now: 0, millis: 1, redact: (text) => text, digest: () => 'd', meaning: built().gate.books.meaning })
      expect(JSON.stringify([card, about.facts])).not.toContain(secret)
      expect(card.reach).toContain('origin is https://***@a.example/x/y.git')
      expect(card.effect).toMatch(/ --force, to https:\/\/\*\*\*@a\.example\/x\/y\.git$/)
    }
    const before = contentOf([asked('git push --force')])
    expect(contentOf([asked('git push --force')])).toBe(before)
    told('config', '--local', 'remote.origin.url', 'https://evil.example/x.git')
    expect(contentOf([asked('git push --force')])).not.toBe(before)
  })
})

describe('registries', () => {
  const effect = (command: string): string => effectOf([asked(command)])
  const npm = (more: object = {}): void => put({ 'package.json': JSON.stringify({ name: '@acme/left', version: '1.2.0', ...more }) })

  test('the package, its version, and where the nearest setting sends it', () => {
    npm()
    expect(lines('npm publish')).toEqual(['publishes @acme/left 1.2.0 to the default registry of npm'])
    writeFileSync(`${home}/.npmrc`, '//r.example/:_authToken=npm_R4nd0mT0kenOfSomebody1234567890abcdef\nregistry=https://home.example/\n')
    expect(lines('npm publish --access public')).toEqual(['publishes @acme/left 1.2.0 to https://home.example/'])
    put({ '.npmrc': '@acme:registry = "https://dev:password@scope.example/"\n@other:registry=https://no.example/\n' })
    expect(lines('pnpm publish')).toEqual(['publishes @acme/left 1.2.0 to https://***@scope.example/'])
    npm({ publishConfig: { registry: 'https://own.example/' } })
    expect(lines('npm publish')).toEqual(['publishes @acme/left 1.2.0 to https://own.example/'])
    expect(lines('npm publish --registry https://said.example/')).toEqual(['publishes @acme/left 1.2.0 to https://said.example/'])
    expect(effect('npm publish')).toBe('Publishes a package: npm publish, @acme/left 1.2.0 to https://own.example/')
    expect(JSON.stringify(asked('npm publish').facts.destinations)).not.toMatch(/token|R4nd0m/i)
  })

  test('in the folder that is published; nothing is said where several are', () => {
    put({ 'packages/a/package.json': '{"name":"a","version":"3.0.0"}', 'package.json': '{"name":"root","version":"0.0.0"}' })
    for (const command of ['cd packages/a && npm publish', 'npm publish ./packages/a', 'npm publish --prefix packages/a'])
      expect([command, lines(command)]).toEqual([command, ['publishes a 3.0.0 to the default registry of npm']])
    for (const command of ['npm publish -w a', 'pnpm -r publish', 'npm publish "$FOLDER"', 'npm publish ./left.tgz'])
      expect([command, lines(command)]).toEqual([command, []])
  })

  test('other publishers say it in their own files', () => {
    put({
      'Cargo.toml': '[workspace]\nmembers = []\n[package]\nname = "crab"\nversion = "0.3.1"\n[dependencies]\nname = "no"\n',
      'pyproject.toml': '[project]\nname = "snake"\nversion = "2.0"\n[tool.x]\nversion = "9"\n',
      'package.json': '{"name":"left","version":"1.0.0"}',
      '.yarnrc.yml': 'nodeLinker: node-modules\nnpmPublishRegistry: "https://yarn.example"\n',
      '.npmrc': 'registry=https://npm.example/\n',
    })
    expect(lines('cargo publish')).toEqual(['publishes crab 0.3.1 to the default registry of cargo'])
    expect(lines('cargo publish --registry inner')).toEqual(['publishes crab 0.3.1 to inner'])
    expect(lines('poetry publish --build -r inner')).toEqual(['publishes snake 2.0 to inner'])
    expect(lines('uv publish --publish-url https://py.example/')).toEqual(['publishes snake 2.0 to https://py.example/'])
    expect(lines('hatch publish')).toEqual(['publishes snake 2.0 to the default registry of hatch'])
    expect(lines('yarn npm publish')).toEqual(['publishes left 1.0.0 to https://yarn.example'])
  })
})
