// What is a call, and what is a language, as the interpreter of code sees them?
import type { Slot } from '../_book/book.ts'
import { alternatives, variable } from './values.ts'
import type { Value } from './values.ts'
import type { Meaning } from '../_book/book.ts'

export type { Meaning } from '../_book/book.ts'

export interface Call {
  readonly name: string
  readonly self: Value | null
  readonly args: readonly Value[]
  readonly options: ReadonlyMap<string, Value>
  readonly start: number
  readonly end: number
  /** The end of what is written there. */
  readonly written?: string
  /** Made of the words beside a function that was passed as an argument. */
  readonly handedOn?: true
}

/** The first of these slots that the call fills. */
export function pick(call: Call, slots: readonly Slot[] | undefined): Value | undefined {
  for (const slot of slots ?? []) {
    const value = slot === 'self' ? (call.self ?? undefined) : slot === '$_' ? variable('_') : typeof slot === 'number' ? call.args[slot] : option(call, slot)
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
  /** Something is known of a call by this name. */
  has(name: string): boolean
  /** The one spelling that the tables use. */
  canonical(name: string): string
  /** What a name holds before the code gives it a value. */
  value(name: string): Value | null
  find(name: string): Meaning | null
  /** For the last name of a method that nobody lists. */
  findLike(last: string): Meaning | null
  binary(op: string, parts: readonly Value[]): Value
  /** Modules from which a member picked by a hidden name is a warning sign. */
  readonly powerful: ReadonlySet<string>
  readonly selfFirst: boolean
  readonly selfName: string
  /** A function's last value is its result. */
  readonly lastIsResult: boolean
  /** An interpreter's option may print the last value. */
  readonly shows: boolean
  /** What a file defines belongs to the one that takes it in. */
  readonly shares: boolean
  /** What a file gives to those that take it in stands under this name. */
  readonly exports: string | null
  readonly tellsTakenIn: boolean
  /** The function that a program begins with. */
  readonly begins: string | null
}
