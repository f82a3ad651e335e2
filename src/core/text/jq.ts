// What a plain filter of jq makes of known texts: paths, literals, sums, lists and the functions that change text. Null is for everything else.
import { decodeBytes } from './codecs.ts'
import { utf8Of } from './decode.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Run = (input: Json) => readonly Json[]
interface How {
  /** Texts are printed without quotes. */
  readonly isRaw: boolean
  readonly isJoined: boolean
  readonly isCompact: boolean
  readonly takesLines: boolean
  readonly slurps: boolean
}

const LONGEST = 20_000
const MOST_VALUES = 2_000
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\.\.|\.[A-Za-z_]\w*|@\w+|[A-Za-z_]\w*|\d+(?:\.\d+)?|[-.[\](){}|,:+;?]|$)/y

export function runJq(filter: string, text: string, { isRaw, isJoined, isCompact, takesLines, slurps }: How): string | null {
  if (filter.length > LONGEST || text.length > LONGEST) return null
  try {
    const run = parse(filter)
    const whole = takesLines ? text.replace(/\n$/, '').split('\n') : [parsed(text)]
    const found = (slurps ? [whole] : whole).flatMap((value) => run(value))
    return found.map((value) => (isRaw && typeof value === 'string' ? value : JSON.stringify(value, null, isCompact ? 0 : 2)) + (isJoined ? '' : '\n')).join('')
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/** To its end, or to that of the text: so that nothing is looked at twice. */
const QUOTED = /"(?:[^"\\]|\\[^])*(?:"|\\?$)/g
/** Numbers that one version of jq spells otherwise than another. */
const ODD_NUMBER = /\d[.eE]|\d{16}|-0/

/** Only what stays as it is written here: JavaScript puts keys that are numbers first. */
function parsed(text: string): Json {
  if (ODD_NUMBER.test(text.replaceAll(QUOTED, '""'))) throw new TypeError('a number that may be spelt otherwise')
  const value = JSON.parse(text) as Json
  const open: Json[] = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === null || typeof one !== 'object') continue
    if (!Array.isArray(one)) Object.keys(one).forEach(inOrder)
    open.push(...Object.values(one))
  }
  return value
}
function inOrder(key: string): string {
  if (/^\d+$/.test(key)) throw new TypeError('a key that is put elsewhere')
  return key
}

interface Reading {
  readonly tokens: readonly string[]
  at: number
  depth: number
}
const DEEPEST = 40

function parse(filter: string): Run {
  if (ODD_NUMBER.test(filter.replaceAll(QUOTED, '""'))) throw new SyntaxError('a number that may be spelt otherwise')
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (;;) {
    const token = TOKEN.exec(filter)?.[1]
    if (token === undefined) throw new SyntaxError('no token of a plain filter')
    if (token === '') break
    tokens.push(token)
  }
  const from: Reading = { tokens, at: 0, depth: 0 }
  const run = piped(from)
  if (from.at < tokens.length) throw new SyntaxError('more than a plain filter')
  return run
}

const isNext = (from: Reading, token: string): boolean => from.tokens[from.at] === token && from.at++ >= 0
function expect(from: Reading, token: string): void {
  if (!isNext(from, token)) throw new SyntaxError(`expected ${token}`)
}
const bounded = <T>(values: readonly T[]): readonly T[] => {
  if (values.length > MOST_VALUES) throw new RangeError('too many values')
  return values
}

function piped(from: Reading): Run {
  if (++from.depth > DEEPEST) throw new RangeError('too deep')
  let run = listed(from)
  while (isNext(from, '|')) {
    const [before, after] = [run, listed(from)]
    run = (input) => bounded(before(input).flatMap((value) => after(value)))
  }
  from.depth--
  return run
}

function listed(from: Reading): Run {
  let run = added(from)
  while (isNext(from, ',')) {
    const [before, after] = [run, added(from)]
    run = (input) => bounded([...before(input), ...after(input)])
  }
  return run
}

function added(from: Reading): Run {
  let run = reached(from)
  while (isNext(from, '+')) {
    const [before, after] = [run, reached(from)]
    run = (input) => bounded(after(input).flatMap((right) => before(input).map((left) => sum(left, right))))
  }
  return run
}

function sum(left: Json, right: Json): Json {
  if (left === null || right === null) return left ?? right
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (Array.isArray(left) && Array.isArray(right)) return bounded([...left, ...right]) as Json
  throw new TypeError('cannot be added')
}

function reached(from: Reading): Run {
  let run = term(from)
  for (;;) {
    const token = from.tokens[from.at] ?? ''
    const before = run
    if (/^\.\w/.test(token)) {
      from.at++
      run = (input) => before(input).map((value) => memberOf(value, token.slice(1)))
    } else if (token === '[') {
      from.at++
      run = inBrackets(from, before)
    } else if (token === '?') from.at++
    else return run
  }
}

function inBrackets(from: Reading, before: Run): Run {
  if (isNext(from, ']')) return (input) => bounded(before(input).flatMap((value) => elementsOf(value)))
  const first = from.tokens[from.at] === ':' ? null : piped(from)
  const isSlice = isNext(from, ':')
  const second = isSlice && from.tokens[from.at] !== ']' ? piped(from) : null
  expect(from, ']')
  return (input) =>
    before(input).flatMap((value) => {
      const [key = null] = first?.(input) ?? []
      if (!isSlice) return [memberOf(value, key)]
      const [end = null] = second?.(input) ?? []
      if (typeof value !== 'string' && !Array.isArray(value)) throw new TypeError('cannot be sliced')
      const start = typeof key === 'number' ? key : 0
      const stop = typeof end === 'number' ? end : undefined
      // Of characters, not of halves of them.
      return [typeof value === 'string' ? [...value].slice(start, stop).join('') : (value as readonly Json[]).slice(start, stop)]
    })
}

const elementsOf = (value: Json): readonly Json[] => {
  if (value === null || typeof value !== 'object') throw new TypeError('holds nothing')
  return Object.values(value)
}

function memberOf(value: Json, key: Json): Json {
  if (value === null) return null
  if (Array.isArray(value) && typeof key === 'number') return (value as readonly Json[]).at(key) ?? null
  if (typeof value === 'object' && !Array.isArray(value) && typeof key === 'string')
    return Object.hasOwn(value, key) ? ((value as { readonly [key: string]: Json })[key] ?? null) : null
  throw new TypeError('has no such member')
}

function term(from: Reading): Run {
  const token = from.tokens[from.at++] ?? ''
  if (token.startsWith('"')) {
    const text = JSON.parse(token) as string
    return () => [text]
  }
  if (/^\d/.test(token)) return () => [Number(token)]
  if (token === '-') {
    const of = term(from)
    return (input) => of(input).map((value) => -numberIn(value))
  }
  if (token === '.') {
    const next = from.tokens[from.at]
    if (next?.startsWith('"') !== true) return (input) => [input]
    from.at++
    return (input) => [memberOf(input, JSON.parse(next) as string)]
  }
  if (/^\.\w/.test(token)) return (input) => [memberOf(input, token.slice(1))]
  if (token === '(') {
    const inner = piped(from)
    expect(from, ')')
    return inner
  }
  if (token === '[') {
    if (isNext(from, ']')) return () => [[]]
    const inner = piped(from)
    expect(from, ']')
    return (input) => [inner(input)]
  }
  if (token === '{') return object(from)
  if (token === '@base64d') return (input) => [fromBase64(input)]
  if (token === 'true' || token === 'false') return () => [token === 'true']
  if (token === 'null') return () => [null]
  return called(from, token)
}

function object(from: Reading): Run {
  const entries: (readonly [string, Run])[] = []
  while (!isNext(from, '}')) {
    const name = from.tokens[from.at++] ?? ''
    const key = inOrder(name.startsWith('"') ? (JSON.parse(name) as string) : name)
    if (!/^[\w"]/.test(name)) throw new SyntaxError('a key that is worked out')
    entries.push([key, isNext(from, ':') ? added(from) : (input): readonly Json[] => [memberOf(input, key)]])
    isNext(from, ',')
  }
  return (input) => [Object.fromEntries(entries.map(([key, run]) => [key, run(input)[0] ?? null]))]
}

function called(from: Reading, name: string): Run {
  const args: Run[] = []
  if (isNext(from, '(')) {
    do args.push(piped(from))
    while (isNext(from, ';'))
    expect(from, ')')
  }
  const [first] = args
  if (name === 'map' && first !== undefined) return (input) => [elementsOf(input).flatMap((value) => first(value))]
  const of = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (of === undefined || args.length > 1) throw new SyntaxError('a function that is not computed')
  return (input) => (first === undefined ? [of(input, null)] : first(input).map((arg) => of(input, arg)))
}

const textIn = (value: Json): string => {
  if (typeof value !== 'string') throw new TypeError('no text')
  return value
}
const listIn = (value: Json): readonly Json[] => {
  if (!Array.isArray(value)) throw new TypeError('no list')
  return value as readonly Json[]
}
const numberIn = (value: Json): number => {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  if (typeof value !== 'number') throw new TypeError('no number')
  return value
}
const fromBase64 = (value: Json): Json => {
  const bytes = decodeBytes('base64', textIn(value))
  if (bytes === null) throw new TypeError('not encoded so')
  return utf8Of(bytes)
}

const FUNCTIONS: Readonly<Record<string, (input: Json, arg: Json) => Json>> = {
  implode: (input) => String.fromCodePoint(...listIn(input).map(Number)),
  explode: (input) => [...textIn(input)].map((char) => char.codePointAt(0) ?? 0),
  join: (input, between) =>
    listIn(input)
      .map((one) => (one === null ? '' : textIn(one)))
      .join(textIn(between)),
  add: (input) => elementsOf(input).reduce<Json>((all, one) => sum(all, one), null),
  reverse: (input) => (typeof input === 'string' ? [...input].reverse().join('') : [...listIn(input)].reverse()),
  split: (input, at) => (at === '' ? [...textIn(input)] : textIn(input).split(textIn(at))),
  ascii_downcase: (input) => textIn(input).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ascii_upcase: (input) => textIn(input).replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  ltrimstr: (input, start) => (textIn(input).startsWith(textIn(start)) ? textIn(input).slice(textIn(start).length) : input),
  rtrimstr: (input, end) => (textIn(input).endsWith(textIn(end)) ? textIn(input).slice(0, textIn(input).length - textIn(end).length) : input),
  tostring: (input) => (typeof input === 'string' ? input : JSON.stringify(input)),
  tonumber: numberIn,
  fromjson: (input) => parsed(textIn(input)),
  first: (input) => listIn(input)[0] ?? null,
  last: (input) => listIn(input).at(-1) ?? null,
  keys: (input) => (Array.isArray(input) ? input.map((_, at) => at) : Object.keys(input as object).sort()),
  length: (input) => (typeof input === 'string' ? [...input].length : elementsOf(input).length),
}
