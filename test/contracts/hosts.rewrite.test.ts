// Is a changed input put into the words of each host that takes one, and never given more leave than the call would have had?
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Decision, JsonObject } from '../../src/core/model.ts'
import { answerOf, canAsk, hear } from '../../src/hosts/_frame/hear.ts'
import { rewritesOf, withChange, withInput } from '../../src/hosts/_frame/rewrite.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../src/gate/seams.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { root } from '../built-gate.ts'
import { answer, eventsOf, incoming } from '../host-fixtures.ts'
import type { Incoming } from '../host-fixtures.ts'

const INPUT: JsonObject = { command: 'echo redacted-github-token-40-characters', nested: { list: ['x'] } }
const DECISION: Decision = { verdict: 'allow', reason: 'no objection', findings: [], warnings: [], policy: '', by: 'policy' }
const REASON = 'why it is so'

interface Heard {
  readonly host: Host
  readonly event: HostEvent
  readonly file: string
}
const hostOf = (name: string): Host => HOSTS.find((host) => host.name === name) as Host
function hearing({ host: name, file, payload, arrival }: Incoming, more: JsonObject = {}): Heard {
  const sent = { ...payload, ...more }
  const inProcess = hostOf(name).runs === 'in-process' ? { via: 'in-process' as const } : {}
  const { host, event } = hear(JSON.stringify(sent), HOSTS, hostOf('generic'), { ...arrival, ...inProcess }, name)
  return { host, event, file }
}
/** Where whoever speaks for the host says that it takes another input. */
const TOLD = ['generic', 'kilo', 'opencode', 'pi']
/** Every recorded event that may be answered with another input. */
const eventsFor = (name: string): readonly Heard[] =>
  eventsOf(name)
    .map((one) => hearing(one, TOLD.includes(name) ? { rewrites: true } : {}))
    .filter(({ host, event }) => host.name === name && rewritesOf(host, event) !== 'no')
const replyTo = ({ host, event }: Heard, verdict: HostAnswer['verdict'], more: Partial<HostAnswer> = {}): HostReply =>
  host.reply(event, { verdict, reason: REASON, warnings: [], ...more })

const TAKING = HOSTS.filter(({ rewrites }) => rewrites !== undefined).map(({ name }) => name)

test('these take another input, the others do not', () => {
  expect(TAKING.join(' ')).toBe(
    'amp claude-agent-sdk claude-code cline codebuddy codex copilot-cli copilot-sdk crush cursor gemini-cli generic grok hermes kilo letta-code mistral-vibe opencode pi qoder',
  )
})

test('docs/tools.md names each of them', () => {
  const [section = ''] = /## Secrets[^]*?(?=\n## )/.exec(readFileSync(join(root, 'docs/tools.md'), 'utf8')) ?? []
  expect(TAKING.map((name) => hostOf(name).title).filter((title) => !section.includes(title))).toEqual([])
})

const printed = (stdout: JsonObject): object => ({ kind: 'command', exitCode: 0, stdout, stderr: '' })
const asked = (key: string): object =>
  printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: REASON, [key]: INPUT } })
/** What the host is told of a changed call that it may run: beside no objection, or together with a question. */
const WORDS: Readonly<Record<string, object>> = {
  amp: { kind: 'return', value: { action: 'modify', input: INPUT } },
  'claude-agent-sdk': { kind: 'ui', onApprove: { behavior: 'allow', updatedInput: INPUT } },
  'claude-code': asked('updatedInput'),
  cline: printed({ overrideInput: INPUT }),
  codebuddy: asked('modifiedInput'),
  codex: printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: INPUT } }),
  'copilot-cli': printed({ permissionDecision: 'ask', permissionDecisionReason: REASON, modifiedArgs: INPUT }),
  'copilot-sdk': { kind: 'return', value: { permissionDecision: 'ask', permissionDecisionReason: REASON, modifiedArgs: INPUT } },
  crush: printed({ version: 1, decision: null, updated_input: INPUT }),
  cursor: printed({ permission: 'allow', updated_input: INPUT }),
  'gemini-cli': printed({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: INPUT } }),
  generic: printed({ verdict: 'allow', input: INPUT }),
  grok: printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: INPUT } }),
  hermes: printed({ action: 'modify', args: INPUT }),
  kilo: { kind: 'return', value: { args: INPUT } },
  'letta-code': printed({ hookSpecificOutput: { updatedInput: INPUT } }),
  'mistral-vibe': printed({ decision: 'allow', hook_specific_output: { tool_input: INPUT } }),
  opencode: { kind: 'return', value: { args: INPUT } },
  pi: { kind: 'return', value: { input: INPUT } },
  qoder: asked('updatedInput'),
}

describe.each(TAKING)('%s', (name) => {
  const events = eventsFor(name)
  const [first] = events as readonly [Heard]

  test('has calls that can be changed', () => {
    expect(events.length).toBeGreaterThan(1)
  })
  test('is told in its own words', () => {
    const verdict = rewritesOf(first.host, first.event) === 'with-leave' ? 'ask' : 'abstain'
    expect(replyTo(first, verdict, { input: INPUT })).toMatchObject(WORDS[name] as object)
  })
  test('is told of the change wherever the call may go on, and nowhere else', () => {
    for (const one of events) {
      const goesOn: readonly HostAnswer['verdict'][] = rewritesOf(one.host, one.event) === 'with-leave' ? ['allow', 'ask'] : ['allow', 'abstain', 'ask']
      for (const verdict of goesOn.filter((some) => some !== 'ask' || canAsk(one.host, one.event)))
        expect([one.file, verdict, JSON.stringify(replyTo(one, verdict, { input: INPUT })).includes(JSON.stringify(INPUT))]).toEqual([one.file, verdict, true])
      expect(replyTo(one, 'deny', { input: INPUT })).toEqual(replyTo(one, 'deny'))
      if (!canAsk(one.host, one.event)) expect(replyTo(one, 'ask', { input: INPUT })).toEqual(replyTo(one, 'ask'))
    }
  })
  test('is given no leave by the change', () => {
    for (const { host, event, file } of events) {
      const decision = withChange(host, event, DECISION, false)
      const said = withInput(host, event, answerOf(decision, false), INPUT)
      const text = JSON.stringify(host.reply(event, said))
      const asksNothing = event.payload['permission_mode'] === 'bypassPermissions'
      if (host.allows === 'grant' && event.via !== 'in-process' && !asksNothing)
        expect([file, /"(?:permissionDecision|decision)":"allow"/.test(text)]).toEqual([file, false])
      // Who said that our allow is enough is not asked.
      expect(withInput(host, event, answerOf(withChange(host, event, DECISION, true), true), INPUT)).toMatchObject({ verdict: 'allow', input: INPUT })
    }
  })
})

/** The recorded answers that change a call, where they are for a call that we change. */
test.each([
  'claude-code',
  'codebuddy',
  'codex',
  'copilot-cli',
  'crush',
  'gemini-cli',
  'grok',
  'hermes',
  'letta-code',
  'mistral-vibe',
  'qoder',
  'cursor',
  'amp',
])('%s: as it was recorded', (name) => {
  const { appliesTo: _events, ...due } = answer(name, name === 'amp' ? 'plugin-modify' : 'modify')
  const call = name === 'cursor' ? 'pretooluse-shell' : name === 'amp' ? 'plugin-shell' : 'shell'
  const changed = JSON.stringify(due).includes('"cmd"') ? { cmd: 'git push --force-with-lease origin main', cwd: '/home/dev/app' } : COMMAND
  const verdict = ['crush', 'codebuddy', 'claude-code', 'copilot-cli', 'qoder', 'gemini-cli'].includes(name) ? 'allow' : 'abstain'
  const said = hearing(incoming(name, call)).host.reply(hearing(incoming(name, call)).event, { verdict, reason: '', warnings: [], input: changed })
  const { additionalContext: _told, permissionDecisionReason: _why, ...own } = specificOf(due)
  expect(said).toMatchObject(Object.keys(own).length === 0 ? due : { ...due, stdout: { ...(due['stdout'] as JsonObject), hookSpecificOutput: own } })
})
const COMMAND: JsonObject = { command: 'git push --force-with-lease origin main' }
const specificOf = ({ stdout }: JsonObject): JsonObject => ((stdout as JsonObject | undefined)?.['hookSpecificOutput'] ?? {}) as JsonObject

describe('not where it could be lost', () => {
  const shell = (name: string, file = 'shell'): Heard => hearing(incoming(name, file))
  test.each(['vscode', 'droid', 'qwen-code', 'openclaw', 'windsurf', 'kiro', 'goose', 'antigravity', 'auggie', 'acp', 'mcp-proxy'])('%s', (name) => {
    const { host, event } = shell(name)
    expect(rewritesOf(host, event)).toBe('no')
  })
  test('a question that the host is about to put', () => {
    const { host, event } = shell('claude-code', 'permission-request')
    expect([event.kind, rewritesOf(host, event)]).toEqual(['permission', 'no'])
  })
  test('several calls in one event, or one that is read otherwise than it was sent', () => {
    const { host, event } = shell('cline')
    expect(rewritesOf(host, event)).toBe('no')
    const codex = shell('codex')
    expect(rewritesOf(codex.host, { ...codex.event, calls: [...codex.event.calls, ...codex.event.calls] })).toBe('no')
  })
  test.each(TOLD)('%s, when whoever speaks for it does not say that it is known there', (name) => {
    expect(rewritesOf(hostOf(name), shell(name).event)).toBe('no')
  })
})

describe('a host whose changed call goes only with our leave', () => {
  const { host, event } = hearing(incoming('claude-code', 'write'))
  test('asks the person about it', () => {
    expect(withChange(host, event, DECISION, false)).toMatchObject({ verdict: 'ask' })
    expect(withInput(host, event, { verdict: 'abstain', reason: '', warnings: [] }, INPUT)).toMatchObject({ verdict: 'ask', input: INPUT })
  })
  test('unless it asks about nothing', () => {
    const free = { ...event, payload: { ...event.payload, permission_mode: 'bypassPermissions' } }
    expect(withChange(host, free, DECISION, false).verdict).toBe('allow')
    expect(withInput(host, free, { verdict: 'abstain', reason: '', warnings: [] }, INPUT)).toMatchObject({ verdict: 'allow', input: INPUT })
  })
  test('and a denial or question stays one', () => {
    expect(withInput(host, event, { verdict: 'deny', reason: REASON, warnings: [] }, INPUT)).toEqual({ verdict: 'deny', reason: REASON, warnings: [] })
    expect(withChange(host, event, { ...DECISION, verdict: 'ask', reason: REASON }, false).reason).toBe(REASON)
  })
})
