// What a person granted or let pass for a while is not asked about again, by any host; what is denied, critical or the gate's own stays so, and nothing is loaded for calls that pass or fail anyway.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerEvent } from '../../src/answer/event.ts'
import type { Answered } from '../../src/answer/event.ts'
import { openPolicy } from '../../src/answer/policy.ts'
import type { DecisionEntry } from '../../src/audit/entry.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { decide } from '../../src/gate/decide.ts'
import { grantFrom } from '../../src/gate/grants.ts'
import type { Granting, KeptDraft } from '../../src/gate/grants.ts'
import { hear } from '../../src/hosts/_frame/hear.ts'
import { switchOn } from '../../src/gate/modes.ts'
import type { ModeWanted } from '../../src/gate/modes.ts'
import { draftFor, offersFor, offersOf } from '../../src/gate/offers.ts'
import type { Host } from '../../src/gate/seams.ts'
import * as slow from '../../src/hook/slow.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { stateFolder } from '../../src/stores/json-lines/layout.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'prudent-lifted-'))
afterAll(() => clear(FOLDER))
const GENERIC = HOSTS.find(({ name }) => name === 'generic') as Host
const PUSH = 'git push --force origin feature/a'

let people = 0
function somebody() {
  const home = join(FOLDER, `home-${people++}`)
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), LOCALAPPDATA: join(home, 'local') }
  const state = stateFolder(env, process.platform, home)
  const at = { env, home, folders: env, cwd: home, root: ROOT }
  const heardOf = (tool: string, input: JsonObject, session: string) => {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: session,
      tool_use_id: String(Math.random()),
      tool_name: tool,
      tool_input: input,
      cwd: home,
      transcript_path: join(home, 't'),
      permission_mode: 'default',
    }
    const heard = hear(JSON.stringify(event), HOSTS, GENERIC, { env, cwd: home }, 'claude-code')
    const opened = openPolicy(at, heard.event)
    if ('slow' in opened) throw new Error('no settings, so nothing slow')
    return { heard, opened }
  }
  const ask = (command: string | { readonly tool: string; readonly input: JsonObject }, { session = 's1', parts = true } = {}): Answered => {
    const { tool, input } = typeof command === 'string' ? { tool: 'Bash', input: { command } } : command
    const { heard, opened } = heardOf(tool, input, session)
    const answered = answerEvent(at, heard, opened, parts ? slow : undefined)
    answered.afterwards()
    return answered
  }
  const draft = (command: string, session = 's1'): KeptDraft | null => {
    const { heard, opened } = heardOf('Bash', { command }, session)
    const [call] = heard.event.calls
    if (call === undefined) return null
    const { reading, facts, scene } = decide(opened.gate, call, opened.scene, { now: new Date().toISOString() })
    return draftFor([{ call, reading, facts }], opened.gate, scene, (text) => text)
  }
  const lifts = openDiskLifts({ state })
  const grant = async (command: string, more: Partial<Granting> = {}): Promise<string> => {
    const made = draft(command)
    const id = String(people).padStart(16, '0')
    const kept = made === null ? null : grantFrom(made, { id, now: new Date(), by: 'ann', channel: 'desk', scope: 'project', ...more })
    expect(kept === null ? null : await lifts.grants.add(kept, new Date())).toBe(true)
    return id
  }
  const mode = async (wanted: Partial<ModeWanted> = {}): Promise<unknown> =>
    switchOn(lifts.modes, { what: 'all', by: 'ann', channel: 'cli', ...wanted }, new Date())
  const last = (): DecisionEntry | undefined => [...openJsonLines({ state }).entries()].filter((entry) => entry.kind === 'decision').at(-1)
  return { ask, draft, grant, mode, lifts, last, state }
}
/** Nothing against it: whether the host asks by itself is its own matter. */
const verdictOf = ({ answer }: Answered): string => (answer.verdict === 'abstain' ? 'allow' : answer.verdict)

describe('nothing is loaded', () => {
  test('for what passes or is denied anyway, nor where nothing was ever granted', async () => {
    const { ask, grant } = somebody()
    expect([ask(PUSH, { parts: false }).later, verdictOf(ask(PUSH, { parts: false }))]).toEqual([undefined, 'ask'])
    await grant(PUSH)
    expect(['ls', 'rm -rf /'].map((command) => ask(command, { parts: false }).later)).toEqual([undefined, undefined])
    expect(ask(PUSH, { parts: false }).later).toHaveProperty('slowly')
  })
})

describe('a grant', () => {
  test('lets its call and siblings pass, is named in the log, and nothing else passes', async () => {
    const { ask, grant, last } = somebody()
    const id = await grant(PUSH)
    for (const command of [PUSH, 'git push --force origin feature/b']) {
      expect([command, verdictOf(ask(command))]).toEqual([command, 'allow'])
      expect(last()).toMatchObject({ verdict: 'allow', by: 'grant', grants: [id] })
    }
    for (const command of ['git push --force origin topic', `${PUSH} --no-verify`, `cd /tmp && ${PUSH}`])
      expect([command, verdictOf(ask(command))]).toEqual([command, 'ask'])
    expect(verdictOf(ask(`${PUSH}; rm -rf /`))).toBe('deny')
  })
  test('of a session counts in that session, one of a host everywhere', async () => {
    const { ask, grant, draft } = somebody()
    expect(draft(PUSH, '')?.session).toBeNull()
    await grant(PUSH, { scope: 'session' })
    expect([verdictOf(ask(PUSH)), verdictOf(ask(PUSH, { session: 's2' }))]).toEqual(['allow', 'ask'])
    const other = somebody()
    await other.grant(PUSH, { scope: 'host' })
    expect([verdictOf(other.ask(PUSH)), verdictOf(other.ask(PUSH, { session: 's2' }))]).toEqual(['allow', 'allow'])
  })
  test('ends when it is taken back, when its time is over, and when its file is touched', async () => {
    const { ask, grant, lifts, state } = somebody()
    const id = await grant(PUSH)
    expect(verdictOf(ask(PUSH))).toBe('allow')
    const file = join(state, 'lifts/grants', id)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('2', '3'))
    expect(verdictOf(ask(PUSH))).toBe('ask')
    writeFileSync(file, text)
    expect(verdictOf(ask(PUSH))).toBe('allow')
    await lifts.grants.remove(id)
    expect([verdictOf(ask(PUSH)), readdirSync(join(state, 'lifts/grants'))]).toEqual(['ask', []])
    const over = somebody()
    await over.grant(PUSH, { now: new Date(Date.now() - 40 * 86_400_000) })
    expect(verdictOf(over.ask(PUSH))).toBe('ask')
  })
  test('is offered with what it would and would not let through', () => {
    const { draft } = somebody()
    const made = draft(PUSH)
    expect(offersFor(made)).toEqual(['once', 'session', 'shape'])
    expect(offersOf(offersFor(made), made, new Date('2030-01-01T00:00:00.000Z'))).toEqual([
      { remember: 'once', label: 'allow once' },
      {
        remember: 'session',
        label: 'allow in this session',
        preview: { wouldMatch: ['git push --force origin feature/…'], wouldNot: expect.arrayContaining(['git push --force origin main']) as unknown },
      },
      expect.objectContaining({ remember: 'shape', until: '2030-01-31T00:00:00.000Z' }),
    ])
    expect(offersFor(draft('rm -rf /'))).toEqual(['once'])
  })
})

describe('a mode', () => {
  test('lets everything pass that is asked about, up to its cap, in its session, while it lasts', async () => {
    const { ask, mode, last, lifts } = somebody()
    const made = (await mode({ session: 'session:claude-code:s1' })) as { readonly id: string }
    expect(verdictOf(ask(PUSH))).toBe('allow')
    expect(last()).toMatchObject({ verdict: 'allow', by: 'mode', grants: [made.id] })
    expect(verdictOf(ask(PUSH, { session: 's2' }))).toBe('ask')
    await lifts.modes.remove(made.id)
    expect(verdictOf(ask(PUSH))).toBe('ask')
    await mode({ cap: 'medium' })
    expect(verdictOf(ask(PUSH))).toBe('ask')
  })
  test('never what is denied, critical, or the protection of the gate', async () => {
    const { ask, mode } = somebody()
    await mode()
    expect(verdictOf(ask(PUSH))).toBe('allow')
    for (const command of [
      'rm -rf /',
      'rm -rf ~/.config/prudent',
      'prudent mode on',
      'prudent allow git.force-push',
      'prudent grants revoke x',
      'cat ~/.local/state/prudent/keys/audit-digest',
    ])
      expect([command, verdictOf(ask(command))]).toEqual([command, 'deny'])
    // Of the floor, and only asked about.
    expect(verdictOf(ask('tmux send-keys -t 0 y Enter'))).not.toBe('allow')
  })
  test('of `edit` is for writing and editing files', async () => {
    const { ask, mode } = somebody()
    const write = { tool: 'Write', input: { file_path: '/srv/other/a.txt', content: 'x' } }
    expect(verdictOf(ask(write))).toBe('ask')
    await mode({ what: 'tool', tool: 'edit' })
    expect([verdictOf(ask(write)), verdictOf(ask(PUSH))]).toEqual(['allow', 'ask'])
  })
})
