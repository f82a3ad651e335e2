// What became of questions that were put through an agent's own prompt? Only the log can tell: the call ran, or its session went on without it.
import { storiesOf } from '../audit/stories.ts'
import type { Ended, Kept } from '../gate/approvals.ts'
import type { Store } from '../gate/seams.ts'

/** Those of them that are over, and how. */
export function seenInAgent(open: readonly Kept[], log: Pick<Store, 'entries'>, now: Date): readonly { readonly id: string; readonly ended: Ended }[] {
  const asked = open.filter(({ question }) => question.answerIn === 'agent')
  const [first] = asked
  if (first === undefined) return []
  const over = new Map<string, Ended>()
  for (const { approval, host } of storiesOf(log.entries({ since: new Date(Date.parse(first.question.askedAt) - 60_000).toISOString() }))) {
    if (approval?.approval === undefined || approval.event === 'asked') continue
    const at = now.toISOString()
    over.set(
      approval.approval,
      approval.event === 'answered'
        ? { how: approval.verdict === 'deny' ? 'denied' : 'allowed', by: approval.by ?? host, channel: 'host', at }
        : { how: 'cancelled', by: 'nobody', channel: 'host', at, reason: 'no answer seen' },
    )
  }
  return asked.flatMap(({ question: { id } }) => {
    const ended = over.get(id)
    return ended === undefined ? [] : [{ id, ended }]
  })
}
