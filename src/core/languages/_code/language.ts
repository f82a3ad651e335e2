// Shows a language to the interpreter of code: what its file in `languages/` says, and what operators make of values.
import type { Calls, Held, LanguageBook, LanguageEntry } from '../_book/book.ts'
import type { Language, Meaning } from './call.ts'
import { joinPaths } from './paths.ts'
import { ANY_MEMBER } from './members.ts'
import { percent } from './texts.ts'
import {
  alternatives,
  asText,
  concat,
  constant,
  either,
  ENVIRONMENT,
  fromOf,
  isDecoded,
  list,
  literal,
  numberOf,
  text,
  thing,
  union,
  unknown,
  variable,
} from './values.ts'
import type { From, Value } from './values.ts'

/** Values of these kinds have their own methods; a loose reading by the last name would mistake them. */
const OWN_KINDS = new Set(['text', 'list', 'map', 'constant', 'regex', 'function', 'environment'])

/** `/…/` among the methods of anything: all whose names fit. */
const NAMED_LIKE = '*#/'
const LONGEST_NAME = 80

const DELETES_FAR: Meaning = { does: 'delete', at: [0], recursive: true, when: 'far-or-root' }
const RUNS_LINE: Meaning = { does: 'command', when: 'command-line' }

const known = new WeakMap<LanguageBook, Map<string, Language>>()
export function languageOf(book: LanguageBook, entry: LanguageEntry): Language {
  let made = known.get(book)
  if (made === undefined) known.set(book, (made = new Map()))
  const name = entry.language
  let language = made.get(name)
  if (language === undefined) made.set(name, (language = makeLanguage(entry, book.calls[name] ?? {}, book.calls['any'] ?? {})))
  return language
}

function makeLanguage(entry: LanguageEntry, own: Calls, shared: Calls): Language {
  const { spellings, values, same_with: same } = entry
  const patterns = Object.keys(shared).flatMap((key) =>
    key.startsWith(NAMED_LIKE) ? [{ test: new RegExp(key.slice(NAMED_LIKE.length, -1)), meaning: shared[key]! }] : [],
  )
  const roots = new Set(entry.roots)
  const meaning = (call: string): Meaning | undefined => (Object.hasOwn(own, call) ? own[call] : Object.hasOwn(shared, call) ? shared[call] : undefined)

  function canonical(spelled: string): string {
    let whole = spelled
    for (let round = 0; round < 2; round++) {
      for (const [other, ours] of spellings) {
        if (whole.startsWith(other) && (other.endsWith('.') || other.endsWith(':') || whole.length === other.length || whole[other.length] === '.'))
          whole = ours + whole.slice(other.length)
      }
    }
    return whole.endsWith('.default') ? whole.slice(0, -8) : whole
  }
  /** Of a module, whichever of its functions it is: what the worst of them does to what lies far away. */
  const worst = (module: string): Meaning | null => {
    const does = new Set(Object.keys(own).flatMap((call) => (call.startsWith(module) ? [own[call]?.does] : [])))
    const runs = does.has('shell') || does.has('spawn') || does.has('words') ? RUNS_LINE : null
    return does.has('delete') ? (runs === null ? DELETES_FAR : { ...DELETES_FAR, or: runs }) : runs
  }
  function find(called: string): Meaning | null {
    if (called.endsWith(ANY_MEMBER)) return worst(called.slice(0, -1))
    const exact = meaning(called) ?? (same !== null && called.endsWith(same) ? meaning(called.slice(0, -same.length)) : undefined)
    if (exact !== undefined) return exact
    const hash = called.indexOf('#')
    if (hash >= 0 && OWN_KINDS.has(called.slice(0, hash))) return null
    const dot = called.lastIndexOf('.')
    if (hash < 0 && (dot < 0 || roots.has(called.slice(0, called.indexOf('.'))))) return null
    return meaning(`*#${called.slice(Math.max(hash, dot) + 1)}`) ?? null
  }
  /** By a verb and what it is done to, where nobody lists the name. */
  const findLike = (last: string): Meaning | null => (last.length > LONGEST_NAME ? null : (patterns.find(({ test }) => test.test(last))?.meaning ?? null))
  return {
    name: entry.language,
    has: (call) => meaning(call) !== undefined,
    canonical,
    find,
    findLike,
    powerful: new Set(entry.powerful),
    value: (spelled) => (Object.hasOwn(values, spelled) ? valueOf(values[spelled]!) : null),
    binary: (op, parts) => binary(op, parts, entry.syntax.joins),
    selfFirst: entry.self_first,
    selfName: entry.self,
    lastIsResult: entry.last_is_result,
    shows: entry.shows,
    shares: entry.takes_in !== null,
    exports: entry.exports,
    tellsTakenIn: entry.tells_taken_in,
    begins: entry.begins,
  }
}

function valueOf(held: Held): Value {
  if (typeof held === 'string') return thing('environment', held === 'environment' ? null : text(''), [ENVIRONMENT])
  if ('arguments' in held) return list([variable('argv')], true)
  if ('text' in held || 'path' in held) return text('text' in held ? held.text : held.path)
  return 'variable' in held ? variable(held.variable) : constant(held.constant)
}

function binary(op: string, parts: readonly Value[], joins: string | null): Value {
  if (parts.length === 0) return text('')
  // Nobody writes a chain this long of anything but text.
  if (parts.length > 500 && op !== '+' && op !== '.' && op !== '..')
    return unknown(parts.slice(0, 500).reduce<From>((all, part) => union(all, fromOf(part)), []))
  return parts.slice(1).reduce((left, right) => two(op, left, right, joins), parts[0]!)
}

function two(op: string, left: Value, right: Value, joins: string | null): Value {
  const a = left.is === 'constant' ? numberOf(left) : null
  const b = right.is === 'constant' ? numberOf(right) : null
  if (a !== null && b !== null && op !== '.' && op !== '..') return whole(arithmetic(op, a, b))
  if (op === '+') {
    if (left.is === 'list' && right.is === 'list') return list([...left.items, ...right.items].slice(0, 2000), left.sample || right.sample)
    if (left.is === 'unknown' && right.is === 'unknown') return unknown(union(left.from, right.from), left.decoded || right.decoded)
    if (left.is === 'list' || right.is === 'list') return unknown(union(fromOf(left), fromOf(right)))
    // Where another operator puts texts together, this one adds numbers.
    if (joins === '.' || joins === '..') return unknown(union(fromOf(left), fromOf(right)), isDecoded(left) || isDecoded(right))
    return concat(left, right)
  }
  if (op === '..' && joins !== op) return list([unknown(union(fromOf(left), fromOf(right)))], true)
  if ((op === '.' && joins === op) || op === '..' || op === '<<') return concat(left, right)
  if (
    op === '/' &&
    alternatives(left)
      .concat(alternatives(right))
      .some((one) => one.is === 'thing' && one.kind === 'path')
  ) {
    return either(alternatives(joinPaths([left, right], true)).map((one) => thing('path', one)))
  }
  if (op === '%' && left.is === 'text') return percent(left, right.is === 'list' ? right.items : [right])
  if ((op === '*' && joins !== '.' && joins !== '..') || op === 'x') {
    const times = a ?? b
    const repeated = literal(a === null ? left : right)
    if (times !== null && repeated !== null && times >= 0 && times * repeated.length <= 10_000) return text(repeated.repeat(times))
  }
  const from: From = union(fromOf(left), fromOf(right))
  if (op === '|' && left.is === 'named' && right.is === 'named') return { is: 'named', name: `${left.name}|${right.name}`, self: null }
  return asText(unknown(from, isDecoded(left) || isDecoded(right)))
}

/** Fractions and large numbers are not written alike by all. */
const whole = (value: Value): Value => (value.is === 'constant' && !Number.isSafeInteger(value.value) ? unknown() : value)

function arithmetic(op: string, a: number, b: number): Value {
  switch (op) {
    case '+':
      return constant(a + b)
    case '-':
      return constant(a - b)
    case '*':
      return constant(a * b)
    case '//':
      return constant(Math.floor(a / b))
    case '%':
      return a < 0 || b < 0 ? unknown() : constant(a % b)
    case '^':
      return constant(a ^ b)
    case '|':
      return constant(a | b)
    case '&':
      return constant(a & b)
    case '<<':
      return constant(a << b)
    case '>>':
      return constant(a >> b)
    case '**':
      return constant(a ** b)
    default:
      return unknown()
  }
}
