// Does a condition of the tables hold for a call, and which address or query does it name?
import { pick } from './call.ts'
import type { Call, Meaning } from './call.ts'
import { isAddress } from './paths.ts'
import type { Word } from '../../model.ts'
import { alternatives, asText, concat, literal, text, wordOf } from './values.ts'
import type { Value } from './values.ts'

const SQL =
  /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|insert|update|delete|drop|truncate|alter|create|grant|revoke|replace|merge|vacuum|pragma|with|call|exec|copy|set|begin|commit|attach|lock|rename|analyze|explain|show|use)\b/i

const tests = new WeakMap<Meaning, RegExp>()
/** What the call says of itself, names before it and all. */
function says(meaning: Meaning & { readonly said: string }, { written = '' }: Call): boolean {
  let test = tests.get(meaning)
  if (test === undefined) tests.set(meaning, (test = new RegExp(meaning.said)))
  return test.test(written)
}
const isSaying = (meaning: Meaning): meaning is Meaning & { readonly said: string } => meaning.said !== undefined

export function holds(meaning: Meaning, call: Call): boolean {
  if (isSaying(meaning) && !says(meaning, call)) return false
  switch (meaning.when) {
    case 'no-arguments':
      return call.args.length === 0 && call.options.size === 0
    case 'arguments':
      return call.args.length > 0
    case 'in-place':
      return call.args.length > 1 || (call.options.has('inplace') && literalOf(call.options.get('inplace')) !== false)
    case 'text':
      return pick(call, meaning.at)?.is === 'text'
    case 'empty-filter':
      return call.args[0] !== undefined && isEmptyFilter(call.args[0])
    case 'no-filter':
      return call.args[0] === undefined ? call.options.size === 0 : isEmptyFilter(call.args[0])
    case 'address':
      return isAddress(pick(call, meaning.at) ?? text(''))
    case 'pipe':
      return flat(wordOf(pick(call, meaning.at) ?? text('')))
        .trimStart()
        .startsWith('|')
    case 'command-line':
      return isCommandLine(call.args)
    case 'far-path':
      return targets(pick(call, meaning.at)).some(isFar)
    case 'far-or-root':
      return targets(pick(call, meaning.at)).some((one) => isFar(one) || ROOT.test(literal(one) ?? ''))
    case 'sql': {
      const value = pick(call, meaning.at)
      if (value === undefined) return false
      const first = asText(value.is === 'map' ? (value.entries.get('text') ?? value) : value.is === 'either' ? value.options[0]! : value).parts[0]
      return first?.kind === 'text' && SQL.test(first.text)
    }
    default:
      return true
  }
}

/** One text that is a command line, or a program and its words. */
const isCommandLine = (args: readonly Value[]): boolean =>
  args.some((one) => (one.is === 'list' ? one.items.length > 1 && one.items.every(isWord) : LINE.test(literal(one) ?? '') && !SQL.test(literal(one) ?? ''))) ||
  (args.length > 1 && args.every(isWord) && args.some((one) => (literal(one) ?? '').startsWith('-')))
/** `['rm', '-rf', x]` */
export const isProgramLine = (value: Value): boolean =>
  value.is === 'list' &&
  /^[\w./][\w./-]{0,80}$/.test(literal(value.items[0]) ?? '') &&
  value.items.every(isWord) &&
  value.items.some((one) => (literal(one) ?? '').startsWith('-'))
const isWord = (value: Value): boolean => value.is === 'text'
const LINE = /^\s{0,9}[\w./~$-]{1,80}\s+\S/
/** A folder of a person or of the machine, and no address of a page. */
const FAR = /^(?:~(?:\/|$)|\/(?:home|Users)\/[^/]|\/(?:root|etc|usr|var|boot|opt|srv)\/|[A-Za-z]:[\\/])/

/** Or what lies above: of a method it would be the address of a page. */
const ROOT = /^\/+(?:\*|(?:home|Users|etc|usr|var|boot|opt|srv|root|bin|lib)\/?)?$/
function isFar(value: Value): boolean {
  const [first, second] = asText(value).parts
  if (first?.kind === 'unknown') return first.name === 'HOME' && (second === undefined || (second.kind === 'text' && second.text.startsWith('/')))
  return FAR.test(literal(asText(value)) ?? '')
}

const literalOf = (value: Value | undefined): unknown => (value?.is === 'constant' ? value.value : undefined)

export function addressOf(value: Value, meaning: Meaning, call: Call): Value | null {
  if (value.is === 'map') {
    const of = (name: string): Value | undefined => value.entries.get(name)
    const whole = of('url') ?? of('uri') ?? of('href')
    if (whole !== undefined) return whole
    const host = of('hostname') ?? of('host') ?? of('path')
    if (host === undefined) return of('port') === undefined ? asText(value) : concat(text('tcp://localhost:'), of('port')!)
    const scheme = meaning.port !== undefined ? 'tcp://' : literal(of('protocol')) === 'http:' ? 'http://' : 'https://'
    const port = of('port') === undefined ? text('') : concat(text(':'), of('port')!)
    return concat(concat(concat(text(scheme), host), port), meaning.port !== undefined || of('path') === undefined ? text('') : of('path')!)
  }
  if (value.is === 'list') return concat(text('tcp://'), concat(concat(value.items[0] ?? text(''), text(':')), value.items[1] ?? text('')))
  if (meaning.port !== undefined) {
    const port = pick(call, meaning.port)
    if (isAddress(value) || /^\w+:\/\//.test(flat(wordOf(value)))) return value
    return concat(text('tcp://'), port === undefined || port.is === 'function' || port.is === 'map' ? value : concat(concat(value, text(':')), port))
  }
  return value.is === 'thing' && value.text !== null ? value.text : value.is === 'constant' ? null : value
}

function isEmptyFilter(value: Value): boolean {
  if (value.is !== 'map' || value.rest.length > 0) return false
  const where = value.entries.get('where')
  return value.entries.size === 0 || (where !== undefined && isEmptyFilter(where))
}

/** A driver's method as the database's own shell would write it. */
export function mongoText(call: Call): string {
  const names = call.name.split(/[.#]/)
  const method = names.at(-1)!.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (method === 'dropDatabase') return 'db.dropDatabase()'
  const collection = call.name.includes('.') ? names.at(-2)! : 'collection'
  return method === 'dropCollection' || method === 'drop' ? `db.${collection}.drop()` : `db.${collection}.${method}({})`
}

/** The value with this many characters taken from its beginning. */
export function withoutStart(value: Value, count: number): Value {
  const whole = asText(value)
  const first = whole.parts[0]
  if (count === 0 || first?.kind !== 'text') return whole
  const left = first.text.slice(count)
  return { ...whole, parts: left === '' ? whole.parts.slice(1) : [{ kind: 'text', text: left }, ...whole.parts.slice(1)] }
}

/** The known text of a word, unknown parts left out. */
export function flat(word: Word): string {
  return word.text ?? (word.parts ?? []).map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
}

/** Each path that a value may stand for. */
export function targets(value: Value | undefined): Value[] {
  if (value === undefined) return []
  return alternatives(value).flatMap((one) => (one.is === 'list' ? one.items.flatMap((item) => alternatives(item)) : [one]))
}
