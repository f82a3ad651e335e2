// How does whoever answers write down what happened?
import { makeRecorder } from '../audit/record.ts'
import type { CallRef, Recorder } from '../audit/record.ts'
import type { Recent } from '../stores/json-lines/recent.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import type { Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { redactorFor } from './secrets.ts'
import { stateFolderOf } from './state.ts'

export function recorderFor(
  at: Surroundings,
  { conduct, gate }: OpenedPolicy,
): Recorder & { readonly digest: (text: string) => string | null; readonly tend: () => void; readonly recent: (call: CallRef) => Recent } {
  const { keepDays, keepMegabytes } = conduct.audit
  const store = openJsonLines({ state: stateFolderOf(at), keepDays, keepMegabytes })
  const recorder = makeRecorder({
    // What is only rehearsed is put into words like any call, and written nowhere.
    store: at.rehearsal === true ? { ...store, append: () => ({ ok: true }) } : store,
    redact: redactorFor(at.root, gate.books.secrets),
    settings: conduct.audit,
  })
  return {
    ...recorder,
    digest: store.digest,
    tend: () => store.tend(),
    recent: (call) => store.recent(recorder.names(call)),
  }
}
