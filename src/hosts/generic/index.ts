// How does any other program tell us of a call, and how is it answered? The JSON that docs/hosts.md describes.
import type { Finding, JsonObject } from '../../core/model.ts'
import { eventOf, inputOf, mcpDouble, textAt } from '../_frame/frame.ts'
import { overHttp, print, reasonOf, rewritesWhereTold, warningsOf } from '../_frame/replies.ts'
import type { Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

const shown = ({ rule, severity, title, verdict }: Finding): JsonObject => ({ rule, severity, title, verdict })

/** Exit code 2 for everything but allow: who looks at nothing else is stopped too. */
function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const verdict = answer.verdict === 'abstain' ? 'allow' : answer.verdict
  const reason = verdict === 'allow' ? answer.reason : reasonOf(answer)
  const body = {
    verdict,
    reason,
    findings: (answer.findings ?? []).map(shown),
    ...(answer.warnings.length === 0 ? {} : { warnings: answer.warnings }),
    ...(answer.input === undefined || verdict === 'deny' ? {} : { input: answer.input }),
  }
  if (event.via === 'http') return overHttp(body)
  return verdict === 'allow' ? print(body, warningsOf(answer)) : print(body, reason, 2)
}

export const host: Host = {
  name: 'generic',
  title: 'any other program',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  canAsk: true,
  allows: 'no-veto',
  // Who has never heard of another input would run the first one.
  rewrites: rewritesWhereTold,
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: [],
  marks: known.marks,
  read: (payload, arrival) => {
    const tool = textAt(payload, 'tool')
    const input = inputOf(payload['input'])
    if (tool === undefined || input === null) return null
    const server = textAt(payload, 'server')
    const named = [{ tool: server === undefined ? mcpDouble(tool) : { server, name: tool }, input }]
    const parts = { session: textAt(payload, 'session'), chat: textAt(payload, 'chat'), toolUse: textAt(payload, 'id'), cwd: textAt(payload, 'cwd') }
    return eventOf('generic', payload, arrival, { ...parts, kind: 'before-tool', name: 'call', named })
  },
  reply,
}
