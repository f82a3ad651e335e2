// Does a page hear of everything, whoever did it: calls, questions, modes of other processes, settings that were edited; and does looking change nothing?
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalsList, ApprovalView } from '../../src/desk/api.ts'
import { switchOn } from '../../src/gate/modes.ts'
import { openDiskApprovals } from '../../src/stores/json-lines/approvals.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { shellEvent, startHook } from '../hook-process.ts'
import { deskHere } from './desk-here.ts'
import type { DeskHere } from './desk-here.ts'
import { listen } from './stream.ts'
import type { Heard } from './stream.ts'

beforeAll(ensureBuilt, 120_000)
let desk: DeskHere | null = null
afterEach(async () => {
  await desk?.close()
  desk = null
})

interface Place {
  readonly home: string
  readonly state: string
  readonly project: string
  readonly desk: DeskHere
  readonly secret: string
  readonly tried: (command: string, session?: string) => Promise<string>
}
async function place(): Promise<Place> {
  const home = emptyHome()
  const [state, project] = [path.join(home, '.local/state/prudent'), path.join(home, 'app')]
  mkdirSync(path.join(project, '.git'), { recursive: true })
  const here = await deskHere({ env: { HOME: home }, approvals: openDiskApprovals({ state }) })
  desk = here
  const secret = await here.secret()
  here.running.entered()
  let calls = 0
  const tried: Place['tried'] = async (command, session = 's1') => {
    const event = shellEvent('codex', command, { session_id: session, tool_use_id: `call-${++calls}`, cwd: project, description: 'x' })
    return (await startHook(JSON.stringify(event), { home, words: ['--host', 'codex'] })).out
  }
  return { home, state, project, desk: here, secret, tried }
}
const streamOf = async ({ desk: here, secret }: Place, after?: string): Promise<ReadableStream<Uint8Array>> =>
  (await here.ask('GET', `/api/events${after === undefined ? '' : `?after=${after}`}`, { secret })).body as ReadableStream<Uint8Array>
const listOf = async ({ desk: here, secret }: Place): Promise<ApprovalsList> =>
  (await (await here.ask('GET', '/api/approvals', { secret })).json()) as ApprovalsList

test('each event of the gate arrives, by whichever process it came about', async () => {
  const at = await place()
  const { cursor } = await listOf(at)
  const wanted = ['call.gated', 'call.allowed', 'call.denied', 'approval.requested', 'approval.answered', 'approval.expired', 'mode.changed', 'policy.reloaded']
  const until = Date.now() + 60_000
  const hasAll = (heard: readonly Heard[]): boolean => Date.now() > until || wanted.every((name) => heard.some((one) => one.name === name))
  const hearing = listen(await streamOf(at, cursor), hasAll)
  // A page is there: the settings are looked at from now on.
  await new Promise((done) => setTimeout(done, 1500))
  await at.tried('ls')
  await at.tried('rm -rf /')
  await at.tried('git stash clear')
  const [open] = (await listOf(at)).approvals
  await openDiskApprovals({ state: at.state }).end(open?.id ?? '', { how: 'denied', by: 'ann', channel: 'terminal', at: new Date().toISOString() })
  await at.tried('git reset --hard HEAD~2')
  const next = (await listOf(at)).approvals.find(({ state }) => state === 'open')
  await openDiskApprovals({ state: at.state }).end(next?.id ?? '', { how: 'expired', by: 'timeout', channel: '', at: new Date().toISOString() })
  await switchOn(openDiskLifts({ state: at.state }).modes, { what: 'all', minutes: 5, by: 'ann', channel: 'command line' }, new Date())
  mkdirSync(path.join(at.home, '.config/prudent'), { recursive: true })
  writeFileSync(path.join(at.home, '.config/prudent/settings.yaml'), 'preset: strict\n')
  const { heard } = await hearing
  expect(wanted.filter((name) => !heard.some((one) => one.name === name))).toEqual([])
  expect(heard.find(({ name }) => name === 'mode.changed')?.data).toMatchObject({
    modes: [{ by: 'ann', banner: expect.stringContaining('everything up to high') as string }],
  })
  expect(heard.find(({ name }) => name === 'policy.reloaded')?.data).toMatchObject({ policy: expect.any(String) as string, problems: [] })
  expect(heard.find(({ name }) => name === 'approval.answered')?.data).toMatchObject({ ended: { by: 'ann', channel: 'terminal' } })
}, 120_000)

test('a mode that ends by itself is told too, and what was on before the page came is no change', async () => {
  const at = await place()
  const { modes } = openDiskLifts({ state: at.state })
  await switchOn(modes, { what: 'all', minutes: 0.03, by: 'ann', channel: 'command line' }, new Date())
  const { heard } = await listen(await streamOf(at, (await listOf(at)).cursor), (all) => all.filter(({ name }) => name === 'mode.changed').length === 2)
  expect(heard.filter(({ name }) => name === 'mode.changed').map(({ data }) => (data as { readonly modes: readonly unknown[] }).modes.length)).toEqual([1, 0])
}, 60_000)

test('settings of the projects that agents work in are followed too, from their first line on', async () => {
  const at = await place()
  const about = ({ name, data }: Heard): boolean => name === 'policy.reloaded' && (data as { readonly project: string }).project === at.project
  const hearing = listen(await streamOf(at, (await listOf(at)).cursor), (heard) => heard.filter(about).length >= 2)
  await at.tried('ls')
  // The page is there: the project is looked at from now on.
  await new Promise((done) => setTimeout(done, 2000))
  mkdirSync(path.join(at.project, '.prudent'))
  writeFileSync(path.join(at.project, '.prudent/settings.yaml'), 'packs: { kubernetes: deny }\n')
  await new Promise((done) => setTimeout(done, 2000))
  writeFileSync(path.join(at.project, '.prudent/settings.yaml'), 'preset: [\n')
  const { heard } = await hearing
  expect(heard.filter(about).map(({ data }) => (data as { readonly problems: readonly string[] }).problems.length > 0)).toEqual([false, true])
}, 60_000)

describe('what the log says of a question', () => {
  test('comes a moment later: what was answered to its like, and what its shape would have let through', async () => {
    const at = await place()
    const push = (branch: string): Promise<string> => at.tried(`git push --force origin ${branch}`)
    await push('feature/a')
    const first = (await listOf(at)).approvals[0]
    expect((await at.desk.ask('POST', `/api/approvals/${first?.id}/respond`, { secret: at.secret, body: { approved: true } })).status).toBe(200)
    await push('topic')
    const hearing = listen(await streamOf(at, (await listOf(at)).cursor), (heard) => heard.some(({ name, data }) => name === 'approval.updated' && about(data)))
    const about = (data: unknown): boolean => (data as ApprovalView).card.calls[0]?.fields[0]?.text.includes('feature/b') === true
    await push('feature/b')
    // Nobody reads the log for what nobody looks at.
    const looked = (await listOf(at)).approvals.find(about)
    expect(looked?.offers.find(({ remember }) => remember === 'shape')?.preview?.past).toBeUndefined()
    await at.desk.ask('GET', `/api/approvals/${looked?.id}`, { secret: at.secret })
    const { heard } = await hearing
    const view = heard.findLast(({ name, data }) => name === 'approval.updated' && about(data))?.data as ApprovalView
    expect(view.similar).toMatchObject({ answered: 1, allowed: 1, last: { verdict: 'allow' } })
    const shape = view.offers.find(({ remember }) => remember === 'shape')
    expect(shape?.preview?.past).toEqual({ asked: 3, matched: 2 })
    expect(shape?.preview?.wouldMatch).toEqual(
      expect.arrayContaining(['git push --force origin feature/…', 'git push --force origin feature/a', 'git push --force origin feature/b']),
    )
    expect(shape?.preview?.wouldNot).toEqual(expect.arrayContaining(['git push --force origin topic', 'git push --force origin main']))
  }, 60_000)
  test('and what the agent says of it stands apart, covered', async () => {
    const at = await place()
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'.slice(0, 36)}`
    const event = shellEvent('claude-code', 'git stash clear', { session_id: 's1', tool_use_id: 'toolu_1', cwd: at.project })
    const input = { ...(event['tool_input'] as object), description: `tidy up ${secret}\u202E` }
    await startHook(JSON.stringify({ ...event, tool_input: input }), { home: at.home, words: ['--host', 'claude-code'] })
    const [view] = (await listOf(at)).approvals
    expect(view).toMatchObject({ answerIn: 'agent', claim: expect.stringMatching(/^tidy up (?!ghp_)/) as string })
    expect(view?.card.calls[0]?.fields.map(({ name }) => name)).not.toContain('description')
    expect(JSON.stringify(view)).not.toContain(secret)
  }, 60_000)
  test('a yes counts as long as the settings say', async () => {
    const at = await place()
    mkdirSync(path.join(at.home, '.config/prudent'), { recursive: true })
    writeFileSync(path.join(at.home, '.config/prudent/settings.yaml'), 'approvals: { valid: 120 }\n')
    await at.tried('git stash clear')
    expect((await listOf(at)).approvals).toMatchObject([{ usableSeconds: 120 }])
  }, 60_000)
})

test('looking at the agents, the rules and the log writes nothing into the log', async () => {
  const at = await place()
  expect(prudent(['init', '--yes', '--host', 'claude-code'], { env: { HOME: at.home } }).code).toBe(0)
  const entries = (): number => [...openJsonLines({ state: at.state }).entries()].length
  await at.tried('ls')
  const before = entries()
  for (const where of ['/api/hosts', '/api/audit', '/api/stats', '/api/rules', '/api/decisions', '/api/health'])
    expect([where, (await at.desk.ask('GET', where, { secret: at.secret })).status]).toEqual([where, 200])
  const { hosts } = (await (await at.desk.ask('GET', '/api/hosts', { secret: at.secret })).json()) as { readonly hosts: readonly { readonly host: string }[] }
  expect(hosts.map(({ host }) => host)).toContain('claude-code')
  expect(entries()).toBe(before)
}, 120_000)

test('what nobody may do at the desk is in prudent log, for people and for programs', async () => {
  const at = await place()
  const code = at.desk.running.link().split('#link=')[1] ?? ''
  for (const status of [200, 401]) expect((await at.desk.ask('POST', '/api/session', { secret: code })).status).toBe(status)
  const run = (...words: readonly string[]): string => prudent(['log', ...words], { env: { HOME: at.home, COLUMNS: '120' } }).out
  expect(run()).toMatch(/violation \(self\.desk\): the link to the desk was opened a second time/)
  expect(run('--rule', 'self')).toContain('opened a second time')
  expect(run('--verdict', 'allow')).not.toContain('opened a second time')
  expect(run('--rule', 'git')).not.toContain('opened a second time')
  const kinds = run('--json')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly kind: string }).kind)
  expect(kinds).toEqual(['violation', 'notice'])
}, 60_000)
