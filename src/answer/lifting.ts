// Which questions need not be asked, because a person said so before? Looked at only where something would be asked.
import { grantsOf, scopesOf } from '../gate/grants.ts'
import { byMode } from '../gate/modes.ts'
import type { Gate } from '../gate/gate.ts'
import type { Decision, Grant, ToolCall } from '../core/model.ts'
import { readLifts } from '../stores/json-lines/lifts.ts'

export interface Lifting {
  readonly grants: readonly Grant[]
  readonly scopes: (call: ToolCall, project: string) => readonly string[]
  readonly byMode: (decision: Decision, call: ToolCall, gate: Gate) => Decision
}

/** What cannot be read lifts nothing. */
export function liftingIn(state: string, now: Date): Lifting {
  const { grants, modes } = readLifts(state, now)
  return { grants: grantsOf(grants), scopes: scopesOf, byMode: (decision, call, gate) => byMode(decision, call, modes, gate.books.meaning) }
}
