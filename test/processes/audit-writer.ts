// A process that writes the log as the hook would; the tests start many and kill some. Words: what to do, where, as whom, how often.
import { writeSync } from 'node:fs'
import { makeRecorder } from '../../src/audit/record.ts'
import { AUDIT_DEFAULTS } from '../../src/audit/settings.ts'
import type { Decision, ToolCall } from '../../src/core/model.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'

const [, , what = '', state = '', name = '', times = '0'] = process.argv
const strict = what === 'fill'
const store = openJsonLines({ state })
const recorder = makeRecorder({ store, redact: (text) => text, settings: { ...AUDIT_DEFAULTS, strict, content: 'redacted' } })

const callOf = (n: number): ToolCall => ({
  id: `${name}-${n}`,
  host: 'generic',
  session: name,
  tool: { server: null, name: 'Bash' },
  input: { command: `echo ${n} ${'x'.repeat((n * 397) % 3000)}` },
  cwd: '/work',
})
const ALLOWED: Decision = { verdict: 'allow', reason: 'no objection', findings: [], warnings: [], policy: 'p', by: 'policy' }

const most = Number(times)
for (let n = 0; n < most; n++) {
  const written = recorder.judged(callOf(n), ALLOWED)
  if (!written.ok) {
    writeSync(1, `failed ${written.code}\n`)
    break
  }
  // Said only now: whoever reads this may rely on the record.
  writeSync(1, `${name}-${n}\n`)
  if (what === 'seal' || (what === 'write' && n % 12 === 11)) store.seal()
}
