// Holds what a value may be, as far as reading the code can tell, and whose data is in it.
import type { Part, Word } from '../../model.ts'
import type { FunctionCode } from './syntax.ts'

/** Marks in `from` beside effect indexes: data of the whole environment, of one variable named like a secret, variables' names, a socket; besides, of one whose name says plainly that it holds a secret. */
export const ENVIRONMENT = -1
export const SECRET = -2
export const NAMES = -3
export const SOCKET = -4
export const PLAIN = -5

export type From = readonly number[]
export interface Scope {
  readonly names: Map<string, Value>
  readonly parent: Scope | null
  /** What names held before the branch now being read. */
  journal: Map<string, Value | undefined> | null
  returns: Value[] | null
}
export interface TextValue {
  readonly is: 'text'
  readonly parts: readonly Part[]
  readonly from: From
  /** Some decoder made it. */
  readonly decoded: boolean
  /** Stands for paths at any depth. */
  readonly deep: boolean
}
export interface FunctionValue {
  readonly is: 'function'
  readonly code: FunctionCode
  readonly scope: Scope
  readonly self: Value | null
}
export interface MapValue {
  readonly is: 'map'
  readonly entries: Map<string, Value>
  /** Data of entries whose keys are not known. */
  rest: From
  readonly of: ClassValue | null
}
export interface ClassValue {
  readonly is: 'class'
  readonly methods: Map<string, Value>
}
export interface ThingValue {
  readonly is: 'thing'
  /** path, file, folder, process, socket, response, session, cursor, environment … */
  readonly kind: string
  readonly text: Value | null
  readonly from: From
  /** The effect that later calls on it add to. */
  readonly effect: number | null
}
export interface ListValue {
  readonly is: 'list'
  readonly items: Value[]
  /** True when `items` shows the kind of element, not each of them. */
  readonly sample: boolean
}
export type Value =
  | TextValue
  | FunctionValue
  | MapValue
  | ClassValue
  | ThingValue
  | ListValue
  | { readonly is: 'constant'; readonly value: number | boolean | null }
  /** What a table may know: a module, a function in it, a method with its receiver. */
  | { readonly is: 'named'; readonly name: string; readonly self: Value | null }
  | { readonly is: 'either'; readonly options: readonly Value[] }
  | { readonly is: 'unknown'; readonly from: From; readonly decoded: boolean; readonly mayBeEmpty: boolean }

const MAX_TEXT = 100_000
const MAX_PARTS = 64
const MAX_OPTIONS = 6
const NONE: From = []

export const NOTHING: Value = { is: 'unknown', from: NONE, decoded: false, mayBeEmpty: false }
export const text = (value: string, from: From = NONE, decoded = false): TextValue => ({
  is: 'text',
  parts: value === '' ? [] : [{ kind: 'text', text: value }],
  from,
  decoded,
  deep: false,
})
export const unknown = (from: From = NONE, decoded = false, mayBeEmpty = false): Value =>
  from.length === 0 && !decoded && !mayBeEmpty ? NOTHING : { is: 'unknown', from, decoded, mayBeEmpty }
export const variable = (name: string, from: From = NONE, mayBeEmpty = false): TextValue => ({
  is: 'text',
  parts: [{ kind: 'unknown', name, mayBeEmpty }],
  from,
  decoded: false,
  deep: false,
})
/** What is made of values by a coding that is not worked out: their data, and the names of the secrets among them. */
export function coded(values: readonly Value[], from: From, decoded = false, mayBeEmpty = false): Value {
  const names = from.includes(SECRET) ? [...new Set(values.flatMap((value) => secretsIn(value, 0)))].slice(0, MAX_PARTS - 1) : []
  if (names.length === 0) return unknown(from, decoded, mayBeEmpty)
  const parts = [null, ...names].map((name) => ({ kind: 'unknown' as const, name, mayBeEmpty }))
  return { is: 'text', parts, from, decoded, deep: false }
}
const DEEPEST_NAME = 5
function secretsIn(value: Value, depth: number): readonly string[] {
  if (depth > DEEPEST_NAME || !fromOf(value).includes(SECRET)) return []
  const inner =
    value.is === 'list'
      ? value.items
      : value.is === 'map'
        ? [...value.entries.values()]
        : value.is === 'either'
          ? value.options
          : value.is === 'thing' && value.text !== null
            ? [value.text]
            : []
  if (value.is !== 'text') return inner.flatMap((one) => secretsIn(one, depth + 1))
  return value.parts.flatMap((part) => (part.kind === 'unknown' && part.name !== null ? [part.name] : []))
}
export const home = (): TextValue => variable('HOME')
export const constant = (value: number | boolean | null): Value => ({ is: 'constant', value })
export const named = (name: string, self: Value | null = null): Value => ({ is: 'named', name, self })
export const list = (items: Value[], sample = false): ListValue => ({ is: 'list', items, sample })
export const thing = (kind: string, inner: Value | null = null, from: From = NONE, effect: number | null = null): ThingValue => ({
  is: 'thing',
  kind,
  text: inner,
  from,
  effect,
})
export const map = (entries: Map<string, Value> = new Map(), rest: From = NONE, of: ClassValue | null = null): MapValue => ({ is: 'map', entries, rest, of })

/** Looking through one for each of the other takes longer than making a set. */
const MANY = 4096

export function union(a: From, b: From): From {
  if (b.length === 0) return a
  if (a.length === 0) return b
  if (a.length * b.length > MANY) return [...new Set([...a, ...b])]
  let all: number[] | null = null
  for (const one of b) if (!a.includes(one)) (all ??= [...a]).push(one)
  return all ?? a
}

/** The effects whose data is in this value, however deep in it. */
export function fromOf(value: Value): From {
  switch (value.is) {
    case 'text':
    case 'unknown':
      return value.from
    case 'thing':
      return value.text === null ? value.from : union(value.from, fromOf(value.text))
    case 'named':
      return value.self === null ? NONE : fromOf(value.self)
    case 'list':
    case 'either':
    case 'map': {
      const found = new Set<number>()
      gather(value, found, new Set())
      return found.size === 0 ? NONE : [...found]
    }
    default:
      return NONE
  }
}

/** A list may hold itself, and one value may be held by many. */
function gather(value: Value, found: Set<number>, seen: Set<Value>): void {
  if (value.is !== 'list' && value.is !== 'either' && value.is !== 'map') {
    for (const one of fromOf(value)) found.add(one)
    return
  }
  if (seen.has(value)) return
  seen.add(value)
  if (value.is === 'map') for (const one of value.rest) found.add(one)
  for (const inner of value.is === 'map' ? value.entries.values() : value.is === 'list' ? value.items : value.options)
    // Nearly all are plain texts.
    if (inner.is !== 'constant' && (inner.is !== 'text' || inner.from.length > 0)) gather(inner, found, seen)
}

export function isDecoded(value: Value): boolean {
  switch (value.is) {
    case 'text':
    case 'unknown':
      return value.decoded
    case 'either':
      return value.options.some(isDecoded)
    case 'list':
      return value.items.some((item) => (item.is === 'text' || item.is === 'unknown') && item.decoded)
    default:
      return false
  }
}

export function either(options: readonly Value[]): Value {
  const flat: Value[] = []
  let more: From | null = null
  for (const option of options) {
    for (const one of option.is === 'either' ? option.options : [option]) {
      if (flat.some((seen) => same(seen, one))) continue
      // More than these are one that is not known.
      if (flat.length === MAX_OPTIONS) more = union(more ?? NONE, fromOf(one))
      else flat.push(one)
    }
  }
  if (more !== null) {
    const last = flat.pop()
    flat.push(unknown(union(more, last === undefined ? NONE : fromOf(last))))
  }
  return flat.length === 0 ? NOTHING : flat.length === 1 ? flat[0]! : { is: 'either', options: flat }
}
function same(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.is === 'text' && b.is === 'text') {
    const left = literal(a)
    return left !== null && left === literal(b)
  }
  return a.is === 'constant' && b.is === 'constant' && a.value === b.value
}
export const alternatives = (value: Value): readonly Value[] => (value.is === 'either' ? value.options : [value])

/** The text of a value whose every character is known. */
export function literal(value: Value | undefined): string | null {
  if (value === undefined) return null
  if (value.is === 'thing') return value.text === null || !TEXTUAL.has(value.kind) ? null : literal(value.text)
  // Truth and fractions are written in many ways.
  if (value.is === 'constant') return Number.isInteger(value.value) ? String(value.value) : null
  if (value.is !== 'text') return null
  let all = ''
  for (const part of value.parts) {
    if (part.kind !== 'text') return null
    all += part.text
  }
  return all
}
export const numberOf = (value: Value | undefined): number | null => {
  if (value === undefined) return null
  if (value.is === 'constant') return typeof value.value === 'number' ? value.value : typeof value.value === 'boolean' ? Number(value.value) : null
  const known = literal(value)
  return known !== null && /^-?\d{1,15}$/.test(known) ? Number(known) : null
}

/** Things that stand for their path when used as text. */
const TEXTUAL = new Set(['path', 'file', 'folder', 'entry', 'url'])

/** The value as text, `either` excepted. */
export function asText(value: Value): TextValue {
  if (value.is === 'text') return value
  if (value.is === 'thing' && value.text !== null && TEXTUAL.has(value.kind)) {
    const inner = asText(value.text.is === 'either' ? value.text.options[0]! : value.text)
    return value.from.length === 0 ? inner : { ...inner, from: union(inner.from, value.from) }
  }
  if (value.is === 'constant' && Number.isInteger(value.value)) return text(String(value.value))
  const mayBeEmpty = value.is === 'unknown' && value.mayBeEmpty
  return { is: 'text', parts: [{ kind: 'unknown', name: null, mayBeEmpty }], from: fromOf(value), decoded: isDecoded(value), deep: false }
}

/** Applies to each alternative of one value. */
export function each(value: Value, apply: (one: Value) => Value): Value {
  return value.is === 'either' ? either(value.options.map(apply)) : apply(value)
}
/** Applies to each pair of alternatives. */
export function eachPair(a: Value, b: Value, apply: (left: Value, right: Value) => Value): Value {
  if (a.is !== 'either' && b.is !== 'either') return apply(a, b)
  const results: Value[] = []
  for (const left of alternatives(a)) for (const right of alternatives(b)) results.push(apply(left, right))
  return either(results)
}

export function concat(a: Value, b: Value): Value {
  return eachPair(a, b, (left, right) => joined(asText(left), asText(right)))
}
function joined(a: TextValue, b: TextValue): TextValue {
  const from = union(a.from, b.from)
  const decoded = a.decoded || b.decoded
  const deep = a.deep || b.deep
  const last = a.parts.at(-1)
  const first = b.parts[0]
  let parts: readonly Part[]
  if (last?.kind === 'text' && first?.kind === 'text') {
    if (last.text.length + first.text.length > MAX_TEXT) return { ...asText(unknown(from, decoded)), deep }
    parts = [...a.parts.slice(0, -1), { kind: 'text', text: last.text + first.text }, ...b.parts.slice(1)]
  } else parts = a.parts.length === 0 ? b.parts : b.parts.length === 0 ? a.parts : [...a.parts, ...b.parts]
  // The beginning matters most to whoever judges a path; the tail becomes one unknown.
  if (parts.length > MAX_PARTS) parts = [...parts.slice(0, MAX_PARTS - 1), { kind: 'unknown', name: null, mayBeEmpty: false }]
  return { is: 'text', parts, from, decoded, deep }
}

export function wordOf(value: Value): Word {
  const { parts } = asText(value)
  if (parts.length === 0) return { text: '' }
  if (parts.length === 1 && parts[0]!.kind === 'text') return { text: parts[0]!.text }
  return { text: null, parts }
}
