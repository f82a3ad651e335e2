// How is it written down what a call does? (The shape of the tables, and of a call as the tables see it.)
import type { PathHow } from '../../model.ts'
import { alternatives } from './values.ts'
import type { Value } from './values.ts'

/** A position, the name of an argument or option, or `self`: what the method is called on. */
export type Slot = number | string
export type Doing =
  | 'read'
  | 'write'
  | 'delete'
  | 'copy'
  | 'move'
  | 'open'
  | 'open-spec'
  /** `put` and `send` add data to the file or connection they are called on. */
  | 'put'
  | 'send'
  /** shell: text for a shell. words: a list of words. command: one text for a shell, or several words. */
  | 'shell'
  | 'words'
  | 'command'
  | 'spawn'
  | 'code'
  | 'connect'
  | 'query'
  | 'signal'
  | 'change'
  | 'print'
  | 'environment'
  | 'fork'
  | 'join-streams'
  | 'obscure'
  /** From here on in another folder. */
  | 'chdir'

export interface Meaning {
  readonly does?: Doing
  /** Where its main argument is; the first one given counts. */
  readonly at?: readonly Slot[]
  /** Where its second one is: a copy's target, a process's words, a change's value. */
  readonly to?: readonly Slot[]
  readonly every?: boolean
  readonly how?: PathHow
  /** Always, or when one of these options is set. */
  readonly recursive?: boolean | readonly string[]
  /** Options that say a shell reads the text. */
  readonly shell?: readonly string[]
  readonly body?: readonly Slot[]
  readonly query?: readonly Slot[]
  readonly method?: string | readonly Slot[]
  readonly language?: string
  readonly engine?: string
  readonly what?: string
  /** A connection by host and port. */
  readonly port?: readonly Slot[]
  /** Only when this holds: no arguments given, SQL-looking text … */
  readonly when?: 'no-arguments' | 'in-place' | 'sql' | 'empty-filter' | 'no-filter' | 'address' | 'pipe' | 'arguments' | 'text'
  /** Otherwise this. */
  readonly or?: Meaning
  /** What comes back: a name from `results.ts`, with its setting after a colon. */
  readonly gives?: string
  /** Done as well. */
  readonly and?: Meaning
}
export type Table = Readonly<Record<string, Meaning>>

export interface Call {
  readonly name: string
  readonly self: Value | null
  readonly args: readonly Value[]
  readonly options: ReadonlyMap<string, Value>
  readonly start: number
  readonly end: number
}

/** The first of these slots that the call fills. */
export function pick(call: Call, slots: readonly Slot[] | undefined): Value | undefined {
  for (const slot of slots ?? []) {
    const value = slot === 'self' ? (call.self ?? undefined) : typeof slot === 'number' ? call.args[slot] : option(call, slot)
    if (value !== undefined) return value
  }
  return undefined
}

/** An argument given by name, or a key of an options object. */
export function option(call: Call, name: string): Value | undefined {
  const direct = call.options.get(name)
  if (direct !== undefined) return direct
  for (const arg of call.args) {
    for (const one of alternatives(arg)) if (one.is === 'map' && one.of === null && one.entries.has(name)) return one.entries.get(name)
  }
  return undefined
}

export function isSet(call: Call, names: readonly string[]): boolean {
  return names.some((name) => {
    const value = option(call, name)
    return value !== undefined && !(value.is === 'constant' && (value.value === false || value.value === null || value.value === 0))
  })
}

/** A language as the interpreter needs to know it. */
export interface Language {
  readonly name: string
  readonly meanings: ReadonlyMap<string, Meaning>
  /** The one spelling that the tables use. */
  canonical(name: string): string
  /** What a name holds before the code gives it a value. */
  value(name: string): Value | null
  find(name: string): Meaning | null
  binary(op: string, parts: readonly Value[]): Value
  /** Modules from which a member picked by a hidden name is a warning sign. */
  readonly powerful: ReadonlySet<string>
  readonly selfFirst: boolean
  readonly selfName: string
  /** A function's last value is its result. */
  readonly lastIsResult: boolean
  /** An interpreter's option may print the last value. */
  readonly shows: boolean
}
