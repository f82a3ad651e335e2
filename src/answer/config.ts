// What is answered when the settings of a host change while it runs? What would take us out of them does not count in that session.
import type { Decision } from '../core/model.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Answered } from './event.ts'
import type { SlowParts, Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { recorderFor } from './record.ts'

const RULE = 'self.files'
const TITLE = "takes this gate out of the host's settings"

/** As it was when the host was set up, and as the host's own process has it now: either may name the file. */
const undone = (at: Surroundings, { host, text = '' }: HostEvent, project: string, undoneBy: SlowParts['undoneBy']): string | null =>
  undoneBy(host, text, { home: at.home, project, env: at.folders }) ?? undoneBy(host, text, { home: at.home, project, env: at.env })

/** Self-protection: the same in every mode. */
export function answerConfig(at: Surroundings, event: HostEvent, opened: OpenedPolicy, { undoneBy }: SlowParts): Answered {
  const file = event.text ?? ''
  const { project } = opened.scene
  const problem = file === '' ? null : undone(at, event, project, undoneBy)
  if (problem === null) return { answer: { verdict: 'abstain', reason: '', warnings: [] }, afterwards: () => {} }
  const reason = `the host would no longer ask this gate: ${problem}; the change does not count in this session: put the entry back, or let the user take it out`
  const span = { field: 'file_path', start: 0, end: file.length }
  const decision: Decision = {
    verdict: 'deny',
    reason,
    findings: [{ rule: RULE, severity: 'critical', confidence: 1, span, title: TITLE, action: null, verdict: 'deny' }],
    warnings: [],
    policy: opened.gate.policy.fingerprint,
    by: 'policy',
  }
  const { host, session, chat, cwd } = event
  const call = {
    id: event.toolUse ?? '',
    host,
    session,
    ...(chat === undefined ? {} : { chat }),
    tool: { server: null, name: event.name },
    input: { file_path: file },
    cwd,
  }
  return {
    answer: { verdict: 'deny', reason, warnings: [], findings: decision.findings },
    afterwards: () => void recorderFor(at, opened).judged(call, decision),
  }
}
