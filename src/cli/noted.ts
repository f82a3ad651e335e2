// What a person changed at the command line stands in the log, as what they change at the desk does.
import { makeRecorder } from '../audit/record.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'

/** Ids and words of ours; what is let through was covered before it was kept. */
export const noted = (event: 'grant.made' | 'grant.revoked' | 'mode.on' | 'mode.off' | 'pause.ended', text: string): void =>
  void makeRecorder({ store: openJsonLines(), redact: (one) => one }).notice(event, text)
