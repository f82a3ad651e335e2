// How does whoever answers write down what happened?
import { makeRecorder } from '../audit/record.ts'
import type { Recorder } from '../audit/record.ts'
import type { HostEvent } from '../gate/seams.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { wasAsked } from './asked.ts'
import type { Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { redactorFor } from './secrets.ts'
import { stateFolderOf } from './state.ts'

export function recorderFor(
  at: Surroundings,
  { conduct, gate }: OpenedPolicy,
): Recorder & { readonly digest: (text: string) => string | null; readonly tend: () => void; readonly writable: () => boolean } {
  const { keepDays, keepMegabytes } = conduct.audit
  const store = openJsonLines({ state: stateFolderOf(at), keepDays, keepMegabytes })
  return {
    // What is only rehearsed is put into words like any call, and written nowhere.
    ...makeRecorder({
      store: at.rehearsal === true ? { ...store, append: () => ({ ok: true }) } : store,
      redact: redactorFor(at.root, gate.books.secrets),
      settings: conduct.audit,
    }),
    digest: store.digest,
    writable: store.writable,
    tend: () => store.tend(),
  }
}

/** A result belongs to the call that was asked about before: the same id, host and session, or without an id the same tool and input. */
export function recordOutcome(at: Surroundings, event: HostEvent, opened: OpenedPolicy): void {
  const { host, session, chat, toolUse, calls } = event
  const recorder = recorderFor(at, opened)
  const call = { ...(toolUse === undefined ? calls[0] : {}), id: toolUse ?? '', host, session, ...(chat === undefined ? {} : { chat }) }
  if (wasAsked(at, event, recorder.digest)) recorder.approval(call, { event: 'answered', verdict: 'allow', by: host, channel: 'host' })
  recorder.outcome(call, event.outcome ?? { ok: true })
  recorder.tend()
}
