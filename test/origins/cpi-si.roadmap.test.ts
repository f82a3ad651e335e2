// Does what CPI-SI's page plans, and what it says in passing, hold here? One test for each statement, in our words.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { askPeopleThrough, openMemoryLifts } from '../../src/index.ts'
import type { Lifts } from '../../src/index.ts'
import { emptyHome, ensureBuilt, linesOf, prudent, ROOT } from '../built.ts'
import { runHook, shellEvent } from '../hook-process.ts'
import { askAsAgent, HAS_TERMINALS, openTerminal } from '../terminal-process.ts'
import { gateWith, hookSays } from './origin.ts'
import type { Asked } from './origin.ts'

let gate: Asked
beforeAll(async () => {
  ensureBuilt()
  gate = await gateWith('preset: cpi-si\n')
}, 120_000)
const DAY_MS = 86_400_000
/** Made up, without any name or beginning that says what it is. */
const RANDOM = 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1H'
const DIGEST = '9b2f6c1d4e8a7b3c5d0e9f1a2b3c4d5e6f708192'

test('CP-036 a text that looks generated is warned about, whatever it is called; a digest, a commit or a path is not', () => {
  const warned = (content: string): number => gate.decision(['Write', { file_path: 'notes.md', content }]).warnings.length
  expect([warned(`use ${RANDOM} for it`), warned(`const x = '${RANDOM}'`)]).toEqual([1, 1])
  expect(hookSays(gate.home, ['Bash', { command: `./run ${RANDOM}` }]).text).toMatch(/secret/)
  expect(JSON.stringify(gate.decision(`./run ${RANDOM}`))).not.toContain(RANDOM)
  const harmless = [`see ${DIGEST}`, '550e8400-e29b-41d4-a716-446655440000', 'src/components/UserProfileCard2025.tsx', 'a-file-name-with-2-numbers-in-it']
  expect(harmless.map(warned)).toEqual([0, 0, 0, 0])
  expect(gate.decision(`git show ${DIGEST}`)).toMatchObject({ verdict: 'allow', warnings: [] })
})

/** A gate whose person says yes, for this shape and project; how often they were asked; `days` later. */
function confirming(days = 0, lifts: Lifts = openMemoryLifts()) {
  let count = 0
  const later: Lifts = { ...lifts, grants: { ...lifts.grants, list: (now) => lifts.grants.list(new Date(now.getTime() + days * DAY_MS)) } }
  const asking = askPeopleThrough(gate.gate, { lifts: later, ask: () => ((count += 1), { approved: true, remember: 'shape', by: 'ann' }) })
  const pass = async (command: string, project = gate.project): Promise<readonly [verdict: string, asked: number]> => {
    const before = count
    const call = { id: command, host: 'test', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: project }
    const { decision } = await asking.pass(call, { cwd: project, home: gate.home, project })
    return [decision.verdict, count - before]
  }
  return { pass, lifts }
}
const PUSH = 'git push --force origin feature/a'

test('CP-038 what was confirmed once passes in that project until it expires, and nowhere else', async () => {
  const { pass, lifts } = confirming()
  expect([await pass(PUSH), await pass(PUSH), await pass(PUSH, path.join(gate.home, 'other'))]).toEqual([
    ['allow', 1],
    ['allow', 0],
    ['allow', 1],
  ])
  expect(await confirming(31, lifts).pass(PUSH)).toEqual(['allow', 1])
})
test('CP-F4 what is known to be safe is listed as a pattern: its like passes unasked, what differs in more does not', async () => {
  const { pass } = confirming()
  await pass(PUSH)
  expect([await pass('git push --force origin feature/b'), await pass('git push --force origin main')]).toEqual([
    ['allow', 0],
    ['allow', 1],
  ])
  const listed = await gateWith('preset: cpi-si\noverrides: { git.skip-commit: { verdict: allow, reason: known here } }\n')
  expect([listed.verdict('git rebase --skip'), gate.verdict('git rebase --skip')]).toEqual(['allow', 'ask'])
})
test('CP-040 what came of a call is written down beside it, and a false alarm can be told', () => {
  const { home } = gate
  const event = (name: string, id: string, command: string): string =>
    JSON.stringify({
      hook_event_name: name,
      session_id: 's40',
      cwd: gate.project,
      tool_name: 'Bash',
      tool_use_id: id,
      tool_input: { command },
      tool_response: { stdout: 'done' },
    })
  for (const name of ['PreToolUse', 'PostToolUse']) runHook(event(name, 'known-40', 'git rebase --skip'), { words: ['--host', 'claude-code'], home })
  const run = (...words: readonly string[]): string => prudent(words, { env: { HOME: home }, cwd: gate.project }).out
  const id = String(linesOf(run('log', '--json', '--rule', 'git'))[0]?.['id'])
  expect(run('log', '--rule', 'git')).not.toContain('false-alarm')
  expect(run('log', 'mark', id, 'false-alarm')).toMatch(/false-alarm/)
  expect(run('log', '--rule', 'git')).toContain('marked false-alarm')
  expect(run('stats')).toMatch(/git\.skip-commit/)
})
test('CP-041 how often each rule spoke is counted on this machine, and nothing is sent', () => {
  const home = emptyHome()
  const counted = (): { all: { calls?: number; ask: number } } => JSON.parse(prudent(['stats', '--json'], { env: { HOME: home } }).out) as never
  hookSays(home, ['Bash', { command: 'ls' }])
  expect(counted().all.ask).toBe(0)
  hookSays(home, ['Bash', { command: 'git reset --hard' }])
  expect(counted().all.ask).toBe(1)
})
test('CP-F2 without a home in the environment the lists that are built in hold', () => {
  const program = `import(${JSON.stringify(pathToFileURL(path.join(ROOT, 'dist/index.js')).href)}).then(({ isDangerousOperation, isCriticalFile, containsLikelySecret }) =>
    console.log(isDangerousOperation('git push --force'), isDangerousOperation('ls'), isCriticalFile('/etc/hosts'), isCriticalFile('a.ts'), containsLikelySecret('AKIA' + 'Q7LW2ZK9RT4XV8BN'), containsLikelySecret('hello')))`
  const ran = spawnSync(process.execPath, ['-e', program], { env: { PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' })
  expect(ran.stdout.trim()).toBe('true false true false true false')
  expect([hookSays(gate.home, ['Bash', { command: 'rm -r x' }], { HOME: '' }), hookSays(gate.home, ['Bash', { command: 'ls' }], { HOME: '' })]).toMatchObject([
    { verdict: 'ask' },
    { verdict: 'silent' },
  ])
})
test.skipIf(!HAS_TERMINALS)('CP-F3 a call that a person cancels is shown to them as that, and the agent is told', async () => {
  const { home } = await gateWith('preset: cpi-si\n')
  const terminal = openTerminal(home)
  try {
    await terminal.shows('no question waits')
    const event = shellEvent('codex', 'rm -r build', { session_id: 's1', tool_use_id: 'c1', cwd: ROOT })
    const asking = askAsAgent(home, event, ['--host', 'codex', '--wait', '60'])
    await terminal.shows('rm -r build')
    // Whoever hits a key before the card was there long enough has not read it, and has to wait anew.
    const typing = setInterval(() => terminal.type('d'), 800)
    const { out } = await asking.done
    clearInterval(typing)
    expect(out).toContain('the user was asked and said no')
    await terminal.shows(/denied +codex: Bash: rm -r build/)
    expect(terminal.screen()).not.toMatch(/allowed +codex/)
  } finally {
    terminal.close()
  }
})
