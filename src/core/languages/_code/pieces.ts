// Works out slices, literal maps, branches, and the results of calls nobody knows.
import { alternatives, either, ENVIRONMENT, fromOf, isDecoded, list, literal, map, NAMES, NOTHING, SECRET, text, union, unknown } from './values.ts'
import type { From, Scope, Value } from './values.ts'
import type { Call } from './call.ts'
import { elementsOf } from './members.ts'
import { bind } from './scopes.ts'
import type { Argument, Code } from './syntax.ts'

/** How many members of one list or map are followed. */
export const MAX_ITEMS = 2000

export function sliceOf(of: Value, code: Code & { is: 'slice' }): Value {
  const known = literal(of)
  if (known === null || of.is !== 'text') {
    if (of.is === 'list' && !of.sample) return list(code.reversed ? [...of.items].reverse() : of.items.slice(code.from ?? 0, code.to ?? undefined))
    return of.is === 'list' ? of : unknown(fromOf(of), isDecoded(of))
  }
  return code.reversed ? text([...known].reverse().join(''), of.from, true) : text(known.slice(code.from ?? 0, code.to ?? undefined), of.from, of.decoded)
}

export function mapValue(code: Code & { is: 'map' }, run: (code: Code) => Value): Value {
  const value = map()
  for (const { key, value: inner } of code.entries) {
    const held = run(inner)
    if (key === null) {
      // A copy of a module does what the module does.
      if (held.is === 'named' && held.self === null) return held
      if (held.is === 'map') for (const [name, one] of held.entries) value.entries.set(name, one)
      value.rest = union(value.rest, held.is === 'map' ? held.rest : fromOf(held))
      continue
    }
    const name = typeof key === 'string' ? key : literal(run(key))
    if (name === null) value.rest = union(value.rest, fromOf(held))
    else value.entries.set(name, held)
  }
  return value
}

/** Reads every branch from the same beginning; afterwards a name may hold what any of them left in it. */
export function readBranches(code: Code & { is: 'branches' }, scope: Scope, run: (code: Code) => Value): Value {
  for (const test of code.tests) run(test)
  const outcomes: Map<string, Value>[] = []
  const outer = scope.journal
  const touched = new Set<string>()
  for (let i = 0; i < code.bodies.length; i++) {
    const test = code.tests[i]
    if (test?.is === 'constant' && (test.value === false || test.value === 0)) continue
    scope.journal = new Map()
    run(code.bodies[i]!)
    const outcome = new Map<string, Value>()
    for (const [name, before] of scope.journal) {
      touched.add(name)
      outcome.set(name, scope.names.get(name) ?? NOTHING)
      if (before === undefined) scope.names.delete(name)
      else scope.names.set(name, before)
    }
    outcomes.push(outcome)
  }
  scope.journal = outer
  for (const name of touched) {
    const before = scope.names.get(name)
    const values: Value[] = outcomes.flatMap((outcome) => outcome.get(name) ?? before ?? [])
    if (!code.total && before !== undefined) values.push(before)
    bind(name, either(values), scope, true)
  }
  return NOTHING
}

/** `of[key] = value`, for each thing that `of` may be. */
export function keepMember(of: Value, key: string | null, value: Value): void {
  for (const one of alternatives(of)) {
    if (one.is === 'map') {
      if (key === null) one.rest = union(one.rest, fromOf(value))
      else if (one.entries.size < MAX_ITEMS) one.entries.set(key, value)
    } else if (one.is === 'list' && key === null && one.items.length < MAX_ITEMS) one.items.push(value)
  }
}

/** What the result of a call holds of which nothing is known: what went in. `from` itself comes back where nothing was added. */
export function heldBy(made: Call, from: From, index: number | null): { readonly from: From; readonly decoded: boolean } {
  let all = from
  let decoded = made.self !== null && isDecoded(made.self)
  for (const arg of made.args) {
    all = union(all, fromOf(arg))
    decoded ||= isDecoded(arg)
  }
  for (const arg of made.options.values()) all = union(all, fromOf(arg))
  // A client made with a key, or settings read from the environment, are not the key and not the environment.
  if (all.some((one) => one === SECRET || one === ENVIRONMENT)) all = all.filter((one) => one >= 0 || from.includes(one))
  if (index !== null) all = union(all, [index])
  if (all.includes(NAMES)) all = all.filter((one) => one !== NAMES)
  return { from: all, decoded }
}

export function argumentsOf(args: readonly Argument[], run: (code: Code) => Value): { readonly positional: Value[]; readonly options: Map<string, Value> } {
  const positional: Value[] = []
  const options = new Map<string, Value>()
  for (const arg of args) {
    const value = run(arg.value)
    if (arg.name !== null) options.set(arg.name, value)
    else if (!arg.spread) positional.push(value)
    else if (value.is === 'map') for (const [name, one] of value.entries) options.set(name, one)
    else positional.push(...elementsOf(value).items.slice(0, MAX_ITEMS))
  }
  return { positional, options }
}

export const call = (name: string, self: Value | null, args: readonly Value[], options: ReadonlyMap<string, Value>, code: Code): Call => ({
  name,
  self,
  args,
  options,
  start: code.start,
  end: code.end,
})
