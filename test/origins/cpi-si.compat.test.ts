// Does a hook written for CPI-SI's safety library go on, by the command line and by `prudent/compat`? One test for each statement of its page, in our words.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cpiSi } from '../../src/compat/index.ts'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'
import type { Ran } from '../built.ts'
import { HAS_TERMINALS } from '../terminal-process.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
const BELOW = '.claude/cpi-si/system/data/config/safety'
/** A home in which the three files of its page lie, or none. */
function homeWith(files: boolean): string {
  const home = emptyHome()
  mkdirSync(path.join(home, BELOW), { recursive: true })
  if (files) cpSync(path.join(FIXTURES, 'cpi-si'), path.join(home, BELOW), { recursive: true })
  return home
}
const hook = (home: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Ran =>
  prudent(['compat', 'cpi-si', ...words], { env: { HOME: home, ...env } })
/** The same in a terminal, in which somebody types. */
function typed(home: string, words: readonly string[], answer: string): { code: number | null; out: string } {
  const line = [process.execPath, path.join(ROOT, 'dist/cli.js'), 'compat', 'cpi-si', ...words]
    .map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ')
  const { status, stdout } = spawnSync('script', ['-qefc', line, '/dev/null'], {
    input: `${answer}\n`,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: status, out: stdout }
}

test('CP-006 the exit code is 0 for what may run and 1 for what may not', () => {
  const home = homeWith(true)
  expect(hook(home, ['Bash', 'git status']).code).toBe(0)
  // Nobody is there to be asked.
  const { code, err } = hook(home, ['Bash', 'git push --force origin main'])
  expect([code, err]).toEqual([1, expect.stringMatching(/git push --force[^]*operation cancelled: nobody is here/) as unknown])
  expect(hook(home, ['Bash', 'ship --live']).code).toBe(1)
  expect(hook(home, ['Write', 'text'], { FILE_PATH: '/etc/hosts' }).code).toBe(1)
  expect(hook(home, ['Write', 'text'], { FILE_PATH: 'src/a.ts' }).code).toBe(0)
  // A secret warns by its length alone, and stops nothing.
  const warned = hook(home, ['Write', 'key = "sk-abcdefgh12345678"'], { FILE_PATH: 'src/a.ts' })
  expect([warned.code, warned.err]).toEqual([0, expect.stringContaining('length: 27') as unknown])
  expect(warned.err + warned.out).not.toContain('abcdefgh')
})
test.skipIf(!HAS_TERMINALS)('whoever sits there is asked: a yes lets it run, anything else cancels it, and that is shown', () => {
  const home = homeWith(true)
  const yes = typed(home, ['Bash', 'git reset --hard'], 'yes')
  expect([yes.code, yes.out]).toEqual([0, expect.stringMatching(/git reset --hard[^]*Proceed\? \(90 % sure\) \[y\/N\]/) as unknown])
  for (const answer of ['n', '', 'maybe']) {
    const { code, out } = typed(home, ['Bash', 'git reset --hard'], answer)
    expect([answer, code, out.includes('operation cancelled')]).toEqual([answer, 1, true])
  }
  expect(typed(home, ['Bash', 'git status'], 'n').code).toBe(0)
  // Nobody may lift the floor.
  expect(typed(home, ['Bash', 'rm -rf /'], 'yes').code).toBe(1)
})
test('CP-021 its health is a score: 30 for the files, 70 for the detectors', () => {
  const home = homeWith(true)
  const score = (): [number, number, number] => {
    const { configuration, detection, total } = JSON.parse(hook(home, ['--health', '--json']).out) as cpiSi.Health
    return [configuration, detection, total]
  }
  expect(score()).toEqual([30, 70, 100])
  expect(hook(home, ['--health']).out).toBe('100 of 100: files 30 of 30, detectors 70 of 70\n')
  rmSync(path.join(home, BELOW, 'secret-patterns.jsonc'))
  expect(score()).toEqual([20, 70, 90])
  writeFileSync(path.join(home, BELOW, 'critical-paths.jsonc'), '{ "paths": ')
  expect(score()).toEqual([0, 70, 70])
  expect(hook(home, ['--health']).out).toMatch(
    /secret-patterns\.jsonc is missing[^]*critical-paths\.jsonc is broken|critical-paths\.jsonc is broken[^]*secret-patterns\.jsonc is missing/,
  )
  // A file that finds nothing of what it must is no full detector.
  writeFileSync(path.join(home, BELOW, 'dangerous-patterns.jsonc'), '{ "patterns": { "a": { "patterns": ["zzz"], "severity": "high" } } }')
  expect(score()).toEqual([0, 35, 35])
  // One that throws costs everything.
  const broken = {
    ...cpiSi.loadDetection({ folder: path.join(home, BELOW) }),
    isCriticalFile: () => {
      throw new Error('panic')
    },
  }
  expect(cpiSi.healthOf(broken).detection).toBe(-70)
})
test('CP-037 how sure a rule is stands in the prompt and on the card, from 0 to 100, and what is less sure than wanted is left out', async () => {
  const home = emptyHome()
  const gate = await gateWith('preset: cpi-si\n', home)
  expect(gate.decision('git push --force').reason).toMatch(/Proceed\? \(90 % sure\)$/)
  expect(hookSays(home, ['Bash', { command: 'git push --force' }])).toMatchObject({ verdict: 'ask', text: expect.stringContaining('90 % sure') as unknown })
  expect(hookSays(home, ['Bash', { command: 'git push' }]).verdict).toBe('silent')
  // The question as it is kept for terminals and the desk.
  const { out } = prudent(['approvals', '--json'], { env: { HOME: home } })
  expect(JSON.stringify(JSON.parse(out))).toContain('"confidence":90')
  const strict = await gateWith('preset: standard\nthresholds: { confidence: 95 }\n')
  expect([strict.verdict('git stash clear'), (await gateWith('preset: standard\n')).verdict('git stash clear')]).toEqual(['allow', 'ask'])
})
test('CP-027 a tool is known by how its name begins, and half a call is no leave', () => {
  const home = homeWith(false)
  expect([hook(home, ['Bash', 'sudo ls']).code, hook(home, ['BashOutput', 'sudo ls']).code, hook(home, ['Bash', 'ls']).code]).toEqual([1, 1, 0])
  expect(hook(home, ['Bash']).code).not.toBe(0)
  expect(hook(home, []).code).not.toBe(0)
})
test('the three detectors are read from its files, each for itself, and stand on fixed lists without them', () => {
  const home = homeWith(true)
  const folder = path.join(home, BELOW)
  const loaded = cpiSi.loadDetection({ folder })
  expect(loaded.configLoaded).toBe(true)
  expect([loaded.isDangerousOperation('ship --live'), loaded.isDangerousOperation('ship --staging')]).toEqual([true, false])
  expect([loaded.isCriticalFile('/etc/hosts'), loaded.isCriticalFile('src/a.ts')]).toEqual([true, false])
  expect([loaded.containsLikelySecret('x = corp_tok_9f8e7d6c5b4a'), loaded.containsLikelySecret('x = corp')]).toEqual([true, false])
  rmSync(path.join(folder, 'dangerous-patterns.jsonc'))
  const partly = cpiSi.loadDetection({ folder })
  expect([partly.configLoaded, partly.isDangerousOperation('ship --live'), partly.isDangerousOperation('git push --force')]).toEqual([false, false, true])
  expect(partly.containsLikelySecret('x = corp_tok_9f8e7d6c5b4a')).toBe(true)
  const none = cpiSi.loadDetection({ folder: path.join(home, 'nowhere') })
  expect([none.isDangerousOperation('rm -rf x'), none.isCriticalFile('~/.ssh/config'), none.containsLikelySecret('API_KEY=abc')]).toEqual([true, true, true])
  for (const given of ['', 'ls', 'a.ts', 'plain words'])
    expect([given, none.isDangerousOperation(given), none.isCriticalFile(given), none.containsLikelySecret(given)]).toEqual([given, false, false, false])
})
