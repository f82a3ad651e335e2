// Is nobody asked about a loss that cannot happen, and everybody about one that can? Real folders, real repositories.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { decide } from '../../src/gate/decide.ts'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { clear } from '../clear.ts'
import { UNHURRIED } from '../unhurried.ts'

let built: Built
let base = ''
let project = ''
const git = (...words: string[]): void => void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: project })
const put = (name: string, text: string): void => writeFileSync(`${project}/${name}`, text)

beforeAll(async () => {
  built = await buildGate()
  // Not below /tmp: what lies there is scratch, and nobody minds.
  base = realpathSync(mkdtempSync(join(homedir(), 'prudent-intact-')))
  project = `${base}/app`
}, 60_000)
beforeEach(() => {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(`${project}/src/deep`, { recursive: true })
  put('src/a.ts', 'a\n')
  put('src/deep/b.ts', 'b\n')
  put('.env.example', 'A=1\n')
  git('init', '-q', '.')
  git('add', '-A')
  git('commit', '-q', '-m', 'x')
})
afterAll(() => clear(base))

const call = (tool: string, input: JsonObject, cwd = project): string =>
  decide(
    built.gate,
    { id: '1', host: 'test', session: 'test', tool: { server: null, name: tool }, input, cwd },
    { cwd, home: base, project: cwd },
    {},
    { variables: {}, limits: UNHURRIED },
  ).decision.verdict
const verdict = (command: string): string => call('Bash', { command })

describe('nothing lies there', () => {
  test.each([
    'cp .env.example .env',
    'rm -rf nope',
    'mkdir -p logs && cp .env.example .env',
    'ls && rm -rf nope/*',
    'echo A=1 > .env',
    'rm -rf ../nope',
    'cp -r src nope/ && rm -rf nope',
  ])('%s is nobody’s business', (command) => expect(verdict(command)).toBe('allow'))
  test('a tool may write the file too', () => expect(call('Write', { file_path: `${project}/.env`, content: 'A=1\n' })).toBe('allow'))

  test.each([
    'mv src nope && rm -rf nope',
    'ln -s src nope && rm -rf nope/',
    'mv src nope/ && rm -rf nope',
    './make-env && cp .env.example .env',
    'git checkout other && rm -rf nope',
    'x=$(cat list); mv $x .env; cp .env.example .env',
    'rm -rf nope src2 "$DIR"',
  ])('%s is asked about: it may be there by then', (command) => expect(verdict(command)).toBe('ask'))

  test.each(['cp .env.example .env', 'echo A=1 > .env'])('%s is asked about where the file is there', (command) => {
    put('.env', 'SECRET=old\n')
    expect(verdict(command)).toBe('ask')
  })
  test('a link is something, whatever it leads to', () => {
    symlinkSync('.env.local', `${project}/.env`)
    expect(verdict('cp .env.example .env')).toBe('ask')
  })
  test('where even the working folder is not there, nothing is known', () => {
    expect(call('Bash', { command: 'rm -rf nope' }, '/srv/far/away')).toBe('ask')
  })
})

describe('git has all of it', () => {
  const EDITS = ['git reset --hard', 'git reset --hard HEAD', 'git checkout -- src/a.ts', 'git restore .', 'git checkout -f main']
  test.each([...EDITS, 'rm -rf src', 'git status && git reset --hard'])('%s loses nothing', (command) => expect(verdict(command)).toBe('allow'))

  test.each([...EDITS, 'rm -rf src'])('%s is asked about after an edit', (command) => {
    put('src/a.ts', 'changed\n')
    expect(verdict(command)).toBe('ask')
  })
  test.each([...EDITS, 'rm -rf src'])('%s is asked about when the edit is only staged', (command) => {
    put('src/a.ts', 'changed\n')
    git('add', '-A')
    expect(verdict(command)).toBe('ask')
  })
  test('an edit of the same length is seen', () => {
    put('src/a.ts', 'z\n')
    expect(verdict('git reset --hard')).toBe('ask')
  })
  test('rm -rf src is asked about when something in it is not in git', () => {
    put('src/new.ts', 'n\n')
    expect(verdict('rm -rf src')).toBe('ask')
    expect(verdict('git reset --hard')).toBe('allow')
  })
  test('rm -rf src is asked about when what is in it is ignored', () => {
    put('.gitignore', '*.local\n')
    put('src/x.local', 'mine\n')
    git('add', '-A')
    git('commit', '-q', '-m', 'y')
    expect(verdict('rm -rf src')).toBe('ask')
  })
  test.each([
    'git reset --hard HEAD~1',
    'git clean -fd',
    'git stash drop',
    'git branch -D x',
    'sed -i s/a/b/ src/a.ts; git reset --hard',
    './edit && rm -rf src',
  ])('%s may lose more than edits, or makes some first', (command) => expect(verdict(command)).toBe('ask'))
  test('without a commit nothing is kept', () => {
    rmSync(`${project}/.git`, { recursive: true })
    git('init', '-q', '.')
    git('add', '-A')
    expect(verdict('rm -rf src')).toBe('ask')
    expect(verdict('git reset --hard')).toBe('ask')
  })
})
