// Does the reason speak of what matters: of the file that a patch means, and of the most telling finding first?
import { describe, expect, it } from 'vitest'
import type { Checked } from '../../src/gate/gate.ts'
import { questionOf } from '../../src/gate/question.ts'
import { callOf } from '../../src/cli/call.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { buildGate, home } from '../built-gate.ts'

const { gate } = await buildGate()
const strict = (await buildGate('strict')).gate
const check = (tool: string, input: JsonObject, by = gate): Checked => by.check(callOf(tool, input, home.cwd), home)
const reason = (tool: string, input: JsonObject): string => check(tool, input).decision.reason

const envelope = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('a patch is quoted by the file that is meant', () => {
  it.each<[string, string, string]>([
    ['an update outside', envelope('*** Update File: ../.bashrc', '@@', '+alias x=y'), '`write ../.bashrc`'],
    ['the second of two files', envelope('*** Update File: src/a.ts', '@@', '+x', '*** Update File: ../.zshrc', '@@', '+y'), '`write ../.zshrc`'],
    ['a deletion', envelope('*** Update File: src/a.ts', '@@', '+x', '*** Delete File: ../other/keep'), '`delete ../other/keep`'],
    ['where a file is moved to', envelope('*** Update File: src/a.ts', '*** Move to: ../.profile', '@@', '+x'), '`write ../.profile`'],
    [
      'lines that end as on Windows',
      envelope('*** Update File: src/a.ts', '@@', '+x', '*** Add File: ../.bashrc', '+y').replaceAll('\n', '\r\n'),
      '`write ../.bashrc`',
    ],
    ['a unified diff', '--- a/x\n+++ b/x\n+1\n--- a/../.bashrc\n+++ b/../.bashrc\n@@ -1 +1 @@\n+alias x=y\n', '`write ../.bashrc`'],
  ])('%s', (_, patch, quoted) => {
    for (const field of ['input', 'patch']) {
      const said = reason('apply_patch', { [field]: patch })
      expect(said).toContain(`waiting for a person: ${quoted}: `)
      expect(said).not.toContain('Begin Patch')
    }
  })

  it('two files whose names are as long are two findings', () => {
    const { findings } = check('apply_patch', { input: envelope('*** Add File: ../a.txt', '+x', '*** Add File: ../b.txt', '+y') }).decision
    const spans = findings.filter(({ rule }) => rule === 'paths.outside').map(({ span }) => span.start)
    expect(new Set(spans).size).toBe(2)
  })
  it('a warning names the file too', () => {
    const { warnings } = check('apply_patch', { input: envelope('*** Add File: docs/a.md', '+key ghp_q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E') }).decision
    expect(warnings.join('\n')).toContain('`docs/a.md`')
    expect(warnings.join('\n')).not.toContain('ghp_')
  })
})

describe('the most telling of findings as bad leads', () => {
  it.each<[string, JsonObject, string]>([
    ['Write', { file_path: '/home/dev/.bashrc', content: 'alias x=y' }, 'persistence.shell-startup'],
    ['Write', { file_path: '/etc/cron.d/x', content: '* * * * * root date' }, 'persistence.schedule'],
    ['Bash', { command: 'echo x >> ~/.bashrc' }, 'persistence.shell-startup'],
    ['apply_patch', { input: envelope('*** Add File: ../notes.txt', '+x', '*** Update File: ../.bashrc', '@@', '+alias x=y') }, 'persistence.shell-startup'],
  ])('%s %j', (tool, input, lead) => {
    const { decision, reading } = check(tool, input)
    expect(decision.verdict).toBe('ask')
    expect(decision.reason).toMatch(new RegExp(`\\(${lead.replace('.', '\\.')} and \\d+ more\\)$`))
    const [first] = decision.findings
    expect(first?.rule).toBe(lead)
    const call = callOf(tool, input, home.cwd)
    const asked = questionOf([{ call, decision, reading, facts: {} }], {
      id: 'q',
      now: 0,
      millis: 1000,
      redact: (text) => text,
      digest: (text) => text,
      meaning: gate.books.meaning,
    })
    expect(asked.findings[0]?.rule).toBe(lead)
  })

  it('what is worse leads all the same', () => {
    for (const one of [gate, strict]) {
      const { decision } = check('Bash', { command: 'echo x > ~/notes.txt; rm -rf ~' }, one)
      expect([decision.verdict, decision.findings[0]?.severity]).toEqual(['deny', 'critical'])
    }
  })
  it('alone, the general one speaks', () => {
    expect(reason('Write', { file_path: '/home/dev/notes.txt', content: 'x' })).toContain('(paths.outside)')
  })
})
