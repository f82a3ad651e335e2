// Makes text from other text, some of which may not be known.
import { directive } from '../../text/directive.ts'
import { elementsOf } from './members.ts'
import { coded, concat, each, fromOf, isDecoded, literal, NOTHING, numberOf, text, union, unknown } from './values.ts'
import type { From, Value } from './values.ts'

/** Changes text that is wholly known; what is not keeps its origin. */
export function onText(value: Value, change: (known: string) => string | null, decoded = false): Value {
  return each(value, (one) => {
    const known = literal(one)
    const changed = known === null ? null : change(known)
    const from = fromOf(one)
    return changed === null ? coded([one], from, decoded || isDecoded(one)) : text(changed, from, decoded || isDecoded(one))
  })
}

export function fromCodes(values: readonly Value[]): Value {
  let all = ''
  let from: From = []
  let known = true
  for (const value of values) {
    const code = numberOf(value)
    from = union(from, fromOf(value))
    if (code === null || code < 0 || code > 0x10ffff) known = false
    else all += String.fromCodePoint(code)
  }
  return known ? text(all, from, true) : unknown(from, true)
}

export function joinList(separator: Value, values: Value): Value {
  const { items, sample } = elementsOf(values)
  if (sample) return unknown(union(fromOf(values), fromOf(separator)), isDecoded(values))
  // Letters joined one by one, or turned round, are text that was hidden.
  const known = items.map((item) => (item.is === 'text' || item.is === 'constant' ? literal(item) : null))
  if (known.length > 8 && known.every((item) => item !== null)) return text(known.join(literal(separator) ?? ''), fromOf(values), items.some(isDecoded))
  let all: Value = text('')
  items.forEach((item, i) => {
    all = concat(i === 0 ? all : concat(all, separator), item)
  })
  return all
}

/** `'%s' % x` and sprintf. */
export function percent(template: Value, args: readonly Value[]): Value {
  const known = literal(template)
  // Names, positions and widths among the arguments are not followed.
  if (known === null || known.length > 20_000 || /%(?:[-+ #0]*[({<*]|\d+\$|[-+ #0]*[\d.]*(?:\*|v))/.test(known))
    return unknown(args.reduce<From>((all, arg) => union(all, fromOf(arg)), fromOf(template)))
  let all: Value = text('', fromOf(template))
  let next = 0
  for (const piece of known.split(/(%[-+ #0]*[\d.]*[a-zA-Z%])/)) {
    if (piece === '%%') all = concat(all, text('%'))
    else all = concat(all, /^%[-+ #0]*[\d.]*[a-zA-Z]$/.test(piece) ? filled(piece, args[next++] ?? NOTHING) : text(piece))
  }
  return all
}

/** What stands for one directive; `%c` of a number is a character. */
function filled(piece: string, value: Value): Value {
  if (piece === '%s') return value
  if (piece === '%c' && value.is === 'constant') return fromCodes([value])
  return onText(value, (known) => directive(piece, known))
}
