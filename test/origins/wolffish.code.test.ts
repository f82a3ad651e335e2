// What of Wolffish's gate and answers stands only in its code, and holds? By the hook, the log and `prudent/compat`; one test for each statement, in our words.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { wolffish } from '../../src/compat/index.ts'
import { openGate, openMemory, settingsFiles } from '../../src/index.ts'
import { emptyHome, ensureBuilt } from '../built.ts'
import { homeWith, runHook } from '../hook-process.ts'
import { FIXTURES, gateWith, hookSays } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
const amygdala = (bridge?: wolffish.ApprovalBridge): wolffish.Amygdala =>
  new wolffish.Amygdala({ skills: [path.join(FIXTURES, 'skills')], cwd: emptyHome(), store: openMemory(), ...(bridge === undefined ? {} : { bridge }) })
const shell = (id: string, command: string): wolffish.AgentToolCall => ({ id, name: 'shell', args: { command } })

test('WF-023 classify and match try the same text, the name of the tool among it', () => {
  const gate = amygdala()
  gate.registerPatterns({ danger_patterns: ['^launch '] })
  expect([gate.classify('launch', {}).level, gate.match('launch', {})?.level]).toEqual(['block', 'block'])
  expect([gate.classify('shell', { what: 'launch ' }).level, gate.match('shell', { what: 'launch ' })]).toEqual(['safe', null])
})
test('WF-029 a warning lets the call run, and is told', async () => {
  const gate = amygdala()
  gate.registerPatterns({ danger_patterns: [{ pattern: 'backspace', level: 'warn', reason: 'deletes a letter' }] })
  expect(gate.classify('key', { press: 'backspace' })).toEqual({ level: 'warn', reason: expect.stringContaining('deletes a letter') as unknown })
  expect(await gate.check({ id: '1', name: 'key', args: { press: 'backspace' } })).toEqual({ allowed: true })
})
test('WF-030 the model reads whether the policy or the user said no, as an error of the tool', async () => {
  const gate = amygdala({ requestApproval: async () => false })
  const said = await Promise.all([gate.check(shell('1', 'mkfs x')), gate.check(shell('2', 'git push')), gate.check(shell('3', 'ls'))])
  expect(said.map((one) => (one.allowed ? 'runs' : [one.isError, one.message.split(':')[0]]))).toEqual([
    [true, 'blocked by policy'],
    [true, 'denied by the user'],
    'runs',
  ])
})
test('WF-034 after a denial the next call is judged as any other', async () => {
  const gate = amygdala()
  const said: boolean[] = []
  for (const [at, command] of ['mkfs x', 'ls', 'git push', 'npm test'].entries()) said.push((await gate.check(shell(String(at), command))).allowed)
  expect(said).toEqual([false, true, false, true])
})
test('WF-037 a pattern is a plain string, or an object with its level and reason', () => {
  const gate = amygdala()
  gate.registerPatterns({
    danger_patterns: ['one', { pattern: 'two', level: 'block', reason: 'not two' }],
    confirm_patterns: [{ pattern: 'three', reason: 'is it three?' }],
  })
  const level = (what: string): string => gate.classify('t', { what }).level
  expect(['one', 'two', 'three', 'four'].map(level)).toEqual(['block', 'block', 'confirm', 'safe'])
  expect(gate.classify('t', { what: 'two' }).reason).toContain('not two')
  expect(gate.classify('t', { what: 'three' }).reason).toContain('is it three?')
})
test('WF-056 a question of its preset waits as long as the agent does', async () => {
  const seconds = async (preset: string): Promise<number> => {
    const files = settingsFiles(homeWith(`preset: ${preset}\n`), '/home/dev/app', process.platform)
    return (await openGate(files, null, '2030-01-01T00:00:00.000Z')).conduct.approvals.waitSeconds
  }
  expect([await seconds('wolffish'), await seconds('anteroom'), await seconds('leashd')]).toEqual([0, 120, 300])
})
test('WF-067 what cannot be recorded breaks no call', async () => {
  const broken = { ...openMemory(), append: () => ({ ok: false as const, code: 'failed' as const, message: 'no disk' }) }
  const gate = new wolffish.Amygdala({
    skills: [path.join(FIXTURES, 'skills')],
    cwd: emptyHome(),
    store: broken,
    bridge: { requestApproval: async () => true },
  })
  expect([(await gate.check(shell('1', 'git push'))).allowed, (await gate.check(shell('2', 'mkfs x'))).allowed]).toEqual([true, false])
})
test('WF-069 a prompt with a secret can be refused before anybody sees it; off unless said', () => {
  // Made up.
  const token = ['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'].join('')
  const prompt = (home: string, text: string): string => {
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: home, prompt: text }
    return runHook(JSON.stringify(event), { words: ['--host', 'claude-code'], home }).out
  }
  const on = homeWith('secrets: { prompts: deny }\n')
  expect(prompt(on, `use ${token}`)).toContain('"block"')
  expect(prompt(on, `use ${token}`)).not.toContain('q7Lw2Zk9')
  expect(prompt(on, 'use the token from the environment')).not.toContain('"block"')
  expect(prompt(emptyHome(), `use ${token}`)).not.toContain('"block"')
})
test('WF-070 passwords, keys, tokens and private keys are told by their kind, never by their value', async () => {
  const gate = await gateWith('secrets: { content: deny }\n')
  // Made up.
  const values = [
    ['ghp_', 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'],
    ['-----BEGIN RSA PRIVATE', ' KEY-----\nMIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Qu\n-----END RSA PRIVATE KEY-----'],
    ['AKIA', 'QYLPMN5HFIQR7XYA'],
  ].map((parts) => parts.join(''))
  for (const value of values) {
    const decision = gate.decision(['Write', { file_path: 'a.ts', content: `const x = "${value}"` }])
    expect([value.slice(0, 8), decision.verdict]).toEqual([value.slice(0, 8), 'deny'])
    expect(JSON.stringify(decision)).not.toContain(value.slice(-60).slice(0, 16))
  }
  expect(gate.verdict(['Write', { file_path: 'a.ts', content: 'const x = "words"' }])).toBe('allow')
})
test('WF-084 what is gated is narrow: a skill that asks about little leaves the rest alone', async () => {
  const home = emptyHome()
  mkdirSync(path.join(home, 'skills/knowledge'), { recursive: true })
  writeFileSync(path.join(home, 'skills/knowledge/SKILL.md'), '---\nname: knowledge\nconfirm_patterns: ["knowledge_purge"]\n---\n')
  const gate = await gateWith('preset: wolffish\ninclude:\n  - ~/skills\n', home)
  expect(gate.verdict(['knowledge_purge', {}])).toBe('ask')
  expect([gate.verdict(['knowledge_write', { text: 'x' }]), gate.verdict(['knowledge_delete', { id: '1' }])]).toEqual(['allow', 'allow'])
  expect(hookSays(home, ['knowledge_write', { text: 'x' }]).verdict).toBe('silent')
})
