// What does a host say about being served from inside its own process: which callbacks it takes, and how a person is reached there?
import type { Json, JsonObject } from '../../core/model.ts'
import { isObject } from './frame.ts'

/** How a person can be reached while one event is answered. */
export interface Means {
  /** Puts a question to them; null when nobody can be asked. */
  readonly confirm?: (title: string, message: string) => Promise<boolean | null> | boolean | null
  /** The host asks by itself when it is let go on. */
  readonly asksItself?: boolean
  /** Sends a request to the host's own server. */
  readonly request?: (path: string, body: JsonObject) => Promise<unknown>
  /** It happened already: nothing can be stopped any more, and no failure of ours may disturb it. */
  readonly onlyTold?: true
  /** Shows a line to the person, who need not answer. */
  readonly warn?: (message: string) => unknown
}

export interface Told {
  /** What the callback returns; undefined for nothing. */
  readonly value: Json | undefined
  /** For hosts that tell later what a person said. */
  readonly settled: (verdict: 'allow' | 'deny') => void
}

/** Puts an event to the gate, in the form that the host's `read` takes. Rejects where the host's reply is a throw. */
export type Tell = (payload: object, means?: Means) => Promise<Told>

/** What `plugin.ts` of a host's folder exports; it becomes `dist/plugins/NAME.js`. */
export interface HostPlugin {
  /** The value that the host loads: a function or an object with its callbacks. */
  readonly make: (tell: Tell) => unknown
}

/** What hosts hand over is theirs: nothing about it is taken for granted. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** For hosts that take a change by having their own object changed. Throws where it cannot be: then the call must not go on. */
export function changeInPlace(target: unknown, by: unknown): void {
  if (by === undefined) return
  if (!isObject(target) || !isObject(by)) throw new Error('the call could not be changed, so it is not let through')
  for (const key of Object.keys(target)) if (!Object.hasOwn(by, key)) Reflect.deleteProperty(target, key)
  Object.assign(target, by)
}

/** A result is written down cut anyway. */
const LONGEST_RESULT = 20_000
export const cut = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, LONGEST_RESULT) : undefined)
