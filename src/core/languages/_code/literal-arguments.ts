// Collects the texts that are written out in a call's arguments, however deep, as far as they are known.
import { flat } from './conditions.ts'
import type { Call } from './call.ts'
import { wordOf } from './values.ts'
import type { Value } from './values.ts'

const MOST = 200
const DEEPEST = 5

export function said(call: Call): { readonly along?: readonly string[] } {
  const texts: string[] = []
  const visit = (value: Value, depth: number): void => {
    if (texts.length >= MOST || depth > DEEPEST) return
    if (value.is === 'list') for (const item of value.items.slice(0, MOST)) visit(item, depth + 1)
    else if (value.is === 'map') for (const item of value.entries.values()) visit(item, depth + 1)
    else if (value.is === 'either') for (const one of value.options) visit(one, depth + 1)
    else if (value.is === 'text' || (value.is === 'thing' && value.text !== null)) {
      const text = flat(wordOf(value))
      if (text.length >= SHORTEST) texts.push(text)
    }
  }
  for (const value of [...call.args, ...call.options.values()]) visit(value, 0)
  return texts.length === 0 ? {} : { along: texts }
}
/** Nothing shorter is a token. */
const SHORTEST = 12
