// How does the hook write down what happened?
import { makeRecorder } from '../audit/record.ts'
import type { Recorder } from '../audit/record.ts'
import type { HostEvent } from '../gate/seams.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Request } from './contract.ts'
import { homeOf } from './policy.ts'
import type { OpenedPolicy } from './policy.ts'
import { redactorFor } from './secrets.ts'

export const stateFolderOf = (request: Request): string => stateFolder(request.env, process.platform, homeOf(request))

export function recorderFor(
  request: Request,
  { conduct }: OpenedPolicy,
): Recorder & { readonly digest: (text: string) => string | null; readonly tend: () => void } {
  const { keepDays, keepMegabytes } = conduct.audit
  const store = openJsonLines({ state: stateFolderOf(request), keepDays, keepMegabytes })
  return { ...makeRecorder({ store, redact: redactorFor(request.root), settings: conduct.audit }), digest: store.digest, tend: store.tend }
}

/** A result belongs to the call that was asked about before: the same id, host and session. */
export function recordOutcome(request: Request, event: HostEvent, opened: OpenedPolicy): void {
  const { host, session, chat, toolUse } = event
  const recorder = recorderFor(request, opened)
  recorder.outcome({ id: toolUse ?? '', host, session, ...(chat === undefined ? {} : { chat }) }, event.outcome ?? { ok: true })
}
