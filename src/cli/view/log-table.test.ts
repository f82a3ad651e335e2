// Does a row of the log say what a call was about, whatever its input begins with?
import { expect, test } from 'vitest'
import { storiesOf } from '../../audit/stories.ts'
import type { AuditEntry } from '../../audit/entry.ts'
import { logLines } from './log-table.ts'
import { makePaint } from './paint.ts'

const entry = (name: string, input: string): AuditEntry => ({
  kind: 'attempt',
  id: 'aaaaaaaa-0000',
  at: '2030-01-01T10:00:00.000Z',
  host: 'codex',
  session: 's',
  call: 'c1',
  tool: { server: null, name },
  cwd: '/app',
  input,
  digest: null,
  size: input.length,
})
const row = (name: string, input: string): string => logLines(storiesOf([entry(name, input)]), 120, makePaint(false)).join('\n')
const PATCH = '*** Begin Patch\n*** Update File: ../.bashrc\n@@\n+x\n*** Delete File: a.ts\n*** Update File: b.ts\n*** Move to: c.ts\n*** End Patch'

test.each(['input', 'patch', 'command'])('a patch under `%s` is told by its files', (field) => {
  const shown = row('apply_patch', JSON.stringify({ [field]: PATCH }))
  expect(shown).toContain('apply_patch: write ../.bashrc, delete a.ts, move b.ts to c.ts')
  expect(shown).not.toContain('Begin')
})
test('a patch that was cut is told as far as it goes', () => {
  expect(row('apply_patch', JSON.stringify({ input: PATCH }).slice(0, 60))).toContain('apply_patch: write ../.bashrc')
})
test('other calls are told as before', () => {
  expect(row('Bash', '{"command":"git status"}')).toContain('Bash: git status')
  expect(row('Notes', '{"input":"buy milk"}')).toContain('Notes: buy milk')
})
