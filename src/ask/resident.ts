// How does a program that embeds the gate ask where people answer for all agents? The question goes into the store; terminal, desk and command line show it.
import { homedir } from 'node:os'
import { makeRecorder } from '../audit/record.ts'
import { APPROVAL_DEFAULTS } from '../config/approval-settings.ts'
import type { ApprovalSettings } from '../config/approval-settings.ts'
import type { Decision, ToolCall } from '../core/model.ts'
import type { Decided } from '../gate/session.ts'
import type { Gate } from '../gate/gate.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { askPeople } from './people.ts'
import type { Heard, Said } from './people.ts'

export interface ResidentAsking {
  readonly call: ToolCall
  readonly before: Decided & { readonly gate: Gate }
  /** The same, judged anew. */
  readonly again: () => Decided
  readonly timeoutMs: number
  readonly settings: ApprovalSettings | undefined
  readonly redact: (text: string) => string
  readonly heard: Heard
}

export const stateHere = (): string => stateFolder(process.env, process.platform, homedir())

/** Never rejects. The log has the call, so that it can be found and judged upon later. */
export function askResident(
  { call, before: { decision, reading, facts, scene, gate }, again, timeoutMs, settings = APPROVAL_DEFAULTS, redact, heard }: ResidentAsking,
  state: string,
): Promise<Said> {
  const store = openJsonLines({ state })
  const recorder = { ...makeRecorder({ store, redact }), digest: store.digest }
  recorder.judged(call, decision)
  return askPeople({
    about: [{ call, decision, reading, facts }],
    again: () => [{ call, ...again() }],
    millis: timeoutMs,
    place: { state, platform: process.platform },
    settings,
    judgedBy: { gate, scene },
    meaning: gate.books.meaning,
    redact,
    heard,
    recorder,
  })
}

/** As a person's own decision, in the words that the agent is told. */
export const decidedBy = ({ allowed, byPerson, reason }: Said, decision: Decision): Decision => ({
  ...decision,
  verdict: allowed ? 'allow' : 'deny',
  by: byPerson ? 'person' : 'timeout',
  reason: allowed ? 'allowed by a person' : reason,
})
