// Is a person shown exactly what would be let through, and can nobody loosen who has no terminal of their own? The commands, run as a program would run them.
import { existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRecorder } from '../../src/audit/record.ts'
import type { Io } from '../../src/cli/command.ts'
import { runProgram } from '../../src/cli/program.ts'
import type { ToolCall } from '../../src/core/model.ts'
import { loadBuiltin } from '../../src/gate/open.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { ensureBuilt } from '../built.ts'
import { clear } from '../clear.ts'

const HOME = realpathSync(mkdtempSync(path.join(tmpdir(), 'prudent-loosening-')))
const before = { ...process.env }
beforeAll(() => {
  ensureBuilt()
  process.env['HOME'] = HOME
  for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME']) delete process.env[name]
}, 60_000)
afterAll(() => {
  process.env = before
  clear(HOME)
})

async function run(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly notes: string }> {
  let [out, notes] = ['', '']
  const io: Io = { out: (text) => (out += text), note: (text) => (notes += `${text}\n`), colour: false, columns: 200, interactive: true, piped: false }
  return { code: await runProgram(words, io), out, notes }
}
let calls = 0
/** As the hook logs it; the id that the log shows. */
function logged(command: string, redact: (text: string) => string = (text) => text): string {
  const store = openJsonLines()
  const call: ToolCall = { id: `c${calls++}`, host: 'codex', session: 's1', tool: { server: null, name: 'Bash' }, input: { command }, cwd: HOME }
  const { decision } = loadBuiltin('standard').check(call, { cwd: HOME, home: HOME, project: HOME })
  expect(makeRecorder({ store, redact }).judged(call, decision).ok).toBe(true)
  return [...store.entries()].findLast((entry) => entry.kind === 'decision')?.id ?? ''
}
const nothingKept = async (): Promise<void> => {
  const { grants, modes } = openDiskLifts()
  expect([await grants.list(new Date()), await modes.list(new Date()), existsSync(path.join(HOME, '.config/prudent/settings.yaml'))]).toEqual([[], [], false])
}

test('the home is a scratch folder', () => expect(homedir()).toBe(HOME))

describe('prudent allow', () => {
  test('shows what the last question, or a line of the log, would let through and what not', async () => {
    const first = logged('git push --force origin feature/a')
    logged('git stash clear')
    const last = await run('allow', '--dry-run')
    expect([last.code, last.out]).toEqual([0, expect.stringContaining('git stash clear')])
    logged('git push --force origin feature/b')
    logged('git push --force origin topic')
    const named = await run('allow', first, '--dry-run', '--for', '7d')
    expect(named.out).toMatch(/in thirty days +2 of 3 that were asked about for it would have passed/)
    expect(named.out).toMatch(/would still ask +git push --force origin topic/)
    expect(named.out).toContain('git push --force origin feature/…')
    expect(named.out).toMatch(/would not +git push --force origin main/)
    expect(named.out).toContain('git.force-push')
    expect(named.out).toContain(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
    await nothingKept()
  })
  test.each([
    ['what was covered', () => logged('git push --force origin hunter2', (text) => text.replaceAll('hunter2', '***')), /whole/],
    ['what is denied', () => logged('rm -rf /'), /denied/],
    ['what passes', () => logged('ls'), /passes/],
    ['what is only asked about', () => logged('tmux send-keys -t 0 y Enter'), /only once/],
    ['a rule of the floor', () => 'self.remove', /administrator/],
    ['a critical rule', () => 'files.delete-root', /critical|administrator|no rule/],
    ['no rule', () => 'git.force-pusch', /no rule/],
    ['nothing', () => 'zzzzzz', /nothing of the last thirty days/],
  ])('refuses %s', async (_, made, why) => {
    const { code, notes } = await run('allow', made(), '--dry-run')
    expect([code, notes]).toEqual([2, expect.stringMatching(why)])
  })
  test('shows the line that a rule becomes, and its examples', async () => {
    const { code, out } = await run('allow', 'git.force-push', '--dry-run', '--reason', 'mine')
    expect([code, out]).toEqual([0, expect.stringContaining('git.force-push: {"verdict":"off","reason":"mine"}')])
    expect(out).toContain('git push --force')
    await nothingKept()
  })
})

describe('without a terminal of a person nothing is loosened', () => {
  test.each([
    ['allow', 'LAST'],
    ['allow', 'git.force-push'],
    ['mode', 'on'],
    ['mode', 'on', 'edit', '--everywhere'],
    ['mode', 'off'],
    ['preset', 'relaxed'],
  ])('prudent %s %s', async (...words) => {
    const id = logged('git push --force origin feature/a')
    const { code, notes } = await run(...words.map((word) => (word === 'LAST' ? id : word)))
    expect([code, notes]).toEqual([2, expect.stringMatching(/terminal/)])
    await nothingKept()
  })
  test('looking is for everybody', async () => {
    for (const words of [['grants'], ['grants', 'list'], ['mode'], ['mode', 'status'], ['preset'], ['preset', 'strict', '--dry-run']])
      expect({ words, code: (await run(...words)).code }).toEqual({ words, code: 0 })
    await nothingKept()
  })
})

describe('what is on is told', () => {
  test('by status, mode and grants', async () => {
    const { grants, modes } = openDiskLifts()
    const [madeAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    await grants.add(
      { id: 'abcd'.repeat(4), findings: [], shape: '', scope: 'host:codex', shows: ['git push …'], madeAt, expiresAt, by: 'ann', channel: 'desk' },
      new Date(),
    )
    await modes.add({ id: 'ef01'.repeat(4), what: 'all', session: null, cap: 'high', madeAt, expiresAt, by: 'ann', channel: 'desk' }, new Date())
    const { out } = await run('status')
    expect(out).toMatch(/UNASKED +everything up to high passes unasked in every session/)
    expect(out).toMatch(/grants +one kind of call passes/)
    expect((await run('mode')).out).toContain('everything up to high')
    expect((await run('grants', 'show', 'abcd')).out).toContain('git push …')
    expect((await run('rules', 'show', 'git.force-push')).out).toMatch(/to allow +prudent allow git\.force-push/)
  })
})
