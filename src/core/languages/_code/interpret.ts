// Reads what code would do if it ran: a small abstract interpreter that takes every branch; what is not known stays unknown.
import { assign, member } from './assign.ts'
import { argumentsOf, call, MAX_ITEMS, mapValue, readBranches, sliceOf } from './pieces.ts'
import type { CodeEffect } from './effects.ts'
import { newInterpreter } from './interpreter.ts'
import type { Interpreter } from './interpreter.ts'
import { callFunction, invoke } from './invoke.ts'
import { MAX_METHODS, MAX_MODULE_STEPS, MAX_NESTING, MAX_STEPS } from './limits.ts'
import { comprehension, loop } from './loops.ts'
import { elementsOf } from './members.ts'
import { asksWhetherMain } from './modules.ts'
import type { Modules } from './modules.ts'
import { bind, lookUp, newScope } from './scopes.ts'
import type { Code, Parsed } from './syntax.ts'
import type { Language } from './call.ts'
import { alternatives, concat, constant, either, fromOf, isDecoded, list, literal, named, NOTHING, text, thing, union, unknown } from './values.ts'
import type { ClassValue, From, FunctionValue, Scope, Value } from './values.ts'

export function interpretCode(parsed: Parsed, language: Language, modules: Modules | null = null, source = ''): CodeEffect[] {
  const at = newInterpreter(language, modules, { run, invoke }, source)
  if (parsed.tooDeep) at.record.unread('too-deep', parsed.code)
  run(at, parsed.code, at.globals)
  const main = language.begins === null ? undefined : at.globals.names.get(language.begins)
  if (main?.is === 'function') callFunction(at, main, [], new Map(), call('', null, [], new Map(), main.code))
  at.dormant.wake(
    ({ code }) => at.calls.isCalled(code),
    (value) => callFunction(at, value, [], new Map(), call('', null, [], new Map(), value.code)),
  )
  return at.record.finish()
}

function run(at: Interpreter, code: Code, scope: Scope): Value {
  const { dormant, record } = at
  if (at.inside !== null && ++at.moduleSteps > MAX_MODULE_STEPS) {
    record.unread('too-much', code, 'medium')
    return NOTHING
  }
  if (dormant.reading() && (!dormant.step() || at.nesting > MAX_NESTING)) return NOTHING
  if (!dormant.reading() && ((at.inside === null && ++at.steps > MAX_STEPS) || at.nesting > MAX_NESTING)) {
    record.unread(at.steps > MAX_STEPS ? 'too-much' : 'too-deep', code)
    return NOTHING
  }
  at.nesting++
  const value = evaluate(at, code, scope)
  at.nesting--
  return value
}

function evaluate(at: Interpreter, code: Code, scope: Scope): Value {
  switch (code.is) {
    case 'constant':
      return typeof code.value === 'string' ? text(code.value) : constant(code.value)
    case 'name':
      return find(at, code.name, scope)
    case 'regex':
      return thing('regex')
    case 'module':
      return moduleValue(at, code.name, code.member)
    case 'member': {
      const of = run(at, code.of, scope)
      return member(at, of, typeof code.key === 'string' ? text(code.key) : run(at, code.key, scope), typeof code.key === 'string')
    }
    case 'slice':
      return sliceOf(run(at, code.of, scope), code)
    case 'template':
      return template(at, code, scope)
    case 'binary':
      return at.language.binary(
        code.op,
        code.parts.map((part) => run(at, part, scope)),
      )
    case 'choice':
      if (code.test !== null) run(at, code.test, scope)
      return either(code.options.map((option) => run(at, option, scope)))
    case 'list':
      return listValue(at, code, scope)
    case 'spread':
      return run(at, code.of, scope)
    case 'map':
      return mapValue(code, (inner) => run(at, inner, scope))
    case 'function':
      return functionValue(at, code, scope)
    case 'class':
      return classValue(at, code, scope)
    case 'assign': {
      let value = run(at, code.value, scope)
      if (code.op === '+=') value = at.language.binary('+', [run(at, code.target, scope), value])
      assign(at, code.target, value, scope, code.declares)
      if (code.declares && value.is === 'thing' && code.value.is === 'call') calledLater(at, code.value, scope)
      return value
    }
    case 'block':
      return block(at, code, scope)
    case 'branches':
      return asksWhetherMain(at.inside, code.tests) ? NOTHING : readBranches(code, scope, (inner) => run(at, inner, scope))
    case 'loop':
      return loop(at, code, scope)
    case 'comprehension':
      return comprehension(at, code, scope)
    case 'return': {
      const value = code.value === null ? NOTHING : run(at, code.value, scope)
      scope.returns?.push(value)
      return value
    }
    case 'call':
      return callCode(at, code, scope)
    case 'opaque':
      return opaque(at, code, scope)
  }
}

/** `const s = connect(port, () => s.pipe(…))`: what is called back knows by then what came back. */
function calledLater(at: Interpreter, code: Code & { is: 'call' }, scope: Scope): void {
  for (const { value } of code.args) if (value.is === 'function') invoke(at, run(at, value, scope), call('', null, [], new Map(), value))
}

function find({ language, stars }: Interpreter, name: string, scope: Scope): Value {
  const known = lookUp(name, scope)
  if (known !== undefined) return known
  for (const star of stars) if (language.has(`${star}.${name}`)) return named(`${star}.${name}`)
  return language.value(name) ?? named(language.canonical(name))
}

function moduleValue({ language, localValue }: Interpreter, name: string, imported: string | null): Value {
  const local = localValue(name, imported)
  if (local !== null) return local
  const module = language.canonical(name)
  const whole = imported === null ? module : language.canonical(`${module}.${imported}`)
  return language.value(whole) ?? named(whole)
}

function template(at: Interpreter, code: Code & { is: 'template' }, scope: Scope): Value {
  let all: Value = text('')
  const parts = code.parts.map((part) => run(at, part, scope))
  for (const part of parts) all = concat(all, part)
  return code.tag === null ? all : invoke(at, run(at, code.tag, scope), call('', null, [all], new Map(), code))
}

function listValue(at: Interpreter, code: Code & { is: 'list' }, scope: Scope): Value {
  const items: Value[] = []
  let sample = false
  for (const item of code.items) {
    if (item.is !== 'spread') items.push(run(at, item, scope))
    else {
      const inner = elementsOf(run(at, item.of, scope))
      items.push(...inner.items.slice(0, MAX_ITEMS))
      sample ||= inner.sample
    }
  }
  return list(items, sample)
}

function functionValue(at: Interpreter, code: Code & { is: 'function' }, scope: Scope): Value {
  const value: FunctionValue = { is: 'function', code, scope, self: null }
  at.homes?.set(code, at.inside)
  if (at.inside === null) at.dormant.note(value)
  if (at.language.selfFirst) for (const { fallback } of code.parameters) if (fallback !== null) run(at, fallback, scope)
  if (code.name !== null) bind(code.name, value, scope, true)
  return value
}

function classValue(at: Interpreter, code: Code & { is: 'class' }, scope: Scope): Value {
  const { methods, record } = at
  const inner = newScope(scope)
  for (const part of code.methods) run(at, part, inner)
  const value: ClassValue = { is: 'class', methods: inner.names }
  for (const [name, method] of inner.names) {
    if (method.is !== 'function') continue
    const known = methods.get(name)
    if (known === undefined) methods.set(name, [method])
    else if (known.length < MAX_METHODS) known.push(method)
    else record.unread('too-much', code)
  }
  if (code.name !== null) bind(code.name, value, scope, true)
  return value
}

function block(at: Interpreter, code: Code & { is: 'block' }, scope: Scope): Value {
  let last: Value = NOTHING
  for (const part of code.body) {
    last = run(at, part, scope)
    if (scope === at.globals && (part.is === 'name' || part.is === 'member')) at.record.shown(last, part)
  }
  return last
}

function callCode(at: Interpreter, code: Code & { is: 'call' }, scope: Scope): Value {
  const read = (inner: Code): Value => run(at, inner, scope)
  let callee: Value
  let obscured = false
  if (code.callee.is === 'member' && typeof code.callee.key !== 'string') {
    const of = read(code.callee.of)
    const key = read(code.callee.key)
    callee = member(at, of, key, false)
    const isPowerful = of.is === 'named' && of.self === null && at.language.powerful.has(of.name)
    obscured = isPowerful && literal(key) === null && key.is !== 'either' && key.is !== 'constant'
  } else callee = read(code.callee)
  const { positional, options } = argumentsOf(code.args, read)
  const made = { ...call('', null, positional, options, code), written: writtenIn(at, code) }
  // A member picked by a name that is worked out, from a module that runs programs, and called at once: hiding, not style.
  if (obscured || alternatives(callee).some((one) => one.is === 'thing' && one.kind === 'obscure')) at.record.obscure(made)
  return invoke(at, callee, made)
}

/** So much of a call as tells what it is called on. */
const MOST_WRITTEN = 400
const writtenIn = ({ inside, source }: Interpreter, { start, end }: Code): string =>
  inside === null ? source.slice(Math.max(start, end - MOST_WRITTEN), end) : ''

/** What nobody reads: what comes out of it may hold what went in. */
function opaque(at: Interpreter, code: Code & { is: 'opaque' }, scope: Scope): Value {
  let from: From = []
  let decoded = false
  for (const part of code.parts) {
    const value = run(at, part, scope)
    from = union(from, fromOf(value))
    decoded ||= isDecoded(value)
  }
  return code.plain ? NOTHING : unknown(from, decoded)
}
