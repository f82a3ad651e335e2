// Does every host keep the contract? Recognised by what it sends, read whole, answered word for word, and never answered more loosely than it must.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject, Verdict } from '../../src/core/model.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { answerOf, canAsk, hear, LARGEST_EVENT, recognise, refusal } from '../../src/hosts/_frame/hear.ts'
import { denied } from '../../src/hosts/_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../src/gate/seams.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { buildGate, home, root } from '../built-gate.ts'
import { answer, answersOf, eventsOf, incoming } from '../host-fixtures.ts'
import type { Incoming } from '../host-fixtures.ts'

const hostOf = (name: string): Host => {
  const found = HOSTS.find((host) => host.name === name)
  if (found === undefined) throw new Error(`no host ${name}`)
  return found
}
const generic = hostOf('generic')
const NAMES = HOSTS.map(({ name }) => name)
const EVENTS = NAMES.flatMap((name) => eventsOf(name))
const labelled = (events: readonly Incoming[]): [string, Incoming][] => events.map((event) => [`${event.host}/${event.file}`, event])
const listen = ({ payload, arrival }: Incoming, named?: string): ReturnType<typeof hear> => hear(JSON.stringify(payload), HOSTS, generic, arrival, named)
const readAs = ({ host, payload, arrival }: Incoming): HostEvent => {
  const event = hostOf(host).read(payload, arrival)
  if (event === null) throw new Error(`${host} does not read it`)
  return event
}
/** Calls that an agent is about to make. */
const CALLS = EVENTS.filter((event) => ['before-tool', 'permission'].includes(readAs(event).kind))

describe('the registry', () => {
  test('names each host as its folder', () => {
    const folders = readdirSync(join(root, 'src/hosts'), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== '_frame')
    expect(NAMES).toEqual(folders.map(({ name }) => name).toSorted())
  })
  test('is what the folders say', () => {
    expect(execFileSync(process.execPath, ['scripts/build-registries.mjs', '--check'], { cwd: root, encoding: 'utf8' })).toBe('')
  })
  test('is told to be out of date when a folder came', () => {
    const copy = mkdtempSync(join(tmpdir(), 'prudent-registry-'))
    for (const name of ['scripts', 'src']) cpSync(join(root, name), join(copy, name), { recursive: true })
    mkdirSync(join(copy, 'src/hosts/zed'))
    cpSync(join(copy, 'src/hosts/codex/index.ts'), join(copy, 'src/hosts/zed/index.ts'))
    const checked = spawnSync(process.execPath, ['scripts/build-registries.mjs', '--check'], { cwd: copy, encoding: 'utf8' })
    rmSync(copy, { recursive: true })
    const due = ['registry', 'hooks'].map((name) => `src/hosts/${name}.gen.ts is out of date: run npm run build\n`)
    expect([checked.status, checked.stdout]).toEqual([1, due.join('')])
  })
})

/** Events that several hosts send alike, and in-process ones: known by name only. */
const NAMELESS = [
  'claude-code/permission-prompt-tool',
  'codex/session-start',
  'gemini-cli/session-start',
  'vscode/user-prompt-submit',
  'amp/plugin-mcp',
  'amp/plugin-shell',
  'rune/mcp',
  'rune/read',
  'rune/shell',
  'rune/write',
]
const isHook = ({ host }: Incoming): boolean => hostOf(host).runs === 'hook'

describe('a host is recognised', () => {
  const hooks = EVENTS.filter(isHook)
  const telling = hooks.filter(({ host, file }) => !NAMELESS.includes(`${host}/${file}`))
  test.each(labelled(telling))('%s by what it sends', (_name, { host, payload, arrival }) => {
    expect(recognise(HOSTS, payload, arrival.env)?.name).toBe(host)
  })
  test.each(labelled(EVENTS))('%s by what it sends and its name', (_name, { host, payload, arrival }) => {
    expect(recognise(HOSTS, payload, arrival.env, host)?.name).toBe(host)
  })
  test.each(labelled(telling.filter((event) => CALLS.includes(event))))(
    '%s although it runs what is registered for another',
    (_name, { host, payload, arrival }) => {
      const others = ['cursor', 'windsurf', 'goose', 'grok', 'generic'].filter((name) => name !== host)
      expect(others.map((name) => recognise(HOSTS, payload, arrival.env, name)?.name)).toEqual(others.map(() => host))
    },
  )
})

/** Hosts that do not say where they are, or in which session. */
const NO_FOLDER = [
  'opencode',
  'kilo',
  'pi',
  'ai-sdk',
  'openai-agents',
  'langchain',
  'mastra',
  'claude-agent-sdk',
  'acp',
  'mcp-proxy',
  'amp',
  'windsurf',
  'openclaw',
  'auggie',
]
const NO_SESSION = ['pi', 'ai-sdk', 'openai-agents', 'langchain', 'mastra', 'claude-agent-sdk', 'mcp-proxy']
const NO_SERVER: Readonly<Record<string, string | null>> = {
  'cursor/pretooluse-mcp': '',
  'openhands/mcp': null,
  'ai-sdk/mcp': null,
  'openai-agents/mcp': null,
  'langchain/mcp': null,
  'mastra/mcp': null,
}

describe('an event is read', () => {
  test.each(labelled(CALLS))('%s carries a call', (_name, one) => {
    const event = readAs(one)
    expect(event.calls.length).toBeGreaterThan(0)
    for (const call of event.calls) {
      expect(call.tool.name).not.toBe('')
      expect(call.host).toBe(one.host)
      expect(call.session).toBe(event.session)
      expect(call.cwd).toBe(event.cwd)
    }
    if (!NO_FOLDER.includes(one.host) && one.file !== 'permission-prompt-tool') expect(event.cwd).toBe('/home/dev/app')
    if (!NO_SESSION.includes(one.host) && !/^p(?:olicy|ermission-prompt|lugin)|^safety/.test(one.file)) expect(event.session).not.toBe('')
  })
  test.each(labelled(CALLS.filter(({ file }) => /mcp/.test(file))))('%s names server and tool', (name, one) => {
    const [call] = readAs(one).calls
    const server = Object.hasOwn(NO_SERVER, name) ? NO_SERVER[name] : 'postgres'
    expect(call?.tool).toEqual({ server, name: one.host === 'mastra' ? 'postgres_execute_sql' : 'execute_sql' })
    expect(call?.input).toEqual({ sql: 'DROP TABLE users;' })
  })
  test('what is no call is told apart', () => {
    const kinds = EVENTS.filter((event) => !CALLS.includes(event)).map((event) => `${event.host}/${event.file}: ${readAs(event).kind}`)
    expect(kinds).toMatchSnapshot()
  })
  test('outcomes and prompts', () => {
    expect(readAs(incoming('claude-code', 'post-tool-use')).outcome).toEqual({ ok: true })
    expect(readAs(incoming('claude-code', 'post-tool-use-failure')).outcome).toEqual({ ok: false, text: 'Exit code 1' })
    expect(readAs(incoming('copilot-cli', 'post-tool-use')).outcome).toEqual({ ok: true })
    expect(readAs(incoming('windsurf', 'post-mcp')).outcome).toEqual({ ok: true, text: 'users\norders' })
    expect(readAs(incoming('opencode', 'tool-execute-after')).outcome).toEqual({ ok: true, text: 'On branch main\n' })
    expect(readAs(incoming('pi', 'tool-result')).outcome).toEqual({ ok: false })
    expect(readAs(incoming('openclaw', 'after-tool-call')).outcome).toEqual({ ok: true })
    expect(readAs(incoming('claude-code', 'config-change')).text).toBe('/home/dev/app/.claude/settings.json')
    for (const event of EVENTS.filter((one) => readAs(one).kind === 'prompt')) expect(readAs(event).text).toContain('AKIAIOSFODNN7EXAMPLE')
  })
  test('a server’s tool may take nothing, a host’s own may not', () => {
    for (const given of [null, '']) {
      const mcp = incoming('claude-code', 'mcp')
      expect(readAs({ ...mcp, payload: { ...mcp.payload, tool_input: given } }).calls[0]?.input).toEqual({})
      const write = incoming('claude-code', 'write')
      expect(listen({ ...write, payload: { ...write.payload, tool_input: given } }).problem).not.toBeNull()
    }
    const { tool_input: _gone, ...renamed } = incoming('claude-code', 'mcp').payload
    expect(listen({ ...incoming('claude-code', 'mcp'), payload: { ...renamed, tool_arguments: {} } }).problem).not.toBeNull()
  })
  test('a patch may come as plain text', () => {
    const { payload, ...rest } = incoming('copilot-cli', 'edit')
    const patch = '*** Begin Patch\n*** Delete File: src/audit.ts\n*** End Patch'
    for (const toolArgs of [patch, JSON.stringify(patch)]) {
      expect(readAs({ ...rest, payload: { ...payload, toolArgs } }).calls.map(({ tool, input }) => [tool.name, input])).toEqual([
        ['apply_patch', { input: patch }],
      ])
    }
  })
  test('half a call is no call', () => {
    const { payload, ...rest } = incoming('grok', 'shell')
    expect(listen({ ...rest, payload: { ...payload, toolInputTruncated: true } }).problem).not.toBeNull()
  })
  test('several commands count each and together', () => {
    const { payload, ...rest } = incoming('cline', 'shell')
    const commands = ['cd /', { command: 'rm', args: ['-rf', "it's"] }]
    const { calls } = readAs({ ...rest, payload: { ...payload, tool_call: { id: '1', name: 'run_commands', input: { commands } } } })
    expect(calls.map(({ input }) => input['command'])).toEqual(["cd /\n'rm' '-rf' 'it'\\''s'", 'cd /', ['rm', '-rf', "it's"]])
  })
})

const DENY = 'Force-push to main is blocked by policy no-force-push. Push to a branch and open a pull request.'
const ASK = 'This rewrites remote history on main. Approve only if you asked for it.'
const ALLOW = 'Matches allow rule git-read-only.'
const CANNOT_ASK = 'Needs human approval and this host cannot prompt from here. Ask the user to approve it in the gate UI, then retry. '
const SQL = 'execute_sql on postgres wants to run: DROP TABLE users;'

interface Asked {
  readonly event?: string
  readonly payload?: JsonObject
  readonly arrival?: Partial<Arrival>
  readonly answer: Partial<HostAnswer>
}
const said = (verdict: HostAnswer['verdict'], rest: Partial<HostAnswer> = {}): Partial<HostAnswer> => ({
  verdict,
  reason: verdict === 'deny' ? DENY : verdict === 'ask' ? ASK : verdict === 'allow' ? ALLOW : '',
  ...rest,
})
const verdictIn = (file: string): HostAnswer['verdict'] => (['deny', 'ask', 'allow', 'abstain'] as const).find((verdict) => file.includes(verdict)) ?? 'deny'

/** Answers of ours that are told otherwise than by `shell` and the verdict in the name. */
const TOLD: Readonly<Record<string, Asked>> = {
  'acp/cancel': { payload: withoutRejection(), answer: said('deny') },
  'antigravity/allow': { answer: said('abstain') },
  'antigravity/grant': { answer: said('allow') },
  'auggie/policy-script-deny': { event: 'policy-shell', answer: said('deny') },
  'auggie/policy-webhook-allow': { event: 'policy-shell', arrival: { via: 'http' }, answer: said('allow') },
  'auggie/policy-webhook-deny': { event: 'policy-shell', arrival: { via: 'http' }, answer: said('deny') },
  'claude-agent-sdk/hook-ask': { payload: incoming('claude-code', 'shell').payload, answer: said('ask') },
  'claude-agent-sdk/hook-deny': { payload: incoming('claude-code', 'shell').payload, answer: said('deny') },
  'claude-code/ask-bypass': { event: 'shell-bypass', answer: said('ask') },
  'claude-code/config-change-block': { event: 'config-change', answer: said('deny', { reason: 'Hook configuration may not change during a session.' }) },
  'claude-code/user-prompt-submit-block': {
    event: 'user-prompt-submit',
    answer: said('deny', { reason: 'The prompt contains what looks like an AWS access key. Remove it and send again.' }),
  },
  'claude-code/user-prompt-submit-warn': {
    event: 'user-prompt-submit',
    answer: said('abstain', {
      warnings: ['Possible AWS access key in the prompt.'],
      advice: 'Do not write the credential that appears in the user prompt to any file.',
    }),
  },
  'copilot-cli/permission-request-deny': { event: 'shell', arrival: { event: 'permissionRequest' }, answer: said('deny') },
  'copilot-cli/deny.pascal': { event: 'shell.pascal', answer: said('deny') },
  'cursor/ask-degraded': { event: 'pretooluse-shell', answer: said('ask') },
  'gemini-cli/safety-checker-ask': { event: 'safety-checker', answer: said('ask') },
  'gemini-cli/safety-checker-deny': { event: 'safety-checker', answer: said('deny') },
  'mcp-proxy/ask': { event: 'mcp', answer: said('ask', { reason: SQL }) },
  'mcp-proxy/deny': { event: 'mcp', answer: said('deny') },
  'mcp-proxy/ask.2026-07-28': { event: 'mcp.2026-07-28', answer: said('ask', { reason: SQL }) },
  'mcp-proxy/deny.2026-07-28': { event: 'mcp.2026-07-28', answer: said('deny') },
  'kilo/ask': { payload: { ...incoming('kilo', 'shell').payload, asks: true }, answer: said('ask') },
  'opencode/ask': { payload: { ...incoming('opencode', 'shell').payload, asks: true }, answer: said('ask') },
  'openclaw/ask': { answer: said('ask', { title: 'Force-push to main' }) },
}
const PROMPT_KEY = 'The prompt contains what looks like an AWS access key.'
const CLINE_PLUGIN: JsonObject = { tool: { name: 'run_commands' }, toolCall: { id: 'call_fix1' }, input: { commands: ['git push --force origin main'] } }

function withoutRejection(): JsonObject {
  const { payload } = incoming('acp', 'shell')
  return { ...payload, params: { ...(payload['params'] as JsonObject), options: [] } }
}

/** Answers that Prudent never gives: it changes no input or output, stops no agent, and leaves lists of tools to the proxy. */
const NEVER = /^(?:plugin-)?modify$|^defer$|^halt$|^abort-agent$|^post-tool-use-redact$|^tools-list$/

function askedFor(host: string, file: string): Asked {
  const told = TOLD[`${host}/${file}`]
  if (told !== undefined) return told
  if (file.startsWith('http-')) return { arrival: { via: 'http' }, answer: said(verdictIn(file)) }
  if (file === 'deny-exit2') return { answer: said('deny', { failure: true }) }
  for (const event of ['permission-request', 'permission-prompt-tool']) if (file.startsWith(event)) return { event, answer: said(verdictIn(file)) }
  if (file.startsWith('permission-reply')) return { event: 'permission-asked', answer: said(verdictIn(file)) }
  if (file.endsWith('prompt-block') || file.endsWith('submit-block'))
    return { event: file.replace(/-block$/, ''), answer: said('deny', { reason: PROMPT_KEY }) }
  if (host === 'cline' && file.startsWith('plugin-')) return { payload: CLINE_PLUGIN, answer: said(verdictIn(file)) }
  if (file.startsWith('plugin-')) return { event: 'plugin-shell', answer: said(verdictIn(file)) }
  const api = answer(host, file)['api']
  return { ...(typeof api === 'string' ? { arrival: { event: api } } : {}), answer: said(verdictIn(file)) }
}

/** Remarks for readers are no part of an answer; our words for "cannot ask" are our own. */
function expected(host: string, file: string, event: HostEvent): unknown {
  const ours = `${denied({ verdict: 'ask', reason: '', warnings: [] }).reason} `
  const {
    note: _note,
    call: _call,
    api: _api,
    alternative: _alternative,
    degradedFrom: _from,
    appliesTo: _to,
    request,
    ...rest
  } = JSON.parse(JSON.stringify(answer(host, file)).replaceAll(CANNOT_ASK, JSON.stringify(ours).slice(1, -1))) as JsonObject
  if (request !== undefined) return { ...(request as JsonObject), kind: 'request' }
  if (host !== 'claude-agent-sdk') return rest
  // The answer is to another call than the event's.
  const text = JSON.stringify(rest).replaceAll(/"updatedInput":\{[^}]*\}/g, () => `"updatedInput":${JSON.stringify(event.calls[0]?.input)}`)
  return JSON.parse(file === 'ask' ? text.replaceAll(DENY, ASK) : text) as unknown
}

const withoutState = (reply: unknown): unknown => JSON.parse(JSON.stringify(reply), (key, value: unknown) => (key === 'requestState' ? undefined : value))

describe('an answer is put into the host’s words', () => {
  const cases = NAMES.flatMap((host) =>
    answersOf(host)
      .filter((file) => !NEVER.test(file))
      .map((file) => [`${host}/${file}`, host, file] as const),
  )
  test.each(cases)('%s', (_name, host, file) => {
    const asked = askedFor(host, file)
    const { payload, arrival, ...rest } = incoming(host, asked.event ?? 'shell')
    const sent: Incoming = { ...rest, payload: asked.payload ?? payload, arrival: { ...arrival, ...asked.arrival } }
    const event = readAs(sent)
    const given: HostAnswer = { verdict: 'abstain', reason: '', warnings: [], ...asked.answer }
    const heard = listen(sent, host)
    const reply = (heard.host.name === host ? heard.host : hostOf(host)).reply(event, given)
    const due = withoutState(expected(host, file, event))
    // Questions carry what to do where nobody can be asked; PascalCase answers say it twice, since the recorded form is unconfirmed.
    if (reply.kind === 'ui' || file === 'deny.pascal') expect(reply).toMatchObject(due as object)
    else expect(withoutState(reply)).toEqual(due)
    const degraded = answer(host, file)['degradedFrom'] === 'ask'
    if (given.verdict === 'ask') expect(canAsk(hostOf(host), event)).toBe(!degraded)
  })
  test('every recorded answer is used or never given', () => {
    expect(cases.length).toBeGreaterThan(130)
    const known = new Set<string>(cases.map(([name]) => name))
    expect(Object.keys(TOLD).filter((name) => !known.has(name))).toEqual([])
  })
})

/** Whether the host would not run the tool, or would ask a person. Unknown shapes do not stop. */
function stops(reply: HostReply): boolean {
  const text = (value: Json | undefined): string => JSON.stringify(value ?? null)
  const denies = (body: Json): boolean =>
    /"(?:permissionDecision|decision|permission|verdict|behavior)":"(?:deny|block|ask|ask_user|force_ask)"|"cancel":true|"(?:block|skip)":true|"action":"(?:block|reject-and-continue)"|"allow":false|"continue":false/.test(
      text(body),
    )
  switch (reply.kind) {
    case 'command':
      return reply.exitCode === 2 ? reply.stderr !== '' || reply.stdout !== null : reply.exitCode === 1 || denies(reply.stdout)
    case 'http':
      return denies(reply.body)
    case 'return':
      return (
        denies(reply.value) ||
        reply.value === true ||
        /"type":"(?:denied|user-approval|rejectContent|tool)"|"proceed":false|requireApproval|"autoApprove":false/.test(text(reply.value))
      )
    case 'request':
      return reply.body['reply'] === 'reject'
    case 'jsonrpc':
      return /"isError":true|"outcome":"(?:cancelled|selected)"|elicitation/.test(text(reply.message)) && !/"optionId":"allow/.test(text(reply.message))
    case 'mcp-tool-result':
      return text(reply.value).includes('\\"deny\\"')
    case 'throw':
    case 'ui':
    case 'interrupt':
    case 'forward':
      return true
    case 'call':
      return false
  }
}

describe('a question that nobody can answer', () => {
  const NOBODY: readonly (readonly [name: string, value: string])[] = [
    ['CI', 'true'],
    ['CI', '1'],
    ['GITHUB_ENV', '/home/runner/work/_temp/env'],
    ['TF_BUILD', 'True'],
    ['PRUDENT_UNATTENDED', '1'],
  ]
  const asked: HostAnswer = { verdict: 'ask', reason: ASK, warnings: [] }
  const shell = (name: string, payload: JsonObject = {}, arrival: Partial<Arrival> = {}): ReturnType<typeof hear> => {
    const sent = incoming(name, 'shell')
    return listen({ ...sent, payload: { ...sent.payload, ...payload }, arrival: { ...sent.arrival, ...arrival } }, name)
  }
  const startedBy = (line: string) => (): readonly (readonly string[])[] => [['sh', '/home/dev/.local/share/prudent/hook'], line.split(' '), ['bash']]
  const hooks = HOSTS.filter(({ runs }) => runs === 'hook').map(({ name }) => name)

  test.each(hooks)('%s: where no person is, it is denied, with how to approve', (name) => {
    for (const [variable, value] of NOBODY) {
      const { host, event } = shell(name, {}, { env: { ...incoming(name, 'shell').arrival.env, [variable]: value } })
      expect(canAsk(host, event)).toBe(false)
      expect(host.reply(event, asked)).toEqual(hostOf(name).reply(event, denied(asked, true)))
      expect(JSON.stringify(host.reply(event, asked))).toContain('needs a person to approve')
      expect(JSON.stringify(host.reply(event, asked))).not.toContain('in another terminal')
      expect(host.reply(event, { ...asked, verdict: 'abstain' })).toEqual(hostOf(name).reply(event, { ...asked, verdict: 'abstain' }))
    }
    for (const value of ['', '0', 'false', 'False']) {
      const { host, event } = shell(name, {}, { env: { ...incoming(name, 'shell').arrival.env, CI: value } })
      expect(canAsk(host, event)).toBe(canAsk(hostOf(name), readAs(incoming(name, 'shell'))))
    }
  })
  test('who embeds us knows whom they can ask', () => {
    expect(shell('ai-sdk', {}, { env: { CI: 'true' } }).event.unattended).toBe(undefined)
  })

  const modes: readonly (readonly [host: string, payload: JsonObject, arrival: Partial<Arrival>, asks: boolean])[] = [
    ['claude-code', { permission_mode: 'default' }, {}, true],
    ['claude-code', { permission_mode: 'acceptEdits' }, {}, true],
    ['claude-code', { permission_mode: 'plan' }, {}, true],
    ['claude-code', { permission_mode: 'auto' }, {}, true],
    ['claude-code', { permission_mode: 'bypassPermissions' }, {}, false],
    ['claude-code', { permission_mode: 'bypassPermissions' }, { via: 'http' }, false],
    ['claude-code', { permission_mode: 'dontAsk' }, {}, false],
    ['codebuddy', { permission_mode: 'bypassPermissions' }, {}, false],
    ['qoder', { permission_mode: 'acceptEdits' }, {}, true],
    ['qoder', { permission_mode: 'bypassPermissions' }, {}, false],
    ['qoder', { permission_mode: 'yolo' }, {}, false],
    ['qoder', { permission_mode: 'auto' }, {}, false],
    ['qoder', { permission_mode: 'dontAsk' }, {}, false],
    ['qwen-code', { permission_mode: 'yolo' }, {}, true],
    // Its SDK, in which nobody is signed in.
    ['cursor', { user_email: null, transcript_path: null }, {}, false],
    ['cursor', { user_email: null }, {}, true],
    ['cursor', { transcript_path: null }, {}, true],
    ['grok', { permissionMode: 'bypassPermissions' }, {}, false],
    ['grok', { permissionMode: 'dontAsk' }, {}, false],
    ['copilot-cli', {}, { env: { COPILOT_ALLOW_ALL: 'true' } }, false],
    ['copilot-cli', {}, { startedBy: startedBy('node /usr/local/bin/copilot -p hello --allow-all-tools') }, false],
    ['copilot-cli', {}, { startedBy: startedBy('/opt/copilot/copilot --yolo') }, false],
    ['copilot-cli', {}, { startedBy: startedBy('node /usr/lib/node_modules/@github/copilot/index.js --allow-all') }, false],
    ['copilot-cli', {}, { startedBy: startedBy('copilot --allow-tool shell') }, true],
    ['copilot-cli', {}, { startedBy: startedBy('npm run --yolo copilot') }, true],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini -p hello') }, false],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --prompt=hello --yolo') }, false],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --yolo') }, true],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --yolo'), terminals: () => [false, true, true] }, true],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --yolo'), terminals: () => [false, undefined, false] }, true],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --yolo'), terminals: () => [false, false, true] }, false],
    ['gemini-cli', {}, { startedBy: startedBy('node /usr/bin/gemini --experimental-acp'), terminals: () => [false, false, false] }, true],
    ['grok', {}, { startedBy: startedBy('/opt/grok/bin/grok --single hello') }, false],
    ['grok', {}, { startedBy: startedBy('/opt/grok/bin/grok') }, true],
    ['antigravity', {}, { startedBy: startedBy('agy --dangerously-skip-permissions') }, false],
  ]
  test.each(modes)('%s %j %j: asks %s', (name, payload, arrival, asks) => {
    const { host, event, problem } = shell(name, payload, { ...arrival, env: { ...incoming(name, 'shell').arrival.env, ...arrival.env } })
    expect([host.name, problem, canAsk(host, event)]).toEqual([name, null, asks])
    const said = JSON.stringify(host.reply(event, asked))
    expect(said.includes('needs a person to approve')).toBe(!asks)
    if (!asks) expect(said).not.toMatch(/"(?:permissionDecision|decision|permission)":"(?:ask|force_ask)"/)
  })
  test('cursor’s own command line, told not to ask', () => {
    const sent = incoming('cursor', 'shell')
    const event = (line: string) => listen({ ...sent, arrival: { ...sent.arrival, startedBy: startedBy(line) } }, 'cursor')
    for (const [line, asks] of [
      ['cursor-agent -p --force', false],
      ['cursor-agent', true],
    ] as const) {
      const heard = event(line)
      expect(canAsk(heard.host, heard.event)).toBe(asks && heard.event.name === 'beforeShellExecution')
    }
  })
})

describe('nothing loosens', () => {
  const shells = NAMES.map((name) => incoming(name, 'shell'))
  const hostile = [
    '',
    ' ',
    '\0',
    'null',
    '[]',
    '"x"',
    '1',
    '{}',
    '{"a":1}',
    '{"__proto__":{"tool":"x"}}',
    '{"hook_event_name":"PreToolUse"}',
    '{"hook_event_name":{}}',
    '{"tool_name":"Bash"}',
    '{"hook_event_name":"constructor"}',
    '['.repeat(100_000),
    `{"tool_input":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`,
  ]

  test.each(NAMES)('%s: what cannot be read is stopped', (name) => {
    for (const text of hostile) {
      for (const via of ['command', 'http'] as const) {
        const { host, event, problem } = hear(text, HOSTS, generic, { env: {}, ...(hostOf(name).runs === 'hook' ? { via } : {}) }, name)
        expect([text.slice(0, 40), problem === null]).toEqual([text.slice(0, 40), false])
        expect([text.slice(0, 40), stops(host.reply(event, refusal(problem ?? '')))]).toEqual([text.slice(0, 40), true])
      }
    }
  })
  test('an event that is too large is stopped', () => {
    const { host, event, problem } = hear(`{"hook_event_name":"${'x'.repeat(LARGEST_EVENT)}"}`, HOSTS, generic, { env: {} }, 'claude-code')
    expect(problem).toBe('the event is too large to be read')
    expect(stops(host.reply(event, refusal(problem ?? '')))).toBe(true)
  })
  test.each(labelled(shells))('%s: cut anywhere', (_name, { host, payload, arrival }) => {
    const text = JSON.stringify(payload)
    for (let end = 0; end < text.length; end += 5) {
      const heard = hear(text.slice(0, end), HOSTS, generic, arrival, host)
      expect(heard.problem).not.toBeNull()
      expect(stops(heard.host.reply(heard.event, refusal(heard.problem ?? '')))).toBe(true)
    }
  })
  const judged = (heard: ReturnType<typeof hear>): boolean =>
    heard.problem !== null || (heard.event.calls.length > 0 && ['before-tool', 'permission'].includes(heard.event.kind))
  test.each(labelled(CALLS))('%s: a field taken away or of another kind', (_name, one) => {
    for (const key of Object.keys(one.payload)) {
      // Without a method, a message of the protocol is an answer.
      if (key === 'method' && one.host === 'mcp-proxy') continue
      const { [key]: _gone, ...rest } = one.payload
      for (const payload of [rest, { ...rest, [key]: null }, { ...rest, [key]: 7 }, { ...rest, [key]: [] }, { ...rest, [key]: {} }, { ...rest, [key]: 'x' }]) {
        if (key === 'method' && 'method' in payload && payload['method'] === 'x') continue
        const heard = listen({ ...one, payload }, one.host)
        expect([key, JSON.stringify(payload[key as never]), judged(heard)]).toEqual([key, JSON.stringify(payload[key as never]), true])
      }
    }
  })
  /** Relatives may be taken for each other where they deny alike. */
  const understood = (sent: Incoming, { host, event }: ReturnType<typeof hear>): boolean => {
    const refused: HostAnswer = { verdict: 'deny', reason: DENY, warnings: [] }
    const reply = host.reply(event, refused)
    const plain = (told: HostReply): string => JSON.stringify(told).replace(',"interrupt":false', '')
    return plain(reply) === plain(hostOf(sent.host).reply(readAs(sent), refused)) || (reply.kind === 'command' && reply.exitCode === 2)
  }
  // Both speak JSON-RPC: a proxy knows which protocol it stands in.
  const PROTOCOLS = ['acp', 'mcp-proxy']
  test.each(NAMES)('%s: every other host’s call is judged or stopped, in a way its sender understands', (name) => {
    for (const one of CALLS.filter(({ host }) => host !== name && !(PROTOCOLS.includes(host) && PROTOCOLS.includes(name)))) {
      const heard = listen(one, name)
      expect([one.host, one.file, judged(heard)]).toEqual([one.host, one.file, true])
      if (isHook(one) && hostOf(name).runs === 'hook' && !NAMELESS.includes(`${one.host}/${one.file}`))
        expect([one.host, one.file, understood(one, heard)]).toEqual([one.host, one.file, true])
      expect(() => hostOf(name).read(one.payload, one.arrival)).not.toThrow()
    }
  })
  test.each(labelled(CALLS))('%s: deny and ask stop, with or without a reason', (_name, one) => {
    const { host, event } = listen(one, one.host)
    for (const verdict of ['deny', 'ask'] as const) {
      for (const reason of ['', ' ', 'x', '\uD800', 'x'.repeat(100_000)]) {
        for (const failure of [false, true]) {
          const reply = host.reply(event, { verdict, reason, warnings: ['w'], failure })
          // Codex and its like are about to ask when they send a permission request.
          if (verdict === 'ask' && event.kind === 'permission' && canAsk(host, event)) continue
          expect([verdict, reason.slice(0, 5), failure, stops(reply)]).toEqual([verdict, reason.slice(0, 5), failure, true])
          if (reply.kind === 'command')
            expect(reply.exitCode === 1).toBe((host.name === 'amp' && verdict === 'ask') || (host.name === 'auggie' && event.name === 'policy'))
        }
      }
    }
  })
  test.each(labelled(EVENTS))('%s: silence and warnings block nothing', (_name, one) => {
    const event = readAs(one)
    // Somebody has to answer these: nobody approving is a refusal.
    if (event.via === 'mcp-tool' || event.name === 'canUseTool') return
    for (const warnings of [[], ['careful']]) {
      const reply = hostOf(one.host).reply(event, { verdict: 'abstain', reason: '', warnings })
      expect(reply.kind === 'forward' || !stops(reply)).toBe(true)
      if (reply.kind === 'command') expect(reply.exitCode).toBe(0)
      if (reply.kind === 'command' && warnings.length > 0) expect(JSON.stringify([reply.stdout, reply.stderr])).toContain('careful')
    }
  })
})

const RANK: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

describe('the same call gets the same verdict everywhere', () => {
  let gate: Gate
  beforeAll(async () => {
    gate = (await buildGate()).gate
  }, 60_000)
  const verdictOf = (one: Incoming): Verdict => {
    const verdicts = readAs(one).calls.map((call) => gate.check({ ...call, cwd: call.cwd === '' ? home.cwd : call.cwd }, home).decision.verdict)
    return verdicts.toSorted((a, b) => RANK[b] - RANK[a])[0] ?? 'allow'
  }
  const SAME: Readonly<Record<string, RegExp>> = {
    shell:
      /^(?:pretooluse-|policy-|plugin-)?shell(?:-command|-prefixed|-structured|-v3|\.pascal|\.v2)?$|^safety-checker$|^permission-(?:asked|request|prompt-tool)$/,
    write: /^(?:policy-)?write(?:\.pascal)?$/,
    read: /^(?:policy-)?read(?:\.pascal)?$|^before-read-file$/,
    mcp: /^(?:pretooluse-|policy-|plugin-)?mcp/,
  }
  for (const [what, files] of Object.entries(SAME)) {
    const same = CALLS.filter(({ file }) => files.test(file))
    test(`${what}: ${same.length} events`, () => {
      expect(new Set(same.map(({ host }) => host)).size).toBe(NAMES.length)
      const due = verdictOf(incoming('claude-code', what))
      expect(same.filter((one) => verdictOf(one) !== due).map((one) => `${one.host}/${one.file}: ${verdictOf(one)}, not ${due}`)).toEqual([])
    })
  }
  test('dangerous calls are not all let through', () => {
    expect(['shell', 'read', 'mcp'].map((file) => verdictOf(incoming('claude-code', file)))).not.toContain('allow')
  })
  test('the simpler form of an event is read alike', () => {
    for (const one of CALLS.filter(({ host }) => host === 'cline')) {
      const { tool_call: _gone, ...payload } = one.payload
      expect([one.file, verdictOf({ ...one, payload })]).toEqual([one.file, verdictOf(one)])
    }
    const { payload, ...rest } = incoming('cline', 'shell')
    for (const input of [
      'git push --force origin main',
      ['git push --force origin main'],
      { commands: { command: 'git', args: ['push', '--force', 'origin', 'main'] } },
      { command: 'git push --force origin main' },
    ]) {
      expect(verdictOf({ ...rest, payload: { ...payload, tool_call: { id: '1', name: 'run_commands', input } } })).toBe(verdictOf(incoming('cline', 'shell')))
    }
  })
  test('a call that is a command by another name is judged as that command', () => {
    const { payload, ...rest } = incoming('kiro', 'shell')
    const tool_input = { service_name: 's3api', operation_name: 'delete-bucket', parameters: { bucket: 'data' } }
    const aws = readAs({ ...rest, payload: { ...payload, tool_name: 'use_aws', tool_input } })
    expect(aws.calls.map(({ input }) => input['command'])).toEqual([undefined, ['aws', 's3api', 'delete-bucket', '--bucket', 'data']])
    const asShell = gate.check(
      { id: '', host: '', session: '', tool: { server: null, name: 'Bash' }, input: { command: 'aws s3api delete-bucket --bucket data' }, cwd: home.cwd },
      home,
    )
    const worst = aws.calls.map((call) => gate.check(call, home).decision.verdict).toSorted((a, b) => RANK[b] - RANK[a])[0]
    expect([worst, asShell.decision.verdict]).toEqual([asShell.decision.verdict, worst])
    expect(worst).not.toBe('allow')
  })
  test('keys typed into a running program are not let through unseen', () => {
    expect(verdictOf(incoming('cursor', 'write-shell-stdin'))).not.toBe('allow')
    const { payload, ...rest } = incoming('antigravity', 'shell')
    const typed = (Input: string): Incoming => ({ ...rest, payload: { ...payload, toolCall: { name: 'send_command_input', args: { CommandId: '1', Input } } } })
    expect([verdictOf(typed('rm -rf ~\n')), verdictOf(typed('y\n'))]).toEqual(['deny', 'allow'])
  })
  test('edits in every spelling are seen', () => {
    const files = CALLS.filter(({ file }) => file.startsWith('edit'))
    const paths = files.map(
      (one) =>
        `${one.host}: ${readAs(one)
          .calls.flatMap((call) => gate.check(call, home).reading.actions.flatMap((action) => (action.does === 'write' ? [action.resolved ?? ''] : [])))
          .join(' ')}`,
    )
    expect(paths.filter((line) => !line.endsWith('/home/dev/app/src/auth.ts'))).toEqual([])
    expect(files.length).toBeGreaterThan(15)
  })
  test('our allow is silence unless the user asked for more', () => {
    const event = readAs(incoming('claude-code', 'shell'))
    const { decision } = gate.check(
      { id: '', host: '', session: '', tool: { server: null, name: 'Bash' }, input: { command: 'git status' }, cwd: home.cwd },
      home,
    )
    expect(hostOf('claude-code').reply(event, answerOf(decision, false))).toMatchObject({ exitCode: 0, stdout: null })
    expect(hostOf('claude-code').reply(event, answerOf(decision, true))).toMatchObject({ stdout: { hookSpecificOutput: { permissionDecision: 'allow' } } })
  })
})
