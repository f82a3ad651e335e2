// Writes down what became of a call: only for calls that were judged, and aloud where a host ran what was denied.
import { answeredBefore, toolOf } from '../audit/contradiction.ts'
import { storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import { endAsked } from './in-agent.ts'
import type { OpenedPolicy } from './policy.ts'
import { recorderFor } from './record.ts'
import { stateFolderOf } from './state.ts'
import { leaveNote } from './unlogged.ts'

/** How hosts put it that a person said no, or was not asked: then nobody's yes is seen. */
const REFUSED =
  /\b(?:reject|refus|declin|den(?:y|ied)|cancel|abort|interrupt|not (?:allowed|approved|permitted|granted)|doesn't want|does not want|permission)/i

/** A result belongs to the call that was judged before: the same id, host, session and tool, or without an id the same tool and input. */
export function recordOutcome(at: Surroundings, event: HostEvent, opened: OpenedPolicy): void {
  const { host, session, chat, toolUse, calls } = event
  const outcome = { ...(event.outcome ?? { ok: true }), ...(calls.length === 1 && calls[0] !== undefined ? { of: calls[0] } : {}) }
  const recorder = recorderFor(at, opened)
  const call = { ...(toolUse === undefined ? calls[0] : {}), id: toolUse ?? '', host, session, ...(chat === undefined ? {} : { chat }) }
  const { entries, whole } = recorder.recent(call)
  const story = storiesOf(entries).at(-1)
  if (story?.decision === undefined || !isSameTool(story, event)) {
    // What lies further back than was looked is matched by whoever reads the log.
    recorder.outcome(call, { ...outcome, ...(whole ? { unmatched: true } : {}) })
    recorder.tend()
    return
  }
  const now = { at: new Date().toISOString(), ...recorder.digested(outcome.of) }
  const answered = outcome.ok ? answeredBefore(story.entries, now) : null
  if (answered !== null) {
    recorder.contradiction(call, outcome, answered)
    leaveNote(stateFolderOf(at), { kind: 'contradiction', host, tool: toolOf(story), answered })
  } else {
    const { approval } = story
    if (approval?.event === 'asked' && approval.channel === 'host') {
      const isRefused = !outcome.ok && REFUSED.test(outcome.text ?? '')
      recorder.approval(
        call,
        isRefused
          ? { event: 'unseen', channel: 'host', because: 'failed' }
          : { event: 'answered', verdict: 'allow', by: host, channel: 'host', because: 'ran' },
      )
      if (approval.approval !== undefined) endAsked(stateFolderOf(at), approval.approval, isRefused ? 'cancelled' : 'allowed', host)
    }
    recorder.outcome(call, outcome)
  }
  recorder.tend()
}

/** A result that names another tool than the call is not of this call. */
function isSameTool({ entries }: Story, { calls }: HostEvent): boolean {
  const tools = entries.flatMap((entry) => (entry.kind === 'attempt' ? [entry.tool] : []))
  const [first] = calls
  return first === undefined || tools.length === 0 || tools.some(({ server, name }) => name === first.tool.name && server === first.tool.server)
}
