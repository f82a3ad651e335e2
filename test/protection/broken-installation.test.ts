// What does somebody hear whose installation is moved, or only half there? One line with our name, what is missing, and the repair; never a stack trace, never leave.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import type { Ran } from '../built.ts'
import { clear } from '../clear.ts'
import { shellEvent } from '../hook-process.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-broken-'))
const DIST = path.join(FOLDER, 'dist')
const HOME = emptyHome()
let files: readonly string[] = []
beforeAll(() => {
  ensureBuilt()
  cpSync(path.join(ROOT, 'dist'), DIST, { recursive: true })
  cpSync(path.join(ROOT, 'package.json'), path.join(FOLDER, 'package.json'))
  files = readFileSync(path.join(DIST, 'files.txt'), 'utf8').trim().split('\n')
}, 60_000)
afterAll(() => clear(FOLDER, HOME))

const run = (file: string, words: readonly string[], input = ''): Ran => {
  const ran = spawnSync(process.execPath, [path.join(DIST, file), ...words], {
    input,
    env: { PATH: '/usr/bin:/bin', HOME },
    cwd: HOME,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}
/** Runs while a file is away. */
function without<T>(name: string, work: () => T): T {
  renameSync(path.join(DIST, name), path.join(FOLDER, 'away'))
  try {
    return work()
  } finally {
    renameSync(path.join(FOLDER, 'away'), path.join(DIST, name))
  }
}
const STACK = /\n\s+at |node:internal|Require stack/

describe('the hook', () => {
  const hook = (command: string): Ran => run('hook.cjs', ['--home', HOME, '--host', 'claude-code'], JSON.stringify(shellEvent('claude-code', command)))
  const isDenied = ({ code, out }: Ran): boolean => code === 2 || out.includes('"permissionDecision":"deny"')

  test('without any one of its parts denies what it denied, and says what it misses where it cannot judge', () => {
    const parts = files.filter((name) => /^hook-.*\.cjs$/.test(name) && !name.includes('rescue'))
    expect(parts.length).toBeGreaterThan(8)
    for (const name of parts) {
      const ran = without(name, () => hook('rm -rf /'))
      expect([name, isDenied(ran), STACK.test(ran.err)]).toEqual([name, true, false])
      if (ran.code === 2) {
        expect(ran.err).toMatch(/^Prudent[^\n]*`[^\n]*hook-\w+\.cjs` is missing[^\n]*npm install --global prudent[^\n]*\n$/)
        expect(ran.err).toContain(name)
      }
    }
  })
  test('without its engine and its rescue still denies in one line', () => {
    const ran = without('hook-engine.cjs', () => {
      renameSync(path.join(DIST, 'hook-rescue.cjs'), path.join(FOLDER, 'rescue'))
      try {
        return hook('ls')
      } finally {
        renameSync(path.join(FOLDER, 'rescue'), path.join(DIST, 'hook-rescue.cjs'))
      }
    })
    expect(ran).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^Prudent denied this call: [^\n]+npm install --global prudent[^\n]+\n$/) as string,
    })
  })
  test('run by a Node that is too old says so', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } }); process.getBuiltinModule = undefined; require(${JSON.stringify(path.join(DIST, 'hook.cjs'))})`
    const ran = spawnSync(process.execPath, ['-e', old], { input: '{}', env: { PATH: '/usr/bin:/bin' }, cwd: HOME, encoding: 'utf8' })
    expect([ran.status, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toMatch(/^Prudent: the gate needs Node 20\.19 or later, and `[^`]+` is 18\.20\.8 [^\n]+\n$/)
  })
  test('started as `prudent hook` without its file', () => {
    const ran = without('hook.cjs', () => run('cli.js', ['hook', '--host', 'claude-code'], '{}'))
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^Prudent denied this call: `[^\n]*hook\.cjs` is missing[^\n]+\n$/) as string })
    expect(ran.err).not.toMatch(STACK)
  })
})

describe('`prudent doctor`', () => {
  test('names the file that is missing, whichever it is', () => {
    const groups = new Map(files.filter((name) => name !== 'cli.js').map((name) => [/^(?:hook-|chunks\/start)/.exec(name)?.[0] ?? name.split('/')[0], name]))
    const names = [...groups.values()]
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) {
      const { code, err } = without(name, () => run('cli.js', ['doctor']))
      expect([name, code === 0, STACK.test(err), err.includes(`${name}\``)]).toEqual([name, false, false, true])
    }
  })
  test('and says nothing of the kind where all is there', () => {
    expect(run('cli.js', ['doctor']).err).not.toContain('missing')
  })
})
