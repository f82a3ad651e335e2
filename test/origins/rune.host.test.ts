// Does `prudent hook --host rune` answer in rune's own words? By the built hook, as whoever runs rune's hook would start it.
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../built.ts'
import { homeWith, runHook } from '../hook-process.ts'

let home = ''
beforeAll(() => {
  ensureBuilt()
  home = homeWith('preset: rune\n')
}, 120_000)

let count = 0
function ask(command: string, more: object = {}): { code: number | null; said: Record<string, unknown> | null; err: string } {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 'r',
    cwd: '/home/dev/app',
    tool_use_id: `r${(count += 1)}`,
    tool_name: 'Bash',
    tool_input: { command },
  }
  const { code, out, err } = runHook(JSON.stringify({ ...event, ...more }), { words: ['--host', 'rune'], home })
  return { code, said: out === '' ? null : (JSON.parse(out) as Record<string, unknown>), err }
}
const decision = (command: string): unknown => ask(command).said?.['decision'] ?? 'none'

test('RU-004 a denial is told in both of its forms, and by the exit code; what passes is exit 0 and silence', () => {
  const { code, said } = ask('git reset --hard')
  expect(said).toEqual({
    decision: 'deny',
    reason: expect.stringContaining('git reset --hard') as unknown,
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: said?.['reason'] },
  })
  expect(code).toBe(2)
  expect(ask('git status')).toEqual({ code: 0, said: null, err: '' })
})
test('flags are found in every order and spelling, and two conditions must both hold', () => {
  const spelled = ['-rf', '-fr', '-r -f', '-f -r', '--recursive --force', '--force --recursive', '-Rf', '-rfv', '-r --force']
  expect(spelled.map((flags) => decision(`rm ${flags} src`))).toEqual(spelled.map(() => 'deny'))
  expect(['-r', '-f', '-i', ''].map((flags) => decision(`rm ${flags} src`))).toEqual(['none', 'none', 'none', 'none'])
  expect(['terraform apply -var-file=prod.tfvars', 'terraform apply', 'cat prod.tfvars'].map(decision)).toEqual(['deny', 'none', 'none'])
})
test('other tools pass, and half an event is denied', () => {
  expect(ask('', { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'rm -rf x' } })).toEqual({ code: 0, said: null, err: '' })
  expect(runHook('{"hook_event_name":', { words: ['--host', 'rune'], home }).code).toBe(2)
})
