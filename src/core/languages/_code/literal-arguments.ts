// Collects the texts that are written out in a call's arguments, however deep, as far as they are known.
import type { Word } from '../../model.ts'
import { flat } from './conditions.ts'
import type { Call } from './call.ts'
import { wordOf } from './values.ts'
import type { Value } from './values.ts'

const MOST = 200
const DEEPEST = 5

/** `told`: those that hold a variable of the environment. */
export function said(call: Call): { readonly along?: readonly string[]; readonly told?: readonly Word[] } {
  const texts: string[] = []
  const told: Word[] = []
  const visit = (value: Value, depth: number): void => {
    if (texts.length >= MOST || depth > DEEPEST) return
    if (value.is === 'list') for (const item of value.items.slice(0, MOST)) visit(item, depth + 1)
    else if (value.is === 'map') for (const item of value.entries.values()) visit(item, depth + 1)
    else if (value.is === 'either') for (const one of value.options) visit(one, depth + 1)
    else if (value.is === 'text' || (value.is === 'thing' && value.text !== null)) {
      const word = wordOf(value)
      if (word.parts?.some((part) => part.kind === 'unknown' && part.name !== null) === true) told.push(word)
      const text = flat(word)
      if (text.length >= SHORTEST) texts.push(text)
    }
  }
  for (const value of [...call.args, ...call.options.values()]) visit(value, 0)
  return { ...(texts.length === 0 ? {} : { along: texts }), ...(told.length === 0 ? {} : { told }) }
}
/** Nothing shorter is a token. */
const SHORTEST = 12
