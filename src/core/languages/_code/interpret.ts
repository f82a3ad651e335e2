// Reads what code would do if it ran: a small abstract interpreter that takes every branch; what is not known stays unknown.
import { concat, constant, either, fromOf, isDecoded, list, literal, map, named, NOTHING, text, thing, union, unknown } from './values.ts'
import type { ClassValue, From, FunctionValue, Scope, Value } from './values.ts'
import { createDormant } from './uncalled.ts'
import { createFolder } from './folder.ts'
import { calledUnseen, handOn, throughMember } from './indirect-calls.ts'
import { memberOf, elementsOf } from './members.ts'
import { asksWhetherMain, createModules, fileNamed } from './modules.ts'
import type { LocalFile, Modules } from './modules.ts'
import { createRecorder } from './record.ts'
import { createOwnCalls } from './own-calls.ts'
import { argumentsOf, call, heldBy, keepMember, MAX_ITEMS, mapValue, readBranches, sliceOf } from './pieces.ts'
import { callsBack, resultOf } from './results.ts'
import { bind, lookUp, newScope } from './scopes.ts'
import type { CodeEffect } from './effects.ts'
import type { Code, FunctionCode, Parsed } from './syntax.ts'
import type { Call, Language, Meaning } from './call.ts'

const MAX_STEPS = 60_000
/** Times that one loop's body is read, over all the ways to reach it. */
const MAX_ROUNDS = 400
const MAX_NESTING = 1200

const MAX_MODULE_STEPS = 60_000

export function interpretCode(parsed: Parsed, language: Language, modules: Modules | null = null): CodeEffect[] {
  // The file being read, where it is not the one that was given.
  let inside: LocalFile | null = null
  const homes = new Map<FunctionCode, LocalFile | null>()
  let moduleSteps = 0
  const dormant = createDormant()
  const folder = createFolder()
  const record = createRecorder(language, () => ({ ...(inside === null ? {} : { file: inside.file }), ...dormant.stands(), ...folder.stands() }))
  const globals = newScope(null)
  // What a file exports it may also call itself.
  if (modules !== null && language.exports !== null) globals.names.set(language.exports, map())
  const methods = new Map<string, FunctionValue[]>()
  const calls = createOwnCalls(dormant, record, () => ({ steps: steps + moduleSteps, inFile: inside !== null }))
  const running: FunctionCode[] = []
  const rounds = new Map<Code, number>()
  const stars: string[] = []
  let steps = 0
  let endless = 0
  let nesting = 0

  function find(name: string, scope: Scope): Value {
    const known = lookUp(name, scope)
    if (known !== undefined) return known
    for (const star of stars) if (language.has(`${star}.${name}`)) return named(`${star}.${name}`)
    return language.value(name) ?? named(language.canonical(name))
  }

  function run(code: Code, scope: Scope): Value {
    if (inside !== null && ++moduleSteps > MAX_MODULE_STEPS) {
      record.unread('too-much', code, 'medium')
      return NOTHING
    }
    if (dormant.reading() && (!dormant.step() || nesting > MAX_NESTING)) return NOTHING
    if (!dormant.reading() && ((inside === null && ++steps > MAX_STEPS) || nesting > MAX_NESTING)) {
      record.unread(steps > MAX_STEPS ? 'too-much' : 'too-deep', code)
      return NOTHING
    }
    nesting++
    const value = evaluate(code, scope)
    nesting--
    return value
  }

  function evaluate(code: Code, scope: Scope): Value {
    switch (code.is) {
      case 'constant':
        return typeof code.value === 'string' ? text(code.value) : constant(code.value)
      case 'name':
        return find(code.name, scope)
      case 'regex':
        return thing('regex')
      case 'module':
        return moduleValue(code.name, code.member)
      case 'member': {
        const of = run(code.of, scope)
        return member(of, typeof code.key === 'string' ? text(code.key) : run(code.key, scope), typeof code.key === 'string')
      }
      case 'slice':
        return sliceOf(run(code.of, scope), code)
      case 'template': {
        let all: Value = text('')
        const parts = code.parts.map((part) => run(part, scope))
        for (const part of parts) all = concat(all, part)
        return code.tag === null ? all : invoke(run(code.tag, scope), call('', null, [all], new Map(), code))
      }
      case 'binary':
        return language.binary(
          code.op,
          code.parts.map((part) => run(part, scope)),
        )
      case 'choice':
        if (code.test !== null) run(code.test, scope)
        return either(code.options.map((option) => run(option, scope)))
      case 'list': {
        const items: Value[] = []
        let sample = false
        for (const item of code.items) {
          if (item.is !== 'spread') items.push(run(item, scope))
          else {
            const inner = elementsOf(run(item.of, scope))
            items.push(...inner.items.slice(0, MAX_ITEMS))
            sample ||= inner.sample
          }
        }
        return list(items, sample)
      }
      case 'spread':
        return run(code.of, scope)
      case 'map':
        return mapValue(code, (inner) => run(inner, scope))
      case 'function': {
        const value: FunctionValue = { is: 'function', code, scope, self: null }
        if (modules !== null) homes.set(code, inside)
        if (inside === null) dormant.note(value)
        if (language.selfFirst) for (const { fallback } of code.parameters) if (fallback !== null) run(fallback, scope)
        if (code.name !== null) bind(code.name, value, scope, true)
        return value
      }
      case 'class':
        return classValue(code, scope)
      case 'assign': {
        let value = run(code.value, scope)
        if (code.op === '+=') value = language.binary('+', [run(code.target, scope), value])
        assign(code.target, value, scope, code.declares)
        return value
      }
      case 'block': {
        let last: Value = NOTHING
        for (const part of code.body) {
          last = run(part, scope)
          if (scope === globals && (part.is === 'name' || part.is === 'member')) record.shown(last, part)
        }
        return last
      }
      case 'branches':
        if (asksWhetherMain(inside, code.tests)) return NOTHING
        return readBranches(code, scope, (inner) => run(inner, scope))
      case 'loop':
        return loop(code, scope)
      case 'comprehension':
        return comprehension(code, scope)
      case 'return': {
        const value = code.value === null ? NOTHING : run(code.value, scope)
        scope.returns?.push(value)
        return value
      }
      case 'call':
        return callCode(code, scope)
      case 'opaque': {
        let from: From = []
        let decoded = false
        for (const part of code.parts) {
          const value = run(part, scope)
          from = union(from, fromOf(value))
          decoded ||= isDecoded(value)
        }
        return code.plain ? NOTHING : unknown(from, decoded)
      }
    }
  }

  function within(module: LocalFile | null, read: () => Value): Value {
    const before = inside
    inside = module
    const value = read()
    inside = before
    return value
  }
  const localValue = createModules(modules, language.shares ? globals : null, (code, scope, module) => within(module, () => run(code, scope)))
  const here = (): string | null => inside?.file ?? modules?.local.file ?? null

  function moduleValue(name: string, imported: string | null): Value {
    const local = localValue(name, imported, here())
    if (local !== null) return local
    const module = language.canonical(name)
    const whole = imported === null ? module : language.canonical(`${module}.${imported}`)
    return language.value(whole) ?? named(whole)
  }

  function member(of: Value, key: Value, plain: boolean): Value {
    if (of.is === 'either') return either(of.options.map((one) => member(one, key, plain)))
    if (key.is === 'either') return either(key.options.map((one) => member(of, one, plain)))
    return memberOf(of, key, plain, language)
  }

  function classValue(code: Code & { is: 'class' }, scope: Scope): Value {
    const inner = newScope(scope)
    for (const part of code.methods) run(part, inner)
    const value: ClassValue = { is: 'class', methods: inner.names }
    for (const [name, method] of inner.names) {
      if (method.is !== 'function') continue
      const known = methods.get(name)
      if (known === undefined) methods.set(name, [method])
      else if (known.length < 4) known.push(method)
    }
    if (code.name !== null) bind(code.name, value, scope, true)
    return value
  }

  function assign(target: Code, value: Value, scope: Scope, declares: boolean): void {
    if (target.is === 'name') {
      if (target.name === '*' && value.is === 'named') stars.push(value.name)
      else if (target.name === '*' && value.is === 'map') for (const [name, held] of value.entries) bind(name, held, scope, true)
      else bind(target.name, value, scope, declares)
    } else if (target.is === 'list') {
      const inner = value.is === 'list' ? value : elementsOf(value)
      target.items.forEach((item, i) =>
        assign(
          item.is === 'spread' ? item.of : item,
          item.is === 'spread' ? list(inner.items.slice(i), inner.sample) : (inner.items[i] ?? unknown(fromOf(value))),
          scope,
          declares,
        ),
      )
    } else if (target.is === 'map') {
      for (const { key, value: inner } of target.entries)
        assign(inner, key === null ? unknown(fromOf(value)) : member(value, typeof key === 'string' ? text(key) : run(key, scope), true), scope, declares)
    } else if (target.is === 'assign') {
      const usual = run(target.value, scope)
      assign(target.target, value.is === 'unknown' ? either([usual, value]) : value, scope, declares)
    } else if (target.is === 'member') {
      const of = run(target.of, scope)
      const key = typeof target.key === 'string' ? target.key : literal(run(target.key, scope))
      keepMember(of, key, value)
      if (typeof target.key === 'string') record.assigned(of, target.key, value, target)
    }
  }

  function loop(code: Code & { is: 'loop' }, scope: Scope): Value {
    if (code.endless) endless++
    const over = code.over === null ? NOTHING : run(code.over, scope)
    if (code.target === null) run(code.body, scope)
    else {
      const { items } = elementsOf(over)
      for (const item of items.length === 0 && over.is !== 'list' ? [unknown(fromOf(over))] : items) {
        const count = (rounds.get(code) ?? 0) + 1
        rounds.set(code, count)
        if (steps > MAX_STEPS) break
        assign(code.target, item, scope, true)
        run(code.body, scope)
        // Over the limit each further visit still sees one item: a literal list longer than this is followed to its end only once.
        if (count > MAX_ROUNDS && items.length < MAX_ROUNDS) break
      }
    }
    if (code.endless) endless--
    return NOTHING
  }

  function comprehension(code: Code & { is: 'comprehension' }, scope: Scope): Value {
    const inner = newScope(scope)
    const results: Value[] = []
    let sample = code.tests.length > 0
    const walk = (level: number): void => {
      const one = code.loops[level]
      if (one === undefined) {
        for (const test of code.tests) run(test, inner)
        if (results.length < MAX_ITEMS) results.push(run(code.item, inner))
        return
      }
      const over = run(one.over, inner)
      const found = elementsOf(over)
      sample ||= found.sample
      for (const item of found.items) {
        if (steps > MAX_STEPS) return
        const count = (rounds.get(one.over) ?? 0) + 1
        rounds.set(one.over, count)
        if (count > MAX_ITEMS) return
        assign(one.target, item, inner, true)
        walk(level + 1)
      }
    }
    walk(0)
    return list(results, sample)
  }

  function callCode(code: Code & { is: 'call' }, scope: Scope): Value {
    let callee: Value
    let obscured = false
    if (code.callee.is === 'member' && typeof code.callee.key !== 'string') {
      const of = run(code.callee.of, scope)
      const key = run(code.callee.key, scope)
      callee = member(of, key, false)
      obscured =
        of.is === 'named' && of.self === null && language.powerful.has(of.name) && literal(key) === null && key.is !== 'either' && key.is !== 'constant'
    } else callee = run(code.callee, scope)
    const { positional, options } = argumentsOf(code.args, (inner) => run(inner, scope))
    const made = call('', null, positional, options, code)
    // A member picked by a name that is worked out, from a module that runs programs, and called at once: hiding, not style.
    if (obscured || (callee.is === 'thing' && callee.kind === 'obscure')) record.obscure(made)
    return invoke(callee, made)
  }

  function invoke(callee: Value, made: Call): Value {
    switch (callee.is) {
      case 'either':
        return either(callee.options.map((option) => invoke(option, made)))
      case 'function':
        return callFunction(callee, made.args, made.options, made)
      case 'class':
        return instance(callee, made)
      case 'named': {
        const found = language.find(callee.name)
        const self = callee.self
        const whole: Call = { ...made, name: callee.name, self }
        if (found !== null) return perform(found, whole)
        const last = callee.name.slice(Math.max(callee.name.lastIndexOf('.'), callee.name.lastIndexOf('#')) + 1)
        const through = self === null ? throughMember(callee.name, last, made, { invoke, language }) : null
        if (through !== null) return through
        for (const method of self === null || self.is === 'text' ? [] : (methods.get(last) ?? []))
          callFunction({ ...method, self }, made.args, made.options, made)
        return generic(whole, self === null ? [] : fromOf(self))
      }
      default:
        return generic(made, fromOf(callee))
    }
  }

  function perform(meaning: Meaning, made: Call): Value {
    const name = meaning.gives === 'import' && modules !== null ? fileNamed(made.args[0]) : null
    const local = name === null ? null : localValue(name, null, here())
    if (local !== null) return local
    const index = folder.during(meaning, made, () => record.perform(meaning, made, endless > 0, running))
    const result =
      meaning.gives === undefined
        ? generic(made, made.self === null ? [] : fromOf(made.self), index)
        : resultOf(meaning.gives, made, index, { invoke, language })
    if (meaning.gives !== undefined && !callsBack(meaning.gives)) callbacks(made, [result, result])
    return result
  }

  /** A call of which nothing is known: what comes back holds what went in; functions given to it are called. */
  function generic(made: Call, from: From, index: number | null = null): Value {
    const held = heldBy(made, from, index)
    const result = unknown(held.from, held.decoded)
    const back = callbacks(made, made.self !== null && made.self.is !== 'named' && held.from === from ? [made.self, made.self] : [result, result])
    return back === null ? result : either([back, result])
  }

  function callbacks(made: Call, args: readonly Value[]): Value | null {
    let back: Value | null = null
    handOn(made, { invoke, language })
    for (const arg of made.args) {
      if (arg.is === 'function') back = callFunction(arg, args, new Map(), made)
      else if (arg.is === 'map' && arg.of === null) for (const one of arg.entries.values()) if (one.is === 'function') callFunction(one, args, new Map(), made)
    }
    for (const arg of made.options.values()) if (arg.is === 'function') callFunction(arg, args, new Map(), made)
    return back
  }

  function callFunction(value: FunctionValue, args: readonly Value[], options: ReadonlyMap<string, Value>, made: Call): Value {
    if (running.includes(value.code)) return (record.recursion(value.code, made), NOTHING)
    return calls.read(value.code, made, running.length, () => readCall(value, args, options)) ?? NOTHING
  }

  function readCall(value: FunctionValue, args: readonly Value[], options: ReadonlyMap<string, Value>): Value {
    const scope = newScope(value.scope, [])
    const given = value.self === null || !language.selfFirst ? args : [value.self, ...args]
    if (value.self !== null) scope.names.set(language.selfName, value.self)
    value.code.parameters.forEach((parameter, i) => {
      const name = parameter.target.is === 'name' ? parameter.target.name : ''
      const value = parameter.rest
        ? list(given.slice(i))
        : (given[i] ?? options.get(name) ?? (parameter.fallback === null ? NOTHING : run(parameter.fallback, scope)))
      assign(parameter.target, value, scope, true)
    })
    running.push(value.code)
    const last = within(homes.get(value.code) ?? null, () => run(value.code.body, scope))
    running.pop()
    if (value.code.body.is !== 'block' || language.lastIsResult) return either([...scope.returns!, last])
    const lists = scope.returns!.filter((one) => one.is === 'list')
    return lists.length > 1 && lists.length === scope.returns!.length ? list(lists.flatMap((one) => one.items).slice(0, MAX_ITEMS)) : either(scope.returns!)
  }

  function instance(made: ClassValue, from: Call): Value {
    const self = map(new Map(), [], made)
    for (const [name, value] of made.methods) if (value.is !== 'function') self.entries.set(name, value)
    const begin = made.methods.get('__init__') ?? made.methods.get('constructor') ?? made.methods.get('initialize')
    if (begin?.is === 'function') callFunction({ ...begin, self }, from.args, from.options, from)
    for (const value of calledUnseen(made)) if (value !== begin) callFunction({ ...value, self }, [], new Map(), from)
    return self
  }

  if (parsed.tooDeep) record.unread('too-deep', parsed.code)
  run(parsed.code, globals)
  dormant.wake(
    ({ code }) => calls.isCalled(code),
    (value) => callFunction(value, [], new Map(), call('', null, [], new Map(), value.code)),
  )
  return record.finish()
}
