// Works out what a known call gives back.
import { anyMember, copyOf, elementsOf, environmentVariable, memberOf, pairsOf } from './members.ts'
import { pick } from './call.ts'
import { anyName, anythingIn, baseName, dirName, expandHome, globbed, joinPaths, normalisedPath } from './paths.ts'
import { onText } from './texts.ts'
import {
  alternatives,
  asText,
  coded,
  concat,
  constant,
  each,
  either,
  ENVIRONMENT,
  fromOf,
  home,
  isDecoded,
  list,
  literal,
  map,
  named,
  NAMES,
  NOTHING,
  numberOf,
  SOCKET,
  text,
  thing,
  union,
  unknown,
  variable,
} from './values.ts'
import { alone, everything, first, givenTo, indexed, MAX_ITEMS, pathThing, self, TEXT_RESULTS } from './text-results.ts'
import type { Result, Tools } from './text-results.ts'
import type { Call } from './call.ts'
import type { Value } from './values.ts'

const isModule = (value: Value): boolean => value.is === 'named' && value.self === null
const calling = (call: Call, args: readonly Value[]): Call => ({ ...call, name: '', self: null, args, options: new Map() })
const RESULTS: Readonly<Record<string, Result>> = {
  ...TEXT_RESULTS,
  data: (call, index) => coded(givenTo(call), union(indexed(index), everything(call)), false, true),
  fresh: () => NOTHING,
  self: (call) => self(call),
  first: (call) => first(call),
  text: (call) =>
    each(first(call), (one) =>
      one.is === 'list' ? unknown(fromOf(one), isDecoded(one)) : one.is === 'thing' && one.kind === 'environment' ? unknown([ENVIRONMENT]) : asText(one),
    ),

  file: (call, index, _tools, setting) =>
    thing('file', pick(call, [setting === '' ? 0 : setting === 'self' ? 'self' : Number(setting)]) ?? NOTHING, indexed(index), index),
  process: (call, index) =>
    thing('process', alternatives(first(call))[0]!.is === 'list' ? (elementsOf(first(call)).items[0] ?? null) : first(call), indexed(index), index),
  response: (_call, index) => thing('response', null, indexed(index), index),
  socket: (call, index) =>
    thing('socket', null, [...indexed(index), SOCKET, ...(call.self === null ? [] : fromOf(call.self).filter((one) => one >= 0))], index),
  accept: (call) => list([thing('socket', null, union([SOCKET], fromOf(self(call)))), NOTHING]),
  thing: (call, index, _tools, setting) => thing(setting, call.args[0] ?? null, indexed(index), index),
  request: (call) => thing('request', first(call), fromOf(pick(call, [1, 'data']) ?? text('')), pick(call, [1, 'data']) === undefined ? null : 0),
  session: (_call, _index, _tools, setting) => thing('session', text(setting)),
  named: (_call, _index, _tools, setting) => named(setting),

  path: (call) => pathThing(joinPaths(call.args, true)),
  'path-join': (call) => pathThing(joinPaths([self(call), ...call.args], true)),
  'path-with-name': (call) => pathThing(joinPaths([dirName(self(call)), first(call)], true)),
  'path-with-suffix': (call) => pathThing(onText(self(call), (known) => known.replace(/\.[^./]*$/, '') + (literal(first(call)) ?? ''))),
  'path-expand': (call) => pathThing(expandHome(self(call))),
  'path-target': (call) => pathThing(first(call)),
  join: (call) =>
    joinPaths(
      call.args.flatMap((arg) => (arg.is === 'list' ? arg.items : [arg])),
      true,
    ),
  'node-join': (call) => normalisedPath(joinPaths(call.args, false)),
  normalised: (call) => normalisedPath(first(call)),
  expand: (call) => expandHome(first(call)),
  // Of `a/b/` it is `a` to some and `a/b` to others.
  dirname: (call) =>
    literal(first(call))?.endsWith('/') === true
      ? either([dirName(first(call)), onText(first(call), (known) => known.replace(/\/{1,100}$/, ''))])
      : dirName(first(call)),
  basename: (call) => baseName(alone(call)),
  'any-order': (call) => list([...elementsOf(call.args.length === 1 ? first(call) : list([...call.args])).items], true),
  home: () => home(),
  /** One of what a list or a walk holds. */
  element: (call) =>
    each(first(call), (one) => (one.is === 'list' && one.items.length > 0 ? either(one.items.slice(0, 6)) : unknown(fromOf(one), isDecoded(one)))),
  /** Where a program lies, by its name. */
  which: (call) => each(first(call), (one) => (literal(one) === 'node' ? variable('execPath') : concat(text('/usr/bin/'), one))),
  'home-path': () => thing('path', home()),
  cwd: () => text('.'),
  'cwd-path': () => thing('path', text('.')),
  temp: () => text('/tmp'),
  'temp-file': (call, index) => thing('file', concat(text('/tmp/tmp'), NOTHING), indexed(index), index),
  'temp-folder': () => thing('folder', concat(text('/tmp/tmp'), NOTHING)),
  'temp-name': () => concat(text('/tmp/tmp'), NOTHING),

  glob: (call) => list(alternatives(globbed(joinPaths([call.options.get('root_dir') ?? text(''), first(call)], false))).slice(), true),
  'path-glob': (call, _index, _tools, setting) => {
    const inside = each(globbed(joinPaths([self(call), first(call)], false)), (one) => (setting === 'deep' ? { ...asText(one), deep: true } : one))
    return list([pathThing(inside)], true)
  },
  iterdir: (call) => list([pathThing(anythingIn(self(call), false))], true),
  listdir: () => list([anyName()], true),
  entries: (call) => list([each(anythingIn(call.args[0] ?? text('.'), false), (one) => thing('entry', one))], true),
  walk: (call) => {
    const root = each(call.args[0] ?? self(call), (one) => ({ ...asText(one), deep: true }))
    return list([list([root, list([anyName()], true), list([anyName()], true)])], true)
  },
  find: (call) => list([anythingIn(first(call), true)], true),

  'environment-get': (call) => {
    const found = environmentVariable(literal(call.args[0]), true, false)
    const fallback = call.args[1]
    return fallback === undefined || fallback.is === 'function' ? found : either([found, fallback])
  },
  'environment-all': () => unknown([ENVIRONMENT]),
  'environment-names': () => list([unknown([NAMES])], true),
  'environment-copy': () => thing('environment', null, [ENVIRONMENT]),

  import: (call, _index, { language }, setting) => {
    const said = literal(first(call))
    const name = setting === 'colon' ? (said?.replace(':', '.') ?? null) : said
    return name === null ? (isDecoded(first(call)) ? thing('obscure') : NOTHING) : (language.value(language.canonical(name)) ?? named(language.canonical(name)))
  },
  attribute: (call, _index, { language }) => {
    const of = first(call)
    const key = call.args[1] ?? NOTHING
    if (literal(key) === null && of.is === 'named' && language.powerful.has(of.name))
      return either(key.is === 'either' ? key.options.map((one) => memberOf(of, one, true, language)) : [thing('obscure'), anyMember(of, language)])
    return memberOf(of, key, true, language)
  },
  /** The method itself, to be called later. */
  'method-named': (call, _index, { language }) => memberOf(call.self ?? named(call.name.slice(0, call.name.lastIndexOf('.'))), first(call), true, language),
  /** `methodcaller('rmtree', path)` */
  'method-caller': (call, _index, tools) => tools.invoke(memberOf(NOTHING, first(call), true, tools.language), { ...call, args: call.args.slice(1) }),
  /** What a text says that is a name, or takes in a module. */
  evaluated: (call, _index, { language }) => {
    const [, name, module, imported] = EVALUATED.exec(literal(first(call)) ?? '') ?? []
    const whole = language.canonical(name ?? module ?? imported ?? '')
    return whole === '' ? NOTHING : (language.value(whole) ?? named(whole))
  },
  'send-message': (call, _index, tools) =>
    tools.invoke(memberOf(call.self ?? named(call.name.slice(0, call.name.lastIndexOf('.'))), first(call), true, tools.language), {
      ...call,
      args: call.args.slice(1),
    }),
  call: (call, _index, tools, setting) =>
    tools.invoke(self(call), { ...call, args: setting === 'apply' ? elementsOf(call.args[1] ?? list([])).items : call.args.slice(setting === 'all' ? 0 : 1) }),
  'call-first': (call, _index, tools) =>
    tools.invoke(first(call).is === 'text' ? named(literal(first(call)) ?? '') : first(call), {
      ...call,
      args: call.args[1]?.is === 'list' ? call.args[1].items : call.args.slice(1),
    }),
  'call-reflect': (call, _index, tools) => tools.invoke(first(call), { ...call, args: elementsOf(call.args[2] ?? list([])).items }),
  bind: (call) => self(call),
  each: (call, _index, tools) => {
    const over =
      call.self !== null && call.self.is === 'thing' && call.self.kind === 'environment'
        ? pairsOf(call.self)
        : call.self?.is === 'map'
          ? pairsOf(call.self)
          : elementsOf(self(call))
    const action = call.args.findLast((arg) => arg.is === 'function' || arg.is === 'named')
    // `map(&:upcase)`
    if (action === undefined) return call.args.length > 0 ? list([unknown(fromOf(over))], true) : over
    const results = over.items
      .slice(0, MAX_ITEMS)
      .map((item) =>
        tools.invoke(
          action,
          calling(
            call,
            item.is === 'list' && action.is === 'function' && action.code.parameters.length > 1 && tools.language.lastIsResult ? item.items : [item],
          ),
        ),
      )
    return list(results, over.sample)
  },
  filter: (call, _index, tools) => {
    RESULTS['each']!(call, null, tools, '')
    return call.self === null ? first(call) : elementsOf(call.self).sample ? call.self : list(elementsOf(call.self).items, true)
  },
  /** One of those that a condition holds for. */
  picked: (call, _index, tools) => {
    RESULTS['each']!(call, null, tools, '')
    const { items } = elementsOf(self(call))
    return items.length === 0 ? NOTHING : either(items.slice(0, 6))
  },
  map: (call, _index, tools) => {
    const over = elementsOf(call.args[1] ?? NOTHING)
    // `array_map('unlink', …)`
    const action = first(call).is === 'text' ? named(literal(first(call)) ?? '') : first(call)
    return list(
      over.items.slice(0, MAX_ITEMS).map((item) => tools.invoke(action, calling(call, [item]))),
      over.sample,
    )
  },
  /** `map chr, 114, 109` */
  'map-args': (call, _index, tools) => {
    const [action, ...over] = call.args
    return action?.is !== 'named'
      ? unknown(union(indexed(null), everything(call)), false)
      : list(over.flatMap((one) => (one.is === 'list' ? one.items : [one])).map((item) => tools.invoke(action, calling(call, [item]))))
  },
  'map-first': (call, _index, tools) => {
    const over = elementsOf(first(call))
    const action = call.args[1]
    return action === undefined
      ? over
      : list(
          over.items.slice(0, MAX_ITEMS).map((item) => tools.invoke(action, calling(call, [item]))),
          over.sample,
        )
  },
  settle: (call, _index, tools) => {
    const action = first(call)
    return action.is === 'function' || action.is === 'named' ? tools.invoke(action, calling(call, [self(call)])) : self(call)
  },
  push: (call) => {
    const value = self(call)
    if (value.is === 'list') for (const arg of call.args) if (value.items.length < MAX_ITEMS) value.items.push(arg)
    return value
  },
  extend: (call) => {
    const value = self(call)
    if (value.is === 'list') value.items.push(...elementsOf(first(call)).items.slice(0, MAX_ITEMS - Math.min(value.items.length, MAX_ITEMS)))
    return value
  },
  list: (call) => {
    const value = call.self ?? first(call)
    return value.is === 'thing' && value.kind === 'environment'
      ? list([unknown([NAMES])], true)
      : list([...elementsOf(value).items].slice(0, MAX_ITEMS), elementsOf(value).sample)
  },
  dict: (call) => {
    const value = call.args[0] === undefined ? map() : copyOf(first(call))
    if (value.is === 'thing' && value.kind === 'environment') return value
    if (value.is === 'map') for (const [name, one] of call.options) value.entries.set(name, one)
    return value
  },
  enumerate: (call) => {
    const over = elementsOf(first(call))
    return list(
      over.items.map((item, i) => list([over.sample ? NOTHING : constant(i), item])),
      over.sample,
    )
  },
  zip: (call) => {
    const all = call.args.map((arg) => elementsOf(arg))
    const length = Math.min(MAX_ITEMS, ...all.map((one) => one.items.length))
    return list(
      Array.from({ length: Number.isFinite(length) ? length : 0 }, (_, i) => list(all.map((one) => one.items[i]!))),
      all.some((one) => one.sample),
    )
  },
  range: (call) => {
    const bounds = call.args.map((arg) => numberOf(arg))
    const [from, to] = bounds.length === 1 ? [0, bounds[0]] : [bounds[0], bounds[1]]
    if (from === null || to === null || from === undefined || to === undefined || bounds.length > 2 || to - from > 16) return list([NOTHING], true)
    return list(Array.from({ length: Math.max(0, to - from) }, (_, i) => constant(from + i)))
  },
  pairs: (call, _index, { language }) => {
    const value = call.self ?? first(call)
    return isModule(value) ? list([list([NOTHING, anyMember(value, language)])], true) : pairsOf(value)
  },
  values: (call, _index, { language }) => {
    const value = call.self ?? first(call)
    if (isModule(value)) return list([anyMember(value, language)], true)
    return value.is === 'map'
      ? list([...value.entries.values()], value.rest.length > 0)
      : list([unknown(value.is === 'thing' && value.kind === 'environment' ? [ENVIRONMENT] : fromOf(value))], true)
  },
  lookup: (call) => {
    const value = self(call)
    const key = literal(first(call))
    if (value.is !== 'map') return unknown(fromOf(value))
    const found = key === null ? undefined : value.entries.get(key)
    return found ?? either([call.args[1] ?? unknown(value.rest)])
  },
  'path-url': (call) => each(first(call), (one) => thing('url', call.args[1] === undefined ? one : concat(call.args[1], one))),
  'environment-keys': (call) => (first(call).is === 'map' ? list(elementsOf(first(call)).items) : list([unknown([NAMES])], true)),
  merge: (call) => {
    const value = map()
    // A copy of a module does what the module does.
    const module = call.args.find(isModule)
    if (module !== undefined) return module
    for (const arg of call.args) {
      if (arg.is === 'map') for (const [name, one] of arg.entries) value.entries.set(name, one)
      value.rest = union(value.rest, arg.is === 'map' ? arg.rest : fromOf(arg))
    }
    return value
  },
  pieces: (call) => list([...call.args]),
}

const EVALUATED =
  /^\s{0,9}(?:return\s{1,9})?(?:([A-Za-z_][\w.]{0,80})|require\(\s{0,9}["']([\w:/]{1,80})["']\s{0,9}\)|__import__\(["']([\w.]{1,80})["']\))[\s;]{0,9}$/

const OWN_CALLBACKS = new Set([
  'each',
  'map',
  'map-first',
  'map-args',
  'filter',
  'picked',
  'settle',
  'call',
  'call-first',
  'call-reflect',
  'bind',
  'attribute',
  'send-message',
  'list',
  'push',
  'dict',
])
/** Results that call the functions given to them by themselves. */
export const callsBack = (gives: string): boolean => OWN_CALLBACKS.has(gives.split(':')[0]!)

export function resultOf(gives: string, call: Call, index: number | null, tools: Tools): Value {
  const colon = gives.indexOf(':')
  const name = colon < 0 ? gives : gives.slice(0, colon)
  return RESULTS[name]?.(call, index, tools, colon < 0 ? '' : gives.slice(colon + 1)) ?? NOTHING
}
export const knowsResult = (gives: string): boolean => Object.hasOwn(RESULTS, gives.split(':')[0] ?? '')
