// Reads calls: what a library's call means, what the code's own functions do, and what may be called back.
import { assign } from './assign.ts'
import type { Call, Meaning } from './call.ts'
import { isProgramLine } from './conditions.ts'
import { calledUnseen, handOn, throughMember } from './indirect-calls.ts'
import { within } from './interpreter.ts'
import type { Interpreter } from './interpreter.ts'
import { fileNamed } from './modules.ts'
import { heldBy, MAX_ITEMS } from './pieces.ts'
import { callsBack, resultOf } from './results.ts'
import { newScope } from './scopes.ts'
import { either, fromOf, list, literal, map, NOTHING, unknown } from './values.ts'
import type { ClassValue, From, FunctionValue, Value } from './values.ts'

export function invoke(at: Interpreter, callee: Value, made: Call): Value {
  switch (callee.is) {
    case 'either':
      return either(callee.options.map((option) => invoke(at, option, made)))
    case 'function':
      return callFunction(at, callee, made.args, made.options, made)
    case 'class':
      return instance(at, callee, made)
    case 'named':
      return invokeNamed(at, callee, made)
    case 'text':
      return callByText(at, callee, made)
    default:
      return unknownCall(at, made, fromOf(callee))
  }
}

/** `$f = 'system'; $f(…)`: where the text is no name that is known, nobody knows what is called. */
function callByText(at: Interpreter, callee: Value, made: Call): Value {
  const name = literal(callee)
  const whole = name === null ? null : at.language.canonical(name.replaceAll('::', '.'))
  return whole !== null && at.language.find(whole) !== null
    ? invokeNamed(at, { is: 'named', name: whole, self: null }, made)
    : unknownCall(at, made, fromOf(callee))
}

function invokeNamed(at: Interpreter, { name, self }: Value & { is: 'named' }, made: Call): Value {
  const { language, methods } = at
  const found = language.find(name)
  const whole: Call = { ...made, name, self }
  if (found !== null) return perform(at, found, whole)
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1)
  const through = self === null ? throughMember(name, last, made, at) : null
  if (through !== null) return through
  // `new Process(['rm', '-rf', x])`: a program and its words, handed to a call of which nothing is known.
  for (const arg of made.args) if (isProgramLine(arg)) at.record.perform({ does: 'command' }, { ...whole, args: [arg] }, at)
  for (const method of self === null || self.is === 'text' ? [] : (methods.get(last) ?? []))
    callFunction(at, { ...method, self }, made.args, made.options, made)
  const like = isMethod(name, self) && !methods.has(last) ? language.findLike(last) : null
  return like === null ? unknownCall(at, whole, self === null ? [] : fromOf(self)) : perform(at, like, whole)
}
/** Called on something, not a function by itself and not one of what is known by its kind. */
const isMethod = (name: string, self: Value | null): boolean => (self === null ? name.includes('.') : name.startsWith('*#'))

function perform(at: Interpreter, meaning: Meaning, made: Call): Value {
  const { gives } = meaning
  const name = gives === 'import' && at.homes !== null ? fileNamed(made.args[0]) : null
  const local = name === null ? null : at.localValue(name, null)
  if (local !== null) return local
  const index = at.folder.during(meaning, made, () => at.record.perform(meaning, made, at))
  if (gives === undefined) return unknownCall(at, made, made.self === null ? [] : fromOf(made.self), index)
  const result = resultOf(gives, made, index, at)
  if (!callsBack(gives)) callBack(at, made, [result, result])
  return result
}

/** A call of which nothing is known: what comes back holds what went in; functions given to it are called. */
function unknownCall(at: Interpreter, made: Call, from: From, index: number | null = null): Value {
  if (index === null && made.self?.is === 'thing') at.record.unheard(made)
  const held = heldBy(made, from, index)
  const result = unknown(held.from, held.decoded)
  const back = callBack(at, made, made.self !== null && made.self.is !== 'named' && held.from === from ? [made.self, made.self] : [result, result])
  return back === null ? result : either([back, result])
}

/** Calls the functions that a call is given. */
function callBack(at: Interpreter, made: Call, args: readonly Value[]): Value | null {
  let back: Value | null = null
  handOn(made, at)
  for (const arg of made.args) {
    if (arg.is === 'function') back = callFunction(at, arg, args, new Map(), made)
    else if (arg.is === 'map' && arg.of === null)
      for (const one of arg.entries.values()) if (one.is === 'function') callFunction(at, one, args, new Map(), made)
  }
  for (const arg of made.options.values()) if (arg.is === 'function') callFunction(at, arg, args, new Map(), made)
  return back
}

export function callFunction(at: Interpreter, value: FunctionValue, args: readonly Value[], options: ReadonlyMap<string, Value>, made: Call): Value {
  if (at.running.includes(value.code)) return (at.record.recursion(value.code, made), NOTHING)
  return at.calls.read(value.code, made, at.running.length, () => readCall(at, value, args, options)) ?? NOTHING
}

function readCall(at: Interpreter, value: FunctionValue, args: readonly Value[], options: ReadonlyMap<string, Value>): Value {
  const { language, running } = at
  const returns: Value[] = []
  const scope = newScope(value.scope, returns)
  const given = value.self === null || !language.selfFirst ? args : [value.self, ...args]
  if (value.self !== null) scope.names.set(language.selfName, value.self)
  value.code.parameters.forEach(({ target, rest, fallback }, i) => {
    const value = rest ? list(given.slice(i)) : (given[i] ?? options.get(target.is === 'name' ? target.name : ''))
    // What is not known may be nothing, and then the default is worked out.
    const otherwise = fallback !== null && (value === undefined || value.is === 'unknown') ? at.run(fallback, scope) : NOTHING
    assign(at, target, value ?? otherwise, scope, true)
  })
  running.push(value.code)
  const last = within(at, at.homes?.get(value.code) ?? null, () => at.run(value.code.body, scope))
  running.pop()
  if (value.code.body.is !== 'block' || language.lastIsResult) return either([...returns, last])
  const lists = returns.filter((one) => one.is === 'list')
  return lists.length > 1 && lists.length === returns.length ? list(lists.flatMap((one) => one.items).slice(0, MAX_ITEMS)) : either(returns)
}

function instance(at: Interpreter, made: ClassValue, from: Call): Value {
  const self = map(new Map(), [], made)
  for (const [name, value] of made.methods) if (value.is !== 'function') self.entries.set(name, value)
  const begin = made.methods.get('__init__') ?? made.methods.get('constructor') ?? made.methods.get('initialize')
  if (begin?.is === 'function') callFunction(at, { ...begin, self }, from.args, from.options, from)
  for (const value of calledUnseen(made)) if (value !== begin) callFunction(at, { ...value, self }, [], new Map(), from)
  return self
}
