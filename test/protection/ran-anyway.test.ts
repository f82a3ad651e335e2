// A host that runs what was denied is found out by its own results, and results of calls that nobody judged count for nothing: over the recorded events of every host.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerEvent } from '../../src/answer/event.ts'
import { openPolicy } from '../../src/answer/policy.ts'
import { lastCalls } from '../../src/audit/activity.ts'
import { storiesOf } from '../../src/audit/stories.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { hear } from '../../src/hosts/_frame/hear.ts'
import type { Environment, Host, HostAnswer } from '../../src/gate/seams.ts'
import * as SLOW from '../../src/hook/slow.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { logFindings } from '../../src/install/log-findings.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { stateFolder } from '../../src/stores/json-lines/layout.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'prudent-ran-'))
afterAll(() => clear(FOLDER))
const GENERIC = HOSTS.find(({ name }) => name === 'generic') as Host
const recorded = (host: string, file: string): string => join(ROOT, 'src/hosts', host, 'fixtures/recorded', `${file}.json`)
const REPORTING = HOSTS.map(({ name }) => name).filter((name) => existsSync(recorded(name, 'shell')) && existsSync(recorded(name, 'result')))

const DENIED = 'rm -rf /'
const HARMLESS = 'ls -la'
const ASKED = 'git reset --hard HEAD~3'
/** Wherever hosts keep the id of a call. */
const IDS = ['tool_use_id', 'tool_call_id', 'toolUseId', 'call_id', 'toolCallId']
const SESSIONS = ['session_id', 'sessionId', 'conversation_id', 'agent_id']

interface Recorded {
  readonly env: Environment
  readonly event: JsonObject
}
const load = (host: string, file: string): Recorded => JSON.parse(readFileSync(recorded(host, file), 'utf8')) as Recorded

/** The command wherever it stands, the ids of this call wherever the event has any. */
function withCall(value: unknown, command: string, id: string, session: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withCall(one, command, id, session))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'command' && typeof inner === 'string') return [[key, command]]
      // What else stands beside the command differs between the two recorded calls.
      if ('command' in value && typeof inner === 'string' && key !== 'cwd') return [[key, 'same']]
      if (IDS.includes(key)) return [[key, id]]
      if (SESSIONS.includes(key)) return [[key, session]]
      return [[key, withCall(inner, command, id, session)]]
    }),
  )
}

let people = 0
/** Somebody's home, and the events of one host in it. */
function somebody(host: string) {
  const home = join(FOLDER, `home-${people++}`)
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), LOCALAPPDATA: join(home, 'local') }
  const store = openJsonLines({ state: stateFolder(env, process.platform, home) })
  const send = (file: string, command: string, id: string, { session = 's1', more = {} }: { session?: string; more?: JsonObject } = {}): HostAnswer => {
    const { env: theirs, event } = load(host, file)
    const payload = { ...(withCall(event, command, id, session) as JsonObject), ...more }
    // Modes in which a host answers its own questions are not the matter here.
    for (const mode of ['permission_mode', 'permissionMode']) if (mode in payload) payload[mode] = 'default'
    const heard = hear(JSON.stringify(payload), HOSTS, GENERIC, { env: { ...theirs, ...env }, cwd: home }, host)
    expect([heard.host.name, heard.problem]).toEqual([host, null])
    const at = { env, home, folders: env, cwd: home, root: ROOT }
    const opened = openPolicy(at, heard.event)
    if ('slow' in opened) throw new Error('no settings, so nothing slow')
    const quick = answerEvent(at, heard, opened)
    // A question that the host cannot put is written down by the parts that keep it.
    const { answer, afterwards } = quick.later !== undefined && 'slowly' in quick.later ? quick.later.slowly(SLOW) : quick
    afterwards()
    return answer
  }
  const before = (command: string, id: string, more = {}): HostAnswer => send('shell', command, id, more)
  const after = (command: string, id: string, more = {}): HostAnswer => send('result', command, id, more)
  const seen = () => lastCalls(store).get(host)
  const kinds = (): string[] =>
    [...store.entries()].map((entry) =>
      entry.kind === 'approval'
        ? entry.event
        : entry.kind === 'violation'
          ? entry.of
          : entry.kind === 'outcome' && entry.unmatched === true
            ? 'unmatched'
            : entry.kind,
    )
  return { before, after, seen, kinds, store }
}

const RAN = /this agent ran a call that was denied \(`[^`]+`\)/

describe.each(REPORTING)('%s', (host) => {
  test('a call that ran although it was denied is a violation, a failure of doctor, and said in the next answer, once', () => {
    const { before, after, seen, kinds, store } = somebody(host)
    expect(before(DENIED, 'c1').verdict).toBe('deny')
    expect(seen()?.contradictions).toEqual([])
    after(DENIED, 'c1')
    expect(kinds()).toEqual(expect.arrayContaining(['outcome', 'contradiction']))
    expect(seen()).toMatchObject({ contradictions: [{ host, answered: 'deny' }], held: null, unmatched: 0 })
    expect(logFindings(lastCalls(store))).toMatchObject([{ id: 'log.contradiction', level: 'failure', about: host }])
    expect(before(HARMLESS, 'c2').warnings.filter((line) => RAN.test(line))).toHaveLength(1)
    expect(before(HARMLESS, 'c3').warnings.filter((line) => RAN.test(line))).toEqual([])
  })
  test('an ordinary session contradicts nothing, and its denial is seen to hold', () => {
    const { before, after, seen, kinds, store } = somebody(host)
    before(HARMLESS, 'c1')
    after(HARMLESS, 'c1')
    before(DENIED, 'c2')
    before(DENIED, 'c3')
    before('pwd', 'c4')
    after('pwd', 'c4')
    expect(seen()).toMatchObject({ contradictions: [], held: { verdict: 'deny' }, last: { verdict: 'allow' }, unmatched: 0 })
    expect(kinds()).not.toContain('contradiction')
    expect(logFindings(lastCalls(store))).toEqual([])
  })
  test('a result of a call that nobody judged is unmatched, and approves nothing', () => {
    const { before, after, seen, kinds } = somebody(host)
    before(ASKED, 'c1')
    after('touch elsewhere', 'c9')
    after(ASKED, 'c1', { session: 's2' })
    expect(kinds().filter((kind) => kind === 'unmatched')).toHaveLength(2)
    expect(kinds()).not.toContain('answered')
    expect(seen()?.contradictions).toEqual([])
  })
  test('the same command, denied in one session and allowed by nobody in another, is told apart', () => {
    const { before, after, seen } = somebody(host)
    before(DENIED, 'c1', { session: 's1' })
    before(HARMLESS, 'c1', { session: 's2' })
    after(HARMLESS, 'c1', { session: 's2' })
    expect(seen()?.contradictions).toEqual([])
  })
})

describe('a question that the host puts to its own user', () => {
  const host = 'claude-code'
  const approvals = (store: ReturnType<typeof somebody>['store']) =>
    storiesOf(store.entries()).flatMap(({ approval }) => (approval === undefined ? [] : [[approval.event, approval.because]]))

  test('is answered when the call ran, and that is no person who told us', () => {
    const { before, after, store, seen } = somebody(host)
    expect(before(ASKED, 'c1').verdict).toBe('ask')
    after(ASKED, 'c1')
    expect(approvals(store)).toEqual([['answered', 'ran']])
    expect(seen()?.contradictions).toEqual([])
  })
  test('has no answer that was seen where the failure says that it was refused', () => {
    const { before, after, store } = somebody(host)
    before(ASKED, 'c1')
    after(ASKED, 'c1', {
      more: { hook_event_name: 'PostToolUseFailure', tool_response: undefined, error: "The user doesn't want to proceed with this tool use" },
    })
    expect(approvals(store)).toEqual([['unseen', 'failed']])
  })
  test('a failure of a denied call is no contradiction: hosts report a blocked call so', () => {
    const { before, after, seen, kinds } = somebody(host)
    before(DENIED, 'c1')
    after(DENIED, 'c1', { more: { hook_event_name: 'PostToolUseFailure', tool_response: undefined, error: 'Hook PreToolUse:Bash denied this tool' } })
    expect(seen()?.contradictions).toEqual([])
    expect(kinds()).not.toContain('contradiction')
  })
  test('ends when its session does', () => {
    const { before, store } = somebody(host)
    before(ASKED, 'c1')
    expect(approvals(store)).toEqual([['asked', undefined]])
    before(HARMLESS, 'c2', { more: { hook_event_name: 'SessionEnd', reason: 'exit' } })
    expect(approvals(store)).toEqual([['unseen', undefined]])
  })
})
