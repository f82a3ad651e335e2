// Does the built hook answer each host in its own words?
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { ensureBuilt, linesOf, prudent, ROOT } from '../built.ts'
import type { Ran } from '../built.ts'
import { copyOfHook, emptyHome, HOOK, homeWith, runHook, shellEvent, startHook } from '../hook-process.ts'
import { incoming } from '../host-fixtures.ts'

const ALLOWED = 'git status'
const ASKED = 'git reset --hard'
const DENIED = 'rm -rf ~'
/** Of medium severity: let through, and said. */
const WARNED = 'git rebase --skip'

beforeAll(ensureBuilt, 120_000)

const hook = (host: string, command: string): { readonly code: number | null; readonly said: JsonObject | null; readonly err: string } => {
  const { code, out, err } = runHook(JSON.stringify(shellEvent(host, command)))
  return { code, said: out === '' ? null : (JSON.parse(out) as JsonObject), err }
}

describe('each host is answered in its own words', () => {
  test.each(['claude-code', 'codex', 'gemini-cli', 'copilot-cli'])('%s: our allow is silence', (host) => {
    expect(hook(host, ALLOWED)).toEqual({ code: 0, said: null, err: '' })
  })
  test('claude code asks, and denies', () => {
    expect(hook('claude-code', ASKED)).toMatchObject({ code: 0, said: { hookSpecificOutput: { permissionDecision: 'ask', hookEventName: 'PreToolUse' } } })
    const denied = hook('claude-code', DENIED)
    expect(denied).toMatchObject({ code: 0, said: { hookSpecificOutput: { permissionDecision: 'deny' } } })
    expect(JSON.stringify(denied.said)).toContain('floor.delete-home')
  })
  test('codex cannot ask: what would be asked is denied, with what a person can do', () => {
    const asked = hook('codex', ASKED)
    expect(asked).toMatchObject({ code: 0, said: { hookSpecificOutput: { permissionDecision: 'deny' } } })
    expect(JSON.stringify(asked.said)).toContain('approve')
    expect(hook('codex', DENIED)).toMatchObject({ code: 0, said: { hookSpecificOutput: { permissionDecision: 'deny' } } })
  })
  test('gemini', () => {
    expect(hook('gemini-cli', ASKED)).toMatchObject({ code: 0, said: { decision: 'ask' } })
    expect(hook('gemini-cli', DENIED)).toMatchObject({ code: 0, said: { decision: 'deny' } })
  })
  test('cursor, which takes silence for a failure', () => {
    expect(hook('cursor', ALLOWED)).toMatchObject({ code: 0, said: { permission: 'allow' } })
    expect(hook('cursor', ASKED)).toMatchObject({ code: 0, said: { permission: 'ask' } })
    expect(hook('cursor', DENIED)).toMatchObject({ code: 0, said: { permission: 'deny' } })
  })
  test('copilot', () => {
    expect(hook('copilot-cli', ASKED)).toMatchObject({ code: 0, said: { permissionDecision: 'ask' } })
    expect(hook('copilot-cli', DENIED)).toMatchObject({ code: 0, said: { permissionDecision: 'deny' } })
  })
  test('whoever the command line names, the event counts more', () => {
    const { code, out } = runHook(JSON.stringify(shellEvent('cursor', DENIED)), { words: ['--host', 'claude-code'] })
    expect([code, JSON.parse(out)]).toMatchObject([0, { permission: 'deny' }])
  })
  test('nobody we know is told by exit code too', () => {
    const { code, out, err } = runHook(JSON.stringify({ tool: 'Bash', input: { command: DENIED } }))
    expect([code, JSON.parse(out)]).toMatchObject([2, { verdict: 'deny' }])
    expect(err).toContain('stopped')
  })
  test('`prudent hook` is the same', () => {
    const { code, out } = prudent(['hook', '--host', 'claude-code'], { input: JSON.stringify(shellEvent('claude-code', DENIED)) })
    expect([code, JSON.parse(out)]).toMatchObject([0, { hookSpecificOutput: { permissionDecision: 'deny' } }])
    const events = [shellEvent('claude-code', ALLOWED), shellEvent('gemini-cli', ASKED), { tool: 'Bash', input: { command: DENIED } }, { hello: 'world' }]
    for (const event of events) expect(prudent(['hook'], { input: JSON.stringify(event) })).toEqual(runHook(JSON.stringify(event)))
    expect(prudent(['hook', '--event', 'BeforeTool', '--host', 'nobody'], { input: '{' })).toEqual(runHook('{', { words: ['--host', 'nobody'] }))
  })
  test('`prudent hook` never ends in exit code 1, which most hosts take for leave', () => {
    const input = JSON.stringify(shellEvent('claude-code', DENIED))
    const broken = (without: readonly string[]): Ran => {
      const hook = copyOfHook((dist) => {
        cpSync(join(ROOT, 'dist/cli.js'), join(dist, 'cli.js'))
        for (const name of without) rmSync(join(dist, name), { recursive: true })
      })
      return runHook(input, { hook: hook.replace(/hook\.cjs$/, 'cli.js'), words: ['hook'] })
    }
    expect(broken(['chunks'])).toEqual(runHook(input))
    expect(broken(['hook.cjs'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^Prudent denied this call: [^\n]+npm install --global prudent/) as string,
    })
    expect(broken(['hook-engine.cjs'])).toMatchObject({ code: 2 })
  })
  test('warnings reach the user without stopping anything', () => {
    const { code, said } = hook('claude-code', WARNED)
    expect([code, Object.keys(said ?? {})]).toEqual([0, ['systemMessage']])
  })
})

describe('where nobody can be asked', () => {
  const permission = (ran: Ran): unknown => (JSON.parse(ran.out) as { readonly hookSpecificOutput: JsonObject }).hookSpecificOutput['permissionDecision']
  test('a question is a denial that says how to approve', () => {
    const asked = JSON.stringify(shellEvent('claude-code', ASKED))
    expect(permission(runHook(asked))).toBe('ask')
    for (const ran of [
      runHook(asked, { env: { CI: 'true' } }),
      runHook(JSON.stringify(shellEvent('claude-code', ASKED, { permission_mode: 'bypassPermissions' }))),
    ]) {
      expect(permission(ran)).toBe('deny')
      expect(ran.out).toContain('needs a person to approve')
    }
    expect(runHook(JSON.stringify(shellEvent('claude-code', ALLOWED)), { env: { CI: 'true' } })).toEqual({ code: 0, out: '', err: '' })
  })
  test.skipIf(process.platform !== 'linux')('a mode that only the command line of the agent tells', () => {
    const folder = emptyHome()
    const agent = join(folder, 'copilot')
    writeFileSync(agent, `sh -c '"${process.execPath}" "${HOOK}"; exit $?'\n`)
    const decision = (...flags: readonly string[]): unknown => {
      const ran = spawnSync('bash', [agent, ...flags], {
        input: JSON.stringify(shellEvent('copilot-cli', ASKED)),
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
        encoding: 'utf8',
      })
      return (JSON.parse(ran.stdout) as JsonObject)['permissionDecision']
    }
    expect([decision(), decision('--allow-all-tools')]).toEqual(['ask', 'deny'])
  })
})

describe('other events', () => {
  test('a secret in a prompt is told by kind and length, and stops nothing', () => {
    const secret = ['ghp', 'aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW2xY4'].join('_')
    const { code, out } = runHook(JSON.stringify({ ...incoming('claude-code', 'user-prompt-submit').payload, prompt: `use ${secret} for it` }))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ systemMessage: expect.stringMatching(/secret.*GitHub.*40 characters/i) as string })
    expect(out).not.toContain(secret.slice(0, 12))
  })
  test.each(['user-prompt-submit', 'post-tool-use', 'session-start', 'config-change'])('%s without anything to say is silence', (file) => {
    const payload = { ...incoming('claude-code', file).payload, prompt: 'please tidy up' }
    expect(runHook(JSON.stringify(payload))).toEqual({ code: 0, out: '', err: '' })
  })
})

const logged = (home: string): Record<string, unknown>[] => {
  const folder = join(home, '.local/state/prudent/audit')
  const days = readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
  return days.flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8').replaceAll(/\n+/g, '\n').trim()))
}

describe('what happened is written down', () => {
  test('attempt, decision and outcome of one call belong together', () => {
    const home = emptyHome()
    const { toolUse } = { toolUse: 'toolu_01Fixture0001' }
    runHook(JSON.stringify(shellEvent('claude-code', DENIED)), { home })
    runHook(
      JSON.stringify({ ...incoming('claude-code', 'post-tool-use').payload, tool_use_id: toolUse, session_id: shellEvent('claude-code', '')['session_id'] }),
      { home },
    )
    const entries = logged(home)
    // It was denied and ran all the same: that is a violation of its own.
    expect(entries.map(({ kind, of }) => (typeof of === 'string' ? `${String(kind)} of ${of}` : kind))).toEqual([
      'attempt',
      'decision',
      expect.stringMatching(/^violation of /),
      'outcome',
      'violation of contradiction',
    ])
    expect(new Set(entries.map(({ call, session }) => `${String(call)} ${String(session)}`)).size).toBe(1)
  })
  test('a question that the host put, and a call that then ran: a person approved it there', () => {
    const home = emptyHome()
    const asked = shellEvent('claude-code', ASKED)
    runHook(JSON.stringify(asked), { home })
    const after = { ...incoming('claude-code', 'post-tool-use').payload, tool_use_id: asked['tool_use_id'], session_id: asked['session_id'] }
    for (let times = 0; times < 2; times++) runHook(JSON.stringify(after), { home })
    expect(logged(home).map(({ kind, event, channel, verdict }) => [kind, event, channel, verdict].filter(Boolean).join(' '))).toEqual([
      'attempt',
      'decision ask',
      'approval asked host',
      'approval answered host allow',
      'outcome',
      'outcome',
    ])
  })
  test.each([
    ['where the host answers its own questions', 'claude-code', { permission_mode: 'bypassPermissions' }],
    ['where the host cannot ask', 'codex', {}],
  ])('a question that could be put to nobody %s: a denial', (_, host, more) => {
    const home = emptyHome()
    const { out } = runHook(JSON.stringify(shellEvent(host, ASKED, more)), { home })
    expect(out).toContain('"permissionDecision":"deny"')
    expect(logged(home)).toMatchObject([{ kind: 'attempt' }, { kind: 'decision', verdict: 'ask' }, { kind: 'approval', event: 'expired', because: 'nobody' }])
  })
  test('one event through two configurations is answered twice alike and written once', async () => {
    const home = emptyHome()
    const event = JSON.stringify(shellEvent('claude-code', ASKED))
    runHook(JSON.stringify(shellEvent('claude-code', ALLOWED, { tool_use_id: 'other' })), { home })
    const [first, second] = await Promise.all([startHook(event, { home }), startHook(event, { home })])
    expect(first.out).toBe(second.out)
    expect(logged(home).filter(({ verdict }) => verdict === 'ask')).toHaveLength(1)
  })
  test('nothing is written down but the calls themselves, in a strict log too', () => {
    const home = homeWith('audit: { strict: true }\n')
    runHook(JSON.stringify(shellEvent('claude-code', ALLOWED)), { home })
    expect(logged(home).map(({ kind }) => kind)).toEqual(['attempt', 'decision'])
  })
  test('the same command again, by another id, is another call', () => {
    const home = emptyHome()
    for (const id of ['a', 'b']) runHook(JSON.stringify(shellEvent('claude-code', ASKED, { tool_use_id: id })), { home })
    expect(logged(home).filter(({ kind }) => kind === 'decision')).toHaveLength(2)
  })
})

const decisionIn = (home: string, command: string): unknown => {
  const { code, out } = runHook(JSON.stringify(shellEvent('claude-code', command)), { home })
  expect(code).toBe(0)
  return out === '' ? null : ((JSON.parse(out) as { hookSpecificOutput?: JsonObject }).hookSpecificOutput?.['permissionDecision'] ?? null)
}

describe('the person’s settings count', () => {
  test('compiled at the first call, kept for the next', () => {
    const home = emptyHome()
    mkdirSync(join(home, '.config/prudent'), { recursive: true })
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'overrides: { git.reset-hard: deny }\n')
    expect([decisionIn(home, ASKED), decisionIn(home, ASKED), decisionIn(home, ALLOWED)]).toEqual(['deny', 'deny', null])
    expect(readdirSync(join(home, '.cache/prudent')).filter((name) => name.startsWith('policy-'))).toHaveLength(1)
  })
  test('patterns of their own are found', () => {
    const home = homeWith('custom_patterns: [{ pattern: "frobnicate (now|later)", verdict: deny }]\n')
    expect([decisionIn(home, 'frobnicate now'), decisionIn(home, 'frobnicate now'), decisionIn(home, 'frobnicate never')]).toEqual(['deny', 'deny', null])
  })
  test('auto-approval says allow aloud', () => {
    const home = homeWith('approvals: { auto: true }\n')
    expect([decisionIn(home, ALLOWED), decisionIn(home, ASKED), decisionIn(home, DENIED)]).toEqual(['allow', 'ask', 'deny'])
  })
  test.each(['mode: observe\n', 'enabled: false\n'])('%s stops nothing but floor and self-protection', (settings) => {
    const home = homeWith(settings)
    expect([decisionIn(home, ASKED), decisionIn(home, 'git push --force origin main'), decisionIn(home, DENIED)]).toEqual([null, null, 'deny'])
    expect(decisionIn(home, 'rm ~/.config/prudent/settings.yaml')).toBe('deny')
    expect(logged(home).filter(({ would }) => would !== undefined)).toHaveLength(2)
  })
  test('every call is told that the gate is off', () => {
    const home = homeWith('enabled: false\n')
    for (const command of [ALLOWED, ASKED]) {
      const { out } = runHook(JSON.stringify(shellEvent('claude-code', command, { tool_use_id: command })), { home })
      expect(JSON.parse(out)).toEqual({ systemMessage: 'prudent is switched off in the settings: only the floor and self-protection are enforced' })
    }
    expect(logged(home).filter(({ kind }) => kind === 'decision')).toMatchObject([{ mode: 'disabled' }, { mode: 'disabled', would: 'ask' }])
  })
  test('settings that cannot be read ask about everything', () => {
    const home = homeWith('mode: [\n')
    expect([decisionIn(home, ALLOWED), decisionIn(home, DENIED)]).toEqual(['ask', 'deny'])
  })
  test('a project cannot switch us off', () => {
    const project = emptyHome()
    mkdirSync(join(project, '.git'))
    mkdirSync(join(project, '.prudent'))
    for (const settings of ['enabled: false\n', 'mode: observe\n', 'approvals: { auto: true }\n']) {
      writeFileSync(join(project, '.prudent/settings.yaml'), settings)
      const { code, out } = runHook(JSON.stringify(shellEvent('claude-code', ASKED, { cwd: project })), { home: emptyHome() })
      expect([code, JSON.parse(out)]).toMatchObject([0, { hookSpecificOutput: { permissionDecision: 'ask' } }])
      expect(out).toContain("user's or the administrator's settings only")
    }
  })
})

describe('what is loaded', () => {
  const loadedBy = (text: string): readonly string[] => [...text.matchAll(/\brequire\(\s*[`'"]([^`'"]+)[`'"]\s*\)/g)].map((found) => found[1] ?? '')
  const bundle = (name: string): string => readFileSync(join(ROOT, 'dist', name), 'utf8')
  const PARTS = ['hook.cjs', 'hook-engine.cjs', 'hook-shell.cjs', 'hook-seldom.cjs']
  test('no module but a few of Node’s own, in the engine, its parts and the file that starts it', () => {
    expect([...new Set(PARTS.flatMap((name) => loadedBy(bundle(name))))].toSorted()).toEqual([
      // Where the engine cannot be loaded.
      './hook-rescue.cjs',
      'node:buffer',
      'node:fs',
      'node:url',
      'node:vm',
      // For the parsers of inline code, when there is such code.
      'url',
    ])
  })
  test('nothing of YAML, schemas, HTTP or the command line', () => {
    const text = PARTS.map(bundle).join('')
    for (const sign of ['YAMLParseError', 'tag:yaml.org', 'CommanderError', 'valibot', 'createServer', 'node:http', 're2js', 'LRParser'])
      expect(text).not.toContain(sign)
    // The signs are good ones: the bundles that hold those things show them.
    const others = readdirSync(join(ROOT, 'dist/chunks')).map((name) => bundle(join('chunks', name)))
    expect([...others, bundle('cli.js')].join('')).toContain('tag:yaml.org')
    expect(others.join('')).toContain('CommanderError')
  })
  test('whichever of its files is built otherwise, compiled code has another name', () => {
    const digest = /[`'"]([0-9a-f]{16})[`'"]/.exec(bundle('hook.cjs'))?.[1] ?? ''
    const run = readdirSync(join(ROOT, 'dist')).filter((name) => /^hook-(?!rescue).*\.cjs$/.test(name))
    const text = run.toSorted().map((name) => readFileSync(join(ROOT, 'dist', name), 'latin1').replaceAll(digest, '$mark$'))
    expect(createHash('sha256').update(text.join('\n')).digest('hex')).toContain(digest)
  })
  test('V8 takes the compiled code that was kept, and only ours', () => {
    const home = emptyHome()
    const event = JSON.stringify(shellEvent('claude-code', ALLOWED))
    runHook(event, { home })
    const files = readdirSync(join(home, '.cache/prudent')).map((name) => join(home, '.cache/prudent', name))
    expect(files.map((file) => file.replace(/^.*-/, ''))).toEqual(expect.arrayContaining(['engine', 'shell']))
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.cache/prudent')).mode & 0o777).toBe(0o700)
    const told = (): string => runHook(event, { home, env: { PRUDENT_HOOK_TELL: '1' } }).err
    expect(told()).toContain('code cache: valid')
    for (const file of files.filter((one) => /-(?:engine|shell)$/.test(one))) {
      const bytes = readFileSync(file)
      for (const at of [0, 8, 100, bytes.length >> 2, bytes.length - 1]) {
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ 0xff
        writeFileSync(file, damaged)
        expect(told()).toContain('code cache: rebuilt')
      }
      rmSync(file)
      told()
      expect(told()).toContain('code cache: valid')
    }
  })
})
