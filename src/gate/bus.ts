// Who is told what happens at the gate, as it happens? Typed events, by our names or by those of the systems people come from.
import type { DecidedBy, Remember, ToolName, Verdict } from '../core/model.ts'
import type { Mode } from './modes.ts'

export interface NamedCall {
  readonly id: string
  readonly host: string
  readonly session: string
  readonly chat?: string
  readonly tool: ToolName
}
export interface GateEvents {
  /** A call was judged. */
  readonly 'call.gated': { readonly call: NamedCall; readonly verdict: Verdict; readonly rules: readonly string[]; readonly policy: string }
  readonly 'call.allowed': { readonly call: NamedCall; readonly by: DecidedBy; readonly grants?: readonly string[] }
  readonly 'call.denied': { readonly call: NamedCall; readonly by: DecidedBy; readonly reason: string }
  readonly 'approval.requested': {
    readonly approval: string
    readonly call: NamedCall
    readonly description: string
    readonly offers: readonly Remember[]
    readonly expiresAt: string
  }
  readonly 'approval.answered': {
    readonly approval: string
    readonly approved: boolean
    readonly by: string
    readonly channel: string
    readonly reason?: string
  }
  readonly 'approval.expired': { readonly approval: string }
  readonly 'mode.changed': { readonly modes: readonly Mode[] }
  readonly 'policy.reloaded': { readonly policy: string; readonly problems: readonly string[] }
}
export type EventName = keyof GateEvents

/** What others call them. */
export const EVENT_ALIASES = {
  TOOL_GATED: 'call.gated',
  'tool.gated': 'call.gated',
  TOOL_ALLOWED: 'call.allowed',
  'tool.allowed': 'call.allowed',
  TOOL_DENIED: 'call.denied',
  'tool.denied': 'call.denied',
  'safety.confirm': 'approval.requested',
  'safety.confirmNeeded': 'approval.requested',
  approval_required: 'approval.requested',
  approval_request: 'approval.requested',
  approval_resolved: 'approval.answered',
  'approval.resolved': 'approval.answered',
  'config.reloaded': 'policy.reloaded',
} as const satisfies Readonly<Record<string, EventName>>
export type EventAlias = keyof typeof EVENT_ALIASES
type Meant<Name extends EventName | EventAlias> = Name extends EventAlias ? (typeof EVENT_ALIASES)[Name] : Name & EventName

export interface Bus {
  /** Returns what ends it. A listener that throws is nobody else's trouble. */
  readonly on: <Name extends EventName | EventAlias>(name: Name, listener: (event: GateEvents[Meant<Name>]) => void) => () => void
  /** Every event, by our name for it. */
  readonly onAny: (listener: (name: EventName, event: GateEvents[EventName]) => void) => () => void
  readonly emit: <Name extends EventName>(name: Name, event: GateEvents[Name]) => void
}

export function makeBus(): Bus {
  const listeners = new Set<(name: EventName, event: GateEvents[EventName]) => void>()
  const onAny: Bus['onAny'] = (listener) => {
    // The same function may listen twice.
    const own: typeof listener = (name, event) => listener(name, event)
    listeners.add(own)
    return () => void listeners.delete(own)
  }
  return {
    onAny,
    on: (name, listener) => {
      const meant: EventName = name in EVENT_ALIASES ? EVENT_ALIASES[name as EventAlias] : (name as EventName)
      return onAny((happened, event) => {
        if (happened === meant) (listener as (event: GateEvents[EventName]) => void)(event)
      })
    },
    emit: (name, event) => {
      for (const listener of listeners) {
        try {
          listener(name, event)
        } catch {
          // Whoever listens changes nothing.
        }
      }
    },
  }
}
