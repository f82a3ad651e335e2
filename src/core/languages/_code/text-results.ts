// Works out what calls that make text of other text give back; what another argument would change is not computed.
import { elementsOf } from './members.ts'
import { pick } from './call.ts'
import { tr, translated } from '../../text/tr.ts'
import { decode } from './strings.ts'
import { fromCodes, joinList, onText, percent } from './texts.ts'
import {
  alternatives,
  asText,
  coded,
  concat,
  constant,
  each,
  fromOf,
  isDecoded,
  list,
  literal,
  NOTHING,
  numberOf,
  text,
  thing,
  union,
  unknown,
} from './values.ts'
import type { Call, Language } from './call.ts'
import type { From, Value } from './values.ts'

export interface Tools {
  readonly invoke: (callee: Value, call: Call) => Value
  readonly language: Language
}
export type Result = (call: Call, index: number | null, tools: Tools, setting: string) => Value

export const MAX_ITEMS = 2000
export const self = (call: Call): Value => call.self ?? NOTHING
export const first = (call: Call): Value => call.args[0] ?? NOTHING
export const indexed = (index: number | null): From => (index === null ? [] : [index])
export const givenTo = (call: Call): readonly Value[] => [...(call.self === null ? [] : [call.self]), ...call.args, ...call.options.values()]
export const everything = (call: Call): From => givenTo(call).reduce<From>((all, value) => union(all, fromOf(value)), [])

/** What is changed, where nothing says how: with more arguments than these it is not known. */
export const alone = (call: Call): Value =>
  call.args.length > (call.self === null ? 1 : 0) || call.options.size > 0 ? unknown(everything(call)) : (call.self ?? first(call))
const ASCII = /^[\x00-\x7f]*$/
/** In an encoding that leaves plain letters as they are. */
const plainText = (value: Value, encoding: string | null, call: Call): Value =>
  call.args.length === 0
    ? value
    : onText(
        value,
        (known) =>
          call.args.length === 1 &&
          encoding !== null &&
          /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso-8859-1|binary|unicode)$/i.test(encoding) &&
          (ASCII.test(known) || /^utf/i.test(encoding))
            ? known
            : null,
        true,
      )

export const pathThing = (value: Value): Value => each(value, (one) => thing('path', one))

/** `pack("B*", "0111…")`, the lowest bit first or last. */
const bits = (known: string, reversed: boolean): string | null =>
  /^[01]{8,20000}$/.test(known)
    ? (known.match(/[01]{8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(reversed ? [...byte].reverse().join('') : byte, 2))).join('')
    : null

export const TEXT_RESULTS: Readonly<Record<string, Result>> = {
  'self-text': (call) =>
    each(self(call), (one) => (one.is === 'list' ? unknown(fromOf(one), isDecoded(one)) : plainText(asText(one), literal(first(call)), call))),
  /** Changed in a way that is not computed. */
  changed: (call) => onText(call.self ?? first(call), () => null),

  decode: (call, _index, _tools, setting) => onText(first(call), (known) => decode(setting, known), true),
  'decode-self': (call, _index, _tools, setting) => onText(self(call), (known) => decode(setting, known), true),
  'decode-by': (call, _index, _tools, setting) => {
    const encoding = literal(pick(call, [Number(setting || 1), 'encoding']))
    if (encoding === null) return first(call).is === 'list' ? fromCodes(elementsOf(first(call)).items) : first(call)
    const hides = !/^(?:utf-?8|ascii|latin-?1|binary|utf-?16.*)$/i.test(encoding)
    return onText(first(call), (known) => decode(encoding, known), hides)
  },
  'decode-self-by': (call) => {
    const encoding = literal(pick(call, [0, 'encoding']))
    if (encoding === null) return self(call)
    if (/^(?:utf|ascii|latin|hex$|base64$)/i.test(encoding)) return plainText(self(call), /^(?:hex|base64)$/i.test(encoding) ? null : encoding, call)
    return onText(self(call), (known) => decode(encoding, known), true)
  },
  hidden: (call) => coded(givenTo(call), everything(call), true),
  /** `["6162"].pack("H*")`, `pack("C*", 114, 109)`: other formats than these are not computed. */
  pack: (call) => {
    const format = literal(first(call)) ?? ''
    const values =
      call.self?.is === 'list' ? call.self.items : call.self === null ? call.args.slice(1).flatMap((arg) => (arg.is === 'list' ? arg.items : [arg])) : []
    if (/^[cCUW]\*$/.test(format)) return fromCodes(values)
    return onText(
      values.length === 1 ? values[0]! : unknown(everything(call)),
      (known) => (/^[bB]\*$/.test(format) ? bits(known, format === 'b*') : format === 'H*' ? decode('hex', known) : /^[aA]\*$/.test(format) ? known : null),
      true,
    )
  },
  unpack: (call, _index, _tools, setting) => {
    const format = literal(first(call)) ?? ''
    const made = onText(
      call.self ?? call.args[1] ?? NOTHING,
      (known) => (/^m0?\*?$/.test(format) ? decode('base64', known) : format === 'u' ? decode('uu', known) : /^[aA]\*$/.test(format) ? known : null),
      true,
    )
    return setting === 'list' ? list([made]) : made
  },
  chr: (call) => fromCodes([call.self ?? first(call)]),
  'from-codes': (call) => fromCodes(call.args.flatMap((arg) => (arg.is === 'list' ? arg.items : [arg]))),
  bytes: (call) => (first(call).is === 'list' ? fromCodes(elementsOf(first(call)).items) : first(call)),
  ord: (call) => {
    const known = literal(first(call))
    return known === null || known === '' ? NOTHING : constant(known.codePointAt(0)!)
  },
  int: (call) => {
    const known = literal(first(call))
    const value = known === null ? NaN : parseInt(known, numberOf(pick(call, [1, 'base'])) ?? 10)
    return Number.isNaN(value) ? NOTHING : constant(value)
  },
  'join-text': (call) => joinList(self(call), first(call)),
  'join-list': (call, _index, _tools, setting) => joinList(call.args[0] ?? text(setting === 'close' ? '' : usualSeparator(call)), self(call)),
  'join-args': (call) => {
    const values = call.args.slice(1)
    // `map {…} @list`: a call whose arguments were not told apart.
    if (values.some(({ is }) => is === 'named' || is === 'map' || is === 'function')) return unknown(everything(call), true)
    return joinList(
      first(call),
      values.length === 1 && values[0]?.is === 'list'
        ? values[0]
        : list(
            values.flatMap((arg) => (arg.is === 'list' ? arg.items : [arg])),
            values.some((arg) => arg.is === 'list' && arg.sample),
          ),
    )
  },
  concat: (call) => call.args.reduce((all: Value, arg) => concat(all, arg), self(call)),
  'concat-args': (call) => call.args.reduce((all: Value, arg) => concat(all, arg), text('')),
  split: (call, _index, _tools, setting) => {
    const separator = literal(first(call))
    const known = literal(self(call))
    const isAlone = call.args.length === 0
    if (known === null || call.args.length > 1 || call.options.size > 0 || (!isAlone && separator === null) || (setting === 'lines' && !isAlone))
      return list([unknown(fromOf(self(call)), isDecoded(self(call)))], true)
    const parts =
      setting === 'lines'
        ? known.split(/\r?\n/)
        : setting === 'chars'
          ? [...known]
          : !isAlone
            ? known.split(separator ?? '')
            : setting === 'whole'
              ? [known]
              : known.trim().split(/\s+/)
    return list(
      parts.slice(0, MAX_ITEMS).map((part) => text(part, fromOf(self(call)), isDecoded(self(call)))),
      parts.length > MAX_ITEMS,
    )
  },
  words: (call) => {
    const known = literal(first(call))
    if (known === null) return list([...alternatives(first(call))])
    return list((known.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).slice(0, MAX_ITEMS).map((word) => text(word.replace(/^(["'])(.*)\1$/, '$2'))))
  },
  quoted: (call) => first(call),
  reverse: (call) => {
    if (call.self === null && call.args.length > 1) return list([...call.args].reverse())
    const value = call.self ?? first(call)
    return value.is === 'list' ? list([...value.items].reverse(), value.sample) : onText(value, (known) => [...known].reverse().join(''), true)
  },
  replace: (call, _index, _tools, setting) => {
    const [old, fresh] = [literal(call.args[0]), literal(call.args[1])]
    const value = self(call)
    if (value.is === 'thing' && value.kind === 'path') return pathThing(first(call))
    const isPlain = setting === '' || (!/[\\$%]/.test(fresh ?? '') && !/[\\%^$.[\]()*+?|{}]/.test(setting === 'pattern' ? (old ?? '') : ''))
    if (old !== null && old !== '' && fresh !== null && fresh.length < 200 && isPlain && call.args.length === 2 && call.options.size === 0)
      return onText(value, (known) =>
        known.length > 20_000 ? null : setting === 'first' ? known.replace(old, () => fresh) : known.replaceAll(old, () => fresh),
      )
    return unknown(union(fromOf(value), fromOf(call.args[1] ?? text(''))), isDecoded(value))
  },
  upper: (call) => onText(alone(call), (known) => (ASCII.test(known) ? known.toUpperCase() : null)),
  lower: (call) => onText(alone(call), (known) => (ASCII.test(known) ? known.toLowerCase() : null)),
  strip: (call, _index, _tools, setting) =>
    onText(alone(call), (known) =>
      setting === 'start' ? known.trimStart() : setting === 'end' ? known.trimEnd() : setting === 'line' ? known.replace(/\r?\n$/, '') : known.trim(),
    ),
  /** Character by character: by two texts, or by a table of them. */
  translate: (call, _index, _tools, setting) => {
    const [table] = call.args
    const [from, to] = (setting === 'args' ? call.args.slice(1) : table?.is === 'list' ? table.items : []).map((one) => literal(one))
    return onText(setting === 'args' ? first(call) : self(call), (known) => (from == null || to == null ? null : translated(known, from, to)), true)
  },
  tr: (call) => {
    const [from, to] = call.args.map((one) => literal(one))
    return onText(self(call), (known) => (from == null || to == null || /[\\^[]/.test(from + to) ? null : tr(known, AS_IT_IS, from, to)), true)
  },
  rot13: (call) => onText(first(call), (known) => decode('rot13', known), true),
  format: (call) => formatted(self(call), call),
  sprintf: (call) => percent(first(call), call.args.slice(1)),
}

const AS_IT_IS = { remove: false, squeeze: false, complement: false }

function usualSeparator(call: Call): string {
  return call.name === 'list#join' ? ',' : ''
}

function formatted(template: Value, call: Call): Value {
  const known = literal(template)
  if (known === null || known.length > 20_000) return unknown(union(fromOf(template), everything(call)))
  let all: Value = text('', fromOf(template))
  let next = 0
  for (const piece of known.split(/(\{\{|\}\}|\{[^{}]*\})/)) {
    const field = /^\{([^{}:!]*)[^{}]*\}$/.exec(piece)
    if (field === null) all = concat(all, text(piece === '{{' ? '{' : piece === '}}' ? '}' : piece))
    else if (piece.includes(':') || piece.includes('!')) {
      const name = field[1]!
      const value = (name === '' ? call.args[next++] : /^\d+$/.test(name) ? call.args[Number(name)] : call.options.get(name)) ?? NOTHING
      all = concat(all, /^\{\w*(?:!s)?(?::s?)?\}$/.test(piece) ? value : unknown(fromOf(value), isDecoded(value)))
    } else {
      const name = field[1]!
      all = concat(all, (name === '' ? call.args[next++] : /^\d+$/.test(name) ? call.args[Number(name)] : call.options.get(name)) ?? NOTHING)
    }
  }
  return all
}
