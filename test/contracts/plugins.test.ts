// Does the built plugin of each host do inside its process what the hook does outside? Loaded as the host loads it, called as the host calls it.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import type { HostInstall } from '../../src/hosts/_frame/install.ts'
import { NOT_LOADED } from '../../src/hosts/_frame/module.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'
import { eventsOf, incoming } from '../host-fixtures.ts'

const PASSES = 'ls'
const ASKED = 'git stash clear'
const DENIED = 'rm -rf /'

/** What became of a call: it went on, it was stopped, or the host is to ask. */
interface Outcome {
  readonly kind: 'passes' | 'stopped' | 'asks'
  readonly reason: string
}
interface Given {
  /** What the person answers; undefined: nobody is there. */
  readonly person?: boolean | 'fails'
  /** OpenCode's own settings. */
  readonly settings?: JsonObject
}
interface Driven {
  /** A call with the arguments that the host hands over. */
  readonly call: (event: JsonObject) => Promise<Outcome>
  readonly after: (event: JsonObject, result: 'fine' | 'failed') => Promise<unknown>
  readonly prompt?: (text: string) => Promise<Outcome>
  /** Warnings that the person saw. */
  readonly seen: string[]
  /** What the person was asked. */
  readonly asked: string[]
  /** What was sent to the host's own server. */
  readonly sent: object[]
  readonly tell?: (event: object) => Promise<unknown>
}
type Callback = (...given: unknown[]) => Promise<unknown>

const stopped = (error: unknown): Outcome => ({ kind: 'stopped', reason: (error as Error).message })

async function opencode(plugin: unknown, { settings = {} }: Given): Promise<Driven> {
  const seen: string[] = []
  const sent: object[] = []
  const client = {
    tui: { showToast: ({ body }: { body: { message: string } }) => Promise.resolve(void seen.push(body.message)) },
    _client: { post: (request: object) => Promise.resolve(void sent.push(request)) },
  }
  const hooks = await (plugin as (given: object) => Promise<Record<string, Callback>>)({ directory: project, client })
  await hooks['config']?.(settings)
  const run = async (work: Promise<unknown> | undefined): Promise<Outcome> => {
    try {
      await work
      return { kind: 'passes', reason: '' }
    } catch (error) {
      return stopped(error)
    }
  }
  return {
    seen,
    sent,
    asked: [],
    call: (event) => run(hooks['tool.execute.before']?.(event['input'], event['output'])),
    after: ({ input, output }, result) =>
      hooks['tool.execute.after']?.({ ...(input as JsonObject), ...(output as JsonObject) }, { title: '', output: result, metadata: {} }) ?? Promise.resolve(),
    prompt: (text) => run(hooks['chat.message']?.({ sessionID: 's' }, { message: {}, parts: [{ type: 'file' }, { type: 'text', text }] })),
    tell: (event) => hooks['event']?.({ event }) ?? Promise.resolve(),
  }
}

async function pi(plugin: unknown, { person }: Given): Promise<Driven> {
  const handlers: Record<string, Callback> = {}
  const seen: string[] = []
  const asked: string[] = []
  ;(plugin as (pi: object) => void)({ on: (name: string, handler: Callback) => (handlers[name] = handler) })
  const confirm = (_title: string, message: string): Promise<boolean> => {
    asked.push(message)
    return person === 'fails' ? Promise.reject(new Error('no screen')) : Promise.resolve(person === true)
  }
  const context = {
    cwd: project,
    hasUI: person !== undefined,
    sessionManager: { getSessionId: () => 'session-pi' },
    ui: { confirm, notify: (message: string) => seen.push(message) },
  }
  const outcome = (value: unknown): Outcome => {
    const { block, reason = '', action } = (value ?? {}) as { block?: boolean; reason?: string; action?: string }
    return block === true || action === 'handled' ? { kind: 'stopped', reason } : { kind: 'passes', reason: '' }
  }
  return await Promise.resolve({
    seen,
    asked,
    sent: [],
    call: async (event: JsonObject) => {
      try {
        return outcome(await handlers['tool_call']?.(event, context))
      } catch (error) {
        return stopped(error)
      }
    },
    after: ({ toolCallId, toolName, input }: JsonObject, result: string) =>
      handlers['tool_result']?.({ toolCallId, toolName, input, content: [{ type: 'text', text: result }], isError: result === 'failed' }, context) ??
      Promise.resolve(),
    prompt: async (text: string) => outcome(await handlers['input']?.({ type: 'input', text, source: 'interactive' }, context)),
  })
}

async function openclaw(plugin: unknown, { person }: Given): Promise<Driven> {
  const handlers: Record<string, Callback> = {}
  const asked: string[] = []
  ;(plugin as { register: (api: object) => void }).register({ on: (name: string, handler: Callback) => (handlers[name] = handler) })
  return await Promise.resolve({
    seen: [],
    asked,
    sent: [],
    call: async ({ event, ctx }: JsonObject) => {
      try {
        const value = (await handlers['before_tool_call']?.(event, { ...(ctx as JsonObject), abortSignal: new AbortController().signal })) ?? {}
        const said = value as { block?: boolean; blockReason?: string; requireApproval?: { description: string; onResolution: (decision: string) => void } }
        if (said.block === true) return { kind: 'stopped', reason: said.blockReason ?? '' }
        if (said.requireApproval === undefined) return { kind: 'passes', reason: '' }
        asked.push(said.requireApproval.description)
        if (person === undefined) return { kind: 'asks', reason: said.requireApproval.description }
        said.requireApproval.onResolution(person === true ? 'allow-once' : 'deny')
        return person === true ? { kind: 'passes', reason: '' } : { kind: 'stopped', reason: said.requireApproval.description }
      } catch (error) {
        return stopped(error)
      }
    },
    after: ({ event, ctx }: JsonObject, result: string) =>
      handlers['after_tool_call']?.({ ...(event as JsonObject), ...(result === 'failed' ? { error: 'it failed' } : { result: {} }) }, ctx) ?? Promise.resolve(),
  })
}

const DRIVERS: Readonly<Record<string, (plugin: unknown, given: Given) => Promise<Driven>>> = { kilo: opencode, openclaw, opencode, pi }
const NAMES = Object.keys(DRIVERS)

let home = ''
let project = ''
const keptHome = process.env['HOME']
const made: string[] = []
const temporary = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name))
  made.push(folder)
  return folder
}
beforeAll(ensureBuilt, 60_000)
beforeEach(() => {
  home = emptyHome()
  made.push(home)
  project = join(home, 'work')
  mkdirSync(join(project, '.git'), { recursive: true })
  process.env['HOME'] = home
  delete process.env['XDG_STATE_HOME']
})
afterAll(() => {
  process.env['HOME'] = keptHome
  clear(...made)
})

/** As the installed file loads it. */
const load = (host: string, root = ROOT): unknown =>
  (createRequire(import.meta.url)(join(root, 'dist/plugins', `${host}.js`)) as { pluginAt: (root: string, home: string) => unknown }).pluginAt(root, home)
const driven = (host: string, given: Given = {}, root = ROOT): Promise<Driven> => {
  const driver = DRIVERS[host]
  if (driver === undefined) throw new Error(`no way to drive ${host}`)
  return driver(load(host, root), given)
}

/** The recorded shell call with another command, where it runs in this test's project. */
const shell = (host: string, command: string): JsonObject =>
  JSON.parse(
    JSON.stringify(incoming(host, 'shell').payload, (key, value: unknown) => (key === 'command' ? command : key === 'workdir' ? project : value)),
  ) as JsonObject

const settings = (text: string): void => {
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), text)
}

function log(): JsonObject[] {
  const folder = join(home, '.local/state/prudent/audit')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
  return files
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    )
    .map((line) => JSON.parse(line) as JsonObject)
}
const steps = (): string[] =>
  log().map(({ kind, verdict, event, ok }) =>
    [kind, event, verdict, ok].flatMap((part) => (part === undefined ? [] : [JSON.stringify(part).replaceAll('"', '')])).join(' '),
  )

test('every host whose folder has a plugin is built, installed and driven here', () => {
  const folders = readdirSync(join(ROOT, 'src/hosts')).filter((name) => name !== '_frame' && existsSync(join(ROOT, 'src/hosts', name, 'plugin.ts')))
  expect(folders).toEqual(NAMES)
  const files = readdirSync(join(ROOT, 'dist/plugins')).filter((name) => name.endsWith('.js'))
  expect(files.toSorted()).toEqual(NAMES.map((name) => `${name}.js`))
  expect(INSTALLS.filter(({ starts }) => starts === 'module').map(({ host }) => host)).toEqual(NAMES)
})

describe.each(NAMES)('%s', (host) => {
  test('lets pass, asks and denies, and writes down what it said and what came of it', async () => {
    const { call, after, asked } = await driven(host)
    expect((await call(shell(host, PASSES))).kind).toBe('passes')
    await after(shell(host, PASSES), 'fine')
    expect(steps()).toEqual(['attempt', 'decision allow', 'outcome true'])
    const denied = await call(shell(host, DENIED))
    expect(denied).toMatchObject({ kind: 'stopped' })
    expect(denied.reason).toMatch(/deletes/)
    const question = await call(shell(host, ASKED))
    expect(question.kind).toBe(host === 'openclaw' ? 'asks' : 'stopped')
    if (host !== 'openclaw') expect(question.reason).toMatch(/question [0-9a-f]{8} waits for an answer/)
    expect(asked).toHaveLength(host === 'openclaw' ? 1 : 0)
    expect(steps().filter((step) => step.startsWith('decision'))).toEqual(['decision allow', 'decision deny', 'decision ask'])
    expect(new Set(log().map((entry) => entry['host']))).toEqual(new Set([host]))
  })
  test('judges every recorded call', async () => {
    const { call } = await driven(host)
    const calls = eventsOf(host).filter(({ file }) => /^(?:shell|write|read|mcp|edit|apply-patch)$/.test(file))
    expect(calls.length).toBeGreaterThan(3)
    for (const { payload } of calls) await call(payload)
    expect(log().filter(({ kind }) => kind === 'attempt')).toHaveLength(calls.length)
    expect((await call(incoming(host, 'mcp').payload)).kind).not.toBe('passes')
    expect((await call(incoming(host, 'shell').payload)).kind).not.toBe('passes')
  })
  test('stops what cannot be read, and what others send', async () => {
    const { call } = await driven(host)
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const strange = [
      {},
      { input: null, output: null, event: null },
      { input: { tool: 'bash' }, output: {}, event: { toolName: 'exec' }, toolName: 'bash' },
      { input: { tool: 7 }, output: { args: 'ls' }, event: { toolName: {}, params: [] }, toolName: 'bash', toolCallId: 1 },
      { input: { tool: 'bash', callID: 'c' }, output: { args: circular }, event: { toolName: 'exec', params: circular }, toolName: 'bash' },
      { input: { tool: 'bash', callID: 'c' }, output: { args: { command: 1n } }, event: { toolName: 'exec', params: { command: 1n } }, toolName: 'bash' },
      ...['claude-code', 'cursor', 'gemini-cli', 'amp'].map((other) => incoming(other, 'shell').payload),
    ]
    for (const event of strange) {
      const outcome = await call(event as unknown as JsonObject)
      expect([Object.keys(event), outcome.kind]).toEqual([Object.keys(event), 'stopped'])
      expect(outcome.reason).toMatch(/not let through|waits for an answer/)
    }
  })
  test('a result that cannot be read disturbs nothing', async () => {
    const { after } = await driven(host)
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    await expect(after({ input: circular, output: circular, event: circular, toolName: circular } as unknown as JsonObject, 'fine')).resolves.toBeUndefined()
  })
  test('takes up settings that change while it runs', async () => {
    const { call } = await driven(host)
    expect((await call(shell(host, 'git push --force origin main'))).kind).not.toBe('passes')
    settings('mode: observe\n')
    expect((await call(shell(host, 'git push --force origin main'))).kind).toBe('passes')
    expect((await call(shell(host, DENIED))).kind).toBe('stopped')
    expect(log().filter(({ mode }) => mode === 'observe').length).toBeGreaterThan(0)
    settings('preset: strict\n')
    expect((await call(shell(host, 'git push --force origin main'))).kind).not.toBe('passes')
    settings('preset: [\n')
    expect((await call(shell(host, DENIED))).kind).toBe('stopped')
  })
  test('nothing runs unrecorded where the settings say so', async () => {
    settings('audit: { strict: true }\n')
    mkdirSync(join(home, '.local/state'), { recursive: true })
    writeFileSync(join(home, '.local/state/prudent'), 'a file in its place')
    const { call } = await driven(host)
    const outcome = await call(shell(host, PASSES))
    expect(outcome).toMatchObject({ kind: 'stopped' })
    expect(outcome.reason).toContain('audit log cannot be written')
  })
  test('denies everything when the gate cannot be opened', async () => {
    const root = packageWithout('dist/data')
    const { call } = await driven(host, {}, root)
    for (const command of [PASSES, DENIED]) expect(await call(shell(host, command))).toMatchObject({ kind: 'stopped' })
  })
  test('denies everything when another version took its place', async () => {
    const root = packageWithout('dist/data')
    mkdirSync(join(root, 'dist/data'))
    for (const name of readdirSync(join(ROOT, 'dist/data')).filter((one) => one !== 'made.txt'))
      symlinkSync(join(ROOT, 'dist/data', name), join(root, 'dist/data', name))
    writeFileSync(join(root, 'dist/data/made.txt'), '99.0.0 abc')
    const { call } = await driven(host, {}, root)
    const outcome = await call(shell(host, PASSES))
    expect(outcome.kind).toBe('stopped')
    expect(outcome.reason).toContain('restart this process')
  })
  test('the installed file loads it, and denies everything where it cannot', async () => {
    const install = INSTALLS.find((one) => one.host === host) as HostInstall
    const place = { home, project, env: {} }
    const put = async (plugin: string): Promise<unknown> => {
      const folder = temporary('prudent-loader-')
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      const edit = install.edits('user', place, { program: '', command: '', and: () => '', plugin, home })?.find(({ file }) => file.endsWith('.js'))
      if (edit?.kind !== 'file') throw new Error('no file')
      writeFileSync(join(folder, 'prudent.js'), edit.text)
      const loaded = (await import(pathToFileURL(join(folder, 'prudent.js')).href)) as Record<string, unknown>
      return loaded['default'] ?? loaded['Prudent']
    }
    const good = await DRIVERS[host]?.(await put(join(ROOT, 'dist/plugins', `${host}.js`)), {})
    expect((await good?.call(shell(host, PASSES)))?.kind).toBe('passes')
    expect((await good?.call(shell(host, DENIED)))?.kind).toBe('stopped')
    writeFileSync(join(home, 'broken.js'), 'this is no code')
    for (const file of [join(home, 'gone.js'), join(home, 'broken.js')]) {
      const bad = await DRIVERS[host]?.(await put(file), {})
      expect(await bad?.call(shell(host, PASSES))).toEqual({ kind: 'stopped', reason: NOT_LOADED })
    }
  })
})

/** A package of our own whose parts are missing. */
function packageWithout(gone: string): string {
  const root = temporary('prudent-package-')
  mkdirSync(join(root, 'dist'))
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'))
  for (const name of ['plugins', 'chunks']) cpSync(join(ROOT, 'dist', name), join(root, 'dist', name), { recursive: true })
  for (const name of ['parsers', 'data', 'hook-slow.js']) if (join('dist', name) !== gone) symlinkSync(join(ROOT, 'dist', name), join(root, 'dist', name))
  return root
}

describe('questions', () => {
  test.each<readonly [person: Given['person'], kind: Outcome['kind'], said: readonly string[]]>([
    [true, 'passes', ['approval asked', 'approval answered allow']],
    [false, 'stopped', ['approval asked', 'approval answered deny']],
    ['fails', 'stopped', ['approval asked', 'approval expired']],
    [undefined, 'stopped', ['approval expired']],
  ])('Pi puts them to the person who says %s', async (person, kind, said) => {
    const { call, asked } = await driven('pi', person === undefined ? {} : { person })
    expect((await call(shell('pi', ASKED))).kind).toBe(kind)
    expect(asked).toHaveLength(person === undefined ? 0 : 1)
    expect(steps().filter((step) => step.startsWith('approval'))).toEqual(said)
  })
  test.each([true, false])('OpenClaw puts them to the person who says %s', async (person) => {
    const { call } = await driven('openclaw', { person })
    expect((await call(shell('openclaw', ASKED))).kind).toBe(person ? 'passes' : 'stopped')
    expect(steps().filter((step) => step.startsWith('approval'))).toEqual(['approval asked', `approval answered ${person ? 'allow' : 'deny'}`])
  })
  describe.each(['opencode', 'kilo'])('%s', (host) => {
    test.each<readonly [settings: JsonObject, hands: boolean]>([
      [{}, false],
      [{ permission: 'ask' }, true],
      [{ permission: { '*': 'ask' } }, true],
      [{ permission: { '*': 'ask', webfetch: 'deny', bash: { '*': 'ask' } } }, true],
      [{ permission: { '*': 'ask', bash: 'allow' } }, false],
      [{ permission: { '*': 'ask', bash: { 'git *': 'allow', '*': 'ask' } } }, false],
      [{ permission: { bash: 'ask' } }, false],
      [{ permission: 'allow' }, false],
      [{ permission: 'ask', agent: { build: { permission: { bash: 'allow' } } } }, false],
    ])('hands them over where its settings ask about everything: %j', async (given, hands) => {
      const { call, after } = await driven(host, { settings: given })
      expect((await call(shell(host, ASKED))).kind).toBe(hands ? 'passes' : 'stopped')
      expect((await call(shell(host, DENIED))).kind).toBe('stopped')
      expect(steps().filter((step) => step.startsWith('approval'))).toEqual([hands ? 'approval asked' : 'approval expired'])
      if (!hands) return
      // It ran after the host asked: so it was approved there.
      await after(shell(host, ASKED), 'fine')
      expect(steps().filter((step) => step.startsWith('approval'))).toEqual(['approval asked', 'approval answered allow'])
    })
    test('hands nothing over any more once something is always allowed', async () => {
      const { call, tell } = await driven(host, { settings: { permission: 'ask' } })
      await tell?.({ type: 'permission.replied', properties: { sessionID: 's', reply: 'once' } })
      expect((await call(shell(host, ASKED))).kind).toBe('passes')
      await tell?.({ type: 'permission.replied', properties: { sessionID: 's', reply: 'always' } })
      expect((await call(shell(host, ASKED))).kind).toBe('stopped')
    })
    test('its own question is answered only with auto-approval, by what the call is', async () => {
      const asked = incoming(host, 'permission-asked').payload['event'] as JsonObject
      const one = await driven(host, { settings: { permission: 'ask' } })
      await one.call(shell(host, PASSES))
      await one.tell?.(asked)
      expect(one.sent).toEqual([])
      settings('approvals: { auto: true }\n')
      const other = await driven(host, { settings: { permission: 'ask' } })
      await other.tell?.(asked)
      expect(other.sent).toEqual([])
      await other.call(shell(host, PASSES))
      await other.tell?.(asked)
      expect(other.sent).toMatchObject([{ url: '/permission/per_fix0001/reply', body: { reply: 'once' } }])
      expect(log().filter(({ kind }) => kind === 'attempt').length).toBe(1)
    })
  })
})

describe('prompts', () => {
  const KEY = 'AKIAIOSFODNN7EXAMPLQ'
  test.each(['opencode', 'kilo', 'pi'])('%s: a secret is warned about, and stopped only where the settings say so', async (host) => {
    const { prompt, seen } = await driven(host)
    expect((await prompt?.('What is a key?'))?.kind).toBe('passes')
    expect(seen).toEqual([])
    expect((await prompt?.(`use ${KEY}`))?.kind).toBe('passes')
    expect(seen.join('\n')).toContain('seems to hold a secret')
    expect(seen.join('\n')).not.toContain(KEY)
    settings('overrides: { secrets.in-prompt: deny }\n')
    expect((await prompt?.(`use ${KEY}`))?.kind).toBe('stopped')
    expect(seen.at(-1)).toContain('it was not sent')
  })
})
